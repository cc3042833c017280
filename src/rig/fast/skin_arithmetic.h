// Skinning arithmetic in lanes. Included by skin_kernel.cpp once per instruction set, hence no
// ordinary include guard. A vertex in a run and a gathered vertex get the same bits: the same
// operations in the same order. Every product that is added to something is written as a fused
// operation, so that the compiler cannot fuse it in one place and not in another.
#if defined(MARROW_SKIN_ARITHMETIC) == defined(HWY_TARGET_TOGGLE)
#ifdef MARROW_SKIN_ARITHMETIC
#undef MARROW_SKIN_ARITHMETIC
#else
#define MARROW_SKIN_ARITHMETIC
#endif

#include <hwy/highway.h>

#include "rig/fast/skin_job.h"
#include "rig/lanes.h"

HWY_BEFORE_NAMESPACE();
namespace marrow::fast::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, kLanes>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t kWidth = hn::MaxLanes(D());

using Vec3 = marrow::HWY_NAMESPACE::Vec3Of<V>;

/// Columns of a matrix that maps (x, y, z, 1).
struct Affine {
  Vec3 x, y, z, origin;
};

/// The last column of the cofactor matrix, and the determinant.
struct Cofactors {
  Vec3 z;
  V determinant;
};

/// A normal before normalizing, and the determinant, whose sign the normal gets.
struct Turned {
  Vec3 normal;
  V determinant;
};

struct Skinned {
  Vec3 position, normal;
};

/// Decides whether single precision suffices: the lower bound of a normal's squared length, and a
/// factor that makes a determinant comparable with it.
struct Limit {
  V length, determinant;
};

struct Box {
  Vec3 low, high;
};

HWY_INLINE void add(Box& box, const Vec3& point) {
  box.low = {hn::Min(box.low.x, point.x), hn::Min(box.low.y, point.y), hn::Min(box.low.z, point.z)};
  box.high = {hn::Max(box.high.x, point.x), hn::Max(box.high.y, point.y),
              hn::Max(box.high.z, point.z)};
}

HWY_INLINE Vec3 transform(const Affine& m, const Vec3& p) {
  return {hn::MulAdd(m.x.x, p.x, hn::MulAdd(m.y.x, p.y, hn::MulAdd(m.z.x, p.z, m.origin.x))),
          hn::MulAdd(m.x.y, p.x, hn::MulAdd(m.y.y, p.y, hn::MulAdd(m.z.y, p.z, m.origin.y))),
          hn::MulAdd(m.x.z, p.x, hn::MulAdd(m.y.z, p.y, hn::MulAdd(m.z.z, p.z, m.origin.z)))};
}

/// A dual quaternion of any length.
struct Dual {
  Vec3 real, dual;
  V real_w, dual_w;
};

/// The matrix of the motion. With s = 2 / |real|^2 the rotation is 1 - s (yy + zz), s (xy + zw),
/// ...; the translation is s (w dual - dual_w real + real cross dual).
HWY_INLINE Affine motion_of(const Dual& q) {
  const Vec3& r = q.real;
  const V one = hn::Set(d, 1.0f),
          s = hn::Div(hn::Set(d, 2.0f), hn::MulAdd(q.real_w, q.real_w, dot(r, r)));
  const Vec3 sr{hn::Mul(r.x, s), hn::Mul(r.y, s), hn::Mul(r.z, s)};
  const Vec3 w{hn::Mul(q.real_w, sr.x), hn::Mul(q.real_w, sr.y), hn::Mul(q.real_w, sr.z)};
  const V xx = hn::NegMulAdd(r.x, sr.x, one), yy = hn::NegMulAdd(r.y, sr.y, one);
  const Vec3 arm = cross(r, q.dual);
  const auto along = [&](V arm_part, V real, V dual) HWY_ATTR {
    return hn::Mul(s, hn::NegMulAdd(q.dual_w, real, hn::MulAdd(q.real_w, dual, arm_part)));
  };
  return {{hn::NegMulAdd(r.z, sr.z, yy), hn::MulAdd(r.x, sr.y, w.z), hn::MulSub(r.x, sr.z, w.y)},
          {hn::MulSub(r.x, sr.y, w.z), hn::NegMulAdd(r.z, sr.z, xx), hn::MulAdd(r.y, sr.z, w.x)},
          {hn::MulAdd(r.x, sr.z, w.y), hn::MulSub(r.y, sr.z, w.x), hn::NegMulAdd(r.y, sr.y, xx)},
          {along(arm.x, r.x, q.dual.x), along(arm.y, r.y, q.dual.y), along(arm.z, r.z, q.dual.z)}};
}

/// x a + y b + z c
HWY_INLINE Vec3 sum(const Affine& m, V a, V b, V c) {
  return {hn::MulAdd(m.x.x, a, hn::MulAdd(m.y.x, b, hn::Mul(m.z.x, c))),
          hn::MulAdd(m.x.y, a, hn::MulAdd(m.y.y, b, hn::Mul(m.z.y, c))),
          hn::MulAdd(m.x.z, a, hn::MulAdd(m.y.z, b, hn::Mul(m.z.z, c)))};
}

/// m times the symmetric matrix with this diagonal and `beside` = (xy, xz, yz).
HWY_INLINE Affine stretched(const Affine& m, const Vec3& diagonal, const Vec3& beside) {
  return {sum(m, diagonal.x, beside.x, beside.y), sum(m, beside.x, diagonal.y, beside.z),
          sum(m, beside.y, beside.z, diagonal.z), m.origin};
}

HWY_INLINE Cofactors cofactors(const Affine& m) {
  const Vec3 z = cross(m.x, m.y);
  return {z, dot(m.z, z)};
}

/// The cofactor matrix times n: n_x (y cross z) + n_y (z cross x) + n_z (x cross y) = (n_x y - n_y
/// x) cross z + n_z (x cross y), which saves six operations.
HWY_INLINE Vec3 turn(const Affine& m, const Cofactors& c, const Vec3& n) {
  const Vec3 a{hn::MulSub(n.x, m.y.x, hn::Mul(n.y, m.x.x)),
               hn::MulSub(n.x, m.y.y, hn::Mul(n.y, m.x.y)),
               hn::MulSub(n.x, m.y.z, hn::Mul(n.y, m.x.z))};
  return {hn::MulAdd(n.z, c.z.x, hn::MulSub(a.y, m.z.z, hn::Mul(a.z, m.z.y))),
          hn::MulAdd(n.z, c.z.y, hn::MulSub(a.z, m.z.x, hn::Mul(a.x, m.z.z))),
          hn::MulAdd(n.z, c.z.z, hn::MulSub(a.x, m.z.y, hn::Mul(a.y, m.z.x)))};
}

HWY_INLINE hn::Mask<D> is_steep(V length_squared, V determinant, const Limit& limit) {
  return hn::Gt(hn::Min(hn::Mul(hn::Abs(determinant), limit.determinant), length_squared),
                limit.length);
}

/// False if anything is NaN.
HWY_INLINE hn::Mask<D> is_small(const Vec3& position, V length_squared) {
  const V sum = hn::Abs(hn::Add(hn::Add(position.x, position.y), position.z));
  return hn::Lt(hn::Add(sum, length_squared), hn::Set(d, kLargest));
}

/// `size`: the largest size of a blended matrix.
HWY_INLINE Limit limit_of(V size) {
  constexpr float kSquare = kFlattest * kFlattest;
  return {hn::Max(hn::Mul(hn::Mul(size, size), hn::Set(d, kSquare)), hn::Set(d, kSmallest)),
          hn::Mul(hn::Sqrt(size), hn::Set(d, kSquare / kFlattestDeterminant))};
}

/// 1 / sqrt(v) to 3e-7. On x86 an estimate with twelve bits and one Newton step: a square root and
/// a division would take a third of a group's time.
HWY_INLINE V reciprocal_root(V v) {
  const V one = hn::Set(d, 1.0f);
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  const V guess = hn::ApproximateReciprocalSqrt(v),
          error = hn::NegMulAdd(hn::Mul(guess, v), guess, one);
  return hn::MulAdd(hn::Mul(guess, hn::Set(d, 0.5f)), error, guess);
#else
  return hn::Div(one, hn::Sqrt(v));
#endif
}

/// Recomputes lanes that are not `good` in double precision.
HWY_NOINLINE Skinned repaired(const SkinJob& job, std::size_t slot, hn::Mask<D> good,
                              const Skinned& skinned) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, good, bits);
  Lanes spilled[6];
  const V* from[6] = {&skinned.position.x, &skinned.position.y, &skinned.position.z,
                      &skinned.normal.x,   &skinned.normal.y,   &skinned.normal.z};
  for (int i = 0; i < 6; ++i) hn::Store(*from[i], d, spilled[i].at);
  for (std::size_t lane = 0; lane < kWidth; ++lane) {
    if ((bits[0] >> lane & 1) != 0) continue;
    float number[6];
    for (int i = 0; i < 6; ++i) number[i] = spilled[i].at[lane];
    skin_exactly(job, slot + lane, number, number + 3);
    for (int i = 0; i < 6; ++i) spilled[i].at[lane] = number[i];
  }
  return {{hn::Load(d, spilled[0].at), hn::Load(d, spilled[1].at), hn::Load(d, spilled[2].at)},
          {hn::Load(d, spilled[3].at), hn::Load(d, spilled[4].at), hn::Load(d, spilled[5].at)}};
}

HWY_INLINE Turned turned_by(const Affine& m, const Cofactors& c, const Vec3& n) {
  return {turn(m, c, n), c.determinant};
}

/// Results of the vertices in slots from `slot` on, whose positions are `moved`. kIsSmall: the
/// vertices are in runs, known to be small.
template <bool kIsSmall>
HWY_INLINE Skinned skinned(const SkinJob& job, std::size_t slot, const Vec3& moved,
                           const Turned& turned, const Limit& limit) {
  const Vec3& n = turned.normal;
  const V length_squared = dot(n, n), sign = hn::And(turned.determinant, hn::Set(d, -0.0f)),
          scale = hn::Xor(reciprocal_root(length_squared), sign);
  const Skinned result{moved, {hn::Mul(n.x, scale), hn::Mul(n.y, scale), hn::Mul(n.z, scale)}};
  auto good = is_steep(length_squared, turned.determinant, limit);
  if constexpr (!kIsSmall) good = hn::And(good, is_small(moved, length_squared));
  if (HWY_LIKELY(hn::AllTrue(d, good))) return result;
  const Skinned spilled = result;  // only the copy's address is taken: `result` stays in registers
  return repaired(job, slot, good, spilled);
}

HWY_INLINE Vec3 either(hn::Mask<D> is_first, const Vec3& first, const Vec3& second) {
  return {hn::IfThenElse(is_first, first.x, second.x), hn::IfThenElse(is_first, first.y, second.y),
          hn::IfThenElse(is_first, first.z, second.z)};
}

/// A center of rotation moves by `mean`; a vertex turns about it by `turn`.
struct Centered {
  Affine turn, mean;        ///< A, M
  hn::Mask<D> is_rotation;  ///< A is a rotation, far from overflow
};

HWY_INLINE Vec3 arm_of(const Vec3& p, const Vec3& center) {
  return {hn::Sub(p.x, center.x), hn::Sub(p.y, center.y), hn::Sub(p.z, center.z)};
}

/// v' = A (p - center) + M center
HWY_INLINE Vec3 moved_about(const Centered& by, const Vec3& arm, const Vec3& center) {
  return transform({by.turn.x, by.turn.y, by.turn.z, transform(by.mean, center)}, arm);
}

/// As skinned(), about centers. A rotation turns normals directly. If p is the center, there is
/// nothing to turn and the result has the bits of linear blending.
template <bool kIsSmall>
HWY_INLINE Skinned skinned_about(const SkinJob& job, std::size_t slot, const Centered& by,
                                 const Vec3& center, const Vec3& p, const Vec3& n,
                                 const Limit& limit) {
  const V zero = hn::Zero(d);
  const Vec3 arm = arm_of(p, center), moved = moved_about(by, arm, center);
  const Skinned turned{moved, sum(by.turn, n.x, n.y, n.z)};
  const auto has_arm =
      hn::Or(hn::Ne(arm.x, zero), hn::Or(hn::Ne(arm.y, zero), hn::Ne(arm.z, zero)));
  const auto by_itself = hn::And(has_arm, by.is_rotation);
  if (HWY_LIKELY(hn::AllTrue(d, kIsSmall ? by_itself : hn::And(by_itself, is_small(moved, zero)))))
    return turned;
  const Affine m{either(has_arm, by.turn.x, by.mean.x), either(has_arm, by.turn.y, by.mean.y),
                 either(has_arm, by.turn.z, by.mean.z), by.mean.origin};
  const Skinned others =
      skinned<kIsSmall>(job, slot, either(has_arm, moved, transform(by.mean, center)),
                        turned_by(m, cofactors(m), n), limit);
  return {others.position, either(by_itself, turned.normal, others.normal)};
}

}  // namespace
}  // namespace marrow::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
