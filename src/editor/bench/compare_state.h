#pragma once

#include <optional>

#include "rig/fit/fit.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// The settings of a side that differ from the document's.
struct CompareSide {
  std::optional<Backend> implementation{};  ///< none: the document's
  SkeletonChoices choices{};
  float radius_factor = 1.0f;  ///< of every radius of the shown skeleton
  /// Fitted capsules, instead of the skeleton's own.
  std::optional<CapsuleSettings> capsules{};
  bool operator==(const CompareSide&) const = default;
};

/// State of the swipe view.
struct CompareState {
  bool is_on = false;
  /// Colors the left side by each vertex's distance from its place on the right side.
  bool shows_difference = false;
  float divider = 0.5f;  ///< share of the picture's width
  CompareSide right{.choices = {.falloff = Falloff::linear}};

  // The right side as of the last update_compare(), and its inputs.
  Scene scene;
  std::optional<Deformer> deformer;  ///< up to date with `scene`
  Scene made_from;
  CompareSide made_with;
  Id made_for = kNoId;  ///< the skeleton
  bool made_hurried = false;
};

}  // namespace marrow
