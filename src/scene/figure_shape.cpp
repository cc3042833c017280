#include "scene/figure_shape.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "scene/stance.h"

namespace marrow {
namespace {

using Bones = std::vector<int>;

struct FigureShape {
  std::vector<glm::dvec3> base, along;  ///< of each bone
  std::vector<Bones> children;

  explicit FigureShape(const Skeleton& skeleton) : children(skeleton.joints.size()) {
    const std::vector<glm::dmat4> rest = world_at_rest(skeleton);
    for (std::size_t j = 0; j < rest.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      base.emplace_back(rest[j][3]);
      along.push_back(glm::dmat3(rest[j]) * glm::dvec3(joint.extent));
      if (joint.parent >= 0) children[at(joint.parent)].push_back(int(j));
    }
  }

  glm::dvec3 tip(int bone) const { return base[at(bone)] + along[at(bone)]; }
  double length(int bone) const { return glm::length(along[at(bone)]); }
  bool leads_down(int bone) const { return along[at(bone)].y < -0.7 * length(bone); }

  /// Where the bone ends: 1 left, -1 right, 0 in the middle.
  int side(int bone) const {
    constexpr double kMiddle = 0.1;  // of the bone's length
    const double beside = tip(bone).x - base.front().x;
    return std::abs(beside) <= kMiddle * length(bone) ? 0 : beside > 0.0 ? 1 : -1;
  }
  /// The bone's only child on that side; -1: none or several.
  int child(int bone, int wanted) const {
    int found = -1, count = 0;
    for (const int one : children[at(bone)])
      if (side(one) == wanted) found = one, ++count;
    return count == 1 ? found : -1;
  }
  /// From the hips up through the middle.
  Bones trunk() const {
    Bones bones = {0};
    for (int next = child(0, 0); next >= 0; next = child(next, 0)) bones.push_back(next);
    return bones;
  }
  /// The bone and those after it, up to the first that has not exactly one child.
  Bones chain(int bone) const {
    Bones bones = {bone};
    while (children[at(bones.back())].size() == 1)
      bones.push_back(children[at(bones.back())].front());
    return bones;
  }
  bool are_alike(int a, int b) const {
    return length(a) < 2 * length(b) && length(b) < 2 * length(a);
  }

  /// Thigh, shin, and foot and toe where they are there. Empty: no leg.
  Bones leg(int side) const {
    const int first = child(0, side);
    Bones bones = first < 0 ? Bones() : chain(first);
    if (bones.size() > 2 && !leads_down(bones[0])) bones.erase(bones.begin());  // to the hip
    const bool is_leg = bones.size() >= 2 && bones.size() <= 4 && leads_down(bones[0]) &&
                        leads_down(bones[1]) && are_alike(bones[0], bones[1]);
    return is_leg ? bones : Bones();
  }
  /// Clavicle (-1: none), upper arm, forearm, and a hand where it is there. Empty: no arm.
  Bones arm(int chest, int side) const {
    constexpr double kClavicle = 0.75;  // of the upper arm's length, at most
    const int first = child(chest, side);
    Bones bones = first < 0 ? Bones() : chain(first);
    if (bones.size() < 2) return {};
    if (bones.size() == 2 || length(bones[0]) > kClavicle * length(bones[1]))
      bones.insert(bones.begin(), -1);
    const bool is_arm = bones.size() >= 3 && bones.size() <= 4 && are_alike(bones[1], bones[2]);
    return is_arm ? bones : Bones();
  }
};

void give(std::vector<JointRole>& roles, const Bones& bones, const std::vector<BodyPart>& parts,
          BodySide side) {
  for (std::size_t i = 0; i < bones.size(); ++i)
    if (bones[i] >= 0) roles[at(bones[i])] = {parts[i], side, 0};
}

}  // namespace

std::vector<JointRole> roles_by_shape(const Skeleton& skeleton) {
  using enum BodyPart;
  const auto is_root = [](const Joint& joint) { return joint.parent < 0; };
  if (std::count_if(skeleton.joints.begin(), skeleton.joints.end(), is_root) != 1) return {};
  const FigureShape shape(skeleton);
  const Bones trunk = shape.trunk();
  const auto chest = std::find_if(trunk.begin() + 1, trunk.end(), [&](int bone) {
    return shape.child(bone, 1) >= 0 && shape.child(bone, -1) >= 0;
  });
  if (chest == trunk.end()) return {};

  std::vector<JointRole> roles(skeleton.joints.size());
  roles[0].part = hips;
  for (auto bone = trunk.begin() + 1; bone != trunk.end(); ++bone)
    roles[at(*bone)] = bone <= chest
                           ? JointRole{spine, BodySide::none, int(bone - trunk.begin()) - 1}
                           : JointRole{neck, BodySide::none, int(bone - chest) - 1};
  if (trunk.back() != *chest) roles[at(trunk.back())] = {head, BodySide::none, 0};
  for (const auto& [sign, side] : {std::pair{1, BodySide::left}, std::pair{-1, BodySide::right}}) {
    const Bones leg = shape.leg(sign), arm = shape.arm(*chest, sign);
    if (leg.empty() || arm.empty() || shape.tip(arm.back()).y < shape.base[at(leg[1])].y) return {};
    give(roles, leg, {thigh, shin, foot, toe}, side);
    give(roles, arm, {clavicle, upper_arm, forearm, hand}, side);
  }
  return roles;
}

}  // namespace marrow
