// The swipe view as it is set. No ImGui, no GL.
#pragma once

#include <optional>

#include "rig/skinning/deformer.h"

namespace marrow {

/// One setting that takes a side of the swipe view: what differs from the document. Other blendings
/// become further fields here and nowhere else.
struct CompareSide {
  std::optional<Backend> implementation{};  ///< none: the document's
  std::optional<Falloff> falloff;           ///< none: the document's
  float radius_factor = 1.0f;               ///< on every radius of the shown skeleton
  bool operator==(const CompareSide&) const = default;
};

/// The swipe view: the document on the left of the divider, the same scene under another setting on
/// the right, one camera and one pose.
struct CompareState {
  bool is_on = false;
  bool shows_difference =
      false;  ///< colours the left side by how far each vertex is from its place on the right
  float divider = 0.5f;  ///< share of the picture's width
  CompareSide right{.falloff = Falloff::linear};

  // The right side as of the last update_compare(), and what it was made from.
  Scene scene;
  std::optional<Deformer> deformer;  ///< up to date with `scene`
  Scene made_from;
  CompareSide made_with;
  Id made_for = kNoId;  ///< skeleton
};

}  // namespace marrow
