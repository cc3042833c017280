#include "edit/operation.h"

#include <exception>
#include <unordered_set>

#include "edit/locks.h"
#include "edit/operations.h"

namespace marrow {
namespace {

/// A skeleton that came out equal to what it was is the old one again: an edit that changes nothing gives an equal scene.
void share_unchanged(const Scene& before, Scene& after) {
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    Node& node = after.nodes[n];
    if (!node.skeleton) continue;
    const bool same_place = n < before.nodes.size() && before.nodes[n].id == node.id;
    const Node* old = same_place ? &before.nodes[n] : find_node(before, node.id);
    const bool is_copy = old && old->skeleton && old->skeleton != node.skeleton;
    if (is_copy && *old->skeleton == *node.skeleton) node.skeleton = old->skeleton;
  }
}

/// Of a matrix that is not finite the product is not either, whatever the point: infinity times 0 is no number.
bool is_finite_product(const glm::mat4& world, const glm::vec3& point) { return is_finite(glm::vec3(world * glm::vec4(point, 1.0f))); }

/// Numbers may each be finite and their products not: the first joint whose S B, S W or tip leaves the range of floats. Computed here
/// rather than by the tasks, so that a student's body cannot let an infinity in.
std::string too_large(const Skeleton& skeleton, const glm::mat4& world_from_skeleton) {
  std::vector<glm::mat4> bind, posed;
  bind.reserve(skeleton.joints.size());
  posed.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    const bool is_root = joint.parent < 0;
    bind.push_back((is_root ? world_from_skeleton : bind[at(joint.parent)]) * joint.bind_local);
    posed.push_back((is_root ? world_from_skeleton : posed[at(joint.parent)]) * joint.bind_local * joint.user_local);
    if (!is_finite_product(bind.back(), joint.extent) || !is_finite_product(posed.back(), joint.extent)) return joint.name;
  }
  return {};
}

std::string too_large(const Scene& before, const Scene& after) {
  std::unordered_set<const Skeleton*> known;
  for (const Node& node : before.nodes) known.insert(node.skeleton.get());
  const std::vector<glm::mat4> world = world_from_nodes(after);
  const std::vector<glm::mat4> old_world = world_from_nodes(before);
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    const Node& node = after.nodes[n];
    const bool stands_still = n < before.nodes.size() && before.nodes[n].id == node.id && old_world[n] == world[n];
    if (!node.skeleton || (stands_still && known.count(node.skeleton.get()) > 0)) continue;
    if (std::string name = too_large(*node.skeleton, world[n]); !name.empty()) return name;
  }
  return {};
}

/// Bodies of a student may throw, and memory may run out: neither may cost the user more than this edit.
Applied tried(const Scene& scene, const Operation& operation, const Tasks& tasks) {
  try {
    return std::visit([&](const auto& alternative) { return applied(scene, alternative, tasks); }, operation);
  } catch (const std::exception& error) {
    return refused("This edit failed ({}); nothing was changed.", error.what());
  }
}

}  // namespace

Applied applied(const Scene& scene, const op::Sequence& operation, const Tasks& tasks) {
  Applied result{scene, {}};
  for (const Operation& next : operation.operations) {
    result = apply(*result.scene, next, tasks);
    if (!result.scene) break;
  }
  return result;
}

Applied apply(const Scene& scene, const Operation& operation, const Tasks& tasks) {
  if (std::string why = why_locked(scene, operation); !why.empty()) return {std::nullopt, std::move(why)};
  Applied result = tried(scene, operation, tasks);
  if (!result.scene) return result;
  keep_locked(scene, operation, *result.scene);
  share_unchanged(scene, *result.scene);
  if (const std::string why = why_invalid(*result.scene, &scene); !why.empty()) return refused("This edit is not possible: {}.", why);
  if (const std::string joint = too_large(scene, *result.scene); !joint.empty()) {
    return refused("{} would leave the range of numbers; nothing was changed.", joint);
  }
  return result;
}

}  // namespace marrow
