// Mixes two motions into one. The result has linear keys at the frames of the first and at the keys
// of both; edit/motions/simplify.h can reduce them.
#pragma once

#include "scene/scene.h"

namespace marrow {

enum class MixKind {
  cross_fade,  ///< the second follows the first
  add,         ///< the second's difference from its own beginning is added to the first
  replace,     ///< the second replaces the first
};

struct Mix {
  MixKind kind = MixKind::cross_fade;
  double begin = 0.0;   ///< when the second begins, in seconds of the first
  double fade = 0.5;    ///< seconds in which the second fades in (add and replace: and out)
  double weight = 1.0;  ///< add, replace: of the second, 0 or more
  bool repeats = true;  ///< add, replace: the second starts again until the first ends
  Id limb = kNoId;      ///< add, replace: only this joint and those below it; kNoId: everything
  /// cross_fade: the second's figure continues from the place where the first's is; otherwise it
  /// starts where its keys put it.
  bool goes_on = true;
  bool operator==(const Mix&) const = default;
};

/// T, S and weights of morph targets are blended linearly, R by slerp; shares rise by smoothstep,
/// x^2 (3 - 2x). add: R = R_first slerp(1, R_second(0)^-1 R_second(t), weight), T and S
/// accordingly. A target that only one motion moves is held by the other as it is in the scene.
/// Targets outside of `limb` keep their keys. Name and timing are those of the first; a cross-fade
/// lasts until the second ends. Preconditions: both are valid, and moves() is true for both.
Motion mixed(const Scene& scene, const Motion& first, const Motion& second, const Mix& mix);

}  // namespace marrow
