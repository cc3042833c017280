// Background, shadow and caption of pictures that leave the program.
#include "view/export/staging.h"

#include "view/export/typeface.h"
#include "view/gl/cast_shadow.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

/// Looks down at a box over the ground.
Stage box_over_ground(glm::vec3 center, float half) {
  Stage stage = stage_of(box(center, half));
  stage.picture.camera.distance = 8.0f;
  stage.picture.camera.pitch = 0.9f;
  stage.picture.show.shadow = true;
  return stage;
}

constexpr glm::vec2 kSize(200, 160);  // of Studio::shot

glm::vec2 pixel_of_ground(const Stage& stage, glm::vec2 place) {
  return project(stage.picture.camera, {place.x, 0.0f, place.y}, kSize).pixel;
}

Image gray(int width, int height, std::uint8_t alpha) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) image.rgba.insert(image.rgba.end(), {90, 90, 90, alpha});
  return image;
}

/// Columns and rows that two images differ in: low, high (not included).
std::pair<glm::ivec2, glm::ivec2> difference(const Image& a, const Image& b) {
  glm::ivec2 low(a.width, a.height), high(0);
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      if (pixel_at(a, x, y) != pixel_at(b, x, y)) {
        low = glm::min(low, {x, y});
        high = glm::max(high, {x + 1, y + 1});
      }
  return {low, high};
}

bool lacks_font() {
  if (Typeface::semibold().is_there()) return false;
  skip("captions: the program's font is not here");
  return true;
}

}  // namespace

STUDIO_CASE("the shadow of a box lies where the light throws its middle, and nowhere else") {
  for (auto& dice : rounds<Dice>(71, 8)) {
    const glm::vec3 center(dice.in(-0.8f, 0.8f), dice.in(0.8f, 1.6f), dice.in(-0.8f, 0.8f));
    const float half = dice.in(0.15f, 0.3f);
    Stage stage = box_over_ground(center, half);
    const Image with = studio.shot(stage.picture);
    stage.picture.show.shadow = false;
    const Image without = studio.shot(stage.picture);
    const glm::vec2 middle = on_ground(center);
    const float reach = 2.5f * half + 0.1f;  // of the shadow's shape, and of its blur
    for (int x = -6; x <= 6; ++x)
      for (int z = -6; z <= 6; ++z) {
        const glm::vec2 place(0.3f * float(x), 0.3f * float(z));
        const glm::vec2 pixel = pixel_of_ground(stage, place);
        if (pixel.x < 0 || pixel.y < 0 || pixel.x >= kSize.x || pixel.y >= kSize.y) continue;
        if (glm::distance(place, middle) > reach)
          CHECK(pixel_at(with, pixel) == pixel_at(without, pixel));
      }
    const glm::vec2 there = pixel_of_ground(stage, middle);
    if (pixel_at(without, there).a == 0) CHECK(pixel_at(with, there).a > 90);
  }
}

STUDIO_CASE("a shadow darkens the background, is seen from above only, and only of what is above") {
  const auto darkened = [&](const Stage& stage) {
    Picture without = stage.picture;
    without.show.shadow = false;
    const Image a = studio.shot(stage.picture), b = studio.shot(without);
    int darker = 0;
    for (int y = 0; y < a.height; ++y)
      for (int x = 0; x < a.width; ++x) {
        const float before = lightness(pixel_at(b, x, y)), now = lightness(pixel_at(a, x, y));
        REQUIRE(now <= before + 0.01f);
        darker += now < before - 3.0f ? 1 : 0;
      }
    return darker;
  };
  Stage stage = box_over_ground({0.0f, 1.0f, 0.0f}, 0.3f);
  stage.picture.transparent = false;
  CHECK(darkened(stage) > 100);
  stage.picture.camera.pitch = -0.9f;
  CHECK(darkened(stage) == 0);
  Stage below = box_over_ground({0.0f, -1.0f, 0.0f}, 0.3f);
  below.picture.transparent = false;
  CHECK(darkened(below) == 0);
}

STUDIO_CASE(
    "a background goes from its upper color to its lower one, and marks stand out from it") {
  Stage empty(Scene{});
  empty.picture.transparent = false;
  view::stage(empty.picture, {.background = Background{{1, 0, 0, 1}, {0, 0, 1, 1}}});
  const Image image = studio.shot(empty.picture);
  for (int x = 0; x < image.width; x += 20) {
    CHECK(pixel_at(image, x, 0).r >= 253);
    CHECK(pixel_at(image, x, 0).b <= 2);
    CHECK(pixel_at(image, x, image.height - 1).b >= 253);
  }
  const Color white(1.0f), black(0, 0, 0, 1);
  view::stage(empty.picture, {.background = Background{white, white}});
  CHECK(empty.picture.tones.grid == kLightTones.grid);
  CHECK(pixel_at(studio.shot(empty.picture), 7, 9).g >= 254);
  view::stage(empty.picture, {.background = Background{black, black}});
  CHECK(empty.picture.tones.grid == kDarkTones.grid);
  const Tones before = empty.picture.tones;
  view::stage(empty.picture, {});
  CHECK(empty.picture.tones == before);
}

TEST_CASE("a caption stays at the lower edge, at its side or in the middle, however long it is") {
  if (lacks_font()) return;
  const Image before = gray(320, 200, 255);
  for (const std::string text : {"Walk",
                                 "A walk of seventy-two frames, seen from the left side, "
                                 "with more words than fit in a line"}) {
    Image left = before, middle = before;
    draw_caption(left, {.text = text});
    draw_caption(middle, {.text = text, .is_centered = true});
    const auto [low, high] = difference(before, left);
    CHECK(low.x > 0);
    CHECK(low.x < 12);
    CHECK(low.y > 160);
    CHECK(high.y < 200);
    CHECK(high.x < 320);
    const auto [middle_low, middle_high] = difference(before, middle);
    CHECK(std::abs(middle_low.x + middle_high.x - 320) <= 2);
    CHECK(middle_low.y == low.y);
  }
  Image same = before;
  draw_caption(same, {});
  CHECK(same.rgba == before.rgba);
  Image tiny = gray(4, 3, 255);
  draw_caption(tiny, {.text = "Walk"});
}

TEST_CASE("a caption over nothing has its own colors, not those of what is not there") {
  if (lacks_font()) return;
  Image image = gray(640, 400, 0);
  draw_caption(image, {.text = "Walk"});
  int plate = 0, text = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const Pixel pixel = pixel_at(image, x, y);
      if (pixel.a == 0) continue;
      plate += pixel.r <= 12 && std::abs(pixel.a - 158) <= 1 ? 1 : 0;
      text += pixel.r > 250 && pixel.a == 255 ? 1 : 0;
      CHECK(pixel.r <= pixel.b + 6);  // never the gray of the image
    }
  CHECK(plate > 200);
  CHECK(text > 10);
}

TEST_CASE("colors are three or six hexadecimal digits") {
  CHECK(color_from_text("#ff8000") == Color(1.0f, 128.0f / 255.0f, 0.0f, 1.0f));
  CHECK(color_from_text("f80") == Color(1.0f, 136.0f / 255.0f, 0.0f, 1.0f));
  for (const char* text : {"", "#", "red", "#ff80", "ff80000", "-1-2-3", "0x0x0x", "ff 000"})
    CHECK(color_from_text(text) == std::nullopt);
}
