// The brush of the paint tool. No ImGui.
#pragma once

#include "rig/paint/brush.h"

namespace marrow {

inline constexpr float kSmallestBrush = 4.0f, kLargestBrush = 400.0f;  ///< pixels at UI scale 1

struct PaintSettings {
  Brush brush = Brush::add;
  float radius = 40.0f;     ///< pixels at UI scale 1: nearer to the mesh it paints finer
  float strength = 0.5f;    ///< 0 to 1
  bool front_only = false;  ///< spares what faces away
};

}  // namespace marrow
