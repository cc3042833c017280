// Roles of joints whose names state nothing, by the tree and the rest pose.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/index.h"
#include "scene/joint_roles.h"
#include "scene/stance.h"

namespace marrow {
namespace {

constexpr std::size_t kMostJoints = 300;
constexpr double kAlike = 0.8, kMuchLonger = 1.15;
constexpr double kShortestLimb = 0.1;  // share of the distance of the farthest joint from the first
constexpr double kDown = -0.8;         // cosine of the angle between the trunk and a leg
constexpr double kLevel = 0.3;  // least share of the feet's length by which toes are in front

/// An arm or a leg: two long bones in succession, and the joints around them.
struct ShapedLimb {
  std::vector<int> joints;  ///< from the trunk to a leaf
  int middle = 0;           ///< index into `joints` of the elbow or knee
  glm::dvec3 end{0.0};      ///< the lower bone's end
  double upper = 0.0, lower = 0.0;

  /// The joint that many steps below the elbow or knee; -1: none.
  int joint(int below_middle) const {
    const int index = middle + below_middle;
    return index >= 0 && index < int(joints.size()) ? joints[at(index)] : -1;
  }
  double length() const { return upper + lower; }
  bool is_like(const ShapedLimb& other) const {
    const auto near = [](double a, double b) { return std::min(a, b) > kAlike * std::max(a, b); };
    return middle == other.middle && near(upper, other.upper) && near(lower, other.lower);
  }
};
using LimbPair = std::array<ShapedLimb, 2>;

class BodyShape {
 public:
  explicit BodyShape(const Skeleton& skeleton)
      : joints_(skeleton.joints), skeleton_(skeleton), world_(world_at_rest(skeleton)) {
    for (std::size_t j = 0; j < world_.size(); ++j)
      size_ = std::max(size_, glm::distance(place(0), place(int(j))));
  }

  /// Empty: the shape is not clearly a standing body.
  std::vector<JointRole> roles() {
    for (std::size_t l = 0; l < joints_.size(); ++l)
      if (const auto legs = limbs_on(int(l), kMuchLonger))
        for (std::size_t a = 0; a < joints_.size(); ++a)
          if (const auto arms = limbs_on(int(a), 1.0 / kMuchLonger))
            if (is_body(int(l), *legs, int(a), *arms)) return roles_of(*legs, int(a), *arms);
    return {};
  }

 private:
  int parent(int joint) const { return joints_[at(joint)].parent; }
  glm::dvec3 place(int joint) const { return glm::dvec3(world_[at(joint)][3]); }
  glm::dvec3 tip(int joint) const {
    return glm::dvec3(world_[at(joint)] * glm::dvec4(glm::dvec3(joints_[at(joint)].extent), 1.0));
  }
  bool is_guessed(int joint) const { return joints_[at(joint)].extent_guessed; }
  std::vector<int> children_of(int joint) const {
    std::vector<int> children;
    for (std::size_t j = 0; j < joints_.size(); ++j)
      if (joints_[j].parent == joint) children.push_back(int(j));
    return children;
  }

  /// The joints from `joint` down to the farthest one below it.
  std::vector<int> chain_from(int joint) const {
    int last = joint;
    for (int j = joint; j < int(joints_.size()); ++j)
      if (is_in_subtree(skeleton_, joint, j) &&
          glm::distance(place(joint), place(j)) > glm::distance(place(joint), place(last)))
        last = j;
    std::vector<int> chain = {last};
    while (chain.front() != joint) chain.insert(chain.begin(), parent(chain.front()));
    return chain;
  }

  /// Finds the two successive bones whose shorter one is longest, because collar bones, feet and
  /// fingers are shorter. Two bones farther down must be `much` times longer to be chosen.
  ShapedLimb limb_from(int first, double much) const {
    ShapedLimb limb{.joints = chain_from(first)};
    for (std::size_t j = 1; j < limb.joints.size(); ++j) {
      const int joint = limb.joints[j];
      const bool is_last = j + 1 == limb.joints.size();
      if (is_last && j > 1 && is_guessed(joint)) continue;
      const glm::dvec3 end = is_last ? tip(joint) : place(limb.joints[j + 1]);
      const double upper = glm::distance(place(parent(joint)), place(joint)),
                   lower = glm::distance(place(joint), end);
      if (std::min(upper, lower) > much * std::min(limb.upper, limb.lower))
        limb = {std::move(limb.joints), int(j), end, upper, lower};
    }
    return limb;
  }

  /// The longest pair of similar limbs that begin at children of a joint.
  std::optional<LimbPair> limbs_on(int joint, double much) const {
    std::optional<LimbPair> longest;
    std::vector<ShapedLimb> limbs;
    for (const int child : children_of(joint)) {
      const ShapedLimb limb = limb_from(child, much);
      for (const ShapedLimb& other : limbs)
        if (limb.length() > (longest ? (*longest)[0].length() : kShortestLimb * size_) &&
            limb.is_like(other))
          longest = {other, limb};
      limbs.push_back(limb);
    }
    return longest;
  }

  /// Also sets hips_, up_, left_ and head_.
  bool is_body(int on_legs, const LimbPair& legs, int on_arms, const LimbPair& arms) {
    for (hips_ = on_legs; hips_ >= 0 && !is_in_subtree(skeleton_, hips_, on_arms);)
      hips_ = parent(hips_);
    const glm::dvec3 thighs = 0.5 * (place(legs[0].joint(-1)) + place(legs[1].joint(-1)));
    if (hips_ < 0 || hips_ == on_arms || place(on_arms) == thighs) return false;
    up_ = glm::normalize(place(on_arms) - thighs);
    const auto hangs = [&](const ShapedLimb& leg) {
      const glm::dvec3 way = leg.end - place(leg.joint(-1));
      return glm::dot(up_, way) < kDown * glm::length(way);
    };
    head_.clear();
    for (const int child : children_of(on_arms))
      if (const std::vector<int> chain = chain_from(child);
          child != arms[0].joints[0] && child != arms[1].joints[0] &&
          glm::dot(up_, place(chain.back()) - place(head_.empty() ? on_arms : head_.back())) > 0.0)
        head_ = chain;
    return hangs(legs[0]) && hangs(legs[1]) && !head_.empty() && finds_left(legs);
  }

  /// Toes are in front; without them, left is +x as in most files.
  bool finds_left(const LimbPair& legs) {
    glm::dvec3 toes(0.0);
    double feet = 0.0;
    for (const ShapedLimb& leg : legs) {
      const int foot = leg.joint(1), toe = leg.joint(2);
      if (foot < 0 || (toe < 0 && is_guessed(foot))) continue;
      toes += (toe >= 0 ? place(toe) : tip(foot)) - leg.end;
      feet += glm::distance(toe >= 0 ? place(toe) : tip(foot), leg.end);
    }
    const auto flat = [&](const glm::dvec3& way) { return way - glm::dot(way, up_) * up_; };
    left_ = glm::length(flat(toes)) > kLevel * feet ? glm::cross(up_, glm::normalize(flat(toes)))
                                                    : glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 across = flat(legs[0].end - legs[1].end);
    return std::abs(glm::dot(left_, across)) > 0.5 * glm::length(across);
  }

  std::vector<JointRole> roles_of(const LimbPair& legs, int on_arms, const LimbPair& arms) const {
    std::vector<JointRole> roles(joints_.size());
    const auto give = [&](int joint, BodyPart part, int rank = 0, BodySide side = BodySide::none) {
      if (joint >= 0 && part != BodyPart::none) roles[at(joint)] = {part, side, rank};
    };
    if (hips_ > 0) give(0, BodyPart::root);
    give(hips_, BodyPart::hips);
    int bones = 0;
    for (int j = on_arms; j != hips_; j = parent(j)) ++bones;
    for (int j = on_arms; j != hips_; j = parent(j)) give(j, BodyPart::spine, --bones);
    // The head is where eyes, a jaw or hair branch off, else the last joint that has a bone.
    std::size_t necks = 0;
    while (necks + 1 < head_.size() && children_of(head_[necks]).size() == 1 &&
           !(necks > 0 && necks + 2 == head_.size() && is_guessed(head_.back())))
      give(head_[necks], BodyPart::neck, int(necks)), ++necks;
    give(head_[necks], BodyPart::head);
    constexpr std::array kLeg = {BodyPart::none, BodyPart::thigh, BodyPart::shin, BodyPart::foot,
                                 BodyPart::toe};
    constexpr std::array kArm = {BodyPart::clavicle, BodyPart::upper_arm, BodyPart::forearm,
                                 BodyPart::hand, BodyPart::none};
    for (const auto& [limbs, parts] : {std::pair(&legs, kLeg), std::pair(&arms, kArm)})
      for (std::size_t i = 0; i < 2; ++i) {
        const glm::dvec3 out = place((*limbs)[i].joint(0)) - place((*limbs)[1 - i].joint(0));
        const BodySide side = glm::dot(left_, out) > 0.0 ? BodySide::left : BodySide::right;
        for (int step = -2; step <= 2; ++step)
          give((*limbs)[i].joint(step), parts[at(step + 2)], 0, side);
      }
    return roles;
  }

  const std::vector<Joint>& joints_;
  const Skeleton& skeleton_;
  const std::vector<glm::dmat4> world_;
  double size_ = 0.0;
  int hips_ = -1;
  glm::dvec3 up_{0.0}, left_{0.0};
  std::vector<int> head_;  ///< necks and head, upwards
};

}  // namespace

BodyRoles body_roles(const Skeleton& skeleton) {
  BodyRoles body{joint_roles(skeleton), false};
  const auto has_both = [&](BodyPart part) {
    return std::count_if(body.roles.begin(), body.roles.end(), [&](const JointRole& role) {
             return role.part == part && role.side != BodySide::none;
           }) == 2;
  };
  if (has_both(BodyPart::thigh) || has_both(BodyPart::upper_arm)) return body;
  if (skeleton.joints.size() > kMostJoints) return body;
  if (auto roles = BodyShape(skeleton).roles(); !roles.empty()) body = {std::move(roles), true};
  return body;
}

}  // namespace marrow
