#include "edit/spring_edits.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "edit/mirror.h"
#include "scene/joint_places.h"

namespace marrow {

namespace {

/// The child whose bone begins nearest to the end of this joint's bone; -1: a leaf.
int next_of(const Skeleton& skeleton, int joint) {
  const glm::vec3 tip = skeleton.joints[at(joint)].extent;
  int best = -1;
  float least = 0.0f;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    if (skeleton.joints[j].parent != joint) continue;
    const float away = glm::distance(glm::vec3(skeleton.joints[j].bind_local[3]), tip);
    if (best < 0 || away < least) {
      best = int(j);
      least = away;
    }
  }
  return best;
}

/// Mean length of the bones from joint to joint and to the last tip, at rest, world units.
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
  return length / double(joints.size());
}

/// Rounded to two digits, as a person would type it.
float rounded(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return 1.0f;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return float(std::round(value / unit) * unit);
}

bool is_named(const Springs& springs, std::size_t group) {
  return std::any_of(springs.chains.begin(), springs.chains.end(),
                     [&](const SpringChain& chain) { return list_has(chain.groups, group); });
}

void remove_group(Springs& springs, std::size_t group) {
  springs.groups.erase(springs.groups.begin() + std::ptrdiff_t(group));
  for (SpringChain& chain : springs.chains)
    for (std::size_t& index : chain.groups) index -= index > group ? 1 : 0;
}

/// Removes groups without a chain and colliders without a group.
void remove_unused(Springs& springs) {
  for (std::size_t group = springs.groups.size(); group-- > 0;)
    if (!is_named(springs, group)) remove_group(springs, group);
  for (std::size_t collider = springs.colliders.size(); collider-- > 0;) {
    const bool is_used =
        std::any_of(springs.groups.begin(), springs.groups.end(),
                    [&](const SpringGroup& group) { return list_has(group.colliders, collider); });
    if (!is_used) remove_collider(springs, collider);
  }
}

/// The group that only this chain uses; a new one if there is none.
std::size_t own_group(Springs& springs, std::size_t chain) {
  for (const std::size_t group : springs.chains[chain].groups) {
    const auto names_it = [&](const SpringChain& other) { return list_has(other.groups, group); };
    if (std::count_if(springs.chains.begin(), springs.chains.end(), names_it) == 1) return group;
  }
  springs.groups.push_back({.name = springs.chains[chain].name});
  springs.chains[chain].groups.push_back(springs.groups.size() - 1);
  return springs.groups.size() - 1;
}

/// The mirror images of the parts of chains.
class SpringMirror {
 public:
  SpringMirror(Springs& springs, const Scene& scene, int node, const std::vector<glm::mat4>& bind)
      : springs_(springs),
        skeleton_(*scene.nodes[at(node)].skeleton),
        bind_(bind),
        pairs_(mirror_pairs(skeleton_, bind)),
        reflection_(reflection(pairs_)) {
    glm::dvec3 axis(0.0);
    axis[pairs_.axis] = 1.0;
    const glm::dmat3 world(exact_world_from_node(scene, node));
    normal_ = glm::normalize(glm::transpose(glm::inverse(world)) * axis);
  }

  /// kNoId: a joint without a partner.
  Id image(Id id) const {
    const int joint = joint_index(skeleton_, id);
    if (joint < 0) return id;
    const int other = pairs_.other[at(joint)];
    return other < 0 ? kNoId : skeleton_.joints[at(other)].id;
  }

  SpringChain image(const SpringChain& chain) {
    SpringChain made{.name = mirrored_name(chain.name).value_or(chain.name),
                     .end = image(chain.end),
                     .center = image(chain.center)};
    for (SpringJoint joint : chain.joints) {
      joint.joint = image(joint.joint);
      const glm::dvec3 gravity(joint.gravity);
      const double across = glm::dot(gravity, normal_);
      if (across != 0.0) joint.gravity = glm::vec3(gravity - 2.0 * across * normal_);
      if (joint.joint != kNoId) made.joints.push_back(joint);
    }
    for (const std::size_t group : chain.groups) made.groups.push_back(image_of_group(group));
    return made;
  }

 private:
  SpringCollider image(const SpringCollider& collider) const {
    const int joint = joint_index(skeleton_, collider.target);
    const int other = joint < 0 ? -1 : pairs_.other[at(joint)];
    if (other < 0) return collider;
    const glm::dmat4 to_image =
        glm::inverse(glm::dmat4(bind_[at(other)])) * reflection_ * glm::dmat4(bind_[at(joint)]);
    const auto placed = [&](const glm::vec3& place) {
      return glm::vec3(to_image * glm::dvec4(glm::dvec3(place), 1.0));
    };
    SpringCollider made = collider;
    made.target = skeleton_.joints[at(other)].id;
    made.offset = placed(collider.offset);
    if (collider.tail) made.tail = placed(*collider.tail);
    return made;
  }

  /// Reuses an equal collider, because one in the middle is its own image up to rounding.
  std::size_t find_or_add(const SpringCollider& collider) {
    const auto is_near = [&](const glm::vec3& a, const glm::vec3& b) {
      return glm::distance(a, b) <= 1e-4f * (collider.radius + glm::length(a));
    };
    const auto is_same = [&](const SpringCollider& one) {
      return one.target == collider.target && one.radius == collider.radius &&
             one.tail_radius == collider.tail_radius &&
             one.tail.has_value() == collider.tail.has_value() &&
             is_near(one.offset, collider.offset) &&
             (!one.tail || is_near(*one.tail, *collider.tail));
    };
    const auto found = std::find_if(springs_.colliders.begin(), springs_.colliders.end(), is_same);
    const auto index = std::size_t(found - springs_.colliders.begin());
    if (found == springs_.colliders.end()) springs_.colliders.push_back(collider);
    return index;
  }

  std::size_t image_of_group(std::size_t group) {
    SpringGroup made{
        mirrored_name(springs_.groups[group].name).value_or(springs_.groups[group].name), {}};
    for (const std::size_t collider : std::vector(springs_.groups[group].colliders))
      made.colliders.push_back(find_or_add(image(springs_.colliders[collider])));
    const auto found =
        std::find_if(springs_.groups.begin(), springs_.groups.end(),
                     [&](const SpringGroup& one) { return one.colliders == made.colliders; });
    const auto index = std::size_t(found - springs_.groups.begin());
    if (found == springs_.groups.end()) springs_.groups.push_back(std::move(made));
    return index;
  }

  Springs& springs_;
  const Skeleton& skeleton_;
  const std::vector<glm::mat4>& bind_;
  MirrorPairs pairs_;
  glm::dmat4 reflection_;
  glm::dvec3 normal_;  ///< unit normal of the mirror plane, world space
};

/// Removes joints from their chains, and chains that become empty.
void leave_chains(Springs& springs, const std::vector<Id>& joints) {
  for (std::size_t chain = springs.chains.size(); chain-- > 0;) {
    std::vector<SpringJoint>& held = springs.chains[chain].joints;
    const std::size_t before = held.size();
    std::erase_if(held, [&](const SpringJoint& one) { return list_has(joints, one.joint); });
    if (held.empty() && before > 0) remove_chain(springs, chain);
  }
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
  springs.chains.erase(springs.chains.begin() + std::ptrdiff_t(chain));
  remove_unused(springs);
}

void add_colliders(Springs& springs, const Scene& scene, std::size_t chain,
                   const std::vector<Id>& joints) {
  const std::size_t group = own_group(springs, chain);
  for (const Id id : joints) {
    const Joint* joint = joint_of(scene, id);
    if (joint == nullptr) continue;
    springs.groups[group].colliders.push_back(springs.colliders.size());
    springs.colliders.push_back(
        {id, glm::vec3(0.0f), joint->extent, joint->radius, joint->tip_radius});
  }
  remove_unused(springs);
}

void remove_colliders(Springs& springs, std::size_t chain) {
  springs.chains[chain].groups.clear();
  remove_unused(springs);
}

void set_collider_radius(SpringCollider& collider, float radius) {
  if (collider.tail_radius && collider.radius > 0.0f && radius > 0.0f)
    *collider.tail_radius *= radius / collider.radius;
  collider.radius = radius;
}

void mirror_chains(Springs& springs, const Scene& scene, int node, const std::vector<Id>& from,
                   const std::vector<glm::mat4>& bind) {
  SpringMirror mirror(springs, scene, node, bind);
  const auto is_source = [&](const SpringJoint& one) {
    const Id image = mirror.image(one.joint);
    return image != kNoId && image != one.joint && list_has(from, one.joint);
  };
  std::vector<SpringChain> sources;
  for (const SpringChain& chain : springs.chains)
    if (std::any_of(chain.joints.begin(), chain.joints.end(), is_source)) sources.push_back(chain);
  for (const SpringChain& source : sources) {
    SpringChain made = mirror.image(source);
    std::vector<Id> joints;
    for (const SpringJoint& joint : made.joints) joints.push_back(joint.joint);
    springs.chains.push_back(std::move(made));  // before leave_chains(), which keeps what it uses
    const SpringChain kept = springs.chains.back();
    springs.chains.back().joints.clear();
    leave_chains(springs, joints);
    springs.chains.back().joints = kept.joints;
  }
}

}  // namespace marrow
