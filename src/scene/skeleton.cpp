#include "scene/skeleton.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/names.h"

namespace marrow {

void SkeletonChoices::apply_to(Skeleton& skeleton) const {
  for_each_choice([&](auto in_skeleton, auto in_choices) {
    skeleton.*in_skeleton = (this->*in_choices).value_or(skeleton.*in_skeleton);
  });
}

SkeletonChoices SkeletonChoices::differing_from(const Skeleton& skeleton) const {
  SkeletonChoices differing = *this;
  for_each_choice([&](auto in_skeleton, auto in_choices) {
    if (this->*in_choices == skeleton.*in_skeleton) (differing.*in_choices).reset();
  });
  return differing;
}

glm::dmat3 bone_axes(const glm::dvec3& extent, double roll) {
  constexpr double kAlongX = 1e-6;  // sine of the angle to x below which x has no direction
  const double length = glm::length(extent);
  const glm::dvec3 y = length > 0.0 ? extent / length : glm::dvec3(0.0, 1.0, 0.0);
  glm::dvec3 x = glm::dvec3(1.0, 0.0, 0.0) - y.x * y;
  if (glm::length(x) < kAlongX) x = glm::dvec3(0.0, 0.0, 1.0) - y.z * y;
  x = glm::normalize(x);
  const glm::dvec3 z = glm::cross(x, y);
  const double c = std::cos(roll), s = std::sin(roll);
  return {c * x - s * z, y, c * z + s * x};
}

int joint_index(const Skeleton& skeleton, Id id) {
  const auto found = std::find_if(skeleton.joints.begin(), skeleton.joints.end(),
                                  [&](const Joint& joint) { return joint.id == id; });
  return found == skeleton.joints.end() ? -1 : int(found - skeleton.joints.begin());
}

int joint_index(const Skeleton& skeleton, std::string_view name) {
  const auto found = std::find_if(skeleton.joints.begin(), skeleton.joints.end(),
                                  [&](const Joint& joint) { return joint.name == name; });
  return found == skeleton.joints.end() ? -1 : int(found - skeleton.joints.begin());
}

bool is_in_subtree(const Skeleton& skeleton, int ancestor, int joint) {
  while (joint > ancestor) joint = skeleton.joints[std::size_t(joint)].parent;
  return joint == ancestor;
}

void sort_parents_first(Skeleton& skeleton) {
  const std::size_t count = skeleton.joints.size();
  std::vector<int> depth(count, -1);
  // Walks up from each joint to the first ancestor of known depth, then back: linear, without
  // recursion.
  std::vector<std::size_t> path;
  for (std::size_t start = 0; start < count; ++start) {
    int step = int(start);
    while (step >= 0 && depth[at(step)] < 0) {
      path.push_back(at(step));
      step = skeleton.joints[at(step)].parent;
    }
    int above = step < 0 ? -1 : depth[at(step)];
    for (; !path.empty(); path.pop_back()) depth[path.back()] = ++above;
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Reorders only a list that breaks the rule, so that a valid order stays as it is.
  const bool sorted = std::all_of(order.begin(), order.end(), [&](std::size_t j) {
    return skeleton.joints[j].parent < int(j);
  });
  if (sorted) return;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return depth[a] < depth[b]; });
  std::vector<int> new_index(count);
  for (std::size_t place = 0; place < count; ++place) new_index[order[place]] = int(place);
  std::vector<Joint> joints;
  joints.reserve(count);
  for (const std::size_t old : order) {
    joints.push_back(std::move(skeleton.joints[old]));
    int& parent = joints.back().parent;
    if (parent >= 0) parent = new_index[std::size_t(parent)];
  }
  skeleton.joints = std::move(joints);
}

std::string unique_joint_name(const Skeleton& skeleton, std::string_view wanted) {
  return unique_name(wanted,
                     [&](const std::string& name) { return joint_index(skeleton, name) >= 0; });
}

}  // namespace marrow
