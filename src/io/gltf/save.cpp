// Writes the standard parts of a glTF file from a scene.
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <set>

#include "base/index.h"
#include "base/text.h"
#include "io/avatar.h"
#include "io/counts.h"
#include "io/editor_data.h"
#include "io/error.h"
#include "io/gltf/carried.h"
#include "io/gltf/gltf.h"
#include "io/gltf/out.h"
#include "io/gltf/packed/pack.h"
#include "io/gltf/parts_out.h"
#include "io/gltf/skin_out.h"
#include "io/gltf/vrm.h"
#include "io/number_text.h"
#include "io/write_file.h"
#include "scene/joint_places.h"
#include "scene/morph.h"

namespace marrow::io {

namespace {

/// The accessors of a mesh, shared by all its nodes.
struct Geometry {
  std::vector<std::uint32_t> source;       ///< shading vertex -> source vertex
  std::vector<out::Primitive> primitives;  ///< one per material, over the same vertices
  std::vector<std::string> target_names;
};

/// A bound mesh while it is written.
struct Skinned {
  std::size_t node = 0, skeleton_node = 0;
  SkinRows rows;
};

template <typename T>
std::pair<std::vector<float>, std::vector<float>> bounds(const std::vector<T>& vectors) {
  std::vector<float> low, high;
  for (int axis = 0; axis < T::length(); ++axis) {
    const auto [least, most] = std::minmax_element(
        vectors.begin(), vectors.end(), [&](const T& a, const T& b) { return a[axis] < b[axis]; });
    low.push_back((*least)[axis]);
    high.push_back((*most)[axis]);
  }
  return {low, high};
}

template <typename T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

class SceneWriter {
 public:
  SceneWriter(const Scene& scene, const Derived& derived, const SaveOptions& options,
              std::vector<std::string>& warnings)
      : scene_(scene),
        derived_(derived),
        options_(options),
        warnings_(warnings),
        world_(world_from_nodes(scene)),
        facts_(scene.nodes.size()),
        written_(scene.nodes.size(), -1),
        joints_(scene.nodes.size()) {}

  out::File write() {
    for (const Node& node : scene_.nodes) {
      if (node.parent >= 0) facts_[std::size_t(node.parent)].has_children = true;
    }
    file_.carried = scene_.carried;
    if (writes_motions()) collect_tracks();
    collect_skinned();
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) write_node(n);
    for (const Skinned& skinned : skinned_) write_skinned(skinned);
    if (writes_motions()) still_tracks_ = write_motions(scene_, derived_, places_, file_, shared_);
    file_.springs = springs_out(
        scene_, [&](Id id) { return place_of(id); }, options_.purpose == Purpose::scene, file_);
    if (options_.purpose == Purpose::avatar) file_.avatar = avatar();
    if (is_exchange()) report_losses();
    if (options_.purpose == Purpose::scene) {
      shared_.insert(materials_.offsets().begin(), materials_.offsets().end());
      file_.editor_data = editor_data(scene_, shared_, file_.buffer);
    }
    return std::move(file_);
  }

 private:
  bool writes_motions() const { return options_.purpose == Purpose::scene || options_.motions; }

  void collect_tracks() {
    for (const std::shared_ptr<const Motion>& motion : scene_.motions) {
      for (const MotionTrack& track : motion->tracks) tracks_.try_emplace(track.target, &track);
    }
  }

  /// The file's node for a joint or a node of the scene; -1: none.
  int place_of(Id id) const {
    const auto found = places_.places.find(id);
    return found == places_.places.end() ? -1 : found->second.node;
  }

  /// The JSON of VRMC_vrm, once nodes, meshes and materials are written.
  std::string avatar() const {
    const auto mesh = [&](Id id) {
      const auto found = places_.meshes.find(id);
      return found == places_.meshes.end() ? -1 : found->second;
    };
    const auto material = [&](const std::string& name) {
      const auto found = std::find_if(file_.materials.begin(), file_.materials.end(),
                                      [&](const out::Material& one) { return one.name == name; });
      return found == file_.materials.end() ? -1 : int(found - file_.materials.begin());
    };
    return avatar_out(scene_, {[&](Id id) { return place_of(id); }, mesh, material});
  }

  /// Adds a node with this local matrix; two nodes if it shears. Returns the node that children
  /// belong under. `id`: id of the scene's node or joint.
  int add_node(const std::string& name, Id id, int parent, const glm::dmat4& local) {
    TrsChain chain = trs_of(local);
    if (const auto track = tracks_.find(id); track != tracks_.end())
      use_parts_of(*track->second, local, chain);
    const bool is_one = !chain.lower || name.empty();
    const int upper = add_plain_node(is_one ? name : name + " (shear)", parent, chain.upper);
    const int lower = chain.lower ? add_plain_node(name, upper, *chain.lower) : upper;
    if (id != kNoId) places_.places[id] = {upper, chain.lower ? lower : -1};
    return lower;
  }

  /// A mirroring matrix has several decompositions T R S. Uses the motion's decomposition, because
  /// its keys may contain only some of T, R and S.
  static void use_parts_of(const MotionTrack& track, const glm::dmat4& local, TrsChain& chain) {
    const Trs parts{glm::dvec3(track.translation), glm::normalize(glm::dquat(track.rotation)),
                    glm::dvec3(track.scale)};
    const glm::dmat4 matrix = matrix_of(parts);
    constexpr double kSameValue = 1e-6;
    double apart = 0.0, size = 0.0;
    for (int c = 0; c < 4; ++c) {
      apart = std::max(apart, glm::length(matrix[c] - local[c]));
      size = std::max(size, glm::length(local[c]));
    }
    if (apart <= kSameValue * size) chain = {parts, std::nullopt};
  }

  int add_plain_node(const std::string& name, int parent, const Trs& local) {
    const int index = int(file_.nodes.size());
    file_.nodes.push_back({.name = name, .local = local});
    (parent < 0 ? file_.roots : file_.nodes[std::size_t(parent)].children).push_back(index);
    return index;
  }

  void write_node(std::size_t n) {
    const Node& node = scene_.nodes[n];
    if (facts_[n].is_skinned && !facts_[n].has_children && !node.skeleton)
      return;  // write_skinned() writes these, at the root
    const int parent = written_parent(node);
    const int at = add_node(node.name, node.id, parent, glm::dmat4(node.local));
    written_[n] = at;
    out_node(at).carried = carried_visibility(node.carried, node.visible);
    if (node.mesh && !facts_[n].is_skinned) show(node, at, rigid_mesh(node));
    if (node.skeleton) write_joints(n, at);
  }

  int written_parent(const Node& node) const {
    if (node.parent < 0) return -1;
    const auto above = std::size_t(node.parent);
    if (node.joint == kNoId) return written_[above];
    const int joint = joint_index(*scene_.nodes[above].skeleton, node.joint);
    return joints_[above][std::size_t(joint)];
  }

  out::Node& out_node(int index) { return file_.nodes[std::size_t(index)]; }

  void show(const Node& node, int at, int mesh) {
    out_node(at).mesh = mesh;
    if (mesh < 0) return;
    places_.meshes[node.id] = at;
    const std::size_t targets = file_.meshes[std::size_t(mesh)].primitives.front().targets.size();
    if (targets > 0 && node.morph_weights.size() == targets)
      out_node(at).weights = node.morph_weights;
  }

  void write_joints(std::size_t n, int skeleton_at) {
    for (const Joint& joint : scene_.nodes[n].skeleton->joints) {
      const int parent = joint.parent < 0 ? skeleton_at : joints_[n][std::size_t(joint.parent)];
      joints_[n].push_back(add_node(joint.name, joint.id, parent,
                                    glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local)));
      file_.nodes.back().carried = joint.carried;
    }
    if (!facts_[n].needs_static_joint) return;
    joints_[n].push_back(add_node(kStaticJointName, kNoId, skeleton_at, glm::dmat4(1.0)));
    file_.nodes.back().is_derived = options_.purpose == Purpose::scene;
  }

  template <typename T>
  int add_accessor(const std::vector<T>& values, out::Target target, out::Component component,
                   const char* type, std::size_t count) {
    return out::add_accessor(
        file_, values.data(), values.size() * sizeof(T),
        {.target = target, .component = component, .type = type, .count = count});
  }

  template <typename T>
  int add_vertices(const std::vector<T>& values, const char* type) {
    return add_accessor(values, out::Target::vertices, out::Component::floating, type,
                        values.size());
  }

  std::uint64_t offset_of(int accessor) const {
    return file_.accessors[std::size_t(accessor)].offset;
  }

  const Geometry& geometry_of(const Mesh& mesh) {
    const auto [found, is_new] = geometry_.try_emplace(&mesh);
    if (is_new) write_geometry(mesh, found->second);
    return found->second;
  }

  void write_geometry(const Mesh& mesh, Geometry& geometry) {
    Surface surface = make_surface(mesh);
    out::Primitive primitive;
    std::vector<glm::vec3> positions;
    positions.reserve(surface.source.size());
    for (const std::uint32_t source : surface.source) positions.push_back(mesh.positions[source]);
    const int position = add_vertices(positions, "VEC3");
    out::Accessor& bounded = file_.accessors.back();
    std::tie(bounded.low, bounded.high) = bounds(positions);
    shared_[mesh.positions.data()] = offset_of(position);
    primitive.attributes.emplace_back("POSITION", position);

    // A normal must have unit length, even if the mesh defines none.
    for (glm::vec3& normal : surface.normals)
      normal = normal == glm::vec3(0.0f) ? glm::vec3(0.0f, 1.0f, 0.0f) : normal;
    const int normal = add_vertices(surface.normals, "VEC3");
    if (same_bits(surface.normals, mesh.normals)) shared_[mesh.normals.data()] = offset_of(normal);
    primitive.attributes.emplace_back("NORMAL", normal);

    if (!surface.uvs.empty()) {
      for (glm::vec2& uv : surface.uvs) uv.y = 1.0f - uv.y;  // glTF's origin is the upper left
      primitive.attributes.emplace_back("TEXCOORD_0", add_vertices(surface.uvs, "VEC2"));
    }
    CarriedVertices carried =
        write_carried_vertices(file_, mesh, surface.source, !surface.uvs.empty(), shared_);
    primitive.attributes.insert(primitive.attributes.end(), carried.attributes.begin(),
                                carried.attributes.end());
    primitive.targets = std::move(carried.targets);
    lost_attributes_ += carried.left_out;
    const auto is_named = [](const MorphTarget& target) { return !target.name.empty(); };
    if (std::any_of(mesh.morph_targets.begin(), mesh.morph_targets.end(), is_named)) {
      for (const MorphTarget& target : mesh.morph_targets)
        geometry.target_names.push_back(target.name);
    }
    add_parts(mesh, surface, primitive, carried.uv_sets, geometry);
    if (surface.triangles == mesh.corner_vertex && !surface.triangles.empty())
      shared_[mesh.corner_vertex.data()] = offset_of(geometry.primitives.front().indices);
    geometry.source = std::move(surface.source);
  }

  /// The triangles are one array in the buffer; each part has a view.
  void add_parts(const Mesh& mesh, const Surface& surface, const out::Primitive& vertices,
                 int uv_sets, Geometry& geometry) {
    const std::uint64_t begin = append_aligned(file_.buffer, surface.triangles.data(),
                                               surface.triangles.size() * sizeof(std::uint32_t));
    for (const Surface::Part& part : surface.parts) {
      out::Primitive primitive = vertices;
      primitive.indices = int(file_.accessors.size());
      file_.accessors.push_back({.offset = begin + part.begin * sizeof(std::uint32_t),
                                 .length = (part.end - part.begin) * sizeof(std::uint32_t),
                                 .target = out::Target::triangles,
                                 .component = out::Component::unsigned_int,
                                 .count = part.end - part.begin});
      if (part.material != kNoIndex)
        primitive.material = materials_.write(mesh.materials[part.material], uv_sets);
      geometry.primitives.push_back(std::move(primitive));
    }
    if (!surface.parts.empty()) return;
    geometry.primitives.push_back(vertices);
    geometry.primitives.back().is_points = true;
  }

  /// -1 for a mesh without vertices, which glTF cannot hold (extras can).
  int rigid_mesh(const Node& node) {
    if (node.mesh->positions.empty()) return -1;
    const auto [found, is_new] = rigid_.try_emplace(node.mesh.get(), int(file_.meshes.size()));
    if (is_new) {
      const Geometry& geometry = geometry_of(*node.mesh);
      file_.meshes.push_back(
          {node.name, geometry.primitives, false, geometry.target_names, node.mesh->carried});
    }
    return found->second;
  }

  void collect_skinned() {
    const auto places = index_by_id(scene_.nodes);
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
      const Node& node = scene_.nodes[n];
      if (node.bound_to == kNoId || node.mesh->positions.empty()) continue;
      const std::size_t skeleton_node = places.at(node.bound_to);
      auto rows = weights_of(node, *scene_.nodes[skeleton_node].skeleton);
      if (!rows) continue;
      skinned_.push_back({n, skeleton_node, std::move(*rows)});
      facts_[n].is_skinned = true;
      facts_[skeleton_node].needs_static_joint |= skinned_.back().rows.uses_static_joint;
      if (is_exchange()) report_loss(skinned_.back());
    }
  }

  bool is_exchange() const {
    return options_.purpose == Purpose::exchange || options_.purpose == Purpose::avatar;
  }

  /// None for a mesh that is written rigid: no joints, or capsules without weights in `derived`.
  std::optional<SkinRows> weights_of(const Node& node, const Skeleton& skeleton) {
    if (skeleton.joints.empty()) return std::nullopt;
    if (skeleton.joints.size() > kMostJoints)
      throw std::runtime_error(
          fmt::format("a skin of glTF holds at most {} joints; this skeleton has {}", kMostJoints,
                      skeleton.joints.size()));
    const auto most = is_exchange() ? std::uint32_t(std::max(options_.max_influences, 1)) : 0u;
    const auto count = std::uint32_t(skeleton.joints.size());
    const auto found = derived_.meshes.find(node.id);
    if (found != derived_.meshes.end() &&
        found->second.influences.vertex_count() == node.mesh->positions.size()) {
      return skin_rows(found->second.influences, count, most);
    }
    if (node.explicit_weights)
      return skin_rows(influences_from(*node.mesh->weights, skeleton), count, most);
    if (is_exchange())
      warnings_.push_back(
          fmt::format("mesh {} is written at rest, without its skeleton", in_quotes(node.name)));
    return std::nullopt;
  }

  void report_loss(const Skinned& skinned) {
    const std::string& name = scene_.nodes[skinned.node].name;
    if (skinned.rows.largest_dropped_weight > 0.0f) {
      warnings_.push_back(fmt::format(
          "mesh {}: {} influences per vertex kept; the worst vertex loses {:.2f} % of its weight{}",
          in_quotes(name), options_.max_influences, 100.0f * skinned.rows.largest_dropped_weight,
          displacement(skinned)));
    }
    if (skinned.rows.uses_static_joint)
      warnings_.push_back(
          fmt::format("mesh {}: vertices that no joint moves are bound to the joint {}",
                      in_quotes(name), in_quotes(kStaticJointName)));
  }

  static std::size_t polygons_of(const Mesh& mesh) {
    std::size_t count = 0;
    for (std::size_t f = 0; f < mesh.face_count(); ++f)
      count += mesh.face_begin[f + 1] - mesh.face_begin[f] > 3;
    return count;
  }

  void report_losses() {
    std::size_t joints = 0, poses = 0, polygons = 0, groups = 0, blends = 0;
    std::set<const Mesh*> meshes;
    for (const Node& node : scene_.nodes) {
      if (node.mesh && meshes.insert(node.mesh.get()).second) {
        polygons += polygons_of(*node.mesh);
        groups += node.mesh->groups.size();
      }
      if (!node.skeleton) continue;
      joints += node.skeleton->joints.size();
      poses += node.skeleton->poses.size();
      blends += node.skeleton->blend != Blend::linear;
    }
    warn_of({{joints, "not kept: bone ends and radii of {} joint[|s]"},
             {poses, "not kept: {} stored pose[|s]"},
             {blends,
              "not kept: {} skeleton['s|s'] blending: glTF blends linearly, so turned joints look "
              "different"},
             {polygons, "not kept: {} polygon[|s], which became triangles"},
             {groups, "not kept: {} group[|s] of faces"},
             {writes_motions() ? 0 : scene_.motions.size(), "not kept: {} animation[|s]"},
             {writes_motions() ? derived_.motions.size() : 0,
              "not kept: {} animation['s|s'] pins, whose effect is in [its|their] keys"},
             {still_tracks_, "not kept: {} animated part[|s] that the file does not have"},
             {lost_attributes_, "not kept: {} vertex attribute[|s] that glTF cannot hold"},
             {materials_.unknown_pictures(),
              "not kept: {} picture[|s] of a type that glTF readers do not know"}},
            warnings_);
  }

  /// States the largest displacement of a vertex by dropped influences in the current pose.
  std::string displacement(const Skinned& skinned) const {
    const Node& node = scene_.nodes[skinned.node];
    const Derived::Skinned* posed = derived_.posed(node);
    if (!posed) return {};
    const std::vector<glm::dmat4> moved = world_from_mesh_by_joint(skinned);
    const std::vector<glm::vec3> rest = morphed_positions(*node.mesh, active_morph_weights(node));
    double worst = 0.0;
    for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
      glm::dvec4 sum(0.0);
      for (std::uint32_t e = skinned.rows.row_begin[v]; e < skinned.rows.row_begin[v + 1]; ++e)
        sum += double(skinned.rows.weight[e]) *
               (moved[skinned.rows.slot[e]] * glm::dvec4(rest[v], 1.0));
      worst = std::max(worst, glm::distance(glm::dvec3(sum), glm::dvec3(posed->positions[v])));
    }
    const double size = bounds_of(posed->positions).diagonal();
    return fmt::format(" and moves by {:.3g} ({:.3g} % of the size) in this pose", worst,
                       size > 0.0 ? 100.0 * worst / size : 0.0);
  }

  /// S W_j B_j^-1 S^-1 M for each joint, then M for the static joint.
  std::vector<glm::dmat4> world_from_mesh_by_joint(const Skinned& skinned) const {
    const std::vector<glm::dmat4> inverse_bind =
        inverse_bind_matrices(skinned.skeleton_node, skinned.node);
    const glm::dmat4 world(world_[skinned.skeleton_node]);
    std::vector<glm::dmat4> places = posed_places(*scene_.nodes[skinned.skeleton_node].skeleton);
    places.emplace_back(1.0);
    for (std::size_t j = 0; j < places.size(); ++j) places[j] = world * places[j] * inverse_bind[j];
    return places;
  }

  /// B_j^-1 S^-1 M for each joint, then S^-1 M for the static joint at the skeleton node.
  std::vector<glm::dmat4> inverse_bind_matrices(std::size_t skeleton_node,
                                                std::size_t mesh_node) const {
    const glm::dmat4 skeleton_from_mesh =
        glm::inverse(glm::dmat4(world_[skeleton_node])) * glm::dmat4(world_[mesh_node]);
    std::vector<glm::dmat4> result;
    for (const glm::dmat4& bind : rest_places(*scene_.nodes[skeleton_node].skeleton))
      result.push_back(glm::inverse(bind) * skeleton_from_mesh);
    result.push_back(skeleton_from_mesh);
    return result;
  }

  int skin_of(const Skinned& skinned) {
    const std::vector<int>& joints = joints_[skinned.skeleton_node];
    std::vector<glm::mat4> matrices;
    for (const glm::dmat4& matrix : inverse_bind_matrices(skinned.skeleton_node, skinned.node)) {
      matrices.emplace_back(matrix);
      for (int row = 0; row < 4; ++row) matrices.back()[row].w = row == 3 ? 1.0f : 0.0f;
    }
    matrices.resize(joints.size());
    for (const auto& [skin, known] : skin_matrices_) {
      if (file_.skins[std::size_t(skin)].joints == joints && same_bits(known, matrices))
        return skin;
    }
    const int accessor = add_accessor(matrices, out::Target::none, out::Component::floating, "MAT4",
                                      matrices.size());
    const int skin = int(file_.skins.size());
    file_.skins.push_back({scene_.nodes[skinned.skeleton_node].name, accessor,
                           written_[skinned.skeleton_node], joints});
    skin_matrices_.emplace_back(skin, std::move(matrices));
    return skin;
  }

  void write_skinned(const Skinned& skinned) {
    const Node& node = scene_.nodes[skinned.node];
    const Geometry& geometry = geometry_of(*node.mesh);
    out::Mesh mesh{node.name, geometry.primitives,
                   options_.purpose == Purpose::scene && !node.explicit_weights,
                   geometry.target_names, node.mesh->carried};
    const std::size_t slots = joints_[skinned.skeleton_node].size();
    const std::uint32_t sets = (skinned.rows.longest_row + 3) / 4;
    for (std::uint32_t set = 0; set < sets; ++set) {
      const int joints = slots <= 256
                             ? add_joint_set<std::uint8_t>(skinned.rows, geometry.source, set,
                                                           out::Component::unsigned_byte)
                             : add_joint_set<std::uint16_t>(skinned.rows, geometry.source, set,
                                                            out::Component::unsigned_short);
      const int weights = add_weight_set(skinned.rows, geometry.source, set);
      for (out::Primitive& primitive : mesh.primitives) {
        primitive.attributes.emplace_back(fmt::format("JOINTS_{}", set), joints);
        primitive.attributes.emplace_back(fmt::format("WEIGHTS_{}", set), weights);
      }
    }
    // a root without a transform, because the standard ignores the transform of a skinned node
    const int at = add_plain_node(node.name, -1, Trs());
    out_node(at).skin = skin_of(skinned);
    if (written_[skinned.node] < 0)
      out_node(at).carried = carried_visibility(node.carried, node.visible);
    file_.meshes.push_back(std::move(mesh));
    show(node, at, int(file_.meshes.size()) - 1);
  }

  /// Calls visit(index in the set's array of 4 per vertex, entry of `rows`) for each influence of a
  /// set.
  template <typename Visit>
  static void visit_set(const SkinRows& rows, const std::vector<std::uint32_t>& source,
                        std::uint32_t set, Visit visit) {
    for (std::size_t v = 0; v < source.size(); ++v) {
      const std::uint32_t begin = rows.row_begin[source[v]] + 4 * set,
                          end = rows.row_begin[source[v] + 1];
      for (std::uint32_t e = begin; e < std::min(begin + 4, end); ++e)
        visit(4 * v + (e - begin), e);
    }
  }

  template <typename Slot>
  int add_joint_set(const SkinRows& rows, const std::vector<std::uint32_t>& source,
                    std::uint32_t set, out::Component component) {
    std::vector<Slot> slots(4 * source.size(), 0);
    visit_set(rows, source, set, [&](std::size_t at, std::uint32_t entry) {
      slots[at] = static_cast<Slot>(rows.slot[entry]);
    });
    return add_accessor(slots, out::Target::vertices, component, "VEC4", source.size());
  }

  int add_weight_set(const SkinRows& rows, const std::vector<std::uint32_t>& source,
                     std::uint32_t set) {
    std::vector<float> weights(4 * source.size(), 0.0f);
    visit_set(rows, source, set,
              [&](std::size_t at, std::uint32_t entry) { weights[at] = rows.weight[entry]; });
    return add_accessor(weights, out::Target::vertices, out::Component::floating, "VEC4",
                        source.size());
  }

  static constexpr const char* kStaticJointName = "marrow static";
  static constexpr std::size_t kMostJoints = 65534;

  const Scene& scene_;
  const Derived& derived_;
  const SaveOptions& options_;
  std::vector<std::string>& warnings_;
  std::vector<glm::mat4> world_;
  out::File file_;
  struct NodeFacts {
    bool is_skinned = false, has_children = false, needs_static_joint = false;
  };
  std::vector<NodeFacts> facts_;
  std::vector<Skinned> skinned_;
  std::vector<int> written_;  ///< by scene node: the glTF node that children belong under
  /// By scene node: its joints' glTF nodes, then the static joint's if needed.
  std::vector<std::vector<int>> joints_;
  std::map<const Mesh*, Geometry> geometry_;
  SharedArrays shared_;
  MaterialWriter materials_{file_};
  std::map<Id, const MotionTrack*> tracks_;  ///< the first track of each target
  MotionPlaces places_;
  std::size_t still_tracks_ = 0, lost_attributes_ = 0;
  std::map<const Mesh*, int> rigid_;
  std::vector<std::pair<int, std::vector<glm::mat4>>> skin_matrices_;
};

}  // namespace

std::string gltf_from_scene(const Scene& scene, const Derived& derived, const SaveOptions& options,
                            bool binary, std::vector<std::string>& warnings) {
  const auto written = [&](const Scene& shown, const Derived& data, const SaveOptions& how) {
    std::string bytes = out::bytes_of(SceneWriter(shown, data, how, warnings).write(), binary);
    const bool packs =
        options.compression != Compression::none && binary && options.purpose != Purpose::scene;
    return packs ? packed_glb(bytes, options.compression, warnings) : bytes;
  };
  if (options.purpose != Purpose::posed) return written(scene, derived, options);
  const SaveOptions surface_only{
      .purpose = Purpose::exchange, .max_influences = options.max_influences, .motions = false};
  return written(posed_scene(scene, derived), {}, surface_only);
}

std::vector<std::string> save_gltf(const std::filesystem::path& path, const Scene& scene,
                                   const Derived& derived, const SaveOptions& options) {
  std::vector<std::string> warnings;
  const bool is_text = lower(path.extension().string()) == ".gltf";
  const std::string bytes = gltf_from_scene(scene, derived, options, !is_text, warnings);
  write_file(path, bytes, options.keep_backup);
  return warnings;
}

std::vector<std::string> save_vrm(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options) {
  if (const std::string why = why_no_avatar(scene); !why.empty())
    throw Error(path.string(), "", why);
  SaveOptions avatar = options;
  avatar.purpose = Purpose::avatar;
  avatar.motions = false;
  return save_gltf(path, scene, derived, avatar);
}

}  // namespace marrow::io
