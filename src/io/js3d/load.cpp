#include <algorithm>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>

#include "base/index.h"
#include "base/names.h"
#include "io/counts.h"
#include "io/file.h"
#include "io/gltf/check/text_check.h"
#include "io/gltf/gltf_mesh.h"
#include "io/js3d/halfedges.h"
#include "io/js3d/js3d.h"
#include "io/trs.h"

namespace marrow::io {

namespace {

constexpr double kJs3dRead = 0.2, kJs3dParsed = 0.4;
constexpr std::uint32_t kNoBone = 0xffffffffu;  ///< parent of a bone at the skeleton's base

nlohmann::json parsed_json(const std::string& file, const std::string& text) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& problem) {
    throw Error(file, fmt::format("byte {}", problem.byte), "expected JSON, as Scotty3D writes it");
  } catch (const nlohmann::json::exception&) {
    throw Error(file, "", "expected numbers that a float can hold");
  }
}

glm::mat4 turn_of_bone(const Js3dValue& bone, const glm::vec3& extent, double roll) {
  const glm::dvec3 angles = glm::radians(glm::dvec3(bone.vector("pose", glm::vec3(0.0f))));
  const glm::dmat3 axes = bone_axes(glm::dvec3(extent), roll);
  glm::dmat4 turn(1.0);
  for (int axis = 2; axis >= 0; --axis) turn = glm::rotate(turn, angles[axis], axes[axis]);
  return glm::mat4(turn);
}

/// A skeleton and the joint of each of the file's bones; kNoId: a link below the base.
struct ReadSkeleton {
  Skeleton skeleton;
  std::vector<Id> joint_of_bone;
};

class SkeletonReader {
 public:
  SkeletonReader(const Js3dValue& value, Scene& scene)
      : value_(value),
        scene_(scene),
        base_(value.vector("base", glm::vec3(0.0f))),
        offset_(value.vector("base_offset", glm::vec3(0.0f))) {}

  ReadSkeleton read(MemoryBudget& budget) {
    const nlohmann::json* bones = value_.find("bones");
    if (!bones) return {};
    const Js3dValue list = value_.child("bones", *bones);
    if (!bones->is_array()) list.refuse("a list");
    budget.take(bones->size() * 2 * sizeof(Joint), list.place);
    for (std::uint32_t b = 0; b < bones->size(); ++b)
      add_bone(list.child(std::to_string(b), (*bones)[b]), b);
    result_.skeleton.falloff = Falloff::linear;  // as for Scotty3D's weights
    return std::move(result_);
  }

 private:
  void add_bone(const Js3dValue& bone, std::uint32_t b) {
    const std::uint32_t parent = bone.index("parent");
    if (parent != kNoBone && parent >= b)
      bone.at("parent").refuse(fmt::format("the index of an earlier bone, or {}", kNoBone));
    if (!bone.find("extent")) bone.refuse("a member \"extent\"");
    const glm::vec3 extent = bone.vector("extent", glm::vec3(0.0f));
    const bool is_root = parent == kNoBone;
    const glm::dvec3 origin = is_root ? glm::dvec3(base_) : tips_[parent];
    tips_.push_back(origin + glm::dvec3(extent));
    const int above = is_root ? -1 : joints_[parent];
    if (bone.flag("link", false)) {
      joints_.push_back(above);
    } else {
      joints_.push_back(int(result_.skeleton.joints.size()));
      add_joint(bone, b, extent, origin, above);
    }
    result_.joint_of_bone.push_back(
        joints_.back() < 0 ? kNoId : result_.skeleton.joints[at(joints_.back())].id);
  }

  void add_joint(const Js3dValue& bone, std::uint32_t b, const glm::vec3& extent,
                 const glm::dvec3& origin, int parent) {
    Joint joint;
    joint.id = take_id(scene_);
    const std::string name = clean_name(bone.text("name"));
    joint.name = names_.take(name.empty() ? fmt::format("bone {}", b) : name);
    joint.parent = parent;
    joint.extent = extent;
    joint.roll = glm::radians(bone.number("roll", 0.0f));
    joint.radius = bone.number("radius", 0.5f);
    if (joint.radius < 0.0f) bone.at("radius").refuse("a radius of 0 or more");
    const glm::dvec3 from = parent < 0 ? glm::dvec3(0.0) : origins_[at(parent)];
    joint.bind_local[3] = glm::vec4(glm::vec3(origin - from), 1.0f);
    joint.user_local = turn_of_bone(bone, extent, joint.roll);
    if (parent < 0) joint.user_local[3] = glm::vec4(offset_, 1.0f);
    origins_.push_back(origin);
    result_.skeleton.joints.push_back(std::move(joint));
  }

  const Js3dValue& value_;
  Scene& scene_;
  glm::vec3 base_, offset_;
  ReadSkeleton result_;
  UniqueNames names_;
  std::vector<glm::dvec3> tips_;     ///< tip of each bone, at bind
  std::vector<int> joints_;          ///< by bone: its joint; for a link, the joint above it
  std::vector<glm::dvec3> origins_;  ///< origin of each joint, at bind
};

class Js3dReader {
 public:
  Js3dReader(const std::string& file, const nlohmann::json& root, std::uint64_t bytes)
      : root_{file, "", root}, scene_json_(root_.at("scene")), budget_(file, bytes) {}

  Loaded read(std::vector<std::string> warnings, LoadProgress& progress) {
    loaded_.warnings = std::move(warnings);
    if (const std::string format = scene_json_.text("FORMAT");
        !format.empty() && format != "js3d-v1")
      scene_json_.at("FORMAT").refuse("\"js3d-v1\", found " + in_quotes(format));
    add_transforms();
    if (const nlohmann::json* instances = scene_json_.find("instances")) {
      const Js3dValue value = scene_json_.child("instances", *instances);
      count_uses(value, "meshes");
      count_uses(value, "skinned_meshes");
      progress.begin_stage(1.0, value.count("meshes") + value.count("skinned_meshes"));
      value.for_members("meshes", [&](const std::string& name, const Js3dValue& instance) {
        add_mesh(name, instance);
        progress.advance();
      });
      value.for_members("skinned_meshes", [&](const std::string& name, const Js3dValue& instance) {
        add_skinned(name, instance);
        progress.advance();
      });
    }
    notes_.report(loaded_.warnings);
    report_left_out();
    return std::move(loaded_);
  }

 private:
  /// Adds parents first. Names are sorted, so the order does not depend on the file.
  void add_transforms() {
    std::map<std::string, std::vector<std::string>> children;  // "": in the world
    std::size_t count = 0;
    const nlohmann::json* transforms = scene_json_.find("transforms");
    scene_json_.for_members("transforms", [&](const std::string& name, const Js3dValue& value) {
      const std::string parent = value.text("parent");
      const bool is_root = !value.find("parent") || value.at("parent").json.is_null();
      if (!is_root && !transforms->contains(parent))
        value.at("parent").refuse("the name of a transform, or null");
      children[is_root ? std::string() : "/" + parent].push_back(name);
      ++count;
    });
    std::vector<std::pair<std::string, int>> open = {{"", -1}};
    while (!open.empty()) {
      const auto [above, node] = std::move(open.back());
      open.pop_back();
      for (const std::string& name : children[above]) {
        const Js3dValue all = scene_json_.child("transforms", *transforms);
        place_of_[name] = add_node(name, node, matrix_of(all.child(name, (*transforms)[name])));
        open.emplace_back("/" + name, place_of_[name]);
      }
    }
    if (place_of_.size() != count)
      scene_json_.at("transforms").refuse("transforms of which none is above itself");
  }

  static glm::mat4 matrix_of(const Js3dValue& value) {
    const glm::vec4 turn = value.vector("rotation", glm::vec4(0.0f, 0.0f, 0.0f, 1.0f));
    if (glm::length(glm::dvec4(turn)) < 1e-6) value.at("rotation").refuse("a quaternion, not 0");
    Trs trs;
    trs.translation = value.vector("translation", glm::vec3(0.0f));
    trs.rotation = glm::normalize(glm::dquat(turn.w, turn.x, turn.y, turn.z));
    trs.scale = value.vector("scale", glm::vec3(1.0f));
    const glm::mat4 matrix(io::matrix_of(trs));
    if (!is_finite(matrix) || !is_invertible(matrix))
      value.refuse("a scale that is not 0, and numbers that a float can hold");
    return matrix;
  }

  int add_node(const std::string& name, int parent, const glm::mat4& local) {
    Node node;
    node.id = take_id(loaded_.scene);
    node.name = clean_name(name);
    node.parent = parent;
    node.local = local;
    loaded_.scene.nodes.push_back(std::move(node));
    return int(loaded_.scene.nodes.size()) - 1;
  }

  /// The node of an instance's transform; -1: the world.
  int transform_of(const Js3dValue& instance) const {
    const std::string name = instance.text("transform");
    const auto found = place_of_.find(name);
    if (found == place_of_.end() && !name.empty())
      instance.at("transform").refuse("the name of a transform");
    return found == place_of_.end() ? -1 : found->second;
  }

  void count_uses(const Js3dValue& instances, const char* kind) {
    instances.for_members(kind, [&](const std::string&, const Js3dValue& instance) {
      ++uses_[transform_of(instance)];
    });
  }

  /// The node of an instance: its transform's node, or a new one below if several share that.
  int holder_of(const std::string& name, const Js3dValue& instance) {
    const int transform = transform_of(instance);
    const bool is_own = transform >= 0 && uses_[transform] == 1;
    const int holder = is_own ? transform : add_node(name, transform, glm::mat4(1.0f));
    Node& node = loaded_.scene.nodes[at(holder)];
    node.name = clean_name(name);
    node.visible = instance.flag("visible", true);
    return holder;
  }

  Js3dValue resource_of(const Js3dValue& instance, const char* kind) const {
    const std::string name = instance.text("mesh");
    const nlohmann::json* all = scene_json_.find(kind);
    if (!all || !all->is_object() || !all->contains(name))
      instance.refuse(fmt::format("a \"mesh\" that names one of the {}", kind));
    return scene_json_.child(kind, *all).child(name, (*all)[name]);
  }

  void add_mesh(const std::string& name, const Js3dValue& instance) {
    const Js3dValue value = resource_of(instance, "meshes");
    std::shared_ptr<const Mesh>& mesh = meshes_[&value.json];
    if (!mesh)
      mesh = std::make_shared<const Mesh>(mesh_of(read_halfedges(value, budget_), value, budget_));
    loaded_.scene.nodes[at(holder_of(name, instance))].mesh = mesh;
  }

  void add_skinned(const std::string& name, const Js3dValue& instance) {
    const Js3dValue value = resource_of(instance, "skinned_meshes");
    const Js3dValue skeleton_json = value.at("skeleton"), mesh_json = value.at("mesh");
    handles_ += skeleton_json.count("handles");
    const Halfedges halfedges = read_halfedges(mesh_json, budget_);
    auto mesh = std::make_shared<Mesh>(mesh_of(halfedges, mesh_json, budget_));
    const int holder = holder_of(name, instance);
    ReadSkeleton read = SkeletonReader(skeleton_json, loaded_.scene).read(budget_);
    const std::string capsules = value.text("falloff");  // only Marrow writes it
    if (const auto falloff = choice_from_id<Falloff>(capsules)) read.skeleton.falloff = *falloff;
    if (capsules.empty()) add_weights(halfedges, mesh_json, read.joint_of_bone, *mesh);
    Scene& scene = loaded_.scene;
    scene.nodes[at(holder)].skeleton = std::make_shared<const Skeleton>(std::move(read.skeleton));
    if (mesh->positions.empty()) return;
    const bool visible = scene.nodes[at(holder)].visible;
    const std::string mesh_name = instance.text("mesh");
    Node& skin = scene.nodes[at(add_node(mesh_name, holder, glm::mat4(1.0f)))];
    skin.bound_to = scene.nodes[at(holder)].id;
    skin.explicit_weights = mesh->weights.has_value();
    skin.visible = visible;
    skin.mesh = std::move(mesh);
  }

  void add_weights(const Halfedges& from, const Js3dValue& value, const std::vector<Id>& joints,
                   Mesh& mesh) {
    if (from.weights.empty() || from.weight_ends.empty()) return;
    budget_.take(from.weights.size() * (sizeof(Id) + sizeof(float)), value.place);
    mesh.weights = ExplicitWeights{{0}, {}, {}};
    std::vector<WeightEntry> row;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : from.weight_ends) {
      if (end < begin || end > from.weights.size())
        value.at("vertex_bone_weight_ends").refuse("ends of rows that rise, within the weights");
      row.clear();
      for (; begin < end; ++begin) {
        const std::uint32_t bone = from.weight_bones[begin];
        if (bone >= joints.size())
          value.at("bone_weight_bones").refuse(fmt::format("indices below {}", joints.size()));
        if (from.weights[begin] < 0.0f) ++notes_.bad_weights;
        if (joints[bone] != kNoId)
          row.push_back({joints[bone], std::max(0.0f, from.weights[begin])});
      }
      add_weights_row(row, *mesh.weights, notes_);
    }
  }

  void report_left_out() {
    std::size_t splines = 0;
    if (const nlohmann::json* animator = root_.find("animator"); animator && animator->is_object())
      splines = root_.child("animator", *animator).count("splines");
    const Count left_out[] = {
        {scene_json_.count("cameras"), "{} camera[|s]"},
        {scene_json_.count("delta_lights") + scene_json_.count("env_lights"), "{} light[|s]"},
        {scene_json_.count("materials"), "{} material[|s]"},
        {scene_json_.count("textures"), "{} texture[|s]"},
        {scene_json_.count("shapes"), "{} shape[|s]"},
        {scene_json_.count("particles"), "{} particle system[|s]"},
        {handles_, "{} inverse kinematics handle[|s]"},
        {splines, "{} animated object[|s]"}};
    std::string text;
    for (const auto& [count, what] : left_out)
      if (count > 0) text += (text.empty() ? "" : ", ") + counted(what, count);
    if (!text.empty()) loaded_.warnings.push_back("not kept: " + text);
  }

  Js3dValue root_, scene_json_;
  MemoryBudget budget_;
  Loaded loaded_;
  MeshNotes notes_;
  std::map<std::string, int> place_of_;  ///< node of a transform, by name
  std::map<int, std::size_t> uses_;      ///< number of instances at a transform's node
  std::map<const nlohmann::json*, std::shared_ptr<const Mesh>> meshes_;
  std::size_t handles_ = 0;
};

}  // namespace

Loaded load_js3d(const std::filesystem::path& path, LoadProgress& progress) {
  const std::string file = path.string();
  std::vector<std::string> warnings;
  nlohmann::json root;
  std::size_t bytes = 0;
  {
    const FileBytes read = read_big_file(path, progress, kJs3dRead);
    progress.begin_stage(kJs3dParsed, 1);
    bytes = read.size;
    root = parsed_json(file, checked_json_text(file, read.view(), warnings));
  }
  return Js3dReader(file, root, bytes).read(std::move(warnings), progress);
}

}  // namespace marrow::io
