// Compiled once per instruction set; the first call chooses the machine's best.
#include "rig/skinning/mush_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "rig/vectors_of_doubles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rig/skinning/mush_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace marrow::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// ---- One vertex: columns of matrices, x y z and anything

constexpr hn::CappedTag<float, 4> d4;
using Column = hn::Vec<decltype(d4)>;
constexpr std::size_t kColumnLanes = hn::MaxLanes(d4);  // 4, or 1 without vectors

/// Columns of several vertices: of A or R, then q.
struct alignas(64) Columns {
  float of[4][4 * kMushLanes];
};

struct Matrix {
  Column x, y, z, place;
};

HWY_INLINE Matrix load_matrix(const float* from) {
  return {hn::LoadU(d4, from), hn::LoadU(d4, from + 4), hn::LoadU(d4, from + 8),
          hn::LoadU(d4, from + 12)};
}

HWY_INLINE Column scaled(float factor, Column column, Column plus) {
  return hn::MulAdd(hn::Set(d4, factor), column, plus);
}

/// The 3x3 times (x, y, z), plus a column.
HWY_INLINE Column times(const Matrix& m, float x, float y, float z, Column plus) {
  return scaled(x, m.x, scaled(y, m.y, scaled(z, m.z, plus)));
}

/// Adds the 3x3 of T_j times the second moments, and times the first.
HWY_INLINE void add_turned(const Matrix& by, const MushMoments& of, Matrix& sum) {
  sum.x = times(by, of.second[0], of.second[1], of.second[2], sum.x);
  sum.y = times(by, of.second[1], of.second[3], of.second[4], sum.y);
  sum.z = times(by, of.second[2], of.second[4], of.second[5], sum.z);
  sum.place = times(by, of.first[0], of.first[1], of.first[2], sum.place);
}

/// A_i = Q_i - q_i p_i^T and q_i. Relative to where the first joint takes p_i: the first moments of
/// a row cancel, so that rounding stays as small as what the joints do differently.
HWY_INLINE void put_sums(const MushJob& job, std::size_t vertex, std::size_t lane,
                         const float* matrices, Columns& sums, std::size_t n) {
  const MushRows& rows = job.rows;
  const glm::vec3& p = rows.center[vertex];
  std::uint32_t k = rows.begin[vertex];
  const std::uint32_t end = rows.begin[vertex + 1];
  const Matrix head = load_matrix(matrices + 16 * rows.joint[k] + lane);
  const Column at = times(head, p.x, p.y, p.z, head.place), zero = hn::Zero(d4);
  Matrix sum{zero, zero, zero, at};
  add_turned(head, rows.moments[k], sum);
  for (++k; k < end; ++k) {
    const Matrix by = load_matrix(matrices + 16 * rows.joint[k] + lane);
    const MushMoments& of = rows.moments[k];
    const Column apart = hn::Sub(times(by, p.x, p.y, p.z, by.place), at);
    add_turned(by, of, sum);
    sum.x = scaled(of.first[0], apart, sum.x);
    sum.y = scaled(of.first[1], apart, sum.y);
    sum.z = scaled(of.first[2], apart, sum.z);
    sum.place = scaled(of.mass, apart, sum.place);
  }
  hn::StoreU(sum.x, d4, sums.of[0] + 4 * n + lane);
  hn::StoreU(sum.y, d4, sums.of[1] + 4 * n + lane);
  hn::StoreU(sum.z, d4, sums.of[2] + 4 * n + lane);
  hn::StoreU(sum.place, d4, sums.of[3] + 4 * n + lane);
}

/// v' = R (u - p) + q and n' = R n of the copies of a vertex. Normals keep their length.
HWY_INLINE void put_copies(const MushJob& job, std::size_t vertex, const Columns& motions,
                           std::size_t n, glm::vec3* positions, glm::vec3* normals) {
  const MushRows& rows = job.rows;
  for (std::uint32_t k = rows.copy_begin[vertex]; k < rows.copy_begin[vertex + 1]; ++k) {
    const std::uint32_t copy = rows.copy[k];
    const glm::vec3 detail = job.rest_positions[copy] - rows.center[vertex],
                    normal = job.rest_normals[copy];
    float moved[4], turned[4];
    for (std::size_t lane = 0; lane < 4; lane += kColumnLanes) {
      const auto column = [&](int c) { return hn::LoadU(d4, motions.of[c] + 4 * n + lane); };
      const Matrix by{column(0), column(1), column(2), column(3)};
      hn::StoreU(times(by, detail.x, detail.y, detail.z, by.place), d4, moved + lane);
      hn::StoreU(times(by, normal.x, normal.y, normal.z, hn::Zero(d4)), d4, turned + lane);
    }
    if (!std::isfinite(moved[0] + moved[1] + moved[2])) continue;
    std::memcpy(&positions[copy], moved, sizeof(glm::vec3));
    std::memcpy(&normals[copy], turned, sizeof(glm::vec3));
  }
}

// ---- Several vertices

constexpr hn::CappedTag<double, 8> d;
constexpr hn::Rebind<float, decltype(d)> df;
using V = hn::Vec<decltype(d)>;
constexpr std::size_t kWidth = hn::MaxLanes(d);

struct Vec3 {
  V x, y, z;
};

HWY_INLINE Vec3 load(const float* from) {
  hn::Vec<decltype(df)> x, y, z, any;
  hn::LoadInterleaved4(df, from, x, y, z, any);
  return {hn::PromoteTo(d, x), hn::PromoteTo(d, y), hn::PromoteTo(d, z)};
}

HWY_INLINE void store(const Vec3& v, float* to) {
  hn::StoreInterleaved4(hn::DemoteTo(df, v.x), hn::DemoteTo(df, v.y), hn::DemoteTo(df, v.z),
                        hn::Zero(df), df, to);
}

HWY_INLINE V number(double value) { return hn::Set(d, value); }

HWY_INLINE V dot(const Vec3& a, const Vec3& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

HWY_INLINE Vec3 cross(const Vec3& a, const Vec3& b) {
  return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
          hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

HWY_INLINE Vec3 mul(V factor, const Vec3& a) {
  return {hn::Mul(factor, a.x), hn::Mul(factor, a.y), hn::Mul(factor, a.z)};
}

/// b - factor * a
HWY_INLINE Vec3 less(V factor, const Vec3& a, const Vec3& b) {
  return {hn::NegMulAdd(factor, a.x, b.x), hn::NegMulAdd(factor, a.y, b.y),
          hn::NegMulAdd(factor, a.z, b.z)};
}

/// Of a matrix A = (a b c).
struct Invariants {
  Vec3 bc, ca, ab;                    ///< b x c, c x a, a x b
  V squares, cofactors, determinant;  ///< |A|^2, |cof A|^2, det A
  V sum;  ///< s, of the singular values, the least one with the sign of det A
};

/// s is the largest root of (s^2 - |A|^2)^2 - 4 |cof A|^2 - 8 s det A. This is above it, and for
/// what is flat, whose determinant is 0, the root itself.
HWY_INLINE V above_sum(const Invariants& of) {
  const V two = number(2.0), most = hn::Sqrt(hn::Mul(number(3.0), of.squares)),
          bulge = hn::Mul(hn::Mul(two, most), hn::Max(of.determinant, hn::Zero(d)));
  return hn::Sqrt(hn::MulAdd(two, hn::Sqrt(hn::Add(of.cofactors, bulge)), of.squares));
}

/// How far Newton's method goes down from s towards the root.
HWY_INLINE V newton_step(const Invariants& of) {
  const V square = hn::Mul(of.sum, of.sum), slope = hn::Mul(number(-8.0), of.determinant),
          rest = hn::NegMulAdd(number(4.0), of.cofactors, hn::Mul(of.squares, of.squares)),
          quartic = hn::Sub(square, hn::Add(of.squares, of.squares)),
          value = hn::MulAdd(quartic, square, hn::MulAdd(slope, of.sum, rest)),
          derivative = hn::MulAdd(hn::Mul(number(4.0), of.sum), hn::Sub(square, of.squares), slope);
  return hn::Div(value, derivative);
}

HWY_INLINE Invariants invariants_of(const Columns& columns, std::size_t n) {
  const Vec3 a = load(columns.of[0] + n), b = load(columns.of[1] + n), c = load(columns.of[2] + n);
  Invariants of;
  of.bc = cross(b, c), of.ca = cross(c, a), of.ab = cross(a, b);
  of.squares = hn::Add(dot(a, a), hn::Add(dot(b, b), dot(c, c)));
  of.cofactors = hn::Add(dot(of.bc, of.bc), hn::Add(dot(of.ca, of.ca), dot(of.ab, of.ab)));
  of.determinant = dot(a, of.bc);
  of.sum = above_sum(of);
  return of;
}

/// The rotation nearest to A = R U, det R = 1. With e = (s^2 - |A|^2) / 2, the second invariant of
/// U, cof A = R U^2 - s A + e R and A A^T A = R U^3, so that by Cayley and Hamilton
///
///   R (s e - det A) = s cof A + (s^2 - e) A - A A^T A
///
/// The factor is (a + b) (b + c) (a + c) of the singular values: 0 where no rotation is nearest.
HWY_INLINE void put_rotation(const Invariants& of, Columns& columns, std::size_t n) {
  const Vec3 a = load(columns.of[0] + n), b = load(columns.of[1] + n), c = load(columns.of[2] + n);
  const V s = of.sum, square = hn::Mul(s, s), e = hn::Mul(number(0.5), hn::Sub(square, of.squares)),
          own = hn::Sub(square, e), factor = hn::MulSub(s, e, of.determinant),
          least = hn::Mul(number(1e-5), hn::Mul(s, of.squares));
  const V inverse = hn::IfThenElse(hn::Gt(factor, least), hn::Div(number(1.0), factor),
                                   number(std::numeric_limits<double>::quiet_NaN()));
  const V xx = hn::Sub(dot(a, a), own), yy = hn::Sub(dot(b, b), own), zz = hn::Sub(dot(c, c), own),
          xy = dot(a, b), xz = dot(a, c), yz = dot(b, c);
  const auto column = [&](V x, V y, V z, const Vec3& cofactor) {
    return mul(inverse, less(x, a, less(y, b, less(z, c, mul(s, cofactor)))));
  };
  store(column(xx, xy, xz, of.bc), columns.of[0] + n);
  store(column(xy, yy, yz, of.ca), columns.of[1] + n);
  store(column(xz, yz, zz, of.ab), columns.of[2] + n);
}

/// Rotations for matrices. Those of one block side by side, as each waits long for its roots. What
/// comes of one does not depend on the others.
HWY_INLINE void rotate(Columns& columns) {
  constexpr int kMostSteps = 16;
  constexpr std::size_t kGroups = kMushLanes / kWidth;
  Invariants of[kGroups];
  hn::Mask<decltype(d)> is_open[kGroups];
  for (std::size_t g = 0; g < kGroups; ++g) {
    of[g] = invariants_of(columns, 4 * kWidth * g);
    is_open[g] = hn::Gt(of[g].sum, hn::Zero(d));
  }
  bool any_open = true;
  for (int step = 0; step < kMostSteps && any_open; ++step) {
    any_open = false;
    for (std::size_t g = 0; g < kGroups; ++g) {
      const V down = hn::IfThenElseZero(is_open[g], newton_step(of[g]));
      of[g].sum = hn::Sub(of[g].sum, down);
      // The error that is left is about the step's square.
      is_open[g] = hn::Gt(down, hn::Mul(of[g].sum, number(1e-4)));
      any_open |= !hn::AllFalse(d, is_open[g]);
    }
  }
  for (std::size_t g = 0; g < kGroups; ++g) put_rotation(of[g], columns, 4 * kWidth * g);
}

}  // namespace

void mush_vertices(const MushJob& job, std::size_t begin, std::size_t end, glm::vec3* positions,
                   glm::vec3* normals) {
  const float* const matrices = &job.matrices[0][0].x;
  Columns columns{};
  for (; begin < end; begin += kMushLanes) {
    const std::size_t count = std::min(kMushLanes, end - begin);
    for (std::size_t n = 0; n < count; ++n)
      for (std::size_t lane = 0; lane < 4; lane += kColumnLanes)
        put_sums(job, begin + n, lane, matrices, columns, n);
    rotate(columns);
    for (std::size_t n = 0; n < count; ++n)
      put_copies(job, begin + n, columns, n, positions, normals);
  }
}

}  // namespace marrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow {

HWY_EXPORT(mush_vertices);

void mush_vertices(const MushJob& job, std::size_t begin, std::size_t end, glm::vec3* positions,
                   glm::vec3* normals) {
  HWY_DYNAMIC_DISPATCH(mush_vertices)(job, begin, end, positions, normals);
}

}  // namespace marrow
#endif
