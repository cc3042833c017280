// The finished picture as seen with another kind of colour vision.
#pragma once

#include "view/gl/gl.h"
#include "view/gl/target.h"
#include "view/picture/picture.h"

namespace marrow::view {

class VisionFilter {
 public:
  VisionFilter();
  /// Fills a target of its own from the resolved picture. Precondition: vision is not full.
  void apply(const Target& picture, Vision vision);
  const Target& result() const { return target_; }

 private:
  gl::Program program_;
  gl::VertexArray nothing_;
  Target target_{Target::Format::flat};
};

}  // namespace marrow::view
