// Compiled once per instruction set; the first call chooses the machine's best.
#include <algorithm>

#include "rig/measure/patch_meters.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rig/measure/patch_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "rig/lanes.h"

HWY_BEFORE_NAMESPACE();
namespace marrow::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, Patch::kLanes>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t kWidth = hn::MaxLanes(D());

using Vec3 = Vec3Of<V>;

HWY_INLINE Vec3 all(const glm::vec3& v) {
  return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}

HWY_INLINE Vec3 add(const Vec3& a, const Vec3& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Vec3 sub(const Vec3& a, const Vec3& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

/// factor * a + b
HWY_INLINE Vec3 mul_add(V factor, const Vec3& a, const Vec3& b) {
  return {hn::MulAdd(factor, a.x, b.x), hn::MulAdd(factor, a.y, b.y), hn::MulAdd(factor, a.z, b.z)};
}

/// Ignores a candidate that is NaN.
HWY_INLINE V larger(V candidate, V best) {
  return hn::IfThenElse(hn::Gt(candidate, best), candidate, best);
}

HWY_INLINE float largest_of(const V (&of)[3]) {
  return hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(of[0], of[1]), of[2])));
}

HWY_INLINE float sum(V v) { return hn::GetLane(hn::SumOfLanes(d, v)); }
HWY_INLINE glm::vec3 sum(const Vec3& v) { return {sum(v.x), sum(v.y), sum(v.z)}; }

/// Copies x, y, z, and the float after them unless this is the last place.
HWY_INLINE void copy_place(const float* from, [[maybe_unused]] bool is_last, float* to) {
#if HWY_TARGET != HWY_SCALAR
  constexpr hn::FixedTag<float, 4> d4;
  if (!is_last) return hn::Store(hn::LoadU(d4, from), d4, to);
#endif
  std::copy(from, from + 3, to);
}

void gather_places(const Patch& patch, const std::vector<glm::vec3>& positions, float* places) {
  const std::size_t last = positions.size() - 1;
  for (const std::uint32_t vertex : patch.vertices) {
    copy_place(&positions.data()->x + 3 * std::size_t(vertex), vertex == last, places);
    places += 4;
  }
}

#if HWY_TARGET == HWY_SCALAR

/// Corner k of a triangle.
HWY_INLINE Vec3 corner(const float* places, const PatchTriangle* triangle, std::size_t k) {
  const float* const place = places + (*triangle)[k];
  return {hn::Set(d, place[0]), hn::Set(d, place[1]), hn::Set(d, place[2])};
}

#else

/// Corner k of every fourth triangle: x, y, z and a fourth number without meaning.
template <typename Tag>
HWY_INLINE hn::Vec<Tag> every_fourth(Tag tag, const float* places, const PatchTriangle* triangles,
                                     std::size_t k) {
  if constexpr (hn::MaxLanes(Tag()) == 4) {
    return hn::Load(tag, places + (*triangles)[k]);
  } else {
    const hn::Half<Tag> half;
    return hn::Combine(tag, every_fourth(half, places, triangles + hn::MaxLanes(Tag()) / 2, k),
                       every_fourth(half, places, triangles, k));
  }
}

/// Corner k of the next kWidth triangles.
HWY_INLINE Vec3 corner(const float* places, const PatchTriangle* triangles, std::size_t k) {
  const V p0 = every_fourth(d, places, triangles, k),
          p1 = every_fourth(d, places, triangles + 1, k),
          p2 = every_fourth(d, places, triangles + 2, k),
          p3 = every_fourth(d, places, triangles + 3, k);
  const V xy02 = hn::InterleaveLower(d, p0, p2), xy13 = hn::InterleaveLower(d, p1, p3),
          z02 = hn::InterleaveUpper(d, p0, p2), z13 = hn::InterleaveUpper(d, p1, p3);
  return {hn::InterleaveLower(d, xy02, xy13), hn::InterleaveUpper(d, xy02, xy13),
          hn::InterleaveLower(d, z02, z13)};
}

#endif

/// Writes the stretches of a side, and updates the worst one.
HWY_INLINE V stretch(const Vec3& side, const float* scales, V worst, float* to) {
  const V squared = hn::Mul(dot(side, side), hn::LoadU(d, scales));
  hn::Store(squared, d, to);
  return larger(squared, worst);
}

/// Running sums, one per lane.
struct Running {
  Vec3 normals, moments;
  V cones, worst[3];
};

HWY_INLINE void take(const Patch& patch, std::size_t t, const Vec3& m, PatchTriangles& triangles,
                     Running& running) {
  const float* const places = triangles.places.data();
  const PatchTriangle* const corners = patch.triangles.data() + t;
  const Vec3 a = corner(places, corners, 0), b = corner(places, corners, 1),
             c = corner(places, corners, 2);
  const Vec3 ab = sub(b, a), ac = sub(c, a), am = sub(a, m), normal = cross(ab, ac);
  const V cone = dot(am, normal);
  hn::Store(normal.x, d, triangles.fans[0].data() + t);
  hn::Store(normal.y, d, triangles.fans[1].data() + t);
  hn::Store(normal.z, d, triangles.fans[2].data() + t);
  hn::Store(cone, d, triangles.fans[3].data() + t);
  running.normals = add(running.normals, normal);
  running.cones = hn::Add(running.cones, cone);
  running.moments = mul_add(hn::LoadU(d, patch.areas.data() + t),
                            mul_add(hn::Set(d, 1.0f / 3.0f), add(ab, ac), am), running.moments);
  const Vec3 sides[3] = {ab, sub(c, b), ac};
  for (std::size_t k = 0; k < 3; ++k)
    running.worst[k] = stretch(sides[k], patch.side_scales[k].data() + t, running.worst[k],
                               triangles.stretches[k].data() + t);
}

/// The lanes whose bits are set, beginning with bit `first` of a run.
HWY_INLINE auto bits(const std::uint8_t* run, std::size_t first) {
  const std::uint8_t readable[8] = {std::uint8_t(run[first / 8] >> (first % 8))};
  return hn::LoadMaskBits(d, readable);
}

}  // namespace

TriangleSums take_triangles(const Patch& patch, const std::vector<glm::vec3>& positions,
                            PatchTriangles& triangles) {
  gather_places(patch, positions, triangles.places.data());
  const Vec3 m = all(positions[patch.vertices.front()]);
  const V zero = hn::Zero(d);
  Running running{.normals = {zero, zero, zero},
                  .moments = {zero, zero, zero},
                  .cones = zero,
                  .worst = {hn::Set(d, -1.0f), hn::Set(d, -1.0f), hn::Set(d, -1.0f)}};
  for (std::size_t t = 0; t < patch.triangles.size(); t += kWidth)
    take(patch, t, m, triangles, running);
  return {.fan = glm::vec4(sum(running.normals), sum(running.cones)),
          .moments = sum(running.moments),
          .worst_stretch = largest_of(running.worst)};
}

glm::vec4 shared_fan(std::span<const float> shares, const PatchTriangles& triangles) {
  const V zero = hn::Zero(d);
  V sums[4] = {zero, zero, zero, zero};
  for (std::size_t t = 0; t < shares.size(); t += kWidth) {
    const V share = hn::LoadU(d, shares.data() + t);
    for (std::size_t i = 0; i < 4; ++i)
      sums[i] = hn::MulAdd(share, hn::Load(d, triangles.fans[i].data() + t), sums[i]);
  }
  return {sum(sums[0]), sum(sums[1]), sum(sums[2]), sum(sums[3])};
}

float worst_stretch(std::span<const std::uint8_t> marks, std::size_t count,
                    const PatchTriangles& triangles) {
  V worst[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint8_t* const run = marks.data() + k * count / 8;
    worst[k] = hn::Set(d, -1.0f);
    for (std::size_t t = 0; t < count; t += kWidth) {
      const V squared = hn::Load(d, triangles.stretches[k].data() + t);
      worst[k] = hn::IfThenElse(bits(run, t), larger(squared, worst[k]), worst[k]);
    }
  }
  return largest_of(worst);
}

}  // namespace marrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace marrow {

HWY_EXPORT(take_triangles);
HWY_EXPORT(shared_fan);
HWY_EXPORT(worst_stretch);

TriangleSums take_triangles(const Patch& patch, const std::vector<glm::vec3>& positions,
                            PatchTriangles& triangles) {
  return HWY_DYNAMIC_DISPATCH(take_triangles)(patch, positions, triangles);
}

glm::vec4 shared_fan(std::span<const float> shares, const PatchTriangles& triangles) {
  return HWY_DYNAMIC_DISPATCH(shared_fan)(shares, triangles);
}

float worst_stretch(std::span<const std::uint8_t> marks, std::size_t count,
                    const PatchTriangles& triangles) {
  return HWY_DYNAMIC_DISPATCH(worst_stretch)(marks, count, triangles);
}

}  // namespace marrow
#endif
