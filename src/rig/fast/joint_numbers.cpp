// Prepares a pose for the kernel.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "rig/fast/skin_job.h"

namespace marrow::fast {

namespace {

/// JointMatrix's size; infinity where products might overflow.
float size_of(const glm::mat4& t) {
  const glm::vec4 squares = t[0] * t[0] + t[1] * t[1] + t[2] * t[2];
  const float size = squares.x + squares.y + squares.z;
  const bool is_near = std::abs(t[3].x) <= kFarthest && std::abs(t[3].y) <= kFarthest &&
                       std::abs(t[3].z) <= kFarthest;
  return size <= kLargestSize && is_near ? size : std::numeric_limits<float>::infinity();
}

bool is_huge(const JointMatrix& matrix) { return !(matrix.at[JointMatrix::kSize] <= kLargestSize); }

JointMatrix numbers_of(const PolarParts& motion) {
  const glm::quat real(motion.rotation), dual(motion.dual());
  const glm::mat3 p(motion.stretch);
  return {{real.x, real.y, real.z, 0.0f, dual.x, dual.y, dual.z, real.w, p[0][0], p[1][1], p[2][2],
           dual.w, p[1][0], p[2][0], p[2][1], 0.0f}};
}

/// Whether signs depend on which joint has the largest weight.
bool has_several_signs(const JointMatrix* quaternions, const std::uint32_t* joints,
                       std::uint32_t count) {
  for (std::uint32_t j = 1; j < count; ++j)
    for (std::uint32_t k = 1; k < count; ++k) {
      const JointMatrix &first = quaternions[joints[0]], &a = quaternions[joints[j]],
                        &b = quaternions[joints[k]];
      if (is_turned(a, b) != (is_turned(a, first) != is_turned(b, first))) return true;
    }
  return false;
}

}  // namespace

JointNumbers joint_numbers(const std::vector<glm::mat4>& skinning, Blend blend) {
  JointNumbers numbers;
  numbers.matrices.resize(skinning.size());
  const bool is_dual = blend == Blend::dual_quaternion;
  if (is_dual || blend == Blend::centers) numbers.motions = polar_parts(skinning);
  for (const PolarParts& motion : numbers.motions) {
    numbers.is_stretched |= motion.is_stretched;
    if (!is_dual) numbers.turns.push_back(numbers_of(motion));
  }
  for (std::size_t j = 0; j < skinning.size(); ++j) {
    JointMatrix& matrix = numbers.matrices[j];
    if (is_dual) {
      matrix = numbers_of(numbers.motions[j]);
    } else {
      std::memcpy(matrix.at, &skinning[j][0][0], sizeof matrix.at);
    }
    const float size = matrix.at[JointMatrix::kSize] = size_of(skinning[j]);
    numbers.has_huge |= is_huge(matrix);
    if (!numbers.turns.empty())
      numbers.turns[j].at[JointMatrix::kSize] =
          numbers.motions[j].is_stretched ? std::numeric_limits<float>::infinity() : size;
  }
  return numbers;
}

bool is_turned(const JointMatrix& joint, const JointMatrix& other) {
  constexpr std::size_t kRealW = JointMatrix::kRealW;
  const float *const a = joint.at, *const b = other.at;
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[kRealW] * b[kRealW] < 0.0f;
}

bool JointNumbers::must_gather(const std::uint32_t* joints, std::uint32_t count) const {
  if (quaternions() && has_several_signs(quaternions(), joints, count)) return true;
  return has_huge && std::any_of(joints, joints + count,
                                 [&](std::uint32_t joint) { return is_huge(matrices[joint]); });
}

}  // namespace marrow::fast
