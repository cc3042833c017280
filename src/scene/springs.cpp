#include "scene/springs.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/index.h"

namespace marrow {

namespace {

bool are_finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool is_at_least_0(float value) { return std::isfinite(value) && value >= 0.0f; }

bool all_are_below(const std::vector<std::size_t>& indices, std::size_t count) {
  return std::all_of(indices.begin(), indices.end(),
                     [&](std::size_t index) { return index < count; });
}

bool is_good(const SpringCollider& collider) {
  return are_finite(collider.offset) && (!collider.tail || are_finite(*collider.tail)) &&
         is_at_least_0(collider.radius) &&
         (!collider.tail_radius || (collider.tail && is_at_least_0(*collider.tail_radius)));
}

bool is_good(const SpringJoint& joint) {
  return joint.joint != kNoId && is_at_least_0(joint.hit_radius) &&
         is_at_least_0(joint.stiffness) && std::isfinite(joint.gravity_power) &&
         are_finite(joint.gravity) && joint.drag >= 0.0f && joint.drag <= 1.0f;
}

}  // namespace

std::optional<SpringPlace> find_spring(const Springs& springs, Id joint) {
  for (std::size_t c = 0; c < springs.chains.size(); ++c)
    for (std::size_t j = 0; j < springs.chains[c].joints.size(); ++j)
      if (springs.chains[c].joints[j].joint == joint) return SpringPlace{c, j};
  return std::nullopt;
}

std::vector<std::size_t> colliders_of(const Springs& springs, std::size_t chain) {
  std::vector<std::size_t> colliders;
  for (const std::size_t group : springs.chains[chain].groups)
    for (const std::size_t collider : springs.groups[group].colliders)
      if (!list_has(colliders, collider)) colliders.push_back(collider);
  return colliders;
}

void remove_collider(Springs& springs, std::size_t collider) {
  springs.colliders.erase(springs.colliders.begin() + std::ptrdiff_t(collider));
  for (SpringGroup& group : springs.groups) {
    std::erase(group.colliders, collider);
    for (std::size_t& index : group.colliders) index -= index > collider ? 1 : 0;
  }
}

std::string why_invalid(const Springs& springs) {
  if (!std::all_of(springs.colliders.begin(), springs.colliders.end(),
                   [](const SpringCollider& collider) { return is_good(collider); }))
    return "a spring collider with a number that is not finite or a radius below 0, or a sphere "
           "with two radii";
  for (const SpringGroup& group : springs.groups)
    if (!all_are_below(group.colliders, springs.colliders.size()))
      return "a group with a collider that does not exist";
  std::unordered_set<Id> joints;
  for (const SpringChain& chain : springs.chains) {
    if (chain.joints.empty()) return "a spring chain without joints";
    if (!all_are_below(chain.groups, springs.groups.size()))
      return "a spring chain with a group that does not exist";
    for (const SpringJoint& joint : chain.joints) {
      if (!is_good(joint)) return "a spring with a number out of its range";
      if (!joints.insert(joint.joint).second) return "a joint that is in spring chains twice";
    }
  }
  return {};
}

}  // namespace marrow
