// why_invalid(): all rules of a valid scene in one place.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <unordered_set>

#include "base/index.h"
#include "scene/joint_places.h"
#include "scene/parallel.h"
#include "scene/scene.h"

namespace marrow {

namespace {

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

bool is_range(const RotationLimits& limits) {
  return is_finite(limits.lower) && is_finite(limits.upper) && is_finite(limits.rest) &&
         glm::all(glm::lessThanEqual(limits.lower, glm::vec3(0.0f))) &&
         glm::all(glm::greaterThanEqual(limits.upper, glm::vec3(0.0f)));
}

std::string why_bad_matrix(const glm::mat4& matrix, bool must_invert) {
  if (!is_finite(matrix)) return "a number that is not finite";
  if (!is_affine(matrix)) return "a last row that is not 0 0 0 1";
  if (must_invert && !is_invertible(matrix)) return "a matrix that cannot be inverted";
  return {};
}

/// True if is_good(begin, end) is true for all parts of [0, count).
template <typename IsGood>
bool all_parts(std::size_t count, const IsGood& is_good) {
  constexpr std::size_t kGrain = 1 << 16;
  std::atomic<bool> all{true};
  parallel_for(count, kGrain, [&](std::size_t begin, std::size_t end) {
    if (!is_good(begin, end)) all = false;
  });
  return all;
}

bool all_below(const std::vector<std::uint32_t>& indices, std::size_t count, bool none_allowed) {
  return all_parts(indices.size(), [&](std::size_t begin, std::size_t end) {
    bool all = true;  // no early return, so that the compiler can vectorize the loop
    for (std::size_t i = begin; i < end; ++i)
      all &= indices[i] < count || (none_allowed && indices[i] == kNoIndex);
    return all;
  });
}

bool are_rows(const std::vector<std::uint32_t>& row_begin, std::size_t entries) {
  if (row_begin.empty() || row_begin.front() != 0 || row_begin.back() != entries) return false;
  for (std::size_t row = 1; row < row_begin.size(); ++row) {
    if (row_begin[row] < row_begin[row - 1]) return false;
  }
  return true;
}

bool all_finite(const std::vector<float>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](float number) { return std::isfinite(number); });
}

std::string why_bad_weights(const ExplicitWeights& weights, std::size_t vertices) {
  if (weights.row_begin.size() != vertices + 1 || weights.weight.size() != weights.joint.size() ||
      !are_rows(weights.row_begin, weights.joint.size())) {
    return "weights that do not match the vertices";
  }
  for (const float weight : weights.weight) {
    if (!std::isfinite(weight) || weight < 0.0f) return "a weight that is negative or not finite";
  }
  return {};
}

template <typename Vector>
bool all_finite(const std::vector<Vector>& vectors) {
  return all_parts(vectors.size(), [&](std::size_t begin, std::size_t end) {
    const float* const numbers = &vectors[begin][0];
    bool all = true;
    for (std::size_t i = 0; i < (end - begin) * std::size_t(Vector::length()); ++i)
      all &= std::isfinite(numbers[i]);
    return all;
  });
}

std::string why_bad_texture(const Texture& texture, bool is_drawn) {
  if (texture.file.empty()) return "a texture without the bytes of its file";
  if (!is_drawn && texture.rgba.empty() && texture.width == 0 && texture.height == 0) return {};
  if (texture.width <= 0 || texture.height <= 0) return "a texture without pixels";
  const auto pixels = std::size_t(texture.width) * std::size_t(texture.height);
  if (texture.rgba.size() != 4 * pixels) return "a texture whose pixels do not match its size";
  if (texture.mime != "image/png" && texture.mime != "image/jpeg" && texture.mime != "image/webp")
    return "a texture that is neither PNG nor JPEG nor WebP";
  return {};
}

std::string why_bad_materials(const Mesh& mesh) {
  for (const Material& material : mesh.materials) {
    if (!all_finite(std::vector{material.base_color})) return "a color that is not finite";
    if (material.base_color_texture) {
      if (std::string why = why_bad_texture(*material.base_color_texture, true); !why.empty())
        return why;
    }
    for (const std::shared_ptr<const Texture>& texture : material.textures) {
      if (!texture) return "a material with a missing texture";
      if (std::string why = why_bad_texture(*texture, false); !why.empty()) return why;
    }
  }
  if (!mesh.face_material.empty() && mesh.face_material.size() != mesh.face_count())
    return "a wrong number of face materials";
  if (!all_below(mesh.face_material, mesh.materials.size(), true))
    return "a material index out of range";
  return {};
}

bool is_good(const VertexAttribute& attribute, std::size_t vertices) {
  constexpr std::array<std::size_t, 7> kSizes{1, 1, 2, 2, 0, 4, 4};  // from type 5120 on
  const auto type = std::size_t(attribute.component_type) - 5120;
  const std::size_t size = type < kSizes.size() ? kSizes[type] : 0;
  return size > 0 && attribute.width >= 1 && attribute.width <= 4 &&
         attribute.bytes.size() == vertices * size * std::size_t(attribute.width);
}

bool is_good(const MorphTarget& target, std::size_t vertices) {
  for (const auto* differences : {&target.positions, &target.normals, &target.tangents}) {
    if ((!differences->empty() && differences->size() != vertices) || !all_finite(*differences))
      return false;
  }
  return true;
}

std::string why_bad_carried(const Mesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  for (const VertexAttribute& attribute : mesh.attributes) {
    if (!is_good(attribute, vertices))
      return "an attribute " + quoted(attribute.name) + " that does not match the vertices";
  }
  for (const MorphTarget& target : mesh.morph_targets) {
    if (!is_good(target, vertices))
      return "a morph target " + quoted(target.name) + " that does not match the vertices";
  }
  if (!mesh.face_group.empty() && mesh.face_group.size() != mesh.face_count())
    return "a wrong number of face groups";
  if (!all_below(mesh.face_group, mesh.groups.size(), true)) return "a group index out of range";
  return {};
}

std::string why_bad_skeleton(const Skeleton& skeleton, std::unordered_set<Id>& ids, Id next_id) {
  std::unordered_set<std::string_view> names;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const std::string who = "joint " + quoted(joint.name) + " has ";
    if (joint.parent < -1 || joint.parent >= int(j))
      return who + "a parent that does not come before it";
    if (joint.id == kNoId || joint.id >= next_id || !ids.insert(joint.id).second)
      return who + "a missing or duplicate id";
    if (joint.name.empty()) return "a joint has no name";
    if (!names.insert(joint.name).second) return who + "the name of another joint";
    if (const std::string why = why_bad_matrix(joint.bind_local, true); !why.empty())
      return who + why + " at rest";
    if (const std::string why = why_bad_matrix(joint.user_local, false); !why.empty())
      return who + why + " in its pose";
    if (!is_finite(joint.extent)) return who + "an extent that is not finite";
    if (!std::isfinite(joint.roll)) return who + "a roll that is not finite";
    if (joint.limits && !is_range(*joint.limits)) return who + "rotation limits that exclude rest";
    if (joint.pole && !is_finite(*joint.pole)) return who + "a pole that is not finite";
    for (const float radius : {joint.radius, joint.radii().at_tip})
      if (!std::isfinite(radius) || radius < 0.0f)
        return who + "a radius that is negative or not finite";
  }
  for (const Pose& pose : skeleton.poses) {
    for (const Pose::Entry& entry : pose.entries) {
      if (!why_bad_matrix(entry.user_local, false).empty())
        return "pose " + quoted(pose.name) + " has a number that is not finite";
    }
  }
  return {};
}

/// Rules of props and of nodes below them. `is_hanging`: one per earlier node, 1 if it hangs on a
/// joint. `rest_of_joint`: B_j of the prop's joint; null if none.
std::string why_bad_prop(const Node& node, const glm::dmat4* rest_of_joint,
                         const std::vector<char>& is_hanging) {
  if (node.joint != kNoId) {
    if (!rest_of_joint) return "a joint that its parent does not have";
  } else if (node.parent < 0 || !is_hanging[at(node.parent)]) {
    return {};
  }
  if (node.skeleton) return "a skeleton, and hangs on a joint";
  if (node.bound_to != kNoId) return "a mesh that follows a skeleton, and hangs on a joint";
  return {};
}

}  // namespace

std::string why_invalid(const Mesh& mesh) {
  const std::size_t corners = mesh.corner_vertex.size();
  if (!all_finite(mesh.positions) || !all_finite(mesh.normals) || !all_finite(mesh.uvs))
    return "a number that is not finite";
  if (!are_rows(mesh.face_begin, corners)) return "faces that do not match their corners";
  for (std::size_t face = 0; face < mesh.face_count(); ++face) {
    if (mesh.face_begin[face + 1] - mesh.face_begin[face] < 3)
      return "a face with fewer than 3 corners";
  }
  if (!all_below(mesh.corner_vertex, mesh.positions.size(), false))
    return "a vertex index out of range";
  if (!mesh.corner_normal.empty() && mesh.corner_normal.size() != corners)
    return "a wrong number of corner normals";
  if (!mesh.corner_uv.empty() && mesh.corner_uv.size() != corners)
    return "a wrong number of corner texture coordinates";
  if (!all_below(mesh.corner_normal, mesh.normals.size(), true))
    return "a normal index out of range";
  if (!all_below(mesh.corner_uv, mesh.uvs.size(), true))
    return "a texture coordinate index out of range";
  if (std::string why = why_bad_materials(mesh); !why.empty()) return why;
  if (std::string why = why_bad_carried(mesh); !why.empty()) return why;
  return mesh.weights ? why_bad_weights(*mesh.weights, mesh.positions.size()) : std::string();
}

/// Skips touch-ups that `known_good` has on the same mesh.
static std::string why_bad_touch_ups(const Node& node, const Scene* known_good) {
  if (!(node.touch_up_strength >= 0.0f && node.touch_up_strength <= 1.0f))
    return "a strength of touch-ups that is not between 0 and 1";
  if (!node.touch_ups) return {};
  if (!node.mesh) return "touch-ups, but no mesh";
  if (node.touch_ups->vertices.empty()) return "touch-ups without vertices";
  for (std::size_t n = 0; known_good && n < known_good->nodes.size(); ++n)
    if (known_good->nodes[n].touch_ups == node.touch_ups && known_good->nodes[n].mesh == node.mesh)
      return {};
  return why_invalid(*node.touch_ups, node.mesh->positions.size());
}

std::string why_invalid(const Scene& scene, const Scene* known_good) {
  std::unordered_set<const Mesh*> checked;
  if (known_good) {
    for (const Node& node : known_good->nodes) checked.insert(node.mesh.get());
  }
  std::unordered_set<Id> ids;
  std::vector<glm::mat4> world;  // at rest, because a pose may scale a joint to zero
  std::vector<char> is_hanging;
  JointPlaces places_at_rest(JointPlaces::Where::rest);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    const std::string who = "node " + quoted(node.name) + " has ";
    if (node.parent < -1 || node.parent >= int(n))
      return who + "a parent that does not come before it";
    if (node.id == kNoId || node.id >= scene.next_id || !ids.insert(node.id).second)
      return who + "a missing or duplicate id";
    if (const std::string why = why_bad_matrix(node.local, true); !why.empty()) return who + why;
    const Skeleton* above = node.parent < 0 ? nullptr : scene.nodes[at(node.parent)].skeleton.get();
    const glm::dmat4* joint =
        node.joint != kNoId && above ? places_at_rest.find(*above, node.joint) : nullptr;
    if (std::string why = why_bad_prop(node, joint, is_hanging); !why.empty()) return who + why;
    is_hanging.push_back(node.joint != kNoId || (node.parent >= 0 && is_hanging[at(node.parent)]));
    const glm::mat4 local = joint ? glm::mat4(*joint * glm::dmat4(node.local)) : node.local;
    world.push_back(node.parent < 0 ? local : world[at(node.parent)] * local);
    if (!is_finite(world.back()) || !is_invertible(world.back()))
      return who + "a transform to the world that cannot be inverted";
    if (node.mesh && checked.insert(node.mesh.get()).second) {
      if (const std::string why = why_invalid(*node.mesh); !why.empty())
        return who + "a mesh with " + why;
    }
    if (std::string why = why_bad_touch_ups(node, known_good); !why.empty()) return who + why;
    if (!all_finite(node.morph_weights)) return who + "a morph weight that is not finite";
    if (node.skeleton) {
      if (std::string why = why_bad_skeleton(*node.skeleton, ids, scene.next_id); !why.empty())
        return why;
    }
  }
  const auto places = index_by_id(scene.nodes);
  for (const Node& node : scene.nodes) {
    if (node.bound_to == kNoId) continue;
    const auto skeleton = places.find(node.bound_to);
    if (!node.mesh || skeleton == places.end() || !scene.nodes[skeleton->second].skeleton)
      return "node " + quoted(node.name) + " is bound to no skeleton";
    if (node.explicit_weights && !node.mesh->weights)
      return "node " + quoted(node.name) + " has no weights of its own";
  }
  for (const std::shared_ptr<const Motion>& motion : scene.motions) {
    if (known_good && list_has(known_good->motions, motion)) continue;
    if (!motion) return "a motion is missing";
    if (const std::string why = why_invalid(*motion); !why.empty())
      return "motion " + quoted(motion->name) + " has " + why;
  }
  return scene.springs ? why_invalid(*scene.springs) : std::string();
}

std::string why_invalid(const Scene& scene) { return why_invalid(scene, nullptr); }

}  // namespace marrow
