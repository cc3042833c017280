// Compiled once per instruction set; the first call chooses the machine's best.
#include <algorithm>
#include <limits>

#include "rig/fast/skin_job.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rig/fast/skin_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "rig/fast/skin_arithmetic.h"

HWY_BEFORE_NAMESPACE();
namespace marrow::fast::HWY_NAMESPACE {
namespace {

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
#elif HWY_TARGET == HWY_SSE4
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

/// Destination of results. Bounds stay in registers within a stretch, in memory between stretches.
struct Sink {
  float* positions;
  float* normals;
  Lanes low[3], high[3];
};

HWY_INLINE Vec3 load(const Lanes* from, std::size_t lane) {
  return {hn::Load(d, from[0].at + lane), hn::Load(d, from[1].at + lane),
          hn::Load(d, from[2].at + lane)};
}

HWY_INLINE void store(const Vec3& v, Lanes* to) {
  hn::Store(v.x, d, to[0].at);
  hn::Store(v.y, d, to[1].at);
  hn::Store(v.z, d, to[2].at);
}

HWY_INLINE Box box_of(const Sink& sink) { return {load(sink.low, 0), load(sink.high, 0)}; }

HWY_INLINE void keep_box(const Box& box, Sink& sink) {
  store(box.low, sink.low);
  store(box.high, sink.high);
}

template <SkinOutput kOutput>
HWY_INLINE void put_position(const Vec3& position, Box& box, Sink& sink) {
  add(box, position);
  if constexpr (kOutput == SkinOutput::nothing) return;
  put_interleaved<kOutput>(position, sink.positions);
  sink.positions += 3 * kWidth;
}

template <SkinOutput kOutput>
HWY_INLINE void put_normal(const Vec3& normal, Sink& sink) {
  if constexpr (kOutput == SkinOutput::nothing) return;
  put_interleaved<kOutput>(normal, sink.normals);
  sink.normals += 3 * kWidth;
}

template <SkinOutput kOutput>
HWY_INLINE void put(const Skinned& skinned, Box& box, Sink& sink) {
  put_position<kOutput>(skinned.position, box, sink);
  put_normal<kOutput>(skinned.normal, sink);
}

/// Writes normals one group late: the latency of their lengths overlaps with the arithmetic of the
/// next group. Unused for centers, because a rotation keeps lengths.
struct Late {
  Turned turned;
  Limit limit;
  std::size_t slot;
  bool is_there;
};

HWY_INLINE Late nothing_late() {
  const V zero = hn::Zero(d);
  return {{{zero, zero, zero}, zero}, {zero, zero}, 0, false};
}

template <SkinOutput kOutput>
HWY_INLINE void put_late(const SkinJob& job, const Late& late, Sink& sink) {
  if (!late.is_there) return;
  const V zero = hn::Zero(d);
  put_normal<kOutput>(
      skinned<true>(job, late.slot, {zero, zero, zero}, late.turned, late.limit).normal, sink);
}

constexpr int kAny = -1;  ///< for runs whose number of influences is known only at run time

/// Numbers of the first joint, and the differences of the other joints from them.
struct alignas(64) JointTable {
  float at[kMostInfluences][16];
};

/// Input of the blend of one run.
struct BlendTable {
  JointTable matrices, turns;  ///< `turns`: for centers only
  float size;                  ///< the largest T's (JointMatrix)
  float rotation_size;         ///< equal to size, or infinity if a matrix is stretched
  bool is_stretched;
};

/// Masks for Xor: kTurned negates the numbers that change sign with a dual quaternion.
alignas(64) constexpr float kUnturned[16] = {};
alignas(64) constexpr float kTurned[16] = {-0.0f, -0.0f, -0.0f, 0.0f,  -0.0f, -0.0f, -0.0f, -0.0f,
                                           0.0f,  0.0f,  0.0f,  -0.0f, 0.0f,  0.0f,  0.0f,  0.0f};
HWY_INLINE const float* signs_beside(const JointMatrix* quaternions, std::uint32_t first,
                                     std::uint32_t other) {
  return is_turned(quaternions[first], quaternions[other]) ? kTurned : kUnturned;
}

/// kIsDual: `numbers` belong to dual quaternions, which have signs.
template <bool kIsDual>
HWY_INLINE void fill(JointTable& table, const JointMatrix* numbers, const std::uint32_t* joint,
                     std::uint32_t influences) {
  const float* const first = numbers[joint[0]].at;
  for (std::size_t i = 0; i < 16; i += kWidth)
    hn::Store(hn::Load(d, first + i), d, table.at[0] + i);
  for (std::uint32_t k = 1; k < influences; ++k) {
    const float* const other = numbers[joint[k]].at;
    [[maybe_unused]] const float* const signs =
        kIsDual ? signs_beside(numbers, joint[0], joint[k]) : kUnturned;
    for (std::size_t i = 0; i < 16; i += kWidth) {
      V its = hn::Load(d, other + i);
      if constexpr (kIsDual) its = hn::Xor(its, hn::Load(d, signs + i));
      hn::Store(hn::Sub(its, hn::Load(d, first + i)), d, table.at[k] + i);
    }
  }
}

template <Blend kBlend>
HWY_INLINE void fill(BlendTable& table, const SkinJob& job, const SkinRun& run,
                     std::uint32_t influences) {
  const std::uint32_t* const joint = job.joints.data() + run.first_joint;
  fill<kBlend == Blend::dual_quaternion>(table.matrices, job.matrices, joint, influences);
  if constexpr (kBlend == Blend::centers)
    fill<true>(table.turns, job.quaternions, joint, influences);
  table.size = 0.0f;
  table.is_stretched = false;
  for (std::uint32_t k = 0; k < influences; ++k) {
    table.size = std::max(table.size, job.matrices[joint[k]].at[JointMatrix::kSize]);
    if constexpr (kBlend != Blend::linear) table.is_stretched |= job.motions[joint[k]].is_stretched;
  }
  table.rotation_size = table.is_stretched ? std::numeric_limits<float>::infinity() : table.size;
}

HWY_INLINE Vec3 column(const float* from) {
  return {hn::Set(d, from[0]), hn::Set(d, from[1]), hn::Set(d, from[2])};
}

HWY_INLINE void add_column(V weight, const float* more, Vec3& to) {
  to = {hn::MulAdd(weight, hn::Set(d, more[0]), to.x),
        hn::MulAdd(weight, hn::Set(d, more[1]), to.y),
        hn::MulAdd(weight, hn::Set(d, more[2]), to.z)};
}

/// M = T_0 + sum_k w_k (T_k - T_0)
template <int kInfluences>
HWY_INLINE Affine blend_linear(const JointTable& table, const Lanes* weights, std::size_t lane,
                               std::uint32_t influences) {
  const float* const at = table.at[0];
  Affine m{column(at), column(at + 4), column(at + 8), column(at + 12)};
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

/// Means of dual quaternions and, where there are any, of stretches; then the matrix of both.
template <int kInfluences>
HWY_INLINE Affine blend_dual(const JointTable& table, bool is_stretched, const Lanes* weights,
                             std::size_t lane, std::uint32_t influences) {
  constexpr std::size_t kRealW = JointMatrix::kRealW, kDualW = JointMatrix::kDualW;
  const float* const at = table.at[0];
  Dual q{column(at), column(at + 4), hn::Set(d, at[kRealW]), hn::Set(d, at[kDualW])};
  const std::uint32_t count = kInfluences == kAny ? influences : std::uint32_t(kInfluences);
  for (std::uint32_t k = 1; k < count; ++k) {
    const V weight = hn::Load(d, weights[k - 1].at + lane);
    add_column(weight, table.at[k], q.real);
    add_column(weight, table.at[k] + 4, q.dual);
    q.real_w = hn::MulAdd(weight, hn::Set(d, table.at[k][kRealW]), q.real_w);
    q.dual_w = hn::MulAdd(weight, hn::Set(d, table.at[k][kDualW]), q.dual_w);
  }
  const Affine motion = motion_of(q);
  if (!is_stretched) return motion;
  Vec3 diagonal = column(at + 8), beside = column(at + 12);
  for (std::uint32_t k = 1; k < count; ++k) {
    const V weight = hn::Load(d, weights[k - 1].at + lane);
    add_column(weight, table.at[k] + 8, diagonal);
    add_column(weight, table.at[k] + 12, beside);
  }
  return stretched(motion, diagonal, beside);
}

template <int kInfluences, Blend kBlend>
HWY_INLINE Affine blend(const BlendTable& table, const Lanes* weights, std::size_t lane,
                        std::uint32_t influences) {
  if constexpr (kBlend == Blend::dual_quaternion)
    return blend_dual<kInfluences>(table.matrices, table.is_stretched, weights, lane, influences);
  return blend_linear<kInfluences>(table.matrices, weights, lane, influences);
}

template <int kInfluences>
HWY_INLINE Centered blend_centered(const BlendTable& table, const Lanes* weights, std::size_t lane,
                                   std::uint32_t influences) {
  return {blend_dual<kInfluences>(table.turns, table.is_stretched, weights, lane, influences),
          blend_linear<kInfluences>(table.matrices, weights, lane, influences),
          hn::Le(hn::Set(d, table.rotation_size), hn::Set(d, kLargestSize))};
}

/// Keeps the compiler from loading the whole table before a loop and spilling it.
HWY_INLINE const BlendTable* unknown(const BlendTable* table) {
#if HWY_COMPILER_GCC
  asm("" : "+r"(table));
#endif
  return table;
}

/// Groups for one loop: none is loose; all runs have equally many influences, or more than 4.
struct Stretch {
  const SkinRun* run;  ///< the run of group `begin`
  std::size_t begin, end;
};

HWY_INLINE const Lanes* lanes_at(const SkinJob& job, const SkinRun& run, std::size_t group) {
  return job.lanes + run.first_lanes + (group - run.first_group) * lanes_of(run.influences);
}

template <SkinOutput kOutput>
void copy_stretch(const SkinJob& job, const Stretch& stretch, Sink& sink) {
  const Lanes* lanes = lanes_at(job, *stretch.run, stretch.begin);  // only one run has no joints
  Box box = box_of(sink);
  for (std::size_t group = stretch.begin; group < stretch.end; ++group, lanes += lanes_of(0)) {
    for (std::size_t lane = 0; lane < kLanes; lane += kWidth)
      put<kOutput>({load(lanes, lane), load(lanes + 3, lane)}, box, sink);
  }
  keep_box(box, sink);
}

HWY_INLINE const Lanes* centers_at(const SkinJob& job, std::size_t group) {
  return job.center_lanes + group * kCenterLanes;
}

/// The hardware does not prefetch across pages, and a group takes too long to overlap the next one.
HWY_INLINE void fetch_ahead(const Lanes* lanes, std::size_t stride) {
  constexpr std::size_t kAhead = 2048;  // bytes
  const char* const from = reinterpret_cast<const char*>(lanes) + kAhead;
  for (std::size_t byte = 0; byte < stride * sizeof(Lanes); byte += 64) hwy::Prefetch(from + byte);
}

/// Skins the groups [begin, end) of one run.
template <int kInfluences, Blend kBlend, SkinOutput kOutput>
HWY_INLINE void skin_run(const SkinJob& job, const SkinRun& run, std::size_t begin, std::size_t end,
                         Box& box, Sink& sink, Late& late) {
  BlendTable table;
  fill<kBlend>(table, job, run, kInfluences == kAny ? run.influences : std::uint32_t(kInfluences));
  const Limit limit = limit_of(hn::Set(d, table.size));
  const Affine first = blend<1, kBlend>(table, nullptr, 0, 1);
  const Cofactors first_cofactors = cofactors(first);
  const std::size_t stride =
      lanes_of(kInfluences == kAny ? run.influences : std::uint32_t(kInfluences));
  const Lanes* lanes = lanes_at(job, run, begin);
  for (std::size_t group = begin; group < end; ++group, lanes += stride) {
    fetch_ahead(lanes, stride);
    if constexpr (kBlend == Blend::centers) fetch_ahead(centers_at(job, group), kCenterLanes);
    for (std::size_t lane = 0; lane < kLanes; lane += kWidth) {
      const std::size_t slot = group * kLanes + lane;
      const BlendTable& numbers = *unknown(&table);
      if constexpr (kBlend == Blend::centers) {
        const Vec3 p = load(lanes, lane), n = load(lanes + 3, lane),
                   center = load(centers_at(job, group), lane);
        const Centered by = blend_centered<kInfluences>(numbers, lanes + 6, lane, run.influences);
        if constexpr (kOutput == SkinOutput::nothing) {
          add(box, moved_about(by, arm_of(p, center), center));
        } else {
          put<kOutput>(skinned_about<true>(job, slot, by, center, p, n, limit), box, sink);
        }
      } else {
        const Affine m = kInfluences == 1
                             ? first
                             : blend<kInfluences, kBlend>(numbers, lanes + 6, lane, run.influences);
        put_position<kOutput>(transform(m, load(lanes, lane)), box, sink);
        if constexpr (kOutput == SkinOutput::nothing) continue;
        const Cofactors c = kInfluences == 1 ? first_cofactors : cofactors(m);
        const Turned turned = turned_by(m, c, load(lanes + 3, lane));
        put_late<kOutput>(job, late, sink);
        late = {turned, limit, slot, true};
      }
    }
  }
}

/// Not inlined: together the loops of all stretches would need more registers than there are.
template <int kInfluences, Blend kBlend, SkinOutput kOutput>
HWY_NOINLINE void skin_stretch(const SkinJob& job, const Stretch& stretch, Sink& to) {
  Box box = box_of(to);
  Sink sink;
  sink.positions = to.positions, sink.normals = to.normals;
  Late late = nothing_late();
  const SkinRun* run = stretch.run;
  for (std::size_t begin = stretch.begin; begin < stretch.end; ++run) {
    const std::size_t end = std::min<std::size_t>(stretch.end, run->first_group + run->group_count);
    skin_run<kInfluences, kBlend, kOutput>(job, *run, begin, end, box, sink, late);
    begin = end;
  }
  put_late<kOutput>(job, late, sink);
  to.positions = sink.positions, to.normals = sink.normals;
  keep_box(box, to);
}

template <Blend kBlend, SkinOutput kOutput>
void skin_any_stretch(const SkinJob& job, const Stretch& stretch, Sink& sink) {
  switch (stretch.run->influences) {
    case 0:
      return copy_stretch<kOutput>(job, stretch, sink);
    case 1: {
      // A vertex of one joint has no center.
      constexpr Blend kOfOne = kBlend == Blend::centers ? Blend::linear : kBlend;
      return skin_stretch<1, kOfOne, kOutput>(job, stretch, sink);
    }
    case 2:
      return skin_stretch<2, kBlend, kOutput>(job, stretch, sink);
    case 3:
      return skin_stretch<3, kBlend, kOutput>(job, stretch, sink);
    case 4:
      return skin_stretch<4, kBlend, kOutput>(job, stretch, sink);
    default:
      return skin_stretch<kAny, kBlend, kOutput>(job, stretch, sink);
  }
}

/// Groups are gathered before any of them is skinned, so that their latencies overlap.
constexpr std::size_t kMostGathered = 8;

/// Blended numbers of groups, one row per vertex; laid out as in JointMatrix, except that the size
/// is the largest of the row.
struct alignas(64) Gathered {
  float matrix[kMostGathered * kLanes][16];
  float turn[kMostGathered * kLanes][16];  ///< for centers
};

/// At most kMostGathered consecutive gathered groups, with their bind positions and normals.
struct Gathering {
  std::size_t begin, end;
  const Lanes* lanes;
  std::size_t stride;  ///< lanes from one group to the next
};

/// Writes the mean of the row's `numbers`. kIsDual: see fill(). An uncovered vertex gets zeros,
/// which leave it to skin_exactly().
template <bool kIsDual>
HWY_INLINE void gather_row(const SkinJob& job, const JointMatrix* numbers, std::size_t vertex,
                           float* to) {
  const hn::CappedTag<float, 16> whole;
  using Part = hn::Vec<decltype(whole)>;
  constexpr std::size_t kPart = hn::MaxLanes(whole), kParts = 16 / kPart,
                        kSizePart = JointMatrix::kSize / kPart;
  alignas(64) constexpr float kIsSize[16] = {0.0f, 0.0f, 0.0f, 1.0f};
  const std::uint32_t row = job.rows.row_begin(vertex), size = job.rows.row_size(vertex);
  if (size == 0) {
    std::fill_n(to, 16, 0.0f);
    return;
  }
  const std::uint32_t* const joint = job.rows.joint.data() + row;
  const float* const weight = job.rows.weight.data() + row;
  const float* const first = numbers[joint[0]].at;
  // Signs are relative to the heaviest joint. All flip if the first is negative: an equal motion.
  std::uint32_t heaviest = joint[0];
  if constexpr (kIsDual) heaviest = joint[std::max_element(weight, weight + size) - weight];
  [[maybe_unused]] const bool is_first_turned =
      kIsDual && signs_beside(numbers, heaviest, joint[0]) == kTurned;
  Part blended[kParts], largest = hn::Load(whole, first + kSizePart * kPart);
  for (std::size_t i = 0; i < kParts; ++i) blended[i] = hn::Load(whole, first + i * kPart);
  for (std::uint32_t k = 1; k < size; ++k) {
    const float* const other = numbers[joint[k]].at;
    [[maybe_unused]] const float* signs = kUnturned;
    if constexpr (kIsDual) {
      const bool is_turned = signs_beside(numbers, heaviest, joint[k]) == kTurned;
      if (is_turned != is_first_turned) signs = kTurned;
    }
    const Part share = hn::Set(whole, weight[k]);
    for (std::size_t i = 0; i < kParts; ++i) {
      Part its = hn::Load(whole, other + i * kPart);
      if constexpr (kIsDual) its = hn::Xor(its, hn::Load(whole, signs + i * kPart));
      blended[i] = hn::MulAdd(share, hn::Sub(its, hn::Load(whole, first + i * kPart)), blended[i]);
    }
    largest = hn::Max(largest, hn::Load(whole, other + kSizePart * kPart));
  }
  const auto is_size = hn::Gt(hn::Load(whole, kIsSize + kSizePart * kPart), hn::Zero(whole));
  blended[kSizePart] = hn::IfThenElse(is_size, largest, blended[kSizePart]);
  for (std::size_t i = 0; i < kParts; ++i) hn::Store(blended[i], whole, to + i * kPart);
}

template <Blend kBlend>
HWY_NOINLINE void gather(const SkinJob& job, const Gathering& gathering, Gathered& to) {
  const std::size_t first = gathering.begin * kLanes, count = gathering.end * kLanes - first,
                    last = job.order.size() - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t vertex = job.order[std::min(first + i, last)];
    gather_row<kBlend == Blend::dual_quaternion>(job, job.matrices, vertex, to.matrix[i]);
    if constexpr (kBlend == Blend::centers)
      gather_row<true>(job, job.quaternions, vertex, to.turn[i]);
  }
}

/// Columns of a matrix whose rows are lanes.
struct Columns {
  V x, y, z, w;
};

/// Elements `at` to at + 3 of the rows that begin with `matrix`, as columns.
HWY_INLINE Columns transposed(const float (*matrix)[16], std::size_t at) {
#if HWY_TARGET == HWY_SCALAR
  const float* const from = matrix[0] + at;
  return {hn::Load(d, from), hn::Load(d, from + 1), hn::Load(d, from + 2), hn::Load(d, from + 3)};
#else
  // With eight lanes, also loads the lane that is four further on.
  static_assert(kWidth == 8 || kWidth == 4);
  const auto load_lane = [&](std::size_t lane) HWY_ATTR {
    if constexpr (kWidth == 8) {
      const hn::Half<D> half;
      return hn::Combine(d, hn::Load(half, matrix[lane + 4] + at),
                         hn::Load(half, matrix[lane] + at));
    } else {
      return hn::Load(d, matrix[lane] + at);
    }
  };
  const hn::RepartitionToWide<D> wide;
  const V a = load_lane(0), b = load_lane(1), c = load_lane(2), e = load_lane(3);
  const auto ab_xy = hn::BitCast(wide, hn::InterleaveLower(d, a, b)),
             ce_xy = hn::BitCast(wide, hn::InterleaveLower(d, c, e));
  const auto ab_zw = hn::BitCast(wide, hn::InterleaveUpper(d, a, b)),
             ce_zw = hn::BitCast(wide, hn::InterleaveUpper(d, c, e));
  return {hn::BitCast(d, hn::InterleaveLower(wide, ab_xy, ce_xy)),
          hn::BitCast(d, hn::InterleaveUpper(wide, ab_xy, ce_xy)),
          hn::BitCast(d, hn::InterleaveLower(wide, ab_zw, ce_zw)),
          hn::BitCast(d, hn::InterleaveUpper(wide, ab_zw, ce_zw))};
#endif
}

HWY_INLINE Vec3 xyz(const Columns& columns) { return {columns.x, columns.y, columns.z}; }

/// Gathered numbers of as many vertices as a vector has lanes.
struct GatheredLanes {
  Columns x, y, z, w;

  Affine linear() const { return {xyz(x), xyz(y), xyz(z), xyz(w)}; }
  HWY_INLINE Affine dual(bool is_stretched) const {
    const Affine m = motion_of({xyz(x), xyz(y), y.w, z.w});
    return is_stretched ? stretched(m, xyz(z), xyz(w)) : m;
  }
};

HWY_INLINE GatheredLanes gathered_lanes(const float (*rows)[16]) {
  return {transposed(rows, 0), transposed(rows, 4), transposed(rows, 8), transposed(rows, 12)};
}

/// Skins lanes of a gathered group, from `lane` on. `first`: the group's first row in `gathered`.
HWY_INLINE Skinned skin_gathered_lanes(const SkinJob& job, std::size_t group, const Lanes* lanes,
                                       const Gathered& gathered, std::size_t first,
                                       std::size_t lane) {
  const GatheredLanes numbers = gathered_lanes(gathered.matrix + first + lane);
  const Vec3 p = load(lanes, lane), n = load(lanes + 3, lane);
  const Limit limit = limit_of(numbers.x.w);
  const std::size_t slot = group * kLanes + lane;
  if (!job.center_lanes) {
    const Affine m = job.motions.empty() ? numbers.linear() : numbers.dual(job.is_stretched);
    return skinned<false>(job, slot, transform(m, p), turned_by(m, cofactors(m), n), limit);
  }
  const GatheredLanes turns = gathered_lanes(gathered.turn + first + lane);
  const Centered by{turns.dual(job.is_stretched), numbers.linear(),
                    hn::Le(turns.x.w, hn::Set(d, kLargestSize))};
  return skinned_about<false>(job, slot, by, load(centers_at(job, group), lane), p, n, limit);
}

/// Skins all eight lanes of a group, even if it has fewer vertices. `first`: the group's first row
/// in `gathered`.
template <SkinOutput kOutput>
HWY_INLINE void skin_lanes(const SkinJob& job, std::size_t group, const Lanes* lanes,
                           const Gathered& gathered, std::size_t first, Box& box, Sink& sink) {
  for (std::size_t lane = 0; lane < kLanes; lane += kWidth)
    put<kOutput>(skin_gathered_lanes(job, group, lanes, gathered, first, lane), box, sink);
}

/// Writes the first `there` vertices of a group.
HWY_INLINE void skin_part_of_lanes(const SkinJob& job, std::size_t group, const Lanes* lanes,
                                   const Gathered& gathered, std::size_t first, Box& box,
                                   const Sink& sink, std::size_t there) {
  float part[2][3 * kLanes];
  Sink whole;
  whole.positions = part[0], whole.normals = part[1];
  skin_lanes<SkinOutput::cached>(job, group, lanes, gathered, first, box, whole);
  std::copy_n(part[0], 3 * there, sink.positions);
  std::copy_n(part[1], 3 * there, sink.normals);
}

template <SkinOutput kOutput>
void skin_gathered(const SkinJob& job, const Gathering& gathering, Sink& sink) {
  Gathered gathered;
  switch (job.blend) {
    case Blend::dual_quaternion:
      gather<Blend::dual_quaternion>(job, gathering, gathered);
      break;
    case Blend::centers:
      gather<Blend::centers>(job, gathering, gathered);
      break;
    default:
      gather<Blend::linear>(job, gathering, gathered);
  }
  Box box = box_of(sink);
  for (std::size_t i = 0; i < gathering.end - gathering.begin; ++i) {
    const std::size_t group = gathering.begin + i,
                      there = std::min(kLanes, job.order.size() - group * kLanes);
    const Lanes* const lanes = gathering.lanes + i * gathering.stride;
    if (there == kLanes || kOutput == SkinOutput::nothing) {
      skin_lanes<kOutput>(job, group, lanes, gathered, i * kLanes, box, sink);
    } else {
      skin_part_of_lanes(job, group, lanes, gathered, i * kLanes, box, sink, there);
    }
  }
  keep_box(box, sink);
}

/// The longest stretch that begins with group `begin`, which belongs to `run` and is not loose.
Stretch stretch_at(const SkinJob& job, const SkinRun* run, std::size_t begin, std::size_t end) {
  end = std::min(end, job.run_groups);
  if (job.has_loose)
    end = std::size_t(std::find_if(job.loose.begin() + std::ptrdiff_t(begin),
                                   job.loose.begin() + std::ptrdiff_t(end),
                                   [](std::uint8_t loose) { return loose != 0; }) -
                      job.loose.begin());
  const auto is_alike = [](std::uint32_t a, std::uint32_t b) { return a == b || (a > 4 && b > 4); };
  const SkinRun* last = run;
  while (last->first_group + last->group_count < end &&
         is_alike(last[1].influences, run->influences))
    ++last;
  return {run, begin, std::min<std::size_t>(end, last->first_group + last->group_count)};
}

/// The groups to gather from `begin` on; none if `begin` is not gathered. `run`: the run of
/// `begin`, or the end of the runs.
Gathering gathering_at(const SkinJob& job, const SkinRun* run, std::size_t begin, std::size_t end) {
  const bool is_behind = begin >= job.run_groups;
  const std::size_t limit =
      is_behind ? end : std::min<std::size_t>(end, run->first_group + run->group_count);
  std::size_t last = begin;
  while (last < std::min(limit, begin + kMostGathered) &&
         (is_behind || !job.is_small || job.loose[last] != 0))
    ++last;
  if (is_behind)
    return {begin, last, job.behind + (begin - job.run_groups) * lanes_of(0), lanes_of(0)};
  return {begin, last, lanes_at(job, *run, begin), lanes_of(run->influences)};
}

template <SkinOutput kOutput>
void skin_to(const SkinJob& job, std::size_t begin, std::size_t end, Sink& sink) {
  const auto is_before = [](std::size_t group, const SkinRun& other) {
    return group < other.first_group;
  };
  const SkinRun* run =
      std::upper_bound(job.runs.data(), job.runs.data() + job.runs.size(), begin, is_before);
  if (run != job.runs.data()) --run;
  while (begin < end) {
    while (begin < job.run_groups && begin >= run->first_group + run->group_count) ++run;
    const Gathering gathering = gathering_at(job, run, begin, end);
    if (gathering.end > begin) {
      skin_gathered<kOutput>(job, gathering, sink);
      begin = gathering.end;
      continue;
    }
    const Stretch stretch = stretch_at(job, run, begin, end);
    switch (job.blend) {
      case Blend::dual_quaternion:
        skin_any_stretch<Blend::dual_quaternion, kOutput>(job, stretch, sink);
        break;
      case Blend::centers:
        skin_any_stretch<Blend::centers, kOutput>(job, stretch, sink);
        break;
      default:
        skin_any_stretch<Blend::linear, kOutput>(job, stretch, sink);
    }
    begin = stretch.end;
  }
}

template <SkinOutput kOutput>
Bounds skin_and_bound(const SkinJob& job, std::size_t begin, std::size_t end, float* positions,
                      float* normals) {
  if (begin >= end) return {};
  const V highest = hn::Set(d, hwy::HighestValue<float>()),
          lowest = hn::Set(d, hwy::LowestValue<float>());
  Sink sink;
  sink.positions = positions, sink.normals = normals;
  keep_box({{highest, highest, highest}, {lowest, lowest, lowest}}, sink);
  skin_to<kOutput>(job, begin, end, sink);
  if constexpr (kOutput == SkinOutput::streamed) hwy::FlushStream();
  const auto [low, high] = box_of(sink);
  return {{hn::GetLane(hn::MinOfLanes(d, low.x)), hn::GetLane(hn::MinOfLanes(d, low.y)),
           hn::GetLane(hn::MinOfLanes(d, low.z))},
          {hn::GetLane(hn::MaxOfLanes(d, high.x)), hn::GetLane(hn::MaxOfLanes(d, high.y)),
           hn::GetLane(hn::MaxOfLanes(d, high.z))}};
}

Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output,
                   float* positions, float* normals) {
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

}  // namespace
}  // namespace marrow::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow::fast {

HWY_EXPORT(skin_groups);

Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output,
                   float* positions, float* normals) {
  return HWY_DYNAMIC_DISPATCH(skin_groups)(job, begin, end, output, positions, normals);
}

}  // namespace marrow::fast
#endif
