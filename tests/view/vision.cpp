// The finished picture as others see it. Skipped without a GL context.
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

STUDIO_CASE("the whole picture, overlay included, is what seen_by says of each of its pixels") {
  Stage stage(creature());
  show_all(stage);
  stage.picture.show.colors = MeshColors::all_joints;
  stage.picture.overlay.lines.push_back({{{-0.5f, 0, 0}, {0.5f, 0.3f, 0}}, {0, 1, 0, 1}, 6.0f});
  for (const int samples : {1, 4}) {
    stage.picture.show.vision = Vision::full;
    const Image full = studio.shot(stage.picture, 200, 160, samples);
    for (const Vision vision : {Vision::protan, Vision::deutan, Vision::tritan, Vision::gray}) {
      stage.picture.show.vision = vision;
      const Image seen = studio.shot(stage.picture, 200, 160, samples);
      float worst = 0.0f;
      for (int y = 0; y < full.height; ++y)
        for (int x = 0; x < full.width; ++x) {
          const glm::vec3 expected(seen_by(vision, Color(color_of(pixel_at(full, x, y)), 1.0f)));
          worst = std::max(worst, glm::distance(color_of(pixel_at(seen, x, y)), expected));
        }
      CHECK(worst < 0.012f);
      CHECK(seen.rgba != full.rgba);
    }
    stage.picture.show.vision = Vision::full;
    CHECK(studio.shot(stage.picture, 200, 160, samples).rgba == full.rgba);
  }
}

STUDIO_CASE("gray vision leaves no color in any pixel, and transparency stays as it was") {
  Stage stage(creature());
  show_all(stage);
  stage.picture.transparent = true;
  stage.picture.show.mesh_opacity = 0.4f;
  const Image full = studio.shot(stage.picture, 200, 160, 4);
  stage.picture.show.vision = Vision::gray;
  const Image gray = studio.shot(stage.picture, 200, 160, 4);
  for (int y = 0; y < full.height; ++y)
    for (int x = 0; x < full.width; ++x) {
      const Pixel pixel = pixel_at(gray, x, y);
      REQUIRE(pixel.a == pixel_at(full, x, y).a);
      REQUIRE(pixel.r == pixel.g);
      REQUIRE(pixel.r == pixel.b);
      if (pixel.a < 90) continue;  // few codes are left to tell a color by
      const Color color(color_of(pixel_at(full, x, y)), 1.0f);
      REQUIRE(glm::distance(color_of(pixel), glm::vec3(seen_by(Vision::gray, color))) < 0.04f);
    }
}

STUDIO_CASE("a filtered picture follows its size, and costs no upload") {
  Stage stage(creature());
  show_all(stage);
  studio.shot(stage.picture);
  const unsigned unfiltered = studio.renderer->texture();
  stage.picture.show.vision = Vision::deutan;
  for (const glm::ivec2 size : {glm::ivec2(100, 80), glm::ivec2(300, 20), glm::ivec2(1, 1)}) {
    const Image image = studio.shot(stage.picture, size.x, size.y, 4);
    CHECK(image.width == size.x);
    CHECK(image.height == size.y);
    CHECK(studio.renderer->last_cost().uploads == 0);
    CHECK(studio.renderer->texture() != unfiltered);
  }
}
