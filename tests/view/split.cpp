// Two pictures in one target. Skipped without a GL context.
#include "view/gl/gl.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

/// One scene under two settings, as a swipe shows it: other poses and colors, a selection across
/// the divider.
struct Swipe {
  Stage left{creature()};
  Stage right{creature()};

  Swipe() {
    edit(right).joints[1].user_local = glm::rotate(glm::mat4(1.0f), 0.6f, glm::vec3(0, 0, 1));
    right.scene.nodes[2].local = glm::translate(glm::mat4(1.0f), {0, 0.3f, 0});
    for (Stage* stage : {&left, &right}) {
      show_all(*stage);
      stage->picture.show.selected = {stage->scene.nodes[1].id};
      stage->update();
    }
    right.picture.show.colors = MeshColors::all_joints;
    Overlay overlay;
    overlay.lines.push_back({{{-1.5f, 0.2f, 0}, {1.5f, 0.4f, 0}}, {0, 1, 0, 1}, 3.0f});
    left.picture.overlay = right.picture.overlay = overlay;
  }
};

}  // namespace

STUDIO_CASE(
    "left of the divider stands the left picture and right of it the right one, pixel by pixel, "
    "wherever the divider is") {
  Swipe swipe;
  for (const int samples : {1, 4})
    for (const Vision vision : {Vision::full, Vision::deutan}) {
      swipe.left.picture.show.vision = swipe.right.picture.show.vision = vision;
      const Image left = studio.shot(swipe.left.picture, 200, 160, samples);
      const Image right = studio.shot(swipe.right.picture, 200, 160, samples);
      REQUIRE(left.rgba != right.rgba);
      for (const int divider : {-20, 0, 1, 77, 100, 199, 200, 5000}) {
        studio.renderer->draw_split(swipe.left.picture, swipe.right.picture, divider, 200, 160,
                                    samples);
        const Image both = studio.renderer->read();
        REQUIRE(both.width == 200);
        for (int y = 0; y < 160; ++y)
          for (int x = 0; x < 200; ++x)
            REQUIRE(pixel_at(both, x, y) == pixel_at(x < divider ? left : right, x, y));
      }
    }
}

STUDIO_CASE("the overlay and the vision are those of the left picture on both sides") {
  Swipe swipe;
  swipe.right.picture.overlay = {};
  swipe.left.picture.show.vision = Vision::gray;
  studio.renderer->draw_split(swipe.left.picture, swipe.right.picture, 100, 200, 160, 1);
  const Image both = studio.renderer->read();
  CHECK(count_pixels(both, [](Pixel pixel) { return pixel.r != pixel.g || pixel.g != pixel.b; }) ==
        0);
  swipe.left.picture.show.vision = Vision::full;
  studio.renderer->draw_split(swipe.left.picture, swipe.right.picture, 100, 200, 160, 1);
  const Image colored = studio.renderer->read();
  int green = 0;
  for (int y = 0; y < 160; ++y)
    for (int x = 100; x < 200; ++x)
      green += pixel_at(colored, x, y).g > 200 && pixel_at(colored, x, y).r < 60 ? 1 : 0;
  CHECK(green > 100);
}

SOLVED_STUDIO_CASE(
    "a split picture uploads both sides once, then nothing while neither changes, then only the "
    "side that did") {
  Swipe swipe;
  const auto uploads = [&] {
    studio.renderer->draw_split(swipe.left.picture, swipe.right.picture, 90, 200, 160, 1);
    return studio.renderer->last_cost().uploads;
  };
  studio.shot(swipe.left.picture);
  const std::size_t of_left = studio.renderer->last_cost().uploads;
  CHECK(uploads() >= of_left);  // the left side is there already
  CHECK(uploads() == 0);
  studio.shot(swipe.left.picture);
  CHECK(studio.renderer->last_cost().uploads == 0);
  CHECK(uploads() == 0);
  edit(swipe.right).joints[0].user_local = glm::rotate(glm::mat4(1.0f), 0.2f, glm::vec3(0, 1, 0));
  swipe.right.update();
  CHECK(uploads() > 0);
  CHECK(studio.renderer->last_cost().uploaded_bytes < 2000);
  CHECK(uploads() == 0);
}

TEST_CASE(
    "split pictures make no GL objects after the first one, and none are left when the renderer is "
    "gone") {
  {
    Studio studio;
    if (!studio) return;
    Swipe swipe;
    studio.renderer->draw_split(swipe.left.picture, swipe.right.picture, 90, 200, 160, 4);
    const int objects = gl::live_objects();
    for (int i = 0; i < 6; ++i) {
      studio.renderer->draw_split(swipe.left.picture, swipe.right.picture, 10 * i, 200, 160 + i, 4);
      studio.shot(swipe.right.picture, 200, 160, 4);
      CHECK(gl::live_objects() == objects);
    }
  }
  CHECK(gl::live_objects() == 0);
}
