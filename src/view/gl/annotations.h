// Lines and dots of a skeleton: silhouettes of capsules, bones, joint balls. Made on the CPU.
#pragma once

#include <vector>

#include "view/gl/capsule_layer.h"
#include "view/gl/line_layer.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

struct Annotations {
  std::vector<CapsuleShape> shapes;        ///< what the bodies point to
  std::vector<CapsuleLayer::Body> bodies;  ///< neither selected nor hovered, front to back
  std::vector<CapsuleLayer::Body> on_top;  ///< front to back
  std::vector<StrokeVertex> silhouettes, bones;
  std::vector<Dot> joints;
  float joint_rim = 1.0f;     ///< pixels
  bool is_over_heat = false;  ///< bodies are thin
};

Annotations annotate(const Picture& picture, const EyeView& view);

}  // namespace marrow::view
