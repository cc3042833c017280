#include "io/trs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace marrow::io {

namespace {

constexpr double kExact = 1e-6;  ///< largest cosine between perpendicular axes, due to rounding

/// Unit vectors along the columns, right-handed. Zero columns become perpendicular to the others.
glm::dmat3 directions_of(const glm::dmat3& columns) {
  std::array<int, 3> order = {0, 1, 2};
  std::array<double, 3> length = {glm::length(columns[0]), glm::length(columns[1]),
                                  glm::length(columns[2])};
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return length[std::size_t(a)] > length[std::size_t(b)]; });
  const auto long_enough = [&](int i) { return length[std::size_t(i)] > 1e-30; };
  const int first = order[0], second = order[1], third = order[2];
  glm::dmat3 unit(1.0);
  if (!long_enough(first)) return unit;
  unit[first] = glm::normalize(columns[first]);
  glm::dvec3 side = long_enough(second) ? columns[second] : glm::dvec3(0.0);
  if (!long_enough(second)) side[std::abs(unit[first].x) < 0.7 ? 0 : 1] = 1.0;
  unit[second] = glm::normalize(side - unit[first] * glm::dot(unit[first], side));
  const bool even = (first + 1) % 3 == second;
  unit[third] =
      even ? glm::cross(unit[first], unit[second]) : glm::cross(unit[second], unit[first]);
  return unit;
}

/// Decomposes a matrix with perpendicular columns: rotation * scale, a mirror as a negative scale.
Trs trs_of_perpendicular(const glm::dvec3& translation, const glm::dmat3& linear) {
  const glm::dmat3 unit = directions_of(linear);
  Trs trs;
  trs.translation = translation;
  trs.rotation = glm::normalize(glm::quat_cast(unit));
  for (int axis = 0; axis < 3; ++axis) trs.scale[axis] = glm::dot(unit[axis], linear[axis]);
  return trs;
}

bool is_perpendicular(const glm::dmat3& m, double cosine) {
  const auto apart = [&](int a, int b) {
    return std::abs(glm::dot(m[a], m[b])) <= cosine * glm::length(m[a]) * glm::length(m[b]);
  };
  return apart(0, 1) && apart(1, 2) && apart(0, 2);
}

/// Makes the columns perpendicular and keeps their lengths; two axes are each turned by half of
/// their error. This is the rotation of the unit columns' polar decomposition (Newton's iteration;
/// Higham 1986), which for a shear this small is exact after two steps. Returns m unchanged if a
/// column is zero, because it has no direction.
glm::dmat3 without_shear(const glm::dmat3& m) {
  for (int axis = 0; axis < 3; ++axis)
    if (!(glm::length(m[axis]) > 1e-30)) return m;
  glm::dmat3 turn(glm::normalize(m[0]), glm::normalize(m[1]), glm::normalize(m[2]));
  for (int step = 0; step < 2; ++step) turn = 0.5 * (turn + glm::transpose(glm::inverse(turn)));
  for (int axis = 0; axis < 3; ++axis) turn[axis] *= glm::length(m[axis]);
  return turn;
}

/// Rotation V that makes the columns of m V perpendicular: one-sided Jacobi (Hestenes), exact for
/// tiny singular values.
glm::dmat3 perpendicular_basis(glm::dmat3 m) {
  glm::dmat3 basis(1.0);
  for (int sweep = 0; sweep < 30 && !is_perpendicular(m, kExact); ++sweep) {
    for (int a = 0; a < 2; ++a) {
      for (int b = a + 1; b < 3; ++b) {
        const double along = glm::dot(m[a], m[b]);
        if (along == 0.0) continue;
        const double zeta = (glm::dot(m[b], m[b]) - glm::dot(m[a], m[a])) / (2.0 * along);
        const double tangent =
            (zeta >= 0.0 ? 1.0 : -1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
        const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent), sine = cosine * tangent;
        const auto turn = [&](glm::dmat3& x) {
          const glm::dvec3 old = x[a];
          x[a] = cosine * old - sine * x[b];
          x[b] = sine * old + cosine * x[b];
        };
        turn(m);
        turn(basis);
      }
    }
  }
  return basis;
}

}  // namespace

glm::dmat4 matrix_of(const Trs& trs) {
  glm::dmat4 matrix(glm::mat3_cast(trs.rotation));
  for (int axis = 0; axis < 3; ++axis) matrix[axis] *= trs.scale[axis];
  matrix[3] = glm::dvec4(trs.translation, 1.0);
  return matrix;
}

TrsChain trs_of(const glm::dmat4& matrix) {
  const glm::dmat3 linear(matrix);
  const glm::dvec3 translation(matrix[3]);
  if (is_perpendicular(linear, kExact))
    return {trs_of_perpendicular(translation, linear), std::nullopt};
  if (is_perpendicular(linear, kShearOfFloats))
    return {trs_of_perpendicular(translation, without_shear(linear)), std::nullopt};
  const glm::dmat3 basis = perpendicular_basis(linear);
  TrsChain chain{trs_of_perpendicular(translation, linear * basis), Trs()};
  chain.lower->rotation = glm::normalize(glm::quat_cast(glm::transpose(basis)));
  return chain;
}

}  // namespace marrow::io
