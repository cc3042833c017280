// Dual quaternion blending, and blending about centers, in double precision, written from the
// papers and not from the program: T = Q P by Higham's iteration (1986), the mean of Kavan et al.
// (2008), with a dual quaternion as eight numbers.
#pragma once

#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <utility>
#include <vector>

namespace marrow::test {

/// Q and P of an invertible matrix that does not mirror.
inline std::pair<glm::dmat3, glm::dmat3> exact_polar(const glm::dmat3& m) {
  glm::dmat3 q = m / std::cbrt(glm::determinant(m));  // about unit size: far fewer steps
  for (int step = 0; step < 60; ++step) q = 0.5 * (q + glm::inverse(glm::transpose(q)));
  return {q, glm::transpose(q) * m};
}

/// w, x, y, z of a rotation, by its trace or its largest diagonal number (Shepperd 1978).
inline std::array<double, 4> exact_quaternion(const glm::dmat3& r) {
  const auto at = [&](int row, int column) { return r[column][row]; };
  std::array<double, 4> squares = {
      1 + at(0, 0) + at(1, 1) + at(2, 2), 1 + at(0, 0) - at(1, 1) - at(2, 2),
      1 - at(0, 0) + at(1, 1) - at(2, 2), 1 - at(0, 0) - at(1, 1) + at(2, 2)};
  int most = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[std::size_t(i)] > squares[std::size_t(most)]) most = i;
  const double twice = std::sqrt(squares[std::size_t(most)]), half = 0.5 / twice;
  const double wx = at(2, 1) - at(1, 2), wy = at(0, 2) - at(2, 0), wz = at(1, 0) - at(0, 1),
               xy = at(0, 1) + at(1, 0), xz = at(0, 2) + at(2, 0), yz = at(1, 2) + at(2, 1);
  switch (most) {
    case 0:
      return {0.5 * twice, wx * half, wy * half, wz * half};
    case 1:
      return {wx * half, 0.5 * twice, xy * half, xz * half};
    case 2:
      return {wy * half, xy * half, 0.5 * twice, yz * half};
    default:
      return {wz * half, xz * half, yz * half, 0.5 * twice};
  }
}

/// The blended matrix of a row; its matrices are invertible and do not mirror.
inline glm::dmat4 exact_dual_blend(const std::vector<glm::mat4>& matrices,
                                   const std::vector<float>& weights) {
  std::size_t heaviest = 0;
  for (std::size_t k = 1; k < weights.size(); ++k)
    if (weights[k] > weights[heaviest]) heaviest = k;
  const auto rotation_of = [&](std::size_t k) {
    return exact_quaternion(exact_polar(glm::dmat3(glm::mat3(matrices[k]))).first);
  };
  const std::array<double, 4> pivot = rotation_of(heaviest);
  std::array<double, 4> c{}, e{};
  glm::dmat3 stretch(0.0);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::array<double, 4> q = rotation_of(k);
    const glm::dvec3 t(matrices[k][3]);
    const std::array<double, 4> d = {-0.5 * (t.x * q[1] + t.y * q[2] + t.z * q[3]),
                                     0.5 * (t.x * q[0] + t.y * q[3] - t.z * q[2]),
                                     0.5 * (-t.x * q[3] + t.y * q[0] + t.z * q[1]),
                                     0.5 * (t.x * q[2] - t.y * q[1] + t.z * q[0])};
    double along = 0.0;
    for (std::size_t i = 0; i < 4; ++i) along += q[i] * pivot[i];
    const double w = double(weights[k]) * (along < 0.0 ? -1.0 : 1.0);
    for (std::size_t i = 0; i < 4; ++i) c[i] += w * q[i], e[i] += w * d[i];
    stretch += double(weights[k]) * exact_polar(glm::dmat3(glm::mat3(matrices[k]))).second;
  }
  const double length = std::sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2] + c[3] * c[3]);
  for (std::size_t i = 0; i < 4; ++i) c[i] /= length, e[i] /= length;
  // Kavan's last line: v' = v + 2 d0 x (d0 x v + a0 v) + 2 (a0 de - ae d0 + d0 x de).
  const glm::dvec3 d0(c[1], c[2], c[3]), de(e[1], e[2], e[3]);
  const auto turned = [&](const glm::dvec3& v) {
    return v + 2.0 * glm::cross(d0, glm::cross(d0, v) + c[0] * v);
  };
  glm::dmat4 blended(1.0);
  for (int i = 0; i < 3; ++i) blended[i] = glm::dvec4(turned(stretch[i]), 0.0);
  blended[3] = glm::dvec4(2.0 * (c[0] * de - e[0] * d0 + glm::cross(d0, de)), 1.0);
  return blended;
}

/// The blended matrix about a center of rotation: A v + M c - A c, with A the dual blend's 3x3 and
/// M the mean of the matrices.
inline glm::dmat4 exact_blend_about(const glm::vec3& center, const std::vector<glm::mat4>& matrices,
                                    const std::vector<float>& weights) {
  glm::dmat4 blended = exact_dual_blend(matrices, weights), mean(0.0);
  for (std::size_t k = 0; k < weights.size(); ++k)
    mean += double(weights[k]) * glm::dmat4(matrices[k]);
  const glm::dvec3 c(center);
  blended[3] = glm::dvec4(glm::dvec3(mean * glm::dvec4(c, 1.0)) - glm::dmat3(blended) * c, 1.0);
  return blended;
}

}  // namespace marrow::test
