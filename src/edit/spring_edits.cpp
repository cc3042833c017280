#include "edit/spring_edits.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace marrow {

namespace {

/// The child whose bone begins nearest to where this one's ends; -1: a leaf.
int next_of(const Skeleton& skeleton, int joint) {
  const glm::vec3 tip = skeleton.joints[at(joint)].extent;
  int best = -1;
  float least = 0.0f;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    if (skeleton.joints[j].parent != joint) continue;
    const float away = glm::distance(glm::vec3(skeleton.joints[j].bind_local[3]), tip);
    if (best < 0 || away < least) {
      best = static_cast<int>(j);
      least = away;
    }
  }
  return best;
}

/// Of the bones from joint to joint, the last to its tip; world units, at rest.
double mean_length(const Scene& scene, const JointRef& first, const std::vector<Id>& joints) {
  const Skeleton& skeleton = *scene.nodes[at(first.node)].skeleton;
  const glm::dmat4 world = exact_world_from_node(scene, first.node);
  const auto place = [&](int joint, const glm::vec3& local) {
    return glm::dvec3(world * rest_place(skeleton, joint) * glm::dvec4(glm::dvec3(local), 1.0));
  };
  double length = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const int joint = joint_index(skeleton, joints[j]);
    const bool is_last = j + 1 == joints.size();
    const int tail = is_last ? joint : joint_index(skeleton, joints[j + 1]);
    length +=
        glm::distance(place(joint, glm::vec3(0.0f)),
                      place(tail, is_last ? skeleton.joints[at(joint)].extent : glm::vec3(0.0f)));
  }
  return length / static_cast<double>(joints.size());
}

/// To two digits, as one would type it.
float rounded(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return 1.0f;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return static_cast<float>(std::round(value / unit) * unit);
}

bool is_named(const Springs& springs, std::size_t group) {
  return std::any_of(springs.chains.begin(), springs.chains.end(), [&](const SpringChain& chain) {
    return std::find(chain.groups.begin(), chain.groups.end(), group) != chain.groups.end();
  });
}

void remove_group(Springs& springs, std::size_t group) {
  springs.groups.erase(springs.groups.begin() + static_cast<std::ptrdiff_t>(group));
  for (SpringChain& chain : springs.chains)
    for (std::size_t& index : chain.groups) index -= index > group ? 1 : 0;
}

/// Groups of no chain, and colliders of no group.
void remove_unused(Springs& springs) {
  for (std::size_t group = springs.groups.size(); group-- > 0;)
    if (!is_named(springs, group)) remove_group(springs, group);
  for (std::size_t collider = springs.colliders.size(); collider-- > 0;) {
    const bool is_used =
        std::any_of(springs.groups.begin(), springs.groups.end(), [&](const SpringGroup& group) {
          return std::find(group.colliders.begin(), group.colliders.end(), collider) !=
                 group.colliders.end();
        });
    if (!is_used) remove_collider(springs, collider);
  }
}

/// A group of this chain alone; a new one where it has none.
std::size_t own_group(Springs& springs, std::size_t chain) {
  for (const std::size_t group : springs.chains[chain].groups) {
    const auto names_it = [&](const SpringChain& other) {
      return std::find(other.groups.begin(), other.groups.end(), group) != other.groups.end();
    };
    if (std::count_if(springs.chains.begin(), springs.chains.end(), names_it) == 1) return group;
  }
  springs.groups.push_back({.name = springs.chains[chain].name});
  springs.chains[chain].groups.push_back(springs.groups.size() - 1);
  return springs.groups.size() - 1;
}

}  // namespace

Springs springs_of(const Scene& scene) { return scene.springs ? *scene.springs : Springs{}; }

std::vector<Id> chain_from(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  std::vector<Id> chain;
  if (ref.node < 0) return chain;
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  for (int next = ref.joint; next >= 0; next = next_of(skeleton, next)) {
    const Id id = skeleton.joints[at(next)].id;
    if (scene.springs && find_spring(*scene.springs, id)) break;
    chain.push_back(id);
  }
  return chain;
}

std::size_t add_chain(Springs& springs, const Scene& scene, Id joint) {
  const std::vector<Id> joints = chain_from(scene, joint);
  const float stiffness = rounded(10.0 * mean_length(scene, find_joint(scene, joint), joints));
  SpringChain chain{.name = name_of(scene, joint)};
  for (const Id id : joints) chain.joints.push_back({.joint = id, .stiffness = stiffness});
  springs.chains.push_back(std::move(chain));
  return springs.chains.size() - 1;
}

void remove_chain(Springs& springs, std::size_t chain) {
  springs.chains.erase(springs.chains.begin() + static_cast<std::ptrdiff_t>(chain));
  remove_unused(springs);
}

void add_colliders(Springs& springs, const Scene& scene, std::size_t chain,
                   const std::vector<Id>& joints) {
  const std::size_t group = own_group(springs, chain);
  for (const Id id : joints) {
    const Joint* joint = joint_of(scene, id);
    if (joint == nullptr) continue;
    springs.groups[group].colliders.push_back(springs.colliders.size());
    springs.colliders.push_back({id, glm::vec3(0.0f), joint->extent, joint->radius});
  }
  remove_unused(springs);
}

void remove_colliders(Springs& springs, std::size_t chain) {
  springs.chains[chain].groups.clear();
  remove_unused(springs);
}

}  // namespace marrow
