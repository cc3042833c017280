// Compiled once for each instruction set; the machine's best is chosen when it is first called. Whether a vertex stands in a run or is
// gathered, its numbers come from the same operations in the same order, each fused the same way: every product that is added to something
// is written as a fused operation, so that the compiler has none left to fuse in one place and not in the other.
#include "rig/fast/skin_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rig/fast/skin_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace marrow::fast::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, kLanes>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t kWidth = hn::MaxLanes(D());

struct Vec3 {
  V x, y, z;
};

/// Columns of a matrix that maps (x, y, z, 1).
struct Affine {
  Vec3 x, y, z, origin;
};

/// Columns of the cofactor matrix, and the determinant.
struct Cofactors {
  Vec3 x, y, z;
  V determinant;
};

struct Skinned {
  Vec3 position, normal;
};

/// What decides whether single precision is good enough.
struct Limit {
  V length, determinant;
};

struct Box {
  Vec3 low{hn::Set(d, hwy::HighestValue<float>()), hn::Set(d, hwy::HighestValue<float>()), hn::Set(d, hwy::HighestValue<float>())};
  Vec3 high{hn::Set(d, hwy::LowestValue<float>()), hn::Set(d, hwy::LowestValue<float>()), hn::Set(d, hwy::LowestValue<float>())};
};

HWY_INLINE void add(Box& box, const Vec3& point) {
  box.low = {hn::Min(box.low.x, point.x), hn::Min(box.low.y, point.y), hn::Min(box.low.z, point.z)};
  box.high = {hn::Max(box.high.x, point.x), hn::Max(box.high.y, point.y), hn::Max(box.high.z, point.z)};
}

HWY_INLINE V dot(const Vec3& a, const Vec3& b) { return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z))); }

HWY_INLINE Vec3 cross(const Vec3& a, const Vec3& b) {
  return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)), hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

HWY_INLINE Vec3 transform(const Affine& m, const Vec3& p) {
  return {hn::MulAdd(m.x.x, p.x, hn::MulAdd(m.y.x, p.y, hn::MulAdd(m.z.x, p.z, m.origin.x))),
          hn::MulAdd(m.x.y, p.x, hn::MulAdd(m.y.y, p.y, hn::MulAdd(m.z.y, p.z, m.origin.y))),
          hn::MulAdd(m.x.z, p.x, hn::MulAdd(m.y.z, p.y, hn::MulAdd(m.z.z, p.z, m.origin.z)))};
}

HWY_INLINE Cofactors cofactors(const Affine& m) {
  const Vec3 x = cross(m.y, m.z);
  return {x, cross(m.z, m.x), cross(m.x, m.y), dot(m.x, x)};
}

HWY_INLINE Vec3 turn(const Cofactors& c, const Vec3& n) {
  return {hn::MulAdd(c.x.x, n.x, hn::MulAdd(c.y.x, n.y, hn::Mul(c.z.x, n.z))),
          hn::MulAdd(c.x.y, n.x, hn::MulAdd(c.y.y, n.y, hn::Mul(c.z.y, n.z))),
          hn::MulAdd(c.x.z, n.x, hn::MulAdd(c.y.z, n.y, hn::Mul(c.z.z, n.z)))};
}

// ---- Where single precision ends ------------------------------------------------------------------------------------------------------

HWY_INLINE hn::Mask<D> is_good(const Vec3& position, V length_squared, V determinant, const Limit& limit) {
  const V sum = hn::Abs(hn::Add(hn::Add(position.x, position.y), position.z));
  const auto is_large = hn::Gt(hn::Min(hn::Mul(hn::Abs(determinant), limit.determinant), length_squared), limit.length);
  return hn::And(is_large, hn::Lt(hn::Add(sum, length_squared), hn::Set(d, kLargest)));  // not so if anything is not a number
}

/// The same limit for this very blend, whose size is known now; its rounding is still that of the largest joint's matrix.
HWY_INLINE Limit limit_of(const Affine& m, const Limit& limit) {
  const V size = hn::Add(hn::Add(dot(m.x, m.x), dot(m.y, m.y)), dot(m.z, m.z));
  const V root = hn::Mul(limit.determinant, hn::Set(d, kFlattest / kDeterminantToLength));
  return {hn::Max(hn::Mul(size, hn::Mul(root, root)), hn::Set(d, kSmallest)), limit.determinant};
}

/// Calculates anew what that limit calls bad, too.
HWY_NOINLINE Skinned repaired(const SkinJob& job, std::size_t slot, const Skinned& skinned, const Limit& limit, V length_squared,
                              V determinant) {
  std::uint8_t good[8] = {};
  hn::StoreMaskBits(d, is_good(skinned.position, length_squared, determinant, limit), good);
  Lanes spilled[6];
  const V* from[6] = {&skinned.position.x, &skinned.position.y, &skinned.position.z,
                      &skinned.normal.x,   &skinned.normal.y,   &skinned.normal.z};
  for (int i = 0; i < 6; ++i) hn::Store(*from[i], d, spilled[i].at);
  for (std::size_t lane = 0; lane < kWidth; ++lane) {
    if ((good[0] >> lane & 1) != 0) continue;
    float number[6];
    for (int i = 0; i < 6; ++i) number[i] = spilled[i].at[lane];
    skin_exactly(job, slot + lane, number, number + 3);
    for (int i = 0; i < 6; ++i) spilled[i].at[lane] = number[i];
  }
  return {{hn::Load(d, spilled[0].at), hn::Load(d, spilled[1].at), hn::Load(d, spilled[2].at)},
          {hn::Load(d, spilled[3].at), hn::Load(d, spilled[4].at), hn::Load(d, spilled[5].at)}};
}

/// v' and n' of the vertices in slots from `slot` on.
HWY_INLINE Skinned skinned(const SkinJob& job, std::size_t slot, const Affine& m, const Cofactors& c, const Vec3& p, const Vec3& n,
                           const Limit& limit) {
  const Vec3 moved = transform(m, p), turned = turn(c, n);
  const V length_squared = dot(turned, turned);
  const V scale = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(length_squared));
  const V flip = hn::And(hn::VecFromMask(d, hn::Lt(c.determinant, hn::Zero(d))), hn::Set(d, -0.0f));
  const V signed_scale = hn::Xor(scale, flip);
  const Skinned result{moved, {hn::Mul(turned.x, signed_scale), hn::Mul(turned.y, signed_scale), hn::Mul(turned.z, signed_scale)}};
  if (HWY_LIKELY(hn::AllTrue(d, is_good(moved, length_squared, c.determinant, limit)))) return result;
  const Skinned spilled = result;  // its address is taken, not that of what stays in registers
  const Limit own = limit_of(m, limit);
  return repaired(job, slot, spilled, own, length_squared, c.determinant);
}

// ---- Output ---------------------------------------------------------------------------------------------------------------------------

template <SkinOutput kOutput>
HWY_INLINE void put(V v, float* to) {
  if constexpr (kOutput == SkinOutput::streamed) {
    hn::Stream(v, d, to);
  } else {
    hn::StoreU(v, d, to);
  }
}

/// x0 y0 z0 x1 ...
template <SkinOutput kOutput>
HWY_INLINE void put_interleaved(const Vec3& v, float* to) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  const __m256 xy = _mm256_shuffle_ps(v.x.raw, v.y.raw, _MM_SHUFFLE(2, 0, 2, 0));
  const __m256 yz = _mm256_shuffle_ps(v.y.raw, v.z.raw, _MM_SHUFFLE(3, 1, 3, 1));
  const __m256 zx = _mm256_shuffle_ps(v.z.raw, v.x.raw, _MM_SHUFFLE(3, 1, 2, 0));
  const V first{_mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0))};
  const V second{_mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0))};
  const V third{_mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1))};
  put<kOutput>(hn::ConcatLowerLower(d, second, first), to);
  put<kOutput>(hn::ConcatUpperLower(d, first, third), to + 8);
  put<kOutput>(hn::ConcatUpperUpper(d, third, second), to + 16);
#elif HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_SSSE3
  const __m128 xy = _mm_shuffle_ps(v.x.raw, v.y.raw, _MM_SHUFFLE(2, 0, 2, 0));
  const __m128 yz = _mm_shuffle_ps(v.y.raw, v.z.raw, _MM_SHUFFLE(3, 1, 3, 1));
  const __m128 zx = _mm_shuffle_ps(v.z.raw, v.x.raw, _MM_SHUFFLE(3, 1, 2, 0));
  put<kOutput>(V{_mm_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0))}, to);
  put<kOutput>(V{_mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0))}, to + 4);
  put<kOutput>(V{_mm_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1))}, to + 8);
#else
  hn::StoreInterleaved3(v.x, v.y, v.z, d, to);
#endif
}

/// Where results go.
template <SkinOutput kOutput>
struct Sink {
  float* positions;
  float* normals;
  Box box;
};

template <SkinOutput kOutput>
HWY_INLINE void put(Sink<kOutput>& sink, const Skinned& skinned) {
  add(sink.box, skinned.position);
  if constexpr (kOutput == SkinOutput::nothing) return;
  put_interleaved<kOutput>(skinned.position, sink.positions);
  put_interleaved<kOutput>(skinned.normal, sink.normals);
  sink.positions += 3 * kWidth;
  sink.normals += 3 * kWidth;
}

// ---- Runs -----------------------------------------------------------------------------------------------------------------------------

constexpr int kAny = -1;  ///< influences of a run that are known only when it is met

/// T of the first joint, and of each other one what it has more than that.
struct alignas(64) BlendTable {
  float at[kMostInfluences][16];
  Limit limit;
};

HWY_INLINE void fill(BlendTable& table, const SkinJob& job, const SkinRun& run) {
  const std::uint32_t* joint = job.joints.data() + run.first_joint;
  const float* const first = &job.skinning[joint[0]][0][0];
  PrecisionLimit limit = job.limits[joint[0]];
  for (std::size_t i = 0; i < 16; i += kWidth) hn::Store(hn::LoadU(d, first + i), d, table.at[0] + i);
  for (std::uint32_t k = 1; k < run.influences; ++k) {
    const float* const other = &job.skinning[joint[k]][0][0];
    for (std::size_t i = 0; i < 16; i += kWidth) {
      hn::Store(hn::Sub(hn::LoadU(d, other + i), hn::LoadU(d, first + i)), d, table.at[k] + i);
    }
    limit.length = std::max(limit.length, job.limits[joint[k]].length);
    limit.determinant = std::max(limit.determinant, job.limits[joint[k]].determinant);
  }
  table.limit = {hn::Set(d, limit.length), hn::Set(d, limit.determinant)};
}

HWY_INLINE Vec3 column(const float* from) { return {hn::Set(d, from[0]), hn::Set(d, from[1]), hn::Set(d, from[2])}; }

HWY_INLINE Affine first_matrix(const BlendTable& table) {
  const float* const at = table.at[0];
  return {column(at), column(at + 4), column(at + 8), column(at + 12)};
}

HWY_INLINE void add_column(V weight, const float* more, Vec3& to) {
  to = {hn::MulAdd(weight, hn::Set(d, more[0]), to.x), hn::MulAdd(weight, hn::Set(d, more[1]), to.y),
        hn::MulAdd(weight, hn::Set(d, more[2]), to.z)};
}

/// M = T_0 + sum_k w_k (T_k - T_0)
template <int kInfluences>
HWY_INLINE Affine blend(const BlendTable& table, const Lanes* weights, std::size_t lane, std::uint32_t influences) {
  Affine m = first_matrix(table);
  const std::uint32_t count = kInfluences == kAny ? influences : std::uint32_t(kInfluences);
  for (std::uint32_t k = 1; k < count; ++k) {
    const V weight = hn::Load(d, weights[k - 1].at + lane);
    add_column(weight, table.at[k], m.x);
    add_column(weight, table.at[k] + 4, m.y);
    add_column(weight, table.at[k] + 8, m.z);
    add_column(weight, table.at[k] + 12, m.origin);
  }
  return m;
}

HWY_INLINE Vec3 load(const Lanes* from, std::size_t lane) {
  return {hn::Load(d, from[0].at + lane), hn::Load(d, from[1].at + lane), hn::Load(d, from[2].at + lane)};
}

template <SkinOutput kOutput>
void copy_run(const Lanes* lanes, std::size_t groups, Sink<kOutput>& sink) {
  for (; groups > 0; --groups, lanes += 6) {
    for (std::size_t lane = 0; lane < kLanes; lane += kWidth) put(sink, {load(lanes, lane), load(lanes + 3, lane)});
  }
}

/// Groups [begin, end), all of one run and none of them loose.
template <int kInfluences, SkinOutput kOutput>
void skin_run(const SkinJob& job, const SkinRun& run, std::size_t begin, std::size_t end, Sink<kOutput>& to) {
  BlendTable table;
  fill(table, job, run);
  const Limit limit = table.limit;
  const std::size_t stride = lanes_of(run.influences);
  const Lanes* lanes = job.lanes + run.first_lanes + (begin - run.first_group) * stride;
  const Affine first = first_matrix(table);
  const Cofactors first_cofactors = cofactors(first);
  Sink<kOutput> sink = to;
  for (std::size_t group = begin; group < end; ++group, lanes += stride) {
    for (std::size_t lane = 0; lane < kLanes; lane += kWidth) {
      const Vec3 p = load(lanes, lane), n = load(lanes + 3, lane);
      const std::size_t slot = group * kLanes + lane;
      if constexpr (kInfluences == 1) {
        put(sink, skinned(job, slot, first, first_cofactors, p, n, limit));
      } else {
        const Affine m = blend<kInfluences>(table, lanes + 6, lane, run.influences);
        put(sink, skinned(job, slot, m, cofactors(m), p, n, limit));
      }
    }
  }
  to = sink;
}

template <SkinOutput kOutput>
void skin_any_run(const SkinJob& job, const SkinRun& run, std::size_t begin, std::size_t end, Sink<kOutput>& sink) {
  switch (run.influences) {
    case 0:
      return copy_run(job.lanes + run.first_lanes + (begin - run.first_group) * lanes_of(0), end - begin, sink);
    case 1:
      return skin_run<1>(job, run, begin, end, sink);
    case 2:
      return skin_run<2>(job, run, begin, end, sink);
    case 3:
      return skin_run<3>(job, run, begin, end, sink);
    case 4:
      return skin_run<4>(job, run, begin, end, sink);
    default:
      return skin_run<kAny>(job, run, begin, end, sink);
  }
}

// ---- Groups of vertices that have nothing in common -----------------------------------------------------------------------------------

struct alignas(64) Gathered {
  float matrix[kLanes][16];
  Lanes position[3], normal[3], length, determinant;
};

/// The blended matrix of one vertex and its limits; zeros, which leave it to skin_exactly(), for an uncovered vertex.
HWY_INLINE void gather_row(const SkinJob& job, std::size_t vertex, Gathered& to, std::size_t lane) {
  constexpr std::size_t kParts = 16 / kWidth;
  const std::uint32_t size = job.rows.row_size(vertex);
  const std::uint32_t* const joint = job.rows.joint.data() + job.rows.row_begin(vertex);
  const float* const weight = job.rows.weight.data() + job.rows.row_begin(vertex);
  V first[kParts], blended[kParts];
  PrecisionLimit limit;
  for (std::size_t i = 0; i < kParts; ++i) {
    first[i] = size == 0 ? hn::Zero(d) : hn::LoadU(d, &job.skinning[joint[0]][0][0] + i * kWidth);
    blended[i] = first[i];
  }
  for (std::uint32_t k = 0; k < size; ++k) {
    limit.length = std::max(limit.length, job.limits[joint[k]].length);
    limit.determinant = std::max(limit.determinant, job.limits[joint[k]].determinant);
    if (k == 0) continue;
    const float* const other = &job.skinning[joint[k]][0][0];
    const V share = hn::Set(d, weight[k]);
    for (std::size_t i = 0; i < kParts; ++i) {
      blended[i] = hn::MulAdd(share, hn::Sub(hn::LoadU(d, other + i * kWidth), first[i]), blended[i]);
    }
  }
  for (std::size_t i = 0; i < kParts; ++i) hn::Store(blended[i], d, to.matrix[lane] + i * kWidth);
  to.length.at[lane] = limit.length;
  to.determinant.at[lane] = limit.determinant;
}

HWY_INLINE void gather(const SkinJob& job, std::size_t group, Gathered& to) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t vertex = job.order[std::min(group * kLanes + lane, job.order.size() - 1)];
    gather_row(job, vertex, to, lane);
    for (int i = 0; i < 3; ++i) {
      to.position[i].at[lane] = job.positions[vertex][i];
      to.normal[i].at[lane] = job.normals[vertex][i];
    }
  }
}

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE Vec3 transposed(const float (*matrix)[16], int at) {
  return {hn::Set(d, matrix[0][at]), hn::Set(d, matrix[0][at + 1]), hn::Set(d, matrix[0][at + 2])};
}
#else
/// Four numbers of row `i`; with eight lanes also those of row i + 4.
HWY_INLINE V load_rows(const float (*matrix)[16], int i, int at) {
  if constexpr (kWidth == 8) {
    const hn::Half<D> half;
    return hn::Combine(d, hn::Load(half, matrix[i + 4] + at), hn::Load(half, matrix[i] + at));
  } else {
    return hn::Load(d, matrix[i] + at);
  }
}

/// Numbers at, at + 1, at + 2 of the rows, a row a lane.
HWY_INLINE Vec3 transposed(const float (*matrix)[16], int at) {
  static_assert(kWidth == 8 || kWidth == 4);
  const hn::RepartitionToWide<D> wide;
  const V a = load_rows(matrix, 0, at), b = load_rows(matrix, 1, at), c = load_rows(matrix, 2, at), e = load_rows(matrix, 3, at);
  const auto ab_xy = hn::BitCast(wide, hn::InterleaveLower(d, a, b)), ce_xy = hn::BitCast(wide, hn::InterleaveLower(d, c, e));
  const auto ab_z = hn::BitCast(wide, hn::InterleaveUpper(d, a, b)), ce_z = hn::BitCast(wide, hn::InterleaveUpper(d, c, e));
  return {hn::BitCast(d, hn::InterleaveLower(wide, ab_xy, ce_xy)), hn::BitCast(d, hn::InterleaveUpper(wide, ab_xy, ce_xy)),
          hn::BitCast(d, hn::InterleaveLower(wide, ab_z, ce_z))};
}
#endif

/// All eight lanes, though the last group may have fewer vertices.
template <SkinOutput kOutput>
void skin_gathered_lanes(const SkinJob& job, std::size_t group, Sink<kOutput>& sink) {
  Gathered gathered;
  gather(job, group, gathered);
  for (std::size_t lane = 0; lane < kLanes; lane += kWidth) {
    const float(*matrix)[16] = gathered.matrix + lane;
    const Affine m{transposed(matrix, 0), transposed(matrix, 4), transposed(matrix, 8), transposed(matrix, 12)};
    const Limit limit{hn::Load(d, gathered.length.at + lane), hn::Load(d, gathered.determinant.at + lane)};
    put(sink, skinned(job, group * kLanes + lane, m, cofactors(m), load(gathered.position, lane), load(gathered.normal, lane), limit));
  }
}

template <SkinOutput kOutput>
void skin_gathered(const SkinJob& job, std::size_t group, Sink<kOutput>& sink) {
  const std::size_t there = std::min(kLanes, job.order.size() - group * kLanes);
  if (there == kLanes || kOutput == SkinOutput::nothing) return skin_gathered_lanes(job, group, sink);
  float positions[3 * kLanes], normals[3 * kLanes];
  Sink<SkinOutput::cached> part{positions, normals, sink.box};
  skin_gathered_lanes(job, group, part);
  std::copy_n(positions, 3 * there, sink.positions);
  std::copy_n(normals, 3 * there, sink.normals);
  sink.box = part.box;
}

// ---- All of them ----------------------------------------------------------------------------------------------------------------------

/// Groups [begin, end) of one run.
template <SkinOutput kOutput>
void skin_part(const SkinJob& job, const SkinRun& run, std::size_t begin, std::size_t end, Sink<kOutput>& sink) {
  if (!job.has_loose) return skin_any_run(job, run, begin, end, sink);
  while (begin < end) {
    std::size_t clean = begin;
    while (clean < end && job.loose[clean] == 0) ++clean;
    if (clean > begin) skin_any_run(job, run, begin, clean, sink);
    for (begin = clean; begin < end && job.loose[begin] != 0; ++begin) skin_gathered(job, begin, sink);
  }
}

template <SkinOutput kOutput>
void skin_to(const SkinJob& job, std::size_t begin, std::size_t end, Sink<kOutput>& sink) {
  auto run = std::upper_bound(job.runs.begin(), job.runs.end(), begin,
                              [](std::size_t group, const SkinRun& other) { return group < other.first_group; });
  if (run != job.runs.begin()) --run;
  for (; run != job.runs.end() && begin < end; ++run) {
    const std::size_t run_end = std::min<std::size_t>(end, run->first_group + run->group_count);
    if (begin >= run_end) continue;
    skin_part(job, *run, begin, run_end, sink);
    begin = run_end;
  }
  for (; begin < end; ++begin) skin_gathered(job, begin, sink);
}

template <SkinOutput kOutput>
Bounds skin_and_bound(const SkinJob& job, std::size_t begin, std::size_t end, float* positions, float* normals) {
  if (begin >= end) return {};
  Sink<kOutput> sink{positions, normals, {}};
  skin_to(job, begin, end, sink);
  if constexpr (kOutput == SkinOutput::streamed) hwy::FlushStream();
  const Vec3 &low = sink.box.low, &high = sink.box.high;
  return {{hn::GetLane(hn::MinOfLanes(d, low.x)), hn::GetLane(hn::MinOfLanes(d, low.y)), hn::GetLane(hn::MinOfLanes(d, low.z))},
          {hn::GetLane(hn::MaxOfLanes(d, high.x)), hn::GetLane(hn::MaxOfLanes(d, high.y)), hn::GetLane(hn::MaxOfLanes(d, high.z))}};
}

Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output, float* positions, float* normals) {
  switch (output) {
    case SkinOutput::streamed:
      return skin_and_bound<SkinOutput::streamed>(job, begin, end, positions, normals);
    case SkinOutput::cached:
      return skin_and_bound<SkinOutput::cached>(job, begin, end, positions, normals);
    case SkinOutput::nothing:
      break;
  }
  return skin_and_bound<SkinOutput::nothing>(job, begin, end, positions, normals);
}

}  // namespace marrow::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow::fast {

HWY_EXPORT(skin_groups);

Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output, float* positions, float* normals) {
  return HWY_DYNAMIC_DISPATCH(skin_groups)(job, begin, end, output, positions, normals);
}

}  // namespace marrow::fast
#endif
