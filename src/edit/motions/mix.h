// Two motions made one. The result has linear keys at the frames of the first and at the keys of
// both; edit/motions/simplify.h makes them fewer.
#pragma once

#include "scene/scene.h"

namespace marrow {

enum class MixKind {
  cross_fade,  ///< the second follows the first
  add,         ///< the second's difference from its own beginning comes on top of the first
  replace,     ///< the second in place of the first
};

struct Mix {
  MixKind kind = MixKind::cross_fade;
  double begin = 0.0;   ///< seconds of the first: when the second begins
  double fade = 0.5;    ///< seconds in which the second comes (of add and replace: and goes)
  double weight = 1.0;  ///< add, replace: of the second, 0 or more
  bool repeats = true;  ///< add, replace: the second starts again until the first ends
  Id limb = kNoId;      ///< add, replace: of this joint and those below it; kNoId: of everything
  /// cross_fade: the second's figure goes on from where the first's stands; else as its keys have
  /// it.
  bool goes_on = true;
  bool operator==(const Mix&) const = default;
};

/// T and S are blended linearly, R by slerp, weights of morph targets linearly; shares rise as 3
/// x^2
/// - 2 x^3. Added: R = R_first slerp(1, R_second(0)^-1 R_second(t), weight), T and S likewise.
/// Where only one of them moves a target, the other holds it as it stands in the scene; what add
/// and replace do not touch keeps its keys. Name and timing are the first's; of a cross-fade the
/// length is until the second ends. Preconditions: both are valid and moves() something.
Motion mixed(const Scene& scene, const Motion& first, const Motion& second, const Mix& mix);

}  // namespace marrow
