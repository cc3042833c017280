// Parts of the inner loops: distances, weights, sums, compacted rows. Included once per instruction
// set, only by capsule_kernel.cpp.
#if defined(MARROW_CAPSULE_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MARROW_CAPSULE_LANES_H
#undef MARROW_CAPSULE_LANES_H
#else
#define MARROW_CAPSULE_LANES_H
#endif

#include <hwy/highway.h>

#include "rig/fast/capsule_table.h"

HWY_BEFORE_NAMESPACE();
namespace marrow::fast::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kSize = VertexBlock::kSize;
using Floats = hn::CappedTag<float, 8>;
using Words = hn::RebindToUnsigned<Floats>;
using F = hn::Vec<Floats>;
constexpr Floats kFloats;
constexpr Words kWords;
constexpr std::size_t kLanes = hn::MaxLanes(kFloats);
constexpr std::uint64_t kAllLanes = (std::uint64_t(1) << kLanes) - 1;

template <class Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(kFloats, mask, bits);
  return bits[0];
}

struct Bone {
  F x, y, z, along_x, along_y, along_z, inverse_length_squared;
};

struct Nearest {
  F squared_distance;
  F t;  ///< where the nearest point is along the bone, 0 to 1
};

HWY_INLINE Nearest nearest_on(F x, F y, F z, const Bone& bone) {
  const F from_x = hn::Sub(x, bone.x), from_y = hn::Sub(y, bone.y), from_z = hn::Sub(z, bone.z);
  const F dot = hn::MulAdd(from_z, bone.along_z,
                           hn::MulAdd(from_y, bone.along_y, hn::Mul(from_x, bone.along_x)));
  const F t = hn::Min(hn::Max(hn::Mul(dot, bone.inverse_length_squared), hn::Zero(kFloats)),
                      hn::Set(kFloats, 1.0f));
  const F off_x = hn::NegMulAdd(t, bone.along_x, from_x);
  const F off_y = hn::NegMulAdd(t, bone.along_y, from_y);
  const F off_z = hn::NegMulAdd(t, bone.along_z, from_z);
  return {hn::MulAdd(off_z, off_z, hn::MulAdd(off_y, off_y, hn::Mul(off_x, off_x))), t};
}

HWY_INLINE F squared_distance(F x, F y, F z, const Bone& bone) {
  return nearest_on(x, y, z, bone).squared_distance;
}

HWY_INLINE Bone bone_of(const CapsuleTable& table, std::size_t j) {
  const auto all = [&](const float* array) { return hn::Set(kFloats, array[j]); };
  return {all(table.x),
          all(table.y),
          all(table.z),
          all(table.along_x),
          all(table.along_y),
          all(table.along_z),
          all(table.inverse_length_squared)};
}

HWY_INLINE std::uint64_t first_bits(std::size_t count) {
  return count == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << count) - 1;
}

/// For kLanes vertices of a block, from the i-th on.
HWY_INLINE Nearest nearest_on(const VertexBlock& block, std::size_t i, const Bone& bone) {
  return nearest_on(hn::Load(kFloats, block.x + i), hn::Load(kFloats, block.y + i),
                    hn::Load(kFloats, block.z + i), bone);
}

/// Squared distances between which rounding decides, for each lane's t (see CapsuleTable). This is
/// is_in_capsule() of rig/bones.h in lanes; decide() handles vertices between the limits.
template <bool kTapered>
class Limits {
 public:
  HWY_INLINE Limits(const CapsuleTable& table, std::size_t j)
      : below_(hn::Set(kFloats, table.surely_below[j])),
        above_(hn::Set(kFloats, table.surely_above[j])) {}
  HWY_INLINE auto is_below(const Nearest& at) const { return hn::Lt(at.squared_distance, below_); }
  HWY_INLINE auto is_in_capsule(const Nearest& at) const {
    return hn::Lt(at.squared_distance, above_);
  }

 private:
  F below_, above_;
};

template <>
class Limits<true> {
 public:
  HWY_INLINE Limits(const CapsuleTable& table, std::size_t j)
      : radius_(hn::Set(kFloats, table.radius[j])),
        taper_(hn::Set(kFloats, table.taper[j])),
        error_(hn::Set(kFloats, table.error[j])) {}
  HWY_INLINE F radius(F t) const { return hn::MulAdd(t, taper_, radius_); }
  HWY_INLINE auto is_below(const Nearest& at) const {
    const F below = hn::Max(hn::Sub(radius(at.t), error_), hn::Zero(kFloats));
    return hn::Lt(at.squared_distance, hn::Mul(hn::Mul(below, below), hn::Set(kFloats, kLess)));
  }
  HWY_INLINE auto is_in_capsule(const Nearest& at) const {
    const F above = hn::Max(hn::Add(radius(at.t), error_), hn::Zero(kFloats));
    return hn::Lt(at.squared_distance, hn::Mul(hn::Mul(above, above), hn::Set(kFloats, kMore)));
  }

 private:
  static constexpr float kLess = 1.0f - 1e-6f, kMore = 1.0f + 1e-6f;
  F radius_, taper_, error_;
};

template <bool kTapered>
HWY_INLINE std::uint64_t block_distances_of(const VertexBlock& block, std::size_t vertices,
                                            const CapsuleTable& table, std::size_t j,
                                            float* HWY_RESTRICT distance,
                                            float* HWY_RESTRICT radius) {
  const Bone bone = bone_of(table, j);
  const Limits<kTapered> limits(table, j);
  std::uint64_t held = 0, sure = 0;
  for (std::size_t i = 0; i < kSize; i += kLanes) {
    const Nearest nearest = nearest_on(block, i, bone);
    const auto is_in_capsule = limits.is_in_capsule(nearest);
    hn::Store(hn::IfThenElse(is_in_capsule, hn::Sqrt(nearest.squared_distance),
                             hn::Set(kFloats, kNotHeld)),
              kFloats, distance + i);
    if constexpr (kTapered) {
      if (radius) hn::Store(limits.radius(nearest.t), kFloats, radius + i);
    }
    held |= bits_of(is_in_capsule) << i;
    sure |= bits_of(limits.is_below(nearest)) << i;
  }
  std::uint64_t unsure = held ^ sure;
  if (table.is_exact[j] != 0.0f) unsure = first_bits(vertices);
  if (HWY_UNLIKELY(unsure != 0))
    held = decide(block, table.joints[j], unsure, held, distance, radius);
  return held;
}

/// See CapsuleKernel. `radius`: if given, r(t) of a tapered capsule, one per vertex.
HWY_INLINE std::uint64_t block_distances(const VertexBlock& block, std::size_t vertices,
                                         const CapsuleTable& table, std::size_t j,
                                         float* HWY_RESTRICT distance,
                                         float* HWY_RESTRICT radius = nullptr) {
  if (HWY_UNLIKELY(table.taper[j] != 0.0f))
    return block_distances_of<true>(block, vertices, table, j, distance, radius);
  return block_distances_of<false>(block, vertices, table, j, distance, radius);
}

template <class Number>
HWY_INLINE Number least(Number a, Number b) {
  return hn::Min(a, b);
}
template <class Number>
HWY_INLINE Number most(Number a, Number b) {
  return hn::Max(a, b);
}
template <class Number>
HWY_INLINE Number constant(double value) {
  return hn::Set(kFloats, float(value));
}

#include "rig/falloff_formula.h"

/// Weights before normalizing, bit for bit raw_falloff_weight() of rig/falloff_weight.h.
template <Falloff kFalloff>
HWY_INLINE F raw_weight(F distance, F radius) {
  return falloff_formula<kFalloff>(distance, depth_in_capsule(distance, radius));
}

/// A compensated sum of floats, exact to the last bit or two; adding 0 changes nothing. Same steps
/// and bits as Sum in bind_changed.cpp.
struct Sum {
  F sum, lost;
  HWY_INLINE Sum() : sum(hn::Zero(kFloats)), lost(hn::Zero(kFloats)) {}
  HWY_INLINE void add(F value) {
    const F next = hn::Add(sum, value);
    const F added = hn::Sub(next, sum);
    lost = hn::Add(lost, hn::Add(hn::Sub(sum, hn::Sub(next, added)), hn::Sub(value, added)));
    sum = next;
  }
  HWY_INLINE F total() const { return hn::Add(sum, lost); }
};

#if HWY_TARGET != HWY_SCALAR
/// Moves held entries together. Each 128 bits of a vector are four entries of one vertex, in vertex
/// order.
template <class Tag>
class Pusher {
 public:
  HWY_INLINE explicit Pusher(hn::Vec<Tag> distance) : is_held_(hn::Ge(distance, hn::Zero(Tag()))) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(Tag(), is_held_, bits);
    bits_ = bits[0];
#if HWY_TARGET > HWY_AVX3
    if constexpr (kIsPair) {
      order_ = hn::Combine(kBytes, hn::Load(kHalfBytes, kPushed.bytes[bits_ >> 4]),
                           hn::Load(kHalfBytes, kPushed.bytes[bits_ & 15]));
    } else {
      order_ = hn::Load(kBytes, kPushed.bytes[bits_]);
    }
#endif
  }
  HWY_INLINE std::uint32_t bits() const { return bits_; }

  /// Writes a whole vector or more at `to`.
  template <class T>
  HWY_INLINE void store(hn::Vec<Tag> entries, T* HWY_RESTRICT to) const {
    const hn::Rebind<T, Tag> tag;
#if HWY_TARGET <= HWY_AVX3
    hn::StoreU(hn::BitCast(tag, hn::Compress(entries, is_held_)), tag, to);
#else
    const auto pushed =
        hn::BitCast(tag, hn::TableLookupBytes(hn::BitCast(kBytes, entries), order_));
    if constexpr (kIsPair) {
      const hn::Half<decltype(tag)> half;
      hn::StoreU(hn::LowerHalf(half, pushed), half, to);
      hn::StoreU(hn::UpperHalf(half, pushed), half, to + kHeldOfFour[bits_ & 15]);
    } else {
      hn::StoreU(pushed, tag, to);
    }
#endif
  }

 private:
  hn::Mask<Tag> is_held_;
  std::uint32_t bits_;
#if HWY_TARGET > HWY_AVX3
  // Not Highway's Compress: GCC would copy its tables to the stack at each call.
  static constexpr bool kIsPair = hn::MaxLanes(Tag()) == 8;
  static constexpr hn::Repartition<std::uint8_t, Tag> kBytes{};
  static constexpr hn::Half<hn::Repartition<std::uint8_t, Tag>> kHalfBytes{};
  hn::Vec<hn::Repartition<std::uint8_t, Tag>> order_;
#endif
};
#endif

}  // namespace
}  // namespace marrow::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
