#include "io/js3d/skeleton_out.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "base/index.h"
#include "io/trs.h"

namespace marrow::io {

namespace {

constexpr std::uint32_t kAtBase = 0xffffffffu;     ///< parent of a bone at the skeleton's base
constexpr double kAtTip = 1e-6, kSamePose = 1e-4;  // tolerances, relative to the skeleton's size

/// x, y, z of R = Rz(z) Ry(y) Rx(x), exact also where y is 90 degrees.
glm::dvec3 angles_of(const glm::dmat3& turn) {
  const double z = std::atan2(turn[0][1], turn[0][0]);
  const double y = std::atan2(-turn[0][2], std::hypot(turn[0][0], turn[0][1]));
  const double s = std::sin(z), c = std::cos(z);
  return {std::atan2(s * turn[2][0] - c * turn[2][1], c * turn[1][1] - s * turn[1][0]), y, z};
}

glm::dmat3 nearest_turn(const glm::dmat4& matrix) {
  const TrsChain chain = trs_of(matrix);
  return glm::mat3_cast(chain.lower ? chain.upper.rotation * chain.lower->rotation
                                    : chain.upper.rotation);
}

class BoneWriter {
 public:
  explicit BoneWriter(const Skeleton& skeleton) : skeleton_(skeleton) {}

  BonesOut write(nlohmann::json& json) {
    place_joints();
    for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) add_joint(j);
    json = {{"bones", std::move(bones_)},
            {"handles", nlohmann::json::array()},
            {"base", json_numbers(base_)},
            {"base_offset", json_numbers(offset_)}};
    return std::move(out_);
  }

 private:
  /// Finds B, the base (the first root's origin at bind) and the offset by which the pose moves it.
  void place_joints() {
    bool has_base = false;
    for (const Joint& joint : skeleton_.joints) {
      const glm::dmat4 local(joint.bind_local);
      bind_.push_back(joint.parent < 0 ? local : bind_[at(joint.parent)] * local);
      const glm::dvec3 origin(bind_.back()[3]);
      if (!has_base) {
        base_ = glm::vec3(origin);
        offset_ = glm::vec3(glm::dvec3((bind_.back() * glm::dmat4(joint.user_local))[3]) - origin);
        size_ = glm::length(glm::dvec3(offset_));
        has_base = true;
      }
      const glm::dvec3 bone = glm::dmat3(bind_.back()) * glm::dvec3(joint.extent);
      size_ = std::max({size_, glm::length(origin), glm::length(bone)});
    }
  }

  void add_joint(std::size_t j) {
    const Joint& joint = skeleton_.joints[j];
    const glm::dvec3 origin(bind_[j][3]);
    std::uint32_t parent = joint.parent < 0 ? kAtBase : out_.bone_of[at(joint.parent)];
    const glm::dvec3 start = parent == kAtBase ? glm::dvec3(base_) : tips_[parent];
    if (glm::distance(start, origin) > kAtTip * size_) {
      ++out_.links;
      parent = add_bone({{"link", true}}, parent, start, origin - start, 0.0, 0.0f, {});
    }
    const glm::dvec3 extent = glm::dmat3(bind_[j]) * glm::dvec3(joint.extent);
    const double roll = roll_of(j, extent);
    const glm::dmat3 axes = bone_axes(extent, roll), turn = turn_of(j);
    if (joint.radii().is_tapered()) out_.tapered.push_back(joint.name);
    out_.bone_of.push_back(add_bone({{"name", joint.name}}, parent, origin, extent, roll,
                                    joint.radii().largest(),
                                    angles_of(glm::transpose(axes) * turn * axes)));
  }

  std::uint32_t add_bone(nlohmann::json bone, std::uint32_t parent, const glm::dvec3& origin,
                         const glm::dvec3& extent, double roll, float radius,
                         const glm::dvec3& angles) {
    const auto index = std::uint32_t(bones_.size());
    bone["extent"] = json_numbers(extent);
    bone["roll"] = float(glm::degrees(roll));
    bone["radius"] = radius;
    bone["parent"] = parent;
    bone["pose"] = json_numbers(glm::degrees(angles));
    bone["channel_id"] = index;
    bones_.push_back(std::move(bone));
    tips_.push_back(origin + extent);
    return index;
  }

  /// The roll with which the bone's axes in skeleton space are nearest to the joint's axes.
  double roll_of(std::size_t j, const glm::dvec3& extent) const {
    const Joint& joint = skeleton_.joints[j];
    const glm::dmat3 to_skeleton(bind_[j]);
    if (to_skeleton == glm::dmat3(1.0)) return joint.roll;
    const glm::dvec3 x = to_skeleton * bone_axes(glm::dvec3(joint.extent), joint.roll)[0];
    const glm::dmat3 axes = bone_axes(extent, 0.0);
    return std::atan2(-glm::dot(x, axes[2]), glm::dot(x, axes[0]));
  }

  /// The joint's turn about its origin, in skeleton space at bind. The rest of its pose cannot be
  /// written.
  glm::dmat3 turn_of(std::size_t j) {
    const Joint& joint = skeleton_.joints[j];
    const glm::dmat4 moved = bind_[j] * glm::dmat4(joint.user_local) * glm::inverse(bind_[j]);
    const glm::dvec3 origin(bind_[j][3]);
    const glm::dvec3 way = glm::dvec3(moved * glm::dvec4(origin, 1.0)) - origin,
                     wanted = joint.parent < 0 ? glm::dvec3(offset_) : glm::dvec3(0.0);
    const glm::dmat3 turn = nearest_turn(moved);
    double off = glm::distance(way, wanted) / std::max(size_, 1e-30);
    for (int axis = 0; axis < 3; ++axis)
      off = std::max(off, glm::distance(glm::dvec3(moved[axis]), turn[axis]));
    if (!(off <= kSamePose)) out_.inexact.push_back(joint.name);
    return turn;
  }

  const Skeleton& skeleton_;
  BonesOut out_;
  nlohmann::json bones_ = nlohmann::json::array();
  std::vector<glm::dmat4> bind_;  ///< B, by joint
  std::vector<glm::dvec3> tips_;  ///< tip of each bone, at bind
  glm::vec3 base_{0.0f}, offset_{0.0f};
  double size_ = 0.0;  ///< the largest length or distance from the skeleton's origin
};

}  // namespace

BonesOut bones_out_of(const Skeleton& skeleton, nlohmann::json& json) {
  return BoneWriter(skeleton).write(json);
}

}  // namespace marrow::io
