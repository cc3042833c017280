// The cameras of a turntable: once around, or to both sides and back, looping smoothly. No GL.
#pragma once

#include "scene/camera.h"

namespace marrow::view {

struct Turntable {
  Camera start;                 ///< of frame 0
  int frames = 72;              ///< of one loop, >= 1
  bool back_and_forth = false;  ///< swings to both sides, slower towards the ends; otherwise a
                                ///< whole turn at one speed
  float swing = 0.7854f;        ///< radians to each side, for back_and_forth
  bool reversed = false;        ///< the other way round
};

/// The camera of any frame: frame i + frames is exactly frame i. Orbits about the target of
/// `start`.
Camera camera_at(const Turntable& turntable, int frame);

/// Moves the camera, without turning it, so that the world bounds stay in the picture for any turn
/// about the vertical through their middle. Empty bounds: unchanged.
Camera framed_all_around(Camera camera, const Bounds& world_bounds, float aspect);

}  // namespace marrow::view
