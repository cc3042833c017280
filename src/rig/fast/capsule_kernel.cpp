#include "rig/fast/capsule_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rig/fast/capsule_kernel.cpp"
#include <algorithm>
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "rig/fast/capsule_lanes.h"
#include "rig/rig_check.h"

HWY_BEFORE_NAMESPACE();
namespace marrow::fast::HWY_NAMESPACE {
namespace {

std::uint64_t distances(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t block,
                        std::size_t joint, float* distance) {
  return block_distances(blocks.blocks()[block], blocks.vertices_of(block), table, joint, distance);
}

HWY_INLINE bool is_moved(const CapsuleTable& before, const CapsuleTable& after, std::size_t j) {
  return before.joints[j].start != after.joints[j].start ||
         before.joints[j].end != after.joints[j].end;
}

/// For changes of radii only: a distance changes only near one of the surfaces, where the
/// textbook's steps computed it.
template <bool kTapered>
HWY_INLINE Difference compare_radii(const VertexBlock& block, const CapsuleTable& before,
                                    const CapsuleTable& after, std::size_t j) {
  const Bone bone = bone_of(after, j);
  const Limits<kTapered> limits_before(before, j), limits_after(after, j);
  Difference difference{0, 0, 0};
  std::uint64_t unsure = 0;
  for (std::size_t i = 0; i < kSize; i += kLanes) {
    const Nearest nearest = nearest_on(block, i, bone);
    const auto held_before = limits_before.is_in_capsule(nearest),
               held_after = limits_after.is_in_capsule(nearest);
    const auto unsure_lanes = hn::Or(hn::AndNot(limits_before.is_below(nearest), held_before),
                                     hn::AndNot(limits_after.is_below(nearest), held_after));
    difference.before |= bits_of(held_before) << i;
    difference.after |= bits_of(held_after) << i;
    unsure |= bits_of(unsure_lanes) << i;
  }
  if (HWY_UNLIKELY(unsure != 0)) {
    float unused[kSize];
    difference.before = decide(block, before.joints[j], unsure, difference.before, unused);
    difference.after = decide(block, after.joints[j], unsure, difference.after, unused);
  }
  difference.different = (difference.before ^ difference.after) | (unsure & difference.after);
  return difference;
}

/// The bits of block_distances without computing the distances.
template <bool kTapered>
HWY_INLINE std::uint64_t held_bits(const VertexBlock& block, std::size_t vertices,
                                   const CapsuleTable& table, std::size_t j) {
  const Bone bone = bone_of(table, j);
  const Limits<kTapered> limits(table, j);
  std::uint64_t held = 0, sure = 0;
  for (std::size_t i = 0; i < kSize; i += kLanes) {
    const Nearest nearest = nearest_on(block, i, bone);
    held |= bits_of(limits.is_in_capsule(nearest)) << i;
    sure |= bits_of(limits.is_below(nearest)) << i;
  }
  std::uint64_t unsure = held ^ sure;
  if (table.is_exact[j] != 0.0f) unsure = first_bits(vertices);
  if (HWY_LIKELY(unsure == 0)) return held;
  float unused[kSize];
  return decide(block, table.joints[j], unsure, held, unused);
}

template <bool kTapered>
HWY_INLINE Difference compare_by(const VertexBlocks& blocks, const CapsuleTable& before,
                                 const CapsuleTable& after, std::size_t b, std::size_t j) {
  const VertexBlock& block = blocks.blocks()[b];
  const bool is_any_exact = before.is_exact[j] != 0.0f || after.is_exact[j] != 0.0f;
  Difference difference;
  if (!is_moved(before, after, j) && !is_any_exact && before.can_hold(j) && after.can_hold(j)) {
    difference = compare_radii<kTapered>(block, before, after, j);
    if (choice_row(after.falloff).at_surface == AtSurface::jumps) return difference;
  } else {
    difference.before = held_bits<kTapered>(block, blocks.vertices_of(b), before, j);
    difference.after = held_bits<kTapered>(block, blocks.vertices_of(b), after, j);
  }
  difference.different = difference.before | difference.after;
  return difference;
}

Difference compare(const VertexBlocks& blocks, const CapsuleTable& before,
                   const CapsuleTable& after, std::size_t b, std::size_t j) {
  const bool is_tapered = before.taper[j] != 0.0f || after.taper[j] != 0.0f;
  return HWY_UNLIKELY(is_tapered) ? compare_by<true>(blocks, before, after, b, j)
                                  : compare_by<false>(blocks, before, after, b, j);
}

/// Bits of the capsules or spheres that are not certainly too far; NaN counts as near.
template <class Radius>
HWY_INLINE std::uint64_t near_bits(F squared, Radius radius) {
  return bits_of(hn::Not(hn::Gt(hn::Sqrt(squared), radius)));
}

/// The capsules that may overlap a sphere, copied into separate arrays.
class Candidates {
 public:
  Candidates(const CapsuleTable& table, BindScratch& scratch)
      : table_(table),
        numbers_(scratch.candidate_numbers.data()->values),
        stride_((table.size() + kLanes + 15) / 16 * 16),
        joint_(scratch.candidates.data()) {}

  /// Chooses candidates from all capsules: those that may hold a vertex in the sphere.
  void take(const Spheres& spheres, std::size_t at) {
    count_ = 0;
    const F x = hn::Set(kFloats, spheres.x[at]), y = hn::Set(kFloats, spheres.y[at]),
            z = hn::Set(kFloats, spheres.z[at]);
    const F radius = hn::Set(kFloats, spheres.radius[at]);
    const float* const from[kArrays] = {table_.x,
                                        table_.y,
                                        table_.z,
                                        table_.along_x,
                                        table_.along_y,
                                        table_.along_z,
                                        table_.inverse_length_squared,
                                        table_.farthest};
    for (std::size_t j = 0; j < table_.size(); j += kLanes) {
      const auto load = [&](std::size_t array) { return hn::LoadU(kFloats, from[array] + j); };
      const Bone bones{load(0), load(1), load(2), load(3), load(4), load(5), load(6)};
      for (std::uint64_t bits =
               near_bits(squared_distance(x, y, z, bones), hn::Add(load(7), radius));
           bits != 0; bits &= bits - 1) {
        const std::size_t joint = j + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits);
        if (joint >= table_.size()) break;
        for (std::size_t a = 0; a < kArrays; ++a) numbers_[a * stride_ + count_] = from[a][joint];
        joint_[count_++] = std::uint32_t(joint);
      }
    }
  }

  /// Chooses from the candidates; writes the joints, ascending, and returns their number.
  HWY_INLINE std::size_t near(const Spheres& spheres, std::size_t at,
                              std::uint32_t* HWY_RESTRICT joints) const {
    std::size_t found = 0;
    const F x = hn::Set(kFloats, spheres.x[at]), y = hn::Set(kFloats, spheres.y[at]),
            z = hn::Set(kFloats, spheres.z[at]);
    const F radius = hn::Set(kFloats, spheres.radius[at]);
    for (std::size_t c = 0; c < count_; c += kLanes) {
      const auto load = [&](std::size_t array) {
        return hn::Load(kFloats, numbers_ + array * stride_ + c);
      };
      const Bone bones{load(0), load(1), load(2), load(3), load(4), load(5), load(6)};
      std::uint64_t bits = near_bits(squared_distance(x, y, z, bones), hn::Add(load(7), radius));
      if (count_ - c < kLanes) bits &= first_bits(count_ - c);
      for (; bits != 0; bits &= bits - 1)
        joints[found++] = joint_[c + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits)];
    }
    return found;
  }

 private:
  static constexpr std::size_t kArrays = 8;
  const CapsuleTable& table_;
  float* const numbers_;
  const std::size_t stride_;
  std::uint32_t* const joint_;
  std::size_t count_ = 0;
};

/// Writes the rows of blocks, one after the other.
template <Falloff kFalloff>
class Binder {
 public:
  Binder(const VertexBlocks& blocks, const CapsuleTable& table, RangeRows& out)
      : blocks_(blocks),
        table_(table),
        out_(out),
        scratch_(fitted(out.scratch, table.size())),
        candidates_(table, out.scratch) {
    const std::size_t sizes = std::max<std::size_t>(5, table.size() + 1);
    if (out_.histogram.size() < sizes) out_.histogram.resize(sizes, 0);
    if (out_.captured.size() < table.size()) out_.captured.resize(table.size(), 0);
  }

  void bind(const std::uint32_t* list, std::size_t count) {
    out_.size = 0;
    if (out_.rows.size() < count * kSize) out_.rows.resize(count * kSize);
    Influences::Row* rows = out_.rows.data();
    std::size_t group = ~std::size_t(0);
    for (std::size_t n = 0; n < count; ++n, rows += kSize) {
      if (list[n] / VertexBlocks::kGroup != group) {
        group = list[n] / VertexBlocks::kGroup;
        candidates_.take(blocks_.group_spheres(), group);
      }
      bind_block(list[n], rows);
    }
  }

 private:
  static BindScratch& fitted(BindScratch& scratch, std::size_t joints) {
    scratch.fit(joints);
    return scratch;
  }

  struct Entries {
    std::uint32_t* joint;
    float *weight, *distance;
  };
  HWY_INLINE Entries entries() {
    return {out_.joint.data(), out_.weight.data(), out_.distance.data()};
  }
  HWY_INLINE float* weights() { return scratch_.weights.data()->values; }  ///< kLanes per slot
  /// 8 kLanes numbers for each four slots: rows of distances, then rows of weights.
  HWY_INLINE float* turned() { return scratch_.turned.data()->values; }
  HWY_INLINE float* column_of(std::size_t slot) {
    return scratch_.distances.data()->values + slot * kSize;
  }
  HWY_INLINE float* radii_of(std::size_t slot) {  ///< set for tapered capsules only
    return scratch_.radii.data()->values + slot * kSize;
  }

  HWY_INLINE void bind_block(std::size_t b, Influences::Row* HWY_RESTRICT rows) {
    std::uint32_t* HWY_RESTRICT const joints = scratch_.joints.data();
    const std::size_t near = candidates_.near(blocks_.block_spheres(), b, joints);
    std::size_t active = 0, entries = 0;
    for (std::size_t c = 0; c < near; ++c) {
      const std::uint32_t joint = joints[c];
      const std::uint64_t held =
          block_distances(blocks_.blocks()[b], blocks_.vertices_of(b), table_, joint,
                          column_of(active), kNeedsRadii ? radii_of(active) : nullptr);
      const std::size_t count = hwy::PopCount(held);
      joints[active] = joint;
      scratch_.held[active] = held;
      out_.captured[joint] += std::uint32_t(count);
      active += held != 0;
      entries += count;
    }
    if (out_.joint.size() < out_.size + entries + kSlack) grow(out_.size + entries + kSlack);
    pack(active, blocks_.vertices_of(b), rows);
  }

  HWY_NOINLINE void grow(std::size_t least) {
    least = std::max({least, out_.joint.size() * 2, std::size_t(4096)});
    out_.joint.resize(least);
    out_.weight.resize(least);
    out_.distance.resize(least);
  }

  /// Makes the block's rows and entries from its active joints' columns, kLanes vertices at a time.
  HWY_INLINE void pack(std::size_t active, std::size_t vertices,
                       Influences::Row* HWY_RESTRICT rows) {
    for (std::size_t i = 0; i < vertices; i += kLanes, rows += kLanes) {
      const std::size_t lanes = std::min(kLanes, vertices - i);
      std::size_t count = 0;
      std::uint64_t in_all = kAllLanes;
      for (std::size_t c = 0; c < active; ++c) {
        const std::uint64_t held = (scratch_.held[c] >> i) & kAllLanes;
        scratch_.joint_of_slot[count] = scratch_.joints[c];
        scratch_.column_of_slot[count] = column_of(c) + i;
        in_all &= held != 0 ? held : kAllLanes;
        count += held != 0;
      }
      switch (count) {
        case 0:
          pack_none(lanes, rows);
          break;
        case 1:
          in_all == kAllLanes ? pack_same<1>(rows) : pack_few<1>(lanes, rows);
          break;
        case 2:
          in_all == kAllLanes ? pack_same<2>(rows) : pack_few<2>(lanes, rows);
          break;
        case 3:
          in_all == kAllLanes ? pack_same<3>(rows) : pack_few<3>(lanes, rows);
          break;
        case 4:
          in_all == kAllLanes ? pack_same<4>(rows) : pack_few<4>(lanes, rows);
          break;
        default:
          pack_many(count, lanes, rows);
      }
    }
  }

  HWY_INLINE void pack_none(std::size_t lanes, Influences::Row* HWY_RESTRICT rows) {
    for (std::size_t i = 0; i < lanes; ++i) rows[i] = {out_.size, 0};
    out_.histogram[0] += std::uint32_t(lanes);
  }

  HWY_INLINE F radius_of_slot(std::size_t slot) {
    const std::uint32_t joint = scratch_.joint_of_slot[slot];
    if (HWY_LIKELY(table_.taper[joint] == 0.0f)) return hn::Set(kFloats, table_.radius[joint]);
    return hn::Load(kFloats, radii_of(0) + (scratch_.column_of_slot[slot] - column_of(0)));
  }

  /// Normalized weights of kCount columns; undefined for a vertex that no joint holds.
  template <std::size_t kCount>
  HWY_INLINE void weigh(const F* distance, F* weight) {
    Sum sum;
    for (std::size_t k = 0; k < kCount; ++k) {
      weight[k] = raw_weight<kFalloff>(distance[k], radius_of_slot(k));
      sum.add(hn::IfThenElseZero(hn::Ge(distance[k], hn::Zero(kFloats)), weight[k]));
    }
    const F total = sum.total();
    for (std::size_t k = 0; k < kCount; ++k)
      weight[k] = kCount == 1 ? hn::Set(kFloats, 1.0f) : hn::Div(weight[k], total);
  }

  /// For lanes that the same kCount joints hold.
  template <std::size_t kCount>
  HWY_INLINE void pack_same(Influences::Row* HWY_RESTRICT rows) {
    F distance[4], weight[4];
    hn::Vec<Words> joint[4];
    for (std::size_t k = 0; k < kCount; ++k) {
      distance[k] = hn::Load(kFloats, scratch_.column_of_slot[k]);
      joint[k] = hn::Set(kWords, scratch_.joint_of_slot[k]);
    }
    weigh<kCount>(distance, weight);
    const std::uint32_t at = out_.size;
    interleave<kCount>(kWords, joint, out_.joint.data() + at);
    interleave<kCount>(kFloats, weight, out_.weight.data() + at);
    interleave<kCount>(kFloats, distance, out_.distance.data() + at);
    for (std::uint32_t i = 0; i < kLanes; ++i)
      rows[i] = {at + i * std::uint32_t(kCount), std::uint32_t(kCount)};
    out_.size = at + std::uint32_t(kCount * kLanes);
    out_.histogram[kCount] += std::uint32_t(kLanes);
  }

  template <std::size_t kCount, class Tag, class V, class T>
  static HWY_INLINE void interleave(Tag tag, const V* from, T* HWY_RESTRICT to) {
    if constexpr (kCount == 1) hn::StoreU(from[0], tag, to);
    if constexpr (kCount == 2) hn::StoreInterleaved2(from[0], from[1], tag, to);
    if constexpr (kCount == 3) hn::StoreInterleaved3(from[0], from[1], from[2], tag, to);
    if constexpr (kCount == 4) hn::StoreInterleaved4(from[0], from[1], from[2], from[3], tag, to);
  }

#if HWY_TARGET == HWY_SCALAR
  template <std::size_t kCount>
  HWY_INLINE void pack_few(std::size_t lanes, Influences::Row* HWY_RESTRICT rows) {
    pack_many(kCount, lanes, rows);
  }

  HWY_INLINE void pack_many(std::size_t count, std::size_t, Influences::Row* HWY_RESTRICT rows) {
    weigh_many(count);
    for (std::size_t k = 0; k < count; ++k) {
      out_.joint[out_.size + k] = scratch_.joint_of_slot[k];
      out_.weight[out_.size + k] = weights()[k];
      out_.distance[out_.size + k] = *scratch_.column_of_slot[k];
    }
    rows[0] = {out_.size, std::uint32_t(count)};
    ++out_.histogram[count];
    out_.size += std::uint32_t(count);
  }
#else
  /// Transposes four columns: the n-th 128 bits of to[i] get the four numbers of vertex 4 n + i.
  static HWY_INLINE void transpose(const F* from, F* to) {
    const hn::Repartition<std::uint64_t, Floats> pairs;
    const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(kFloats, from[0], from[1]));
    const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(kFloats, from[2], from[3]));
    const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(kFloats, from[0], from[1]));
    const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(kFloats, from[2], from[3]));
    to[0] = hn::BitCast(kFloats, hn::InterleaveLower(pairs, low01, low23));
    to[1] = hn::BitCast(kFloats, hn::InterleaveUpper(pairs, low01, low23));
    to[2] = hn::BitCast(kFloats, hn::InterleaveLower(pairs, high01, high23));
    to[3] = hn::BitCast(kFloats, hn::InterleaveUpper(pairs, high01, high23));
  }

  /// For at most four joints: compacts the rows of kLanes / 4 vertices at once.
  template <std::size_t kCount>
  HWY_INLINE void pack_few(std::size_t lanes, Influences::Row* HWY_RESTRICT rows) {
    F distance[4], weight[4], distance_rows[4], weight_rows[4];
    for (std::size_t k = 0; k < 4; ++k) {
      distance[k] =
          k < kCount ? hn::Load(kFloats, scratch_.column_of_slot[k]) : hn::Set(kFloats, kNotHeld);
    }
    weigh<kCount>(distance, weight);
    for (std::size_t k = kCount; k < 4; ++k) weight[k] = hn::Zero(kFloats);
    transpose(distance, distance_rows);
    transpose(weight, weight_rows);
    const F joints = hn::BitCast(kFloats, hn::LoadDup128(kWords, scratch_.joint_of_slot.data()));
    constexpr int kField = 12;
    std::uint64_t histogram = 0;  // kField bits per row size
    std::uint32_t at = out_.size;
    const Entries to = entries();
    for (std::size_t i = 0; i < 4; ++i) {
      const Pusher<Floats> pusher(distance_rows[i]);
      pusher.store(joints, to.joint + at);
      pusher.store(weight_rows[i], to.weight + at);
      pusher.store(distance_rows[i], to.distance + at);
      for (std::size_t n = 0; n < kLanes / 4; ++n) {
        const std::uint32_t size = kHeldOfFour[(pusher.bits() >> (4 * n)) & 15];
        rows[4 * n + i] = {at, size};
        histogram += std::uint64_t(1) << (kField * size);
        at += size;
      }
    }
    out_.size = at;
    for (std::size_t size = 0; size <= kCount; ++size)
      out_.histogram[size] += (histogram >> (kField * size)) & ((1u << kField) - 1);
    out_.histogram[0] -= std::uint32_t(kLanes - lanes);
  }

  /// For any number of joints: compacts the row of a vertex four entries at a time.
  HWY_NOINLINE void pack_many(std::size_t count, std::size_t lanes,
                              Influences::Row* HWY_RESTRICT rows) {
    const hn::CappedTag<float, 4> four;
    const hn::RebindToUnsigned<decltype(four)> four_words;
    weigh_many(count);
    const std::size_t quads = (count + 3) / 4;
    turn_many(count, quads);
    const std::uint32_t* HWY_RESTRICT const joints = scratch_.joint_of_slot.data();
    const float* HWY_RESTRICT const all = turned();
    const Entries to = entries();
    std::uint32_t* HWY_RESTRICT const histogram = out_.histogram.data();
    std::uint32_t at = out_.size;
    for (std::size_t v = 0; v < lanes; ++v) {
      const float* from = all + (v % 4) * kLanes + v / 4 * 4;
      const std::uint32_t begin = at;
      for (std::size_t q = 0; q < quads; ++q, from += 8 * kLanes) {
        const auto distance = hn::Load(four, from), weight = hn::Load(four, from + 4 * kLanes);
        const auto joint = hn::BitCast(four, hn::LoadU(four_words, joints + 4 * q));
        const Pusher<decltype(four)> pusher(distance);
        pusher.store(joint, to.joint + at);
        pusher.store(weight, to.weight + at);
        pusher.store(distance, to.distance + at);
        at += kHeldOfFour[pusher.bits()];
      }
      rows[v] = {begin, at - begin};
      ++histogram[at - begin];
    }
    out_.size = at;
  }

  /// Transposes columns of distances and weights into rows of four, in turned().
  HWY_INLINE void turn_many(std::size_t count, std::size_t quads) {
    const float* HWY_RESTRICT const weights_from = weights();
    float* HWY_RESTRICT to = turned();
    for (std::size_t q = 0; q < quads; ++q) {
      F distance[4], weight[4], rows_of_four[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t slot = 4 * q + k;
        distance[k] = slot < count ? hn::Load(kFloats, scratch_.column_of_slot[slot])
                                   : hn::Set(kFloats, kNotHeld);
        weight[k] =
            slot < count ? hn::Load(kFloats, weights_from + slot * kLanes) : hn::Zero(kFloats);
      }
      transpose(distance, rows_of_four);
      for (std::size_t i = 0; i < 4; ++i, to += kLanes) hn::Store(rows_of_four[i], kFloats, to);
      transpose(weight, rows_of_four);
      for (std::size_t i = 0; i < 4; ++i, to += kLanes) hn::Store(rows_of_four[i], kFloats, to);
    }
  }
#endif

  /// Normalized weights of `count` columns, kLanes each.
  HWY_INLINE void weigh_many(std::size_t count) {
    const float* const* HWY_RESTRICT const columns = scratch_.column_of_slot.data();
    float* HWY_RESTRICT const to = weights();
    Sum sum;
    for (std::size_t k = 0; k < count; ++k) {
      const F distance = hn::Load(kFloats, columns[k]);
      const F weight = raw_weight<kFalloff>(distance, radius_of_slot(k));
      hn::Store(weight, kFloats, to + k * kLanes);
      sum.add(hn::IfThenElseZero(hn::Ge(distance, hn::Zero(kFloats)), weight));
    }
    const F total = sum.total();
    for (std::size_t k = 0; k < count; ++k)
      hn::Store(hn::Div(hn::Load(kFloats, to + k * kLanes), total), kFloats, to + k * kLanes);
  }

  static constexpr bool kNeedsRadii = choice_row(kFalloff).at_surface == AtSurface::fades;
  static constexpr std::size_t kSlack = 16;  ///< entries, because whole vectors are written

  const VertexBlocks& blocks_;
  const CapsuleTable& table_;
  RangeRows& out_;
  BindScratch& scratch_;
  Candidates candidates_;
};

template <std::size_t... kIndex>
void bind_blocks_by(const VertexBlocks& blocks, const CapsuleTable& table,
                    const std::uint32_t* list, std::size_t count, RangeRows& rows,
                    std::index_sequence<kIndex...>) {
  const bool is_bound = ((table.falloff == Falloff(kIndex) &&
                          (Binder<Falloff(kIndex)>(blocks, table, rows).bind(list, count), true)) ||
                         ...);
  RIG_CHECK(is_bound);
}

void bind_blocks(const VertexBlocks& blocks, const CapsuleTable& table, const std::uint32_t* list,
                 std::size_t count, RangeRows& rows) {
  bind_blocks_by(blocks, table, list, count, rows, std::make_index_sequence<kFalloffs.size()>());
}

/// Bits of the spheres at [at, at + kLanes) that have something between the two distances.
HWY_INLINE std::uint64_t between_bits(const Spheres& spheres, std::size_t at, const Bone& bone,
                                      F nearest, F farthest) {
  const F x = hn::LoadU(kFloats, spheres.x.data() + at),
          y = hn::LoadU(kFloats, spheres.y.data() + at);
  const F z = hn::LoadU(kFloats, spheres.z.data() + at),
          radius = hn::LoadU(kFloats, spheres.radius.data() + at);
  const F distance = hn::Sqrt(squared_distance(x, y, z, bone));
  return bits_of(hn::Not(hn::Or(hn::Gt(hn::Sub(distance, radius), farthest),
                                hn::Lt(hn::Add(distance, radius), nearest))));
}

void blocks_between(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t joint,
                    float nearest, float farthest, std::vector<std::uint32_t>& found) {
  const Bone bone = bone_of(table, joint);
  const F low = hn::Set(kFloats, nearest), high = hn::Set(kFloats, farthest);
  for (std::size_t first = 0; first < blocks.groups(); first += kLanes) {
    for (std::uint64_t near = between_bits(blocks.group_spheres(), first, bone, low, high);
         near != 0; near &= near - 1) {
      const std::size_t group = first + hwy::Num0BitsBelowLS1Bit_Nonzero64(near);
      if (group >= blocks.groups()) break;
      for (std::size_t b = group * VertexBlocks::kGroup; b < (group + 1) * VertexBlocks::kGroup;
           b += kLanes) {
        for (std::uint64_t bits = between_bits(blocks.block_spheres(), b, bone, low, high);
             bits != 0; bits &= bits - 1) {
          const std::size_t block = b + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits);
          if (block < blocks.blocks().size()) found.push_back(std::uint32_t(block));
        }
      }
    }
  }
}

void stream(const float* from, std::size_t count, float* to) {
  std::size_t i = 0;
  for (; i < count && reinterpret_cast<std::uintptr_t>(to + i) % sizeof(F) != 0; ++i)
    to[i] = from[i];
  for (; i + kLanes <= count; i += kLanes)
    hn::Stream(hn::LoadU(kFloats, from + i), kFloats, to + i);
  for (; i < count; ++i) to[i] = from[i];
  hwy::FlushStream();
}

CapsuleKernel kernel() { return {bind_blocks, distances, compare, blocks_between, stream}; }

}  // namespace
}  // namespace marrow::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow::fast {
HWY_EXPORT(kernel);
CapsuleKernel capsule_kernel() { return HWY_DYNAMIC_DISPATCH(kernel)(); }
}  // namespace marrow::fast
#endif
