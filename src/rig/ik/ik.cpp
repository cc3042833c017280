#include "rig/ik/ik.h"

#include <algorithm>

#include "base/index.h"
#include "rig/ik/ik_parts.h"

namespace marrow {
namespace {

glm::dvec3 moved(const glm::dmat4& matrix, const glm::dvec3& point) {
  return glm::dvec3(matrix * glm::dvec4(point, 1.0));
}

glm::dvec3 tip_of(const IkProblem& problem, std::span<const glm::dmat4> user_locals,
                  const std::vector<glm::dmat4>& frames, const IkHandle& handle) {
  return moved(frames[at(handle.joint)] * user_locals[at(handle.joint)], ik_end(problem, handle));
}

/// Index of a joint among the free ones, or their number if it is not free.
std::size_t place_among_free(const IkProblem& problem, int joint) {
  const auto found = std::lower_bound(problem.free.begin(), problem.free.end(), joint);
  const bool is_free = found != problem.free.end() && *found == joint;
  return is_free ? std::size_t(found - problem.free.begin()) : problem.free.size();
}

}  // namespace

glm::dvec3 ik_side(const glm::dvec3& extent) {
  const glm::dvec3 size = glm::abs(extent);
  const bool is_x_least = size.x <= size.y && size.x <= size.z;
  const glm::dvec3 axis(is_x_least, !is_x_least && size.y <= size.z,
                        !is_x_least && size.y > size.z);
  const glm::dvec3 side = glm::cross(extent, axis);
  const double length = glm::length(side);
  return length > 0.0 ? glm::length(extent) / length * side : glm::dvec3(0.0);
}

std::vector<glm::dmat4> user_locals_of(const Skeleton& skeleton) {
  std::vector<glm::dmat4> user_locals;
  user_locals.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) user_locals.emplace_back(joint.user_local);
  return user_locals;
}

glm::dmat4 turned(const glm::dmat4& user_local, const glm::dmat3& rotation) {
  glm::dmat4 result(rotation * glm::dmat3(user_local));
  result[3] = user_local[3];
  return result;
}

std::vector<glm::dmat4> ik_frames(const IkProblem& problem,
                                  std::span<const glm::dmat4> user_locals) {
  const glm::dmat4 world_from_skeleton(problem.world_from_skeleton);
  std::vector<glm::dmat4> frames;
  frames.reserve(user_locals.size());
  for (const Joint& joint : problem.skeleton->joints) {
    const bool is_root = joint.parent < 0;
    const glm::dmat4 world_from_parent =
        is_root ? world_from_skeleton : frames[at(joint.parent)] * user_locals[at(joint.parent)];
    frames.push_back(world_from_parent * glm::dmat4(joint.bind_local));
  }
  return frames;
}

glm::dvec3 ik_end(const IkProblem& problem, const IkHandle& handle) {
  if (handle.is_base) return glm::dvec3(0.0);
  const glm::dvec3 extent(problem.skeleton->joints[at(handle.joint)].extent);
  return handle.is_side ? ik_side(extent) : extent;
}

std::vector<IkLever> ik_levers(const IkProblem& problem, std::span<const glm::dmat4> user_locals,
                               const std::vector<glm::dmat4>& frames, const IkHandle& handle) {
  const std::vector<Joint>& joints = problem.skeleton->joints;
  std::vector<IkLever> levers;
  // In the own frame of each joint b in turn.
  glm::dvec3 tip = ik_end(problem, handle);
  for (int b = handle.joint; b >= 0; b = joints[at(b)].parent) {
    const glm::dmat4& user_local = user_locals[at(b)];
    tip = moved(user_local, tip);  // in the frame of L_b
    const std::size_t place = place_among_free(problem, b);
    if (place < problem.free.size())
      levers.push_back({place, glm::dmat3(frames[at(b)]), tip - glm::dvec3(user_local[3])});
    tip = moved(glm::dmat4(joints[at(b)].bind_local), tip);
  }
  return levers;
}

std::vector<glm::dvec3> ik_tips(const IkProblem& problem, std::span<const glm::dmat4> user_locals) {
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  std::vector<glm::dvec3> tips;
  for (const IkHandle& handle : problem.handles)
    tips.push_back(tip_of(problem, user_locals, frames, handle));
  return tips;
}

std::vector<double> ik_chain_lengths(const IkProblem& problem,
                                     std::span<const glm::dmat4> user_locals) {
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  std::vector<double> lengths;
  for (const IkHandle& handle : problem.handles) {
    glm::dvec3 end = tip_of(problem, user_locals, frames, handle);
    double length = 0.0, free_length = 0.0;
    for (int b = handle.joint; b >= 0; b = problem.skeleton->joints[at(b)].parent) {
      const glm::dvec3 origin = moved(frames[at(b)], glm::dvec3(user_locals[at(b)][3]));
      length += glm::distance(origin, end);
      end = origin;
      if (place_among_free(problem, b) < problem.free.size()) free_length = length;
    }
    lengths.push_back(free_length);
  }
  return lengths;
}

double ik_cost(const IkProblem& problem, std::span<const glm::dmat4> user_locals) {
  const std::vector<glm::dvec3> tips = ik_tips(problem, user_locals);
  double cost = 0.0;
  for (std::size_t i = 0; i < tips.size(); ++i) {
    const glm::dvec3 miss = tips[i] - problem.handles[i].target;
    cost += 0.5 * problem.handles[i].weight * glm::dot(miss, miss);
  }
  return cost;
}

std::vector<glm::dvec3> ik_gradient(const IkProblem& problem,
                                    std::span<const glm::dmat4> user_locals) {
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  std::vector<glm::dvec3> gradient(problem.free.size(), glm::dvec3(0.0));
  for (const IkHandle& handle : problem.handles) {
    const glm::dvec3 miss = tip_of(problem, user_locals, frames, handle) - handle.target;
    for (const IkLever& lever : ik_levers(problem, user_locals, frames, handle)) {
      // dot(miss, A (a x arm)) = dot(a, arm x A^T miss), for a = x, y, z at once.
      gradient[lever.free] +=
          handle.weight * glm::cross(lever.arm, glm::transpose(lever.linear) * miss);
    }
  }
  return gradient;
}

namespace {

/// The joint and its ancestors, ascending, below the first one that ends the chain.
template <typename EndsChain>
std::vector<int> upwards_from(const Skeleton& skeleton, int joint, const EndsChain& ends_chain) {
  std::vector<int> chain{joint};
  for (int j = skeleton.joints[at(joint)].parent; j >= 0 && !ends_chain(j);
       j = skeleton.joints[at(j)].parent)
    chain.push_back(j);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::vector<int> numbers_of_children(const Skeleton& skeleton) {
  std::vector<int> children(skeleton.joints.size(), 0);
  for (const Joint& each : skeleton.joints)
    if (each.parent >= 0) ++children[at(each.parent)];
  return children;
}

}  // namespace

std::vector<int> ik_chain(const Skeleton& skeleton, int joint, bool whole_body) {
  const std::vector<int> children = numbers_of_children(skeleton);
  std::vector<int> chain = upwards_from(skeleton, joint, [&](int j) {
    const Joint& each = skeleton.joints[at(j)];
    return each.locked || each.pinned || (!whole_body && children[at(j)] > 1);
  });
  if (skeleton.joints[at(joint)].locked) chain.pop_back();
  return chain;
}

std::vector<int> ik_limb(const Skeleton& skeleton, int joint) {
  const std::vector<int> children = numbers_of_children(skeleton);
  return upwards_from(skeleton, joint, [&](int j) { return children[at(j)] > 1; });
}

}  // namespace marrow
