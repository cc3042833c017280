// Compiled once per instruction set; the first call chooses the machine's best. Compiled without
// fused operations (see src/CMakeLists.txt), because they round differently.
#include "rig/fast/kinematics.h"

#include <algorithm>
#include <memory>

#include "rig/rig_check.h"

// Highway has no vectors of doubles for WebAssembly, which gets plain code.
#include <hwy/detect_compiler_arch.h>
#if HWY_ARCH_WASM
#define HWY_DISABLED_TARGETS HWY_WASM
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rig/fast/kinematics.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace marrow::fast::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 4>;
using F = hn::Rebind<float, D>;
using V = hn::Vec<D>;
constexpr D d;
constexpr F f;
constexpr std::size_t kWidth = hn::MaxLanes(D());
constexpr std::size_t kParts = 4 / kWidth;  ///< vectors in a column of four numbers

// ---- W: one vector per column of a matrix, because each joint needs its parent's result

struct Column {
  V part[kParts];
};
struct Columns {
  Column x, y, z, origin;
};

/// A matrix in memory, by columns.
struct alignas(32) Numbers {
  double at[4][4];
};

HWY_INLINE Numbers numbers_of(const glm::mat4& matrix) {
  Numbers numbers;
  for (int c = 0; c < 4; ++c)
    for (std::size_t i = 0; i < 4; i += kWidth)
      hn::Store(hn::PromoteTo(d, hn::LoadU(f, &matrix[c][0] + i)), d, numbers.at[c] + i);
  return numbers;
}

/// `m` times these four numbers. The last one is added even where it is zero, because it decides
/// the signs of zeros.
HWY_INLINE Column combined(const Columns& m, const double* by) {
  Column sum;
  for (std::size_t i = 0; i < kParts; ++i) {
    const V x = hn::Mul(m.x.part[i], hn::Set(d, by[0])),
            y = hn::Mul(m.y.part[i], hn::Set(d, by[1])),
            z = hn::Mul(m.z.part[i], hn::Set(d, by[2])),
            w = hn::Mul(m.origin.part[i], hn::Set(d, by[3]));
    sum.part[i] = hn::Add(hn::Add(hn::Add(x, y), z), w);
  }
  return sum;
}

HWY_INLINE Columns product(const Columns& a, const Numbers& b) {
  return {combined(a, b.at[0]), combined(a, b.at[1]), combined(a, b.at[2]), combined(a, b.at[3])};
}

HWY_INLINE Columns columns_of(const Numbers& from) {
  Columns m;
  Column* const columns[] = {&m.x, &m.y, &m.z, &m.origin};
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t i = 0; i < kParts; ++i)
      columns[c]->part[i] = hn::Load(d, from.at[c] + i * kWidth);
  return m;
}

/// Keeps the unrounded matrix for the children, and writes it rounded.
HWY_INLINE void put(const Columns& m, Numbers& to, glm::mat4& rounded) {
  const Column* const columns[] = {&m.x, &m.y, &m.z, &m.origin};
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t i = 0; i < kParts; ++i) {
      const V part = columns[c]->part[i];
      hn::Store(part, d, to.at[c] + i * kWidth);
      hn::StoreU(hn::DemoteTo(f, part), f, &rounded[int(c)][0] + i * kWidth);
    }
}

void pose(const Skeleton& skeleton, glm::mat4* posed) {
  const std::vector<Joint>& joints = skeleton.joints;
  // The identity, which is the parent of roots, and then one per joint.
  const std::unique_ptr<Numbers[]> matrices(new Numbers[joints.size() + 1]);
  matrices[0] = numbers_of(glm::mat4(1.0f));
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = joints[j];
    const Columns parent = columns_of(matrices[std::size_t(joint.parent + 1)]);
    put(product(product(parent, numbers_of(joint.bind_local)), numbers_of(joint.user_local)),
        matrices[j + 1], posed[j]);
  }
}

// ---- T: four joints at a time, one per lane

constexpr std::size_t kJoints = 4;

/// x, y, z of each column of four matrices, joint by joint.
struct Block {
  alignas(16) float at[12][kJoints];
};

struct Vec3 {
  V x, y, z;
};
struct Affine {
  Vec3 x, y, z, origin;
};

HWY_INLINE void take(const glm::mat4* matrices, Block& block) {
#if HWY_TARGET == HWY_SCALAR
  for (int k = 0; k < 12; ++k)
    for (std::size_t j = 0; j < kJoints; ++j) block.at[k][j] = matrices[j][k / 3][k % 3];
#else
  const hn::FixedTag<float, 4> q;
  for (int c = 0; c < 4; ++c) {
    const auto j0 = hn::LoadU(q, &matrices[0][c][0]), j1 = hn::LoadU(q, &matrices[1][c][0]),
               j2 = hn::LoadU(q, &matrices[2][c][0]), j3 = hn::LoadU(q, &matrices[3][c][0]);
    const auto xy01 = hn::InterleaveLower(q, j0, j1), xy23 = hn::InterleaveLower(q, j2, j3);
    hn::Store(hn::ConcatLowerLower(q, xy23, xy01), q, block.at[3 * c]);
    hn::Store(hn::ConcatUpperUpper(q, xy23, xy01), q, block.at[3 * c + 1]);
    hn::Store(
        hn::ConcatLowerLower(q, hn::InterleaveUpper(q, j2, j3), hn::InterleaveUpper(q, j0, j1)), q,
        block.at[3 * c + 2]);
  }
#endif
}

/// Sets the last rows to (0, 0, 0, 1).
HWY_INLINE void give(const Block& block, glm::mat4* matrices) {
  for (int c = 0; c < 4; ++c) {
    const float w = c == 3 ? 1.0f : 0.0f;
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t j = 0; j < kJoints; ++j)
      matrices[j][c] = {block.at[3 * c][j], block.at[3 * c + 1][j], block.at[3 * c + 2][j], w};
#else
    const hn::FixedTag<float, 4> q;
    const auto x = hn::Load(q, block.at[3 * c]), y = hn::Load(q, block.at[3 * c + 1]),
               z = hn::Load(q, block.at[3 * c + 2]), last = hn::Set(q, w);
    const auto xy01 = hn::InterleaveLower(q, x, y), xy23 = hn::InterleaveUpper(q, x, y),
               zw01 = hn::InterleaveLower(q, z, last), zw23 = hn::InterleaveUpper(q, z, last);
    hn::StoreU(hn::ConcatLowerLower(q, zw01, xy01), q, &matrices[0][c][0]);
    hn::StoreU(hn::ConcatUpperUpper(q, zw01, xy01), q, &matrices[1][c][0]);
    hn::StoreU(hn::ConcatLowerLower(q, zw23, xy23), q, &matrices[2][c][0]);
    hn::StoreU(hn::ConcatUpperUpper(q, zw23, xy23), q, &matrices[3][c][0]);
#endif
  }
}

HWY_INLINE Vec3 vector_at(const Block& block, int column, std::size_t lane) {
  const auto number = [&](int k) HWY_ATTR {
    return hn::PromoteTo(d, hn::Load(f, block.at[3 * column + k] + lane));
  };
  return {number(0), number(1), number(2)};
}

HWY_INLINE void round_to(const Vec3& v, Block& block, int column, std::size_t lane) {
  hn::Store(hn::DemoteTo(f, v.x), f, block.at[3 * column] + lane);
  hn::Store(hn::DemoteTo(f, v.y), f, block.at[3 * column + 1] + lane);
  hn::Store(hn::DemoteTo(f, v.z), f, block.at[3 * column + 2] + lane);
}

HWY_INLINE Affine affine_at(const Block& block, std::size_t lane) {
  return {vector_at(block, 0, lane), vector_at(block, 1, lane), vector_at(block, 2, lane),
          vector_at(block, 3, lane)};
}

HWY_INLINE Vec3 cross(const Vec3& a, const Vec3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// a x + b y + c z
HWY_INLINE V sum(V a, V x, V b, V y, V c, V z) {
  return hn::Add(hn::Add(hn::Mul(a, x), hn::Mul(b, y)), hn::Mul(c, z));
}

/// The linear part of `m` times (a, b, c).
HWY_INLINE Vec3 turned(const Affine& m, V a, V b, V c) {
  return {sum(m.x.x, a, m.y.x, b, m.z.x, c), sum(m.x.y, a, m.y.y, b, m.z.y, c),
          sum(m.x.z, a, m.y.z, b, m.z.z, c)};
}

HWY_INLINE Vec3 scaled(const Vec3& v, V by) {
  return {hn::Mul(v.x, by), hn::Mul(v.y, by), hn::Mul(v.z, by)};
}

HWY_INLINE Vec3 added(const Vec3& a, const Vec3& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

/// Rows of the inverse of a linear part.
struct InverseRows {
  Vec3 x, y, z;
};
HWY_INLINE InverseRows inverse_rows(const Affine& m) {
  const Vec3 x = cross(m.y, m.z), y = cross(m.z, m.x), z = cross(m.x, m.y);
  const V one_over_determinant = hn::Div(hn::Set(d, 1.0), sum(m.x.x, x.x, m.y.x, y.x, m.z.x, z.x));
  return {scaled(x, one_over_determinant), scaled(y, one_over_determinant),
          scaled(z, one_over_determinant)};
}

/// W B^-1
HWY_INLINE void skin_block(const glm::mat4* posed, const glm::mat4* bind, glm::mat4* skinning) {
  Block w_block, b_block, t_block;
  take(posed, w_block);
  take(bind, b_block);
  for (std::size_t lane = 0; lane < kJoints; lane += kWidth) {
    const Affine w = affine_at(w_block, lane), b = affine_at(b_block, lane);
    const InverseRows row = inverse_rows(b);
    const Vec3& o = b.origin;
    const V x = hn::Neg(sum(row.x.x, o.x, row.x.y, o.y, row.x.z, o.z)),
            y = hn::Neg(sum(row.y.x, o.x, row.y.y, o.y, row.y.z, o.z)),
            z = hn::Neg(sum(row.z.x, o.x, row.z.y, o.y, row.z.z, o.z));
    const Vec3 zero = scaled(w.origin, hn::Zero(d));
    round_to(added(turned(w, row.x.x, row.y.x, row.z.x), zero), t_block, 0, lane);
    round_to(added(turned(w, row.x.y, row.y.y, row.z.y), zero), t_block, 1, lane);
    round_to(added(turned(w, row.x.z, row.y.z, row.z.z), zero), t_block, 2, lane);
    round_to(added(turned(w, x, y, z), w.origin), t_block, 3, lane);
  }
  give(t_block, skinning);
}

void skin_joints(const glm::mat4* posed, const glm::mat4* bind, std::size_t count,
                 glm::mat4* skinning) {
  std::size_t j = 0;
  for (; j + kJoints <= count; j += kJoints) skin_block(posed + j, bind + j, skinning + j);
  if (j == count) return;
  glm::mat4 last[3][kJoints] = {};
  std::fill_n(last[1], kJoints, glm::mat4(1.0f));
  std::copy(posed + j, posed + count, last[0]);
  std::copy(bind + j, bind + count, last[1]);
  skin_block(last[0], last[1], last[2]);
  std::copy_n(last[2], count - j, skinning + j);
}

}  // namespace
}  // namespace marrow::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow::fast {

HWY_EXPORT(pose);
HWY_EXPORT(skin_joints);

std::vector<glm::mat4> posed_matrices(const Skeleton& skeleton) {
  std::vector<glm::mat4> posed(skeleton.joints.size());
  HWY_DYNAMIC_DISPATCH(pose)(skeleton, posed.data());
  return posed;
}

std::vector<glm::mat4> skinning_matrices(const std::vector<glm::mat4>& posed,
                                         const std::vector<glm::mat4>& bind) {
  RIG_CHECK(posed.size() == bind.size());
  std::vector<glm::mat4> skinning(posed.size());
  HWY_DYNAMIC_DISPATCH(skin_joints)(posed.data(), bind.data(), posed.size(), skinning.data());
  return skinning;
}

}  // namespace marrow::fast
#endif
