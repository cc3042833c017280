// Base colors and textures of files. Skipped without a GL context.
#include <algorithm>

#include "view/gl/gl.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

std::shared_ptr<Texture> texture_of(int width, int height, std::vector<std::uint8_t> rgba) {
  auto texture = std::make_shared<Texture>();
  texture->mime = "image/png";
  texture->file = {0};  // only its pixels are drawn
  texture->width = width;
  texture->height = height;
  texture->rgba = std::move(rgba);
  return texture;
}

/// Two by two pixels with v upwards: upper left red, upper right green, lower left blue, lower
/// right yellow.
std::shared_ptr<Texture> four_colors(bool repeats) {
  const auto texture =
      texture_of(2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255});
  texture->repeats = repeats;
  return texture;
}

void give_uvs(Mesh& mesh, glm::vec2 low, glm::vec2 high) {
  mesh.uvs = {low, {high.x, low.y}, high, {low.x, high.y}};
  mesh.corner_uv = {0, 1, 2, 3};
}

std::shared_ptr<Mesh> textured(const std::shared_ptr<const Texture>& texture,
                               glm::vec2 low = {0, 0}, glm::vec2 high = {1, 1}) {
  auto mesh = rectangle({0, 0, 0}, 0.8f, 0.8f);
  give_uvs(*mesh, low, high);
  mesh->materials.push_back({"skin", glm::vec4(1.0f), texture});
  return mesh;
}

Image shot_of(Studio& studio, Stage& stage) {
  stage.update();
  stage.picture.camera.orthographic = true;
  return studio.shot(stage.picture);
}

/// Near the rectangle's corners on the screen: upper left, upper right, lower left, lower right.
std::array<Pixel, 4> corners_of(const Image& image, const Camera& camera) {
  std::array<Pixel, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) {
    const glm::vec3 place(i % 2 ? 0.74f : -0.74f, i < 2 ? 0.74f : -0.74f, 0.0f);
    corners[i] = pixel_at(image, project(camera, place, {image.width, image.height}).pixel);
  }
  return corners;
}

enum Hue { red, green, blue, yellow, none };
Hue hue_of(Pixel pixel) {
  const bool r = pixel.r > 130, g = pixel.g > 130, b = pixel.b > 130;
  if (r && !g && !b) return red;
  if (!r && g && !b) return green;
  if (!r && !g && b) return blue;
  return r && g && !b ? yellow : none;
}

}  // namespace

STUDIO_CASE("a texture stands upright: each corner has the color of its own texel") {
  for (const bool repeats : {false, true}) {
    Stage stage = stage_of(textured(four_colors(repeats), {0.2f, 0.2f}, {0.8f, 0.8f}));
    const auto [upper_left, upper_right, lower_left, lower_right] =
        corners_of(shot_of(studio, stage), stage.picture.camera);
    const std::array seen = {hue_of(upper_left), hue_of(upper_right), hue_of(lower_left),
                             hue_of(lower_right)};
    CHECK(seen == std::array{red, green, blue, yellow});
  }
  // A quarter of the picture fills the rectangle: v = 1 is its upper edge.
  Stage stage = stage_of(textured(four_colors(false), {-1.0f, 0.99f}, {0.01f, 2.0f}));
  for (const Pixel pixel : corners_of(shot_of(studio, stage), stage.picture.camera))
    CHECK(hue_of(pixel) == red);
}

STUDIO_CASE("outside its square a texture repeats or goes on with its edge, as it says") {
  const auto hues = [&](bool repeats, glm::vec2 low, glm::vec2 high) {
    Stage stage = stage_of(textured(four_colors(repeats), low, high));
    std::array<Hue, 4> seen;
    const std::array<Pixel, 4> corners = corners_of(shot_of(studio, stage), stage.picture.camera);
    std::transform(corners.begin(), corners.end(), seen.begin(), hue_of);
    return seen;
  };
  // The rectangle spans texel middles of the square to the right of and above the first one.
  CHECK(hues(true, {1.25f, 1.25f}, {1.75f, 1.75f}) == std::array{red, green, blue, yellow});
  CHECK(hues(false, {1.25f, 1.25f}, {1.75f, 1.75f}) == std::array{green, green, green, green});
  CHECK(hues(false, {-0.75f, -0.75f}, {-0.25f, -0.25f}) == std::array{blue, blue, blue, blue});
}

STUDIO_CASE(
    "a base color is a factor in linear light, alone and over a texture; alpha does not matter") {
  Dice dice(101);
  auto white = rectangle({0, 0, 0}, 0.8f, 0.8f);
  white->materials.push_back({"white", glm::vec4(1.0f), nullptr});
  Stage reference = stage_of(white);
  const glm::vec3 light = color_of(pixel_at(
      shot_of(studio, reference), 90, 70));  // of white under the studio's light, and its shine
  for (int trial = 0; trial < 10; ++trial) {
    const glm::vec3 factor(dice.in(0.05f, 0.8f), dice.in(0.05f, 0.8f), dice.in(0.05f, 0.8f));
    const float gray = dice.in(0.3f, 1.0f);
    const std::uint8_t level = std::uint8_t(gray * 255.0f);
    const auto texture = texture_of(1, 1, {level, level, level, 7});
    for (const bool has_texture : {false, true}) {
      auto mesh = textured(has_texture ? texture : nullptr);
      mesh->materials[0].base_color = glm::vec4(factor, 0.2f);
      Stage stage = stage_of(mesh);
      const Pixel pixel = pixel_at(shot_of(studio, stage), 90, 70);
      CHECK(pixel.a == 255);
      const glm::vec3 code = srgb_from_linear(
          factor * (has_texture ? linear_from_srgb(glm::vec3(gray)) : glm::vec3(1.0f)));
      CHECK(glm::distance(color_of(pixel), code * light) < 0.09f);
      // Channels in the order of their factors, whatever the light.
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          if (factor[a] > factor[b] + 0.1f) CHECK(color_of(pixel)[a] > color_of(pixel)[b]);
    }
  }
}

STUDIO_CASE("each face has its own material, and clay where it has none") {
  auto mesh = std::make_shared<Mesh>();
  for (const float x : {-0.9f, -0.3f, 0.3f, 0.9f})
    for (const float y : {-0.5f, 0.5f}) mesh->positions.emplace_back(x, y, 0.0f);
  for (const std::uint32_t i : {0u, 2u, 4u}) add_face(*mesh, {i, i + 2, i + 3, i + 1});
  Stage clay = stage_of(std::make_shared<Mesh>(*mesh));
  const Image bare = shot_of(studio, clay);
  mesh->materials = {{"red", {0.8f, 0.0f, 0.0f, 1.0f}, nullptr},
                     {"blue", {0.0f, 0.0f, 0.8f, 1.0f}, nullptr}};
  mesh->face_material = {1, kNoIndex, 0};
  Stage stage = stage_of(mesh);
  const Image image = shot_of(studio, stage);
  CHECK(hue_of(pixel_at(image, 70, 80)) == blue);
  CHECK(pixel_at(image, 100, 80) == pixel_at(bare, 100, 80));
  CHECK(hue_of(pixel_at(image, 130, 80)) == red);
  CHECK(count_pixels(image, [](Pixel pixel) { return pixel.a > 0; }) ==
        count_pixels(bare, [](Pixel pixel) { return pixel.a > 0; }));
}

STUDIO_CASE(
    "materials show only where they are asked for and no heat map is; a texture without "
    "coordinates is not drawn") {
  Stage clay = stage_of(rectangle({0, 0, 0}, 0.8f, 0.8f));
  const Image bare = shot_of(studio, clay);
  Stage stage = stage_of(textured(four_colors(true)));
  const Image colored = shot_of(studio, stage);
  CHECK(colored.rgba != bare.rgba);
  stage.picture.show.materials = false;
  CHECK(shot_of(studio, stage).rgba == bare.rgba);
  stage.picture.show.materials = true;
  stage.picture.show.colors = MeshColors::influence_count;
  CHECK(count_pixels(shot_of(studio, stage), [](Pixel pixel) { return hue_of(pixel) != none; }) ==
        0);
  stage.picture.show.colors = MeshColors::joint_weight;  // of no joint: plain
  CHECK(shot_of(studio, stage).rgba == colored.rgba);

  auto white = textured(nullptr);
  Stage base = stage_of(white);
  const Image whitish = shot_of(studio, base);
  auto without_uvs = textured(four_colors(true));
  without_uvs->corner_uv.clear();
  without_uvs->uvs.clear();
  Stage poor = stage_of(without_uvs);
  CHECK(shot_of(studio, poor).rgba == whitish.rgba);
}

STUDIO_CASE(
    "a texture is uploaded once for all meshes, coordinates once a mesh, and both again never "
    "while they are in use") {
  const auto texture = four_colors(true);
  SceneMaker maker;
  maker.mesh(textured(texture));
  maker.mesh(textured(texture), glm::translate(glm::mat4(1.0f), {0, 0, -1}));
  Stage stage(maker.scene);
  stage.update();
  stage.picture.show.materials = false;
  studio.shot(stage.picture);
  stage.picture.show.materials = true;
  studio.shot(stage.picture);
  CHECK(studio.renderer->last_cost().uploads == 3);
  CHECK(studio.renderer->last_cost().uploaded_bytes ==
        texture->rgba.size() + 2 * 4 * sizeof(glm::vec2));
  for (const MeshColors colors :
       {MeshColors::influence_count, MeshColors::plain, MeshColors::plain}) {
    stage.picture.show.colors = colors;
    studio.shot(stage.picture);
    CHECK(studio.renderer->last_cost().uploads == (colors == MeshColors::plain ? 0 : 2));
  }
  const int objects = gl::live_objects();
  stage.scene.nodes.pop_back();
  stage.update();
  studio.shot(stage.picture);
  const int with_one = gl::live_objects();
  CHECK(with_one < objects);
  stage.scene.nodes.pop_back();
  stage.update();
  studio.shot(stage.picture);
  CHECK(gl::live_objects() < with_one);
  CHECK(texture.use_count() ==
        3);  // the two meshes of the first scene, and this test: the renderer released it
}

STUDIO_CASE("a texture that is wider than the driver's largest is drawn smaller") {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (largest > 32768) return skip("textures: the driver takes larger ones than this test makes");
  std::vector<std::uint8_t> rgba;
  for (int x = 0; x < largest + 3; ++x) {
    const bool is_left = 2 * x < largest;
    rgba.insert(rgba.end(),
                {std::uint8_t(is_left ? 255 : 0), std::uint8_t(is_left ? 0 : 255), 0, 255});
  }
  const auto texture = texture_of(largest + 3, 1, std::move(rgba));
  Stage stage = stage_of(textured(texture, {0.1f, 0.0f}, {0.9f, 1.0f}));
  const auto [upper_left, upper_right, lower_left, lower_right] =
      corners_of(shot_of(studio, stage), stage.picture.camera);
  CHECK(hue_of(upper_left) == red);
  CHECK(hue_of(lower_left) == red);
  CHECK(hue_of(upper_right) == green);
  CHECK(hue_of(lower_right) == green);
}
