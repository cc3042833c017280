// The cameras of a turntable: once around, or to both sides and back, looping smoothly. No GL.
#pragma once

#include "scene/camera.h"

namespace marrow::view {

struct Turntable {
  Camera start;     ///< camera of frame 0
  int frames = 72;  ///< frames per loop, >= 1
  /// swings to both sides, slower towards the ends; otherwise a whole turn at one speed
  bool back_and_forth = false;
  float swing = 0.7854f;  ///< radians to each side, for back_and_forth
  bool reversed = false;  ///< turns in the other direction
};

/// The camera of any frame; frames i and i + frames are exactly equal. Orbits about the target of
/// `start`.
Camera camera_at(const Turntable& turntable, int frame);

/// Moves the camera, without turning it, so that the world bounds stay in the picture for any turn
/// about the vertical axis through their center. Empty bounds: returns the camera unchanged.
Camera framed_all_around(Camera camera, const Bounds& world_bounds, float aspect);

}  // namespace marrow::view
