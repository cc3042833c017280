#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>

#include "base/index.h"
#include "io/error.h"
#include "io/fbx/fbx.h"
#include "io/fbx/fbx_material.h"
#include "io/fbx/fbx_motion.h"
#include "io/fbx/fbx_skin.h"
#include "io/file.h"
#include "io/gltf/made.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

constexpr double kFbxRead = 0.1, kFbxParsed = 0.5;  // then kFbxMoved
/// Memory that ufbx may use for the scene, and again while it reads: fixed bytes plus a multiple of
/// the file's size, as in MemoryBudget.
constexpr std::uint64_t kFbxFree = 96ull << 20, kFbxTimes = 24;
constexpr std::size_t kMostAllocations = 4'000'000;
constexpr std::uint32_t kDeepestFbxNode = 1000;

template <typename Pointer, void (*kFree)(Pointer*)>
struct FbxFree {
  void operator()(Pointer* pointer) const { kFree(pointer); }
};
using FbxScene = std::unique_ptr<ufbx_scene, FbxFree<ufbx_scene, ufbx_free_scene>>;
using FbxSurface = std::unique_ptr<ufbx_mesh, FbxFree<ufbx_mesh, ufbx_free_mesh>>;

std::size_t memory_limit_of(std::uint64_t file_bytes) {
  return std::size_t(std::min(kFbxFree + kFbxTimes * file_bytes, kDecodedCap - 1));
}

ufbx_allocator_opts limits_of(std::uint64_t file_bytes) {
  ufbx_allocator_opts limits = {};
  limits.memory_limit = memory_limit_of(file_bytes);
  limits.allocation_limit = kMostAllocations;
  return limits;
}

/// Reports to LoadProgress, whose exception must not pass through ufbx.
struct FbxProgress {
  LoadProgress& progress;
  std::uint64_t reported = 0;
  bool is_stopped = false;

  static ufbx_progress_result report(void* user, const ufbx_progress* now) {
    auto& self = *static_cast<FbxProgress*>(user);
    try {
      if (now->bytes_read > self.reported) {
        self.progress.advance(std::size_t(now->bytes_read - self.reported));
        self.reported = now->bytes_read;
      }
      return UFBX_PROGRESS_CONTINUE;
    } catch (const Stopped&) {
      self.is_stopped = true;
      return UFBX_PROGRESS_CANCEL;
    }
  }
};

/// Transforms that glTF cannot express become helper nodes; others are baked into geometry and
/// keys.
ufbx_load_opts options_of(std::uint64_t file_bytes, FbxProgress& progress) {
  ufbx_load_opts options = {};
  options.temp_allocator = options.result_allocator = limits_of(file_bytes);
  options.node_depth_limit = kDeepestFbxNode;
  options.file_format = UFBX_FILE_FORMAT_FBX;
  options.skip_mesh_parts = true;
  options.clean_skin_weights = true;
  options.use_blender_pbr_material = true;
  options.target_axes = options.target_camera_axes = options.target_light_axes =
      ufbx_axes_right_handed_y_up;
  options.target_unit_meters = 1.0;
  options.space_conversion = UFBX_SPACE_CONVERSION_MODIFY_GEOMETRY;
  options.geometry_transform_handling = UFBX_GEOMETRY_TRANSFORM_HANDLING_MODIFY_GEOMETRY;
  options.inherit_mode_handling = UFBX_INHERIT_MODE_HANDLING_COMPENSATE;
  options.pivot_handling = UFBX_PIVOT_HANDLING_ADJUST_TO_PIVOT;
  options.progress_cb.fn = FbxProgress::report;
  options.progress_cb.user = &progress;
  return options;
}

Error fbx_error(const std::string& file, const ufbx_error& error) {
  const std::string_view about(error.info, error.info_length);
  const std::string why(error.description.data, error.description.length);
  switch (error.type) {
    case UFBX_ERROR_UNRECOGNIZED_FILE_FORMAT:
      return Error(file, "", "is not an FBX file");
    case UFBX_ERROR_MEMORY_LIMIT:
    case UFBX_ERROR_ALLOCATION_LIMIT:
      return Error(file, "", "the file asks for far more data than it holds");
    case UFBX_ERROR_NODE_DEPTH_LIMIT:
      return Error(file, "", fmt::format("expected nodes at most {} deep", kDeepestFbxNode));
    case UFBX_ERROR_TRUNCATED_FILE:
      return Error(file, "", "the file ends early; expected all of an FBX file");
    default:
      return Error(file, "",
                   fmt::format("is not valid FBX: {}{}", why.empty() ? "unknown fault" : why,
                               about.empty() ? "" : " (" + in_quotes(about) + ")"));
  }
}

FbxScene parsed_fbx(const std::string& file, std::string_view bytes, LoadProgress& progress) {
  progress.begin_stage(kFbxParsed, bytes.size());
  FbxProgress reports{progress};
  const ufbx_load_opts options = options_of(bytes.size(), reports);
  ufbx_error error;
  FbxScene scene(ufbx_load_memory(bytes.data(), bytes.size(), &options, &error));
  if (reports.is_stopped) throw Stopped();
  if (!scene) throw fbx_error(file, error);
  return scene;
}

class FbxReader {
 public:
  FbxReader(const std::filesystem::path& path, const ufbx_scene& scene, std::uint64_t file_bytes)
      : path_(path),
        scene_(scene),
        file_bytes_(file_bytes),
        budget_(path.string(), file_bytes),
        materials_(path, document_, notes_),
        node_of_(scene.nodes.count, -1) {}

  Loaded read(LoadProgress& progress) {
    find_skins();
    document_.root["nodes"] = FbxJson::array();
    for (std::size_t n = 0; n < scene_.nodes.count; ++n) add_node(*scene_.nodes.data[n]);
    add_skins();
    add_motions(scene_, node_of_, morphs_, {memory_limit_of(file_bytes_), budget_, progress},
                document_, notes_);
    if (!lights_.empty()) {
      document_.root["extensionsUsed"] = {"KHR_lights_punctual"};
      document_.root["extensions"]["KHR_lights_punctual"]["lights"] = lights_;
    }
    Loaded loaded;
    MadeGltf made;
    made.json = document_.text();
    made.buffer = std::move(document_.buffer);
    made.source_bytes = file_bytes_;
    made.mesh = [&](int mesh, const std::vector<Id>& joints, MaterialReader& materials,
                    MemoryBudget& budget,
                    MeshNotes& notes) { return mesh_of(mesh, joints, materials, budget, notes); };
    loaded.scene = scene_of_made(path_, made, loaded.warnings);
    set_blends(loaded.scene);
    set_timing(loaded.scene);
    notes_.report(loaded.warnings);
    return loaded;
  }

 private:
  /// The skin that deforms a mesh; null if none.
  static const ufbx_skin_deformer* skin_of(const ufbx_mesh& mesh) {
    if (mesh.skin_deformers.count == 0) return nullptr;
    const ufbx_skin_deformer* skin = mesh.skin_deformers.data[0];
    return skin->clusters.count == 0 ? nullptr : skin;
  }

  void find_skins() {
    std::vector<const ufbx_skin_deformer*> deformers;
    for (std::size_t m = 0; m < scene_.meshes.count; ++m) {
      const ufbx_mesh& mesh = *scene_.meshes.data[m];
      notes_.caches += mesh.cache_deformers.count;
      notes_.more_skins += mesh.skin_deformers.count > 1 ? mesh.skin_deformers.count - 1 : 0;
      const ufbx_skin_deformer* skin = skin_of(mesh);
      if (skin && mesh.instances.count > 0 && skin_index_.emplace(skin, skin_index_.size()).second)
        deformers.push_back(skin);
    }
    skins_ = skins_of(scene_, deformers, notes_);
  }

  void add_node(const ufbx_node& node) {
    if (node.is_root) return;
    const ufbx_transform& local = node.local_transform;
    FbxJson json = {{"name", node_name(node)},
                    {"translation", numbers(vector_of(local.translation))},
                    {"rotation", numbers(local.rotation)},
                    {"scale", numbers(vector_of(local.scale))}};
    if (!node.visible) json["extensions"]["KHR_node_visibility"]["visible"] = false;
    if (node.camera) add_camera(*node.camera, json);
    if (node.light) add_light(*node.light, json);
    const int index = document_.add("nodes", std::move(json));
    node_of_[node.typed_id] = index;
    const ufbx_mesh* mesh = node.mesh ? node.mesh : surface_of(node);
    if (mesh) add_mesh(*mesh, node, index);
    if (node.parent && !node.parent->is_root)
      document_.root["nodes"][at(node_of_[node.parent->typed_id])]["children"].push_back(index);
    else
      roots_.push_back(index);
  }

  /// Helper nodes have no name, so they get the parent's name and a suffix.
  static std::string node_name(const ufbx_node& node) {
    const std::string name = name_of(node.name);
    if (!node.parent || (!node.is_scale_helper && !node.is_geometry_transform_helper)) return name;
    return name_of(node.parent->name) + (node.is_scale_helper ? " scale" : " geometry");
  }

  FbxJson numbers(const glm::dvec3& v) {
    return {finite(v.x, notes_), finite(v.y, notes_), finite(v.z, notes_)};
  }
  FbxJson numbers(const ufbx_quat& q) {
    return {finite(q.x, notes_), finite(q.y, notes_), finite(q.z, notes_), finite(q.w, notes_)};
  }

  void add_mesh(const ufbx_mesh& mesh, const ufbx_node& node, int index) {
    std::vector<int> materials;
    for (std::size_t m = 0; m < node.materials.count; ++m)
      materials.push_back(materials_.index_of(node.materials.data[m]));
    const auto [found, is_new] =
        mesh_index_.try_emplace({&mesh, std::move(materials)}, int(meshes_.size()));
    if (is_new) {
      FbxMesh& made = meshes_.emplace_back();
      made.mesh = &mesh;
      made.materials = found->first.second;
      made.targets = targets_of(mesh);
      made.skin = skin_of(mesh);
      if (made.skin) made.joint_of_cluster = skins_[skin_index_.at(made.skin)].joint_of_cluster;
      document_.add("meshes", mesh_json(made));
    }
    FbxJson& json = document_.root["nodes"][at(index)];
    json["mesh"] = found->second;
    const FbxMesh& shown = meshes_[at(found->second)];
    if (shown.skin) json["skin"] = skin_index_.at(shown.skin);
    if (shown.targets.empty()) return;
    for (const FbxTarget& target : shown.targets) {
      if (target.key > 0) continue;  // the first shape of a channel represents the whole channel
      for (const double share : shares_of(*target.channel, target.channel->weight))
        json["weights"].push_back(finite(share, notes_));
    }
    shown_targets_.emplace_back(index, found->second);
  }

  FbxJson mesh_json(const FbxMesh& mesh) {
    if (nothing_ < 0) {
      nothing_ = document_.add_nothing("VEC3", 5126);
      document_.add_nothing("VEC4", 5121);
      document_.add_nothing("VEC4", 5126);
    }
    FbxJson primitive = {{"attributes", {{"POSITION", nothing_}}}};
    if (mesh.skin) {
      primitive["attributes"]["JOINTS_0"] = nothing_ + 1;
      primitive["attributes"]["WEIGHTS_0"] = nothing_ + 2;
    }
    for (std::size_t t = 0; t < mesh.targets.size(); ++t)
      primitive["targets"].push_back({{"POSITION", nothing_}});
    return {{"name", name_of(mesh.mesh->name)}, {"primitives", FbxJson::array({primitive})}};
  }

  /// A NURBS surface as polygons; nullptr for anything else.
  const ufbx_mesh* surface_of(const ufbx_node& node) {
    const ufbx_nurbs_surface* surface = ufbx_as_nurbs_surface(node.attrib);
    if (!surface) {
      notes_.other_surfaces += node.attrib_type == UFBX_ELEMENT_NURBS_TRIM_SURFACE ||
                               node.attrib_type == UFBX_ELEMENT_NURBS_CURVE ||
                               node.attrib_type == UFBX_ELEMENT_LINE_CURVE;
      return nullptr;
    }
    const auto [found, is_new] = surfaces_.try_emplace(surface);
    if (is_new) {
      ufbx_tessellate_surface_opts options = {};
      options.temp_allocator = options.result_allocator = limits_of(file_bytes_);
      found->second.reset(ufbx_tessellate_nurbs_surface(surface, &options, nullptr));
      notes_.other_surfaces += !found->second;
    }
    return found->second.get();
  }

  void add_camera(const ufbx_camera& from, FbxJson& node) {
    const double znear = std::max(1e-4, double(finite(from.near_plane, notes_)));
    const double zfar = std::max(2.0 * znear, double(finite(from.far_plane, notes_)));
    FbxJson camera = {{"name", name_of(from.name)}};
    if (from.projection_mode == UFBX_PROJECTION_MODE_PERSPECTIVE) {
      const double yfov =
          std::clamp(glm::radians(double(finite(from.field_of_view_deg.y, notes_))), 0.01, 3.1);
      camera["type"] = "perspective";
      camera["perspective"] = {{"yfov", yfov}, {"znear", znear}, {"zfar", zfar}};
      if (from.aspect_ratio > 0.0 && from.aspect_ratio < 1e4)
        camera["perspective"]["aspectRatio"] = from.aspect_ratio;
    } else {
      camera["type"] = "orthographic";
      camera["orthographic"] = {
          {"xmag", std::max(1e-4, 0.5 * double(finite(from.orthographic_size.x, notes_)))},
          {"ymag", std::max(1e-4, 0.5 * double(finite(from.orthographic_size.y, notes_)))},
          {"znear", znear},
          {"zfar", zfar}};
    }
    node["camera"] = document_.add("cameras", std::move(camera));
  }

  void add_light(const ufbx_light& from, FbxJson& node) {
    static const std::map<ufbx_light_type, const char*> kTypes = {
        {UFBX_LIGHT_POINT, "point"},
        {UFBX_LIGHT_DIRECTIONAL, "directional"},
        {UFBX_LIGHT_SPOT, "spot"}};
    const auto type = kTypes.find(from.type);
    if (type == kTypes.end()) {
      ++notes_.lights;
      return;
    }
    FbxJson light = {{"name", name_of(from.name)}, {"type", type->second}};
    const glm::dvec3 color = glm::clamp(vector_of(from.color), 0.0, 1.0);
    light["color"] = numbers(color);
    light["intensity"] = std::max(0.0f, finite(from.intensity, notes_));
    if (from.type == UFBX_LIGHT_SPOT) {
      const double outer =
          std::clamp(glm::radians(0.5 * double(finite(from.outer_angle, notes_))), 0.01, 1.57);
      const double inner = glm::radians(0.5 * double(finite(from.inner_angle, notes_)));
      light["spot"] = {{"outerConeAngle", outer},
                       {"innerConeAngle", std::clamp(inner, 0.0, 0.99 * outer)}};
    }
    node["extensions"]["KHR_lights_punctual"]["light"] = lights_.size();
    lights_.push_back(std::move(light));
  }

  void add_skins() {
    document_.root["scenes"] = FbxJson::array({FbxJson::object()});
    if (!roots_.empty()) document_.root["scenes"][0]["nodes"] = roots_;
    document_.root["scene"] = 0;
    for (const FbxSkin& skin : skins_) {
      FbxJson json = {{"joints", FbxJson::array()}};
      std::vector<float> numbers;
      budget_.take(skin.joints.size() * sizeof(glm::mat4) * 2, "skins");
      for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        json["joints"].push_back(node_of_[skin.joints[j]->typed_id]);
        for (int c = 0; c < 4; ++c)
          for (int r = 0; r < 4; ++r)
            numbers.push_back(r == 3 ? float(c == 3) : finite(skin.inverse_bind[j][c][r], notes_));
      }
      json["inverseBindMatrices"] = document_.add_floats(numbers, "MAT4", 16);
      document_.add("skins", std::move(json));
    }
    for (const auto& [node, mesh] : shown_targets_)
      morphs_.push_back({node, &meshes_[at(mesh)].targets});
  }

  std::shared_ptr<Mesh> mesh_of(int index, const std::vector<Id>& joints, MaterialReader& materials,
                                MemoryBudget& budget, MeshNotes& notes) {
    const FbxMesh& mesh = meshes_[at(index)];
    const auto method = mesh.skin ? mesh.skin->skinning_method : UFBX_SKINNING_METHOD_LINEAR;
    const bool is_mixed = method == UFBX_SKINNING_METHOD_BLENDED_DQ_LINEAR;
    notes_.mixed_blends += is_mixed;
    if (!joints.empty() && (is_mixed || method == UFBX_SKINNING_METHOD_DUAL_QUATERNION))
      dual_quaternion_.insert(joints.front());
    return made_mesh(mesh, joints, materials, budget, notes, notes_);
  }

  void set_blends(Scene& scene) const {
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      if (!scene.nodes[n].skeleton) continue;
      for (const Joint& joint : scene.nodes[n].skeleton->joints)
        if (dual_quaternion_.count(joint.id) > 0) {
          edit_skeleton(scene, int(n)).blend = Blend::dual_quaternion;
          break;
        }
    }
  }

  void set_timing(Scene& scene) const {
    const double frames = scene_.settings.frames_per_second;
    if (!(frames >= 1.0 && frames <= 1000.0)) return;
    for (auto& motion : scene.motions) {
      auto timed = std::make_shared<Motion>(*motion);
      timed->timing.frame_rate = float(frames);
      motion = std::move(timed);
    }
  }

  std::filesystem::path path_;
  const ufbx_scene& scene_;
  std::uint64_t file_bytes_;
  MemoryBudget budget_;
  FbxNotes notes_;
  FbxDocument document_;
  FbxMaterials materials_;
  std::vector<int> node_of_;  ///< index of the document's node, by the file's node; -1: none
  std::vector<int> roots_;
  std::vector<FbxSkin> skins_;
  std::map<const ufbx_skin_deformer*, std::size_t> skin_index_;
  std::map<const ufbx_nurbs_surface*, FbxSurface> surfaces_;
  std::vector<FbxMesh> meshes_;  ///< one per mesh of the document
  std::map<std::pair<const ufbx_mesh*, std::vector<int>>, int> mesh_index_;
  std::vector<std::pair<int, int>> shown_targets_;  ///< node and mesh of the document
  std::vector<FbxMorphs> morphs_;
  FbxJson lights_ = FbxJson::array();
  int nothing_ = -1;              ///< index of the first accessor without data
  std::set<Id> dual_quaternion_;  ///< first joints of dual-quaternion skins
};

}  // namespace

Loaded load_fbx(const std::filesystem::path& path, LoadProgress& progress) {
  FbxScene scene;
  std::uint64_t file_bytes = 0;
  {
    const FileBytes bytes = read_big_file(path, progress, kFbxRead);
    file_bytes = bytes.size;
    scene = parsed_fbx(path.string(), bytes.view(), progress);
  }
  return FbxReader(path, *scene, file_bytes).read(progress);
}

}  // namespace marrow::io
