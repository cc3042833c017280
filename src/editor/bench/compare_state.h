#pragma once

#include <optional>

#include "rig/fit/fit.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// A side's settings, where they differ from the document's.
struct CompareSide {
  std::optional<Backend> implementation{};  ///< none: the document's
  SkeletonChoices choices{};
  float radius_factor = 1.0f;  ///< on every radius of the shown skeleton
  /// That were solved for, in place of the skeleton's own.
  std::optional<CapsuleSettings> capsules{};
  bool operator==(const CompareSide&) const = default;
};

/// State of the swipe view. No ImGui, no GL.
struct CompareState {
  bool is_on = false;
  bool shows_difference =
      false;  ///< colors the left side by how far each vertex is from its place on the right
  float divider = 0.5f;  ///< share of the picture's width
  CompareSide right{.choices = {.falloff = Falloff::linear}};

  // The right side as of the last update_compare(), and what it was made from.
  Scene scene;
  std::optional<Deformer> deformer;  ///< up to date with `scene`
  Scene made_from;
  CompareSide made_with;
  Id made_for = kNoId;  ///< skeleton
  bool made_hurried = false;
};

}  // namespace marrow
