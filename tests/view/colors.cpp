// Palettes and joints' colors, also as others see them: no GL.
// The finished picture as others see it. Skipped without a GL context.
#include <set>

#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

constexpr Palette kPalettes[] = {Palette::viridis, Palette::cividis, Palette::magma};
constexpr Vision kVisions[] = {Vision::full, Vision::protan, Vision::deutan, Vision::tritan,
                               Vision::gray};

glm::vec3 random_color(Dice& dice) { return {dice.in(0, 1), dice.in(0, 1), dice.in(0, 1)}; }

}  // namespace

TEST_CASE("in every palette more is lighter, for every kind of color vision") {
  for (const Palette palette : kPalettes)
    for (const Vision vision : kVisions) {
      float before = -1.0f;
      const float slack = vision == Vision::full || vision == Vision::gray
                              ? 0.0f
                              : 0.35f;  // its colors are cut off at the gamut
      for (int i = 0; i <= 64; ++i) {
        const float now =
            lightness(glm::vec3(seen_by(vision, palette_color(palette, float(i) / 64.0f))));
        CAPTURE(palette_name(palette));
        CAPTURE(vision_name(vision));
        CAPTURE(i);
        CHECK(now > before - slack);
        before = std::max(now, before);
      }
      CHECK(before > 85.0f);
      CHECK(lightness(glm::vec3(seen_by(vision, palette_color(palette, 0.0f)))) >
            5.0f);  // not black: there is light and shade on it
    }
}

TEST_CASE(
    "a palette runs smoothly between its ends; beyond them, and where there is no number, it stays "
    "there") {
  for (const Palette palette : kPalettes) {
    for (int i = 0; i < 255; ++i) {
      const Color here = palette_color(palette, float(i) / 255.0f);
      CHECK(glm::distance(here, palette_color(palette, float(i + 1) / 255.0f)) < 0.025f);
      CHECK(here.a == 1.0f);
    }
    CHECK(palette_color(palette, -3.0f) == palette_color(palette, 0.0f));
    CHECK(palette_color(palette, 7.0f) == palette_color(palette, 1.0f));
    CHECK(palette_color(palette, std::nanf("")) == palette_color(palette, 0.0f));
  }
}

TEST_CASE(
    "neighboring joints differ clearly in color and, for all kinds of color vision, a joint "
    "from the next in lightness") {
  for (std::size_t joint = 0; joint < 300; ++joint) {
    const Color here = joint_color(joint);
    CHECK(here == joint_color(joint));
    CHECK(lightness(glm::vec3(here)) > 45.0f);
    CHECK(lightness(glm::vec3(here)) < 85.0f);
    for (const std::size_t step : {1u, 2u, 3u})
      CHECK(glm::distance(here, joint_color(joint + step)) > 0.15f);
    for (const Vision vision : kVisions) {
      const float a = lightness(glm::vec3(seen_by(vision, here))),
                  b = lightness(glm::vec3(seen_by(vision, joint_color(joint + 1))));
      CHECK(std::abs(a - b) > 8.0f);
    }
  }
}

/// Björn Ottosson, "A perceptual color space for image processing", 2020.
glm::vec3 oklab_of(const glm::vec3& linear) {
  const glm::vec3 lms(glm::dot(linear, {0.4122214708f, 0.5363325363f, 0.0514459929f}),
                      glm::dot(linear, {0.2119034982f, 0.6806995451f, 0.1073969566f}),
                      glm::dot(linear, {0.0883024619f, 0.2817188376f, 0.6299787005f}));
  const glm::vec3 roots = glm::pow(lms, glm::vec3(1.0f / 3.0f));
  return {glm::dot(roots, {0.2104542553f, 0.7936177850f, -0.0040720468f}),
          glm::dot(roots, {1.9779984951f, -2.4285922050f, 0.4505937099f}),
          glm::dot(roots, {0.0259040371f, 0.7827717662f, -0.8086757660f})};
}

TEST_CASE(
    "joints' colors have one of two lightnesses, as the eye sees it, and hues a golden angle "
    "apart") {
  const float golden = glm::pi<float>() * (3.0f - std::sqrt(5.0f));
  const auto hue_of = [](const glm::vec3& lab) { return std::atan2(lab.z, lab.y); };
  glm::vec3 before(0.0f);
  for (std::size_t joint = 0; joint < 300; ++joint) {
    CAPTURE(joint);
    const glm::vec3 lab = oklab_of(linear_from_srgb(glm::vec3(joint_color(joint))));
    CHECK(lab.x == doctest::Approx(joint % 2 == 0 ? 0.8 : 0.6).epsilon(1e-4));
    if (joint > 0)
      CHECK(std::cos(hue_of(lab) - hue_of(before)) ==
            doctest::Approx(std::cos(golden)).epsilon(2e-3));
    before = lab;
  }
}

TEST_CASE(
    "grays look gray to everybody; full vision changes nothing; gray vision keeps the light and "
    "nothing else") {
  for (auto& dice : rounds<Dice>(71, 200)) {
    const Color color(random_color(dice), dice.in(0, 1));
    CHECK(seen_by(Vision::full, color) == color);
    const Color gray = seen_by(Vision::gray, color);
    CHECK(gray.r == gray.g);
    CHECK(gray.r == gray.b);
    CHECK(gray.a == color.a);
    CHECK(lightness(glm::vec3(gray)) ==
          doctest::Approx(lightness(glm::vec3(color))).epsilon(0.001));
    for (const Vision vision : kVisions) {
      const glm::vec3 seen(seen_by(vision, Color(glm::vec3(color.r), 1.0f)));
      CHECK(glm::distance(seen, glm::vec3(color.r)) < 0.004f);
    }
  }
}

TEST_CASE(
    "who lacks red or green cones hardly tells apart colors that trade red for green at the same "
    "light") {
  for (auto& dice : rounds<Dice>(72, 200)) {
    const glm::vec3 color = glm::mix(glm::vec3(0.3f), glm::vec3(0.7f), random_color(dice));
    const float trade = dice.in(0.05f, 0.15f);
    const glm::vec3 other = color + trade * glm::vec3(0.7152f, -0.2126f, 0.0f) / 0.7152f;
    for (const Vision vision : {Vision::protan, Vision::deutan}) {
      const glm::vec3 apart = vision_matrix(vision) * other - vision_matrix(vision) * color;
      CHECK(std::abs(apart.r - apart.g) < 0.1f * std::abs((other - color).r - (other - color).g));
    }
  }
}

TEST_CASE(
    "linear light and screen codes are each other's inverse, and dark gray is where the standard "
    "puts it") {
  for (auto& dice : rounds<Dice>(73, 200)) {
    const glm::vec3 color = random_color(dice);
    CHECK(glm::distance(srgb_from_linear(linear_from_srgb(color)), color) < 1e-5f);
  }
  CHECK(srgb_from_linear(glm::vec3(0.2140411f)).r == doctest::Approx(0.5f).epsilon(1e-4));
}

TEST_CASE("palettes and visions have names of their own") {
  std::set<std::string> names;
  for (const Palette palette : kPalettes) names.insert(palette_name(palette));
  for (const Vision vision : kVisions) names.insert(vision_name(vision));
  CHECK(names.size() == 8);
}

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
      if (pixel.a < 90) continue;  // too few codes are left to recognize a color
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
