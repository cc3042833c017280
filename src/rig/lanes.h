// Products of 3D vectors in lanes of float or double. Included once per instruction set, hence no
// ordinary include guard. Every product that is added to something is written as a fused operation,
// so that the compiler cannot fuse it in one place and not in another.
#if defined(MARROW_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MARROW_LANES_H
#undef MARROW_LANES_H
#else
#define MARROW_LANES_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace marrow::HWY_NAMESPACE {
namespace {

/// One vector per lane of V.
template <class V>
struct Vec3Of {
  V x, y, z;
};

template <class V>
HWY_INLINE V dot(const Vec3Of<V>& a, const Vec3Of<V>& b) {
  namespace hn = hwy::HWY_NAMESPACE;
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

template <class V>
HWY_INLINE Vec3Of<V> cross(const Vec3Of<V>& a, const Vec3Of<V>& b) {
  namespace hn = hwy::HWY_NAMESPACE;
  return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
          hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

}  // namespace
}  // namespace marrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard of Highway
