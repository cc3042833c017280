// Lines and dots of a skeleton, made on the CPU: silhouettes of capsules, bones, joint balls.
#pragma once

#include <vector>

#include "view/gl/capsule_layer.h"
#include "view/gl/line_layer.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

struct Annotations {
  std::vector<CapsuleShape> shapes;        ///< owns the shapes to which the bodies point
  std::vector<CapsuleLayer::Body> bodies;  ///< neither selected nor hovered, front to back
  std::vector<CapsuleLayer::Body> on_top;  ///< front to back
  std::vector<StrokeVertex> silhouettes, bones;
  std::vector<Dot> joints;
  float joint_rim = 1.0f;     ///< pixels
  bool is_over_heat = false;  ///< a heat map is shown, so bodies are drawn thinner
};

Annotations annotate(const Picture& picture, const EyeView& view);

}  // namespace marrow::view
