#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

#include "base/index.h"
#include "base/names.h"
#include "io/counts.h"
#include "io/js3d/halfedges.h"
#include "io/js3d/js3d.h"
#include "io/js3d/skeleton_out.h"
#include "io/trs.h"
#include "io/write_file.h"

namespace marrow::io {

namespace {

using Js3dJson = nlohmann::json;

/// "a", "b" (and 3 more)
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i)
    text += (i > 0 ? ", " : "") + in_quotes(names[i]);
  return names.size() <= kNamed ? text
                                : text + fmt::format(" (and {} more)", names.size() - kNamed);
}

class Js3dWriter {
 public:
  Js3dWriter(std::string file, const Scene& scene, const Derived& derived)
      : file_(std::move(file)), scene_(scene), derived_(derived) {}

  std::string write() {
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n)
      world_.push_back(exact_world_from_node(scene_, int(n)));
    find_holders();
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) add_node(n);
    const Js3dJson none = Js3dJson::object();
    const Js3dJson scene = {
        {"FORMAT", "js3d-v1"},
        {"transforms", transforms_},
        {"cameras", none},
        {"meshes", meshes_},
        {"skinned_meshes", skinned_meshes_},
        {"shapes", none},
        {"particles", none},
        {"textures", {{"Texture", {{"type", "Constant"}, {"color", {1, 1, 1}}, {"scale", 1}}}}},
        {"materials", {{"Material", {{"type", "Lambertian"}, {"albedo", "Texture"}}}}},
        {"delta_lights", none},
        {"env_lights", none},
        {"instances",
         {{"cameras", none},
          {"meshes", mesh_instances_},
          {"skinned_meshes", skinned_instances_},
          {"shapes", none},
          {"particles", none},
          {"delta_lights", none},
          {"env_lights", none}}}};
    const Js3dJson root = {{"scene", scene},
                           {"animator", {{"FORMAT", "js3d-v1"}, {"splines", none}}}};
    return root.dump(1, '\t', false, Js3dJson::error_handler_t::replace) + "\n";
  }

  std::vector<std::string> warnings() {
    const auto name = [&](std::vector<std::string>& names, const char* text) {
      if (!names.empty()) warnings_.push_back(fmt::format(fmt::runtime(text), first_names(names)));
    };
    name(inexact_,
         "the pose of {} is written as its turn: bones of Scotty3D neither move nor "
         "stretch");
    name(tapered_, "the capsules of {} are written with the larger of two radii");
    name(copied_, "a skeleton of Scotty3D has one mesh; {} have a copy each");
    name(blended_, "{} blends linearly in Scotty3D, so its pose looks different there");
    warn_of({{links_,
              "{} bone[|s] without radius [was|were] added: [it leads to a joint|they lead to "
              "joints] that do[es|] not begin at the parent's tip"},
             {copies_, "{} vert[ex|ices] [was|were] added where a mesh is not a manifold surface"},
             {lone_vertices_, "{} vert[ex|ices] without a face [was|were] left out"},
             {flat_faces_, "{} face[|s] without three different corners [was|were] left out"}},
            warnings_);
    return std::move(warnings_);
  }

 private:
  /// A mesh that follows a skeleton is written at the skeleton's transform and needs no other.
  void find_holders() {
    has_transform_.assign(scene_.nodes.size(), 0);
    for (std::size_t n = scene_.nodes.size(); n-- > 0;) {
      const Node& node = scene_.nodes[n];
      has_transform_[n] |= node.bound_to == kNoId || node.skeleton != nullptr;
      if (node.parent >= 0 && has_transform_[n]) has_transform_[at(node.parent)] = 1;
    }
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n)
      if (const Id skeleton = scene_.nodes[n].bound_to; skeleton != kNoId)
        skins_of_[skeleton].push_back(n);
  }

  void add_node(std::size_t n) {
    const Node& node = scene_.nodes[n];
    transform_of_.emplace_back();
    if (!has_transform_[n]) return;
    const bool is_shown = node.skeleton || (node.mesh && node.bound_to == kNoId);
    const std::string name = unique(node.name, "node");
    transform_of_[n] = is_shown ? names_.take(name + " transform") : name;
    add_transform(n, transform_of_[n]);
    if (node.mesh && node.bound_to == kNoId) add_mesh(n, name);
    if (!node.skeleton) return;
    const std::vector<std::size_t>& skins = skins_of_[node.id];
    if (skins.empty()) add_skinned(n, nullptr, node.mesh ? unique(node.name, "node") : name);
    for (std::size_t i = 0; i < skins.size(); ++i) {
      const Node& skin = scene_.nodes[skins[i]];
      if (skins.size() > 1) copied_.push_back(skin.name);
      const bool is_first = i == 0 && !(node.mesh && node.bound_to == kNoId);
      add_skinned(n, &skin, is_first ? name : unique(skin.name, "mesh"));
    }
  }

  std::string unique(const std::string& name, const char* fallback) {
    const std::string clean = clean_name(name);
    return names_.take(clean.empty() ? fallback : clean);
  }

  void add_transform(std::size_t n, const std::string& name) {
    const Node& node = scene_.nodes[n];
    Js3dJson parent = nullptr;
    if (node.parent >= 0) parent = transform_of_[at(node.parent)];
    glm::dmat4 local(node.local);
    if (node.joint != kNoId) {
      const glm::dmat4 posed = glm::inverse(world_[at(node.parent)]) * world_[n];
      if (is_invertible(glm::mat4(posed)))
        local = posed;
      else  // a scale of 0, which does not open again
        inexact_.push_back(node.name);
    }
    const TrsChain chain = trs_of(local);
    if (chain.lower) {
      const std::string above = names_.take(name + " shear");
      transforms_[above] = json_of(chain.upper, parent);
      parent = above;
    }
    transforms_[name] = json_of(chain.lower.value_or(chain.upper), parent);
  }

  static Js3dJson json_of(const Trs& trs, const Js3dJson& parent) {
    const glm::dvec4 turn(trs.rotation.x, trs.rotation.y, trs.rotation.z, trs.rotation.w);
    return {{"parent", parent},
            {"translation", json_numbers(trs.translation)},
            {"rotation", json_numbers(turn)},
            {"scale", json_numbers(trs.scale)}};
  }

  Js3dJson instance_of(std::size_t n, const std::string& mesh, bool visible) const {
    return {{"transform", transform_of_[n]},
            {"mesh", mesh},
            {"material", "Material"},
            {"visible", visible},
            {"collides", true},
            {"draw style", "Correct"},
            {"blend style", "Blend Replace"},
            {"depth style", "Depth Less"}};
  }

  Halfedges made_halfedges(const Mesh& mesh, MadeHalfedges& made) {
    made = halfedges_of(mesh);
    lone_vertices_ += made.lone_vertices;
    copies_ += made.copies;
    flat_faces_ += made.flat_faces;
    Halfedges halfedges = std::move(made.halfedges);
    for (const std::uint32_t v : made.source) halfedges.positions.push_back(mesh.positions[v]);
    halfedges.weight_ends.assign(made.source.size(), 0);
    return halfedges;
  }

  void add_mesh(std::size_t n, const std::string& name) {
    const Node& node = scene_.nodes[n];
    const std::string resource = names_.take(name + " mesh");
    MadeHalfedges made;
    meshes_[resource] = io::json_of(made_halfedges(*node.mesh, made));
    mesh_instances_[name] = instance_of(n, resource, node.visible);
  }

  /// Adds instance `name` of a skeleton, with the mesh of `skin`, if any.
  void add_skinned(std::size_t n, const Node* skin, const std::string& name) {
    const Node& node = scene_.nodes[n];
    nlohmann::json skeleton;
    BonesOut bones = bones_out_of(*node.skeleton, skeleton);
    const bool is_first = !skin || skin == &scene_.nodes[skins_of_[node.id].front()];
    if (is_first) {
      std::move(bones.inexact.begin(), bones.inexact.end(), std::back_inserter(inexact_));
      std::move(bones.tapered.begin(), bones.tapered.end(), std::back_inserter(tapered_));
      links_ += bones.links;
      if (node.skeleton->blend != Blend::linear) blended_.push_back(node.name);
    }
    const std::string resource = skin ? unique(skin->name, "mesh") : names_.take(name + " mesh");
    Js3dJson& skinned = skinned_meshes_[resource];
    skinned["mesh"] = io::json_of(skin ? skinned_halfedges(n, *skin, bones) : Halfedges());
    skinned["skeleton"] = std::move(skeleton);
    if (skin && !skin->explicit_weights && !skin->touch_ups &&
        node.skeleton->metric == Metric::straight)
      skinned["falloff"] = choice_row(node.skeleton->falloff).id;
    skinned_instances_[name] = instance_of(n, resource, skin ? skin->visible : node.visible);
  }

  /// The mesh in skeleton space, with its weights.
  Halfedges skinned_halfedges(std::size_t n, const Node& skin, const BonesOut& bones) {
    MadeHalfedges made;
    Halfedges halfedges = made_halfedges(*skin.mesh, made);
    const std::size_t s = at(node_index(scene_, skin.id));
    if (world_[s] != world_[n]) move(halfedges, glm::inverse(world_[n]) * world_[s], skin);
    const auto found = derived_.meshes.find(skin.id);
    const Influences* rows = found == derived_.meshes.end() ? nullptr : &found->second.influences;
    if (!rows || rows->rows.empty())
      return own_weights(std::move(halfedges), *scene_.nodes[n].skeleton, skin, made, bones);
    for (std::size_t v = 0; v < made.source.size(); ++v) {
      const std::uint32_t row = made.source[v];
      for (std::uint32_t e = rows->row_begin(row); e < rows->row_end(row); ++e)
        add_weight(halfedges, bones.bone_of[rows->joint[e]], rows->weight[e]);
      halfedges.weight_ends[v] = std::uint32_t(halfedges.weights.size());
    }
    return halfedges;
  }

  /// Adds the mesh's explicit weights, if it uses them, because there are no computed ones.
  static Halfedges own_weights(Halfedges halfedges, const Skeleton& skeleton, const Node& skin,
                               const MadeHalfedges& made, const BonesOut& bones) {
    if (!skin.explicit_weights) return halfedges;
    const ExplicitWeights& own = *skin.mesh->weights;
    const auto joints = index_by_id(skeleton.joints);
    for (std::size_t v = 0; v < made.source.size(); ++v) {
      const std::uint32_t row = made.source[v];
      for (std::uint32_t e = own.row_begin[row]; e < own.row_begin[row + 1]; ++e)
        if (const auto joint = joints.find(own.joint[e]); joint != joints.end())
          add_weight(halfedges, bones.bone_of[joint->second], own.weight[e]);
      halfedges.weight_ends[v] = std::uint32_t(halfedges.weights.size());
    }
    return halfedges;
  }

  static void add_weight(Halfedges& halfedges, std::uint32_t bone, float weight) {
    halfedges.weight_bones.push_back(bone);
    halfedges.weights.push_back(weight);
  }

  void move(Halfedges& halfedges, const glm::dmat4& to_skeleton, const Node& skin) const {
    for (glm::vec3& point : halfedges.positions) {
      point = glm::vec3(to_skeleton * glm::dvec4(point, 1.0));
      if (!is_finite(point))
        throw Error(file_, "",
                    "a vertex of " + in_quotes(skin.name) +
                        " is farther away than a float can hold; scale the scene down");
    }
    const glm::dmat3 normal_matrix = normal_matrix_of(glm::mat4(to_skeleton));
    for (glm::vec3& normal : halfedges.normals) {
      const glm::dvec3 moved = normal_matrix * glm::dvec3(normal);
      const double length = glm::length(moved);
      normal = length > 0.0 ? glm::vec3(moved / length) : glm::vec3(0.0f);
    }
  }

  const std::string file_;
  const Scene& scene_;
  const Derived& derived_;
  std::vector<glm::dmat4> world_;                    ///< one per node
  std::vector<char> has_transform_;                  ///< one per node
  std::vector<std::string> transform_of_;            ///< one per node
  std::map<Id, std::vector<std::size_t>> skins_of_;  ///< mesh nodes by id of the skeleton's node
  UniqueNames names_;  ///< in Scotty3D unique across all kinds of parts
  Js3dJson transforms_ = Js3dJson::object(), meshes_ = Js3dJson::object(),
           skinned_meshes_ = Js3dJson::object(), mesh_instances_ = Js3dJson::object(),
           skinned_instances_ = Js3dJson::object();
  std::vector<std::string> warnings_, inexact_, tapered_, copied_, blended_;
  std::size_t links_ = 0, copies_ = 0, lone_vertices_ = 0, flat_faces_ = 0;
};

}  // namespace

std::vector<std::string> save_js3d(const std::filesystem::path& path, const Scene& scene,
                                   const Derived& derived, const SaveOptions& options) {
  Js3dWriter writer(path.string(), scene, derived);
  write_file(path, writer.write(), options.keep_backup);
  return writer.warnings();
}

}  // namespace marrow::io
