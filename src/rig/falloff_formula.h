// Formulas of the falloffs, one text for scalar and vector arithmetic. Included inside a namespace
// and without a guard: by rig/falloff_weight.h for float and double, and by
// rig/fast/capsule_lanes.h once per instruction set, between HWY_BEFORE_NAMESPACE and
// HWY_AFTER_NAMESPACE. Includes nothing; include scene/falloff.h before it.
//
// Number has + - * /; the namespace has least(Number, Number), most(Number, Number) and
// constant<Number>(double). rig/fast/capsule_kernel.cpp (lanes) and rig/fast/bind_changed.cpp
// (float) are compiled with -ffp-contract=off, so that no products are fused and a lane gets the
// same bits as a float.

/// (r - d) / r within [0, 1]: 1 on the bone, 0 at the capsule's surface. r > 0.
template <class Number>
[[gnu::always_inline]] inline Number depth_in_capsule(Number distance, Number radius) {
  const Number depth = (radius - distance) / radius;
  return least(most(depth, constant<Number>(0.0)), constant<Number>(1.0));
}

/// Raises a weight to at least 1e-7 of the falloff's scale, so that rounding never drops a listed
/// joint.
template <class Number>
[[gnu::always_inline]] inline Number kept(Number weight) {
  return most(weight, constant<Number>(1e-7));
}

/// Weight before normalizing. `depth`: see depth_in_capsule.
template <Falloff kFalloff, class Number>
[[gnu::always_inline]] inline Number falloff_formula(Number distance, Number depth) {
  if constexpr (kFalloff == Falloff::inverse) {
    return constant<Number>(1.0) / most(distance, constant<Number>(1e-6));
  } else if constexpr (kFalloff == Falloff::linear) {
    return kept(depth);
  } else if constexpr (kFalloff == Falloff::smooth) {
    return kept((depth * depth) * (constant<Number>(3.0) - (depth + depth)));
  } else {
    static_assert(kFalloff == Falloff::inverse, "this falloff has no formula");
  }
}
