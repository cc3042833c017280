#include "view/gl/vision_filter.h"

#include "view/gl/shaders.h"
#include "view/picture/color_math.h"

namespace marrow::view {

VisionFilter::VisionFilter()
    : program_("vision", shaders::kFullScreenVertex, shaders::kVisionFragment) {}

void VisionFilter::apply(const Target& picture, Vision vision) {
  target_.resize(picture.width(), picture.height(), 1);
  target_.begin();
  program_.use();
  program_.set("picture", 0);
  program_.set("seen_from_full", vision_matrix(vision));
  glDisable(GL_BLEND);
  glBindTexture(GL_TEXTURE_2D, picture.texture());
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindTexture(GL_TEXTURE_2D, 0);
  glEnable(GL_BLEND);
}

}  // namespace marrow::view
