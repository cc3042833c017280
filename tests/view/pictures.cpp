// Pictures judged by laws and not by stored images. Skipped without a GL context.
#include <algorithm>

#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

/// Chessboard distance from a pixel's center to the border of a rectangle on the screen; negative
/// inside.
float outside_by(const glm::vec2& low, const glm::vec2& high, int x, int y) {
  const glm::vec2 center(float(x) + 0.5f, float(y) + 0.5f);
  const glm::vec2 away = glm::max(low - center, center - high);
  return std::max(away.x, away.y);
}

float warmth(Pixel pixel) { return float(pixel.r - pixel.b); }

}  // namespace

STUDIO_CASE("a rectangle covers the pixels that the camera projects it to and no others") {
  for (auto& dice : rounds<Dice>(31, 12)) {
    const glm::vec3 center = dice.point(0.7f) * glm::vec3(1, 1, 0);
    const glm::vec2 half(dice.in(0.1f, 0.7f), dice.in(0.1f, 0.7f));
    Stage stage = stage_of(rectangle(center, half.x, half.y));
    stage.picture.camera.orthographic = dice.round % 2 == 0;
    const Image image = studio.shot(stage.picture);
    const glm::vec2 size(image.width, image.height);
    const glm::vec2 a = project(stage.picture.camera, center - glm::vec3(half, 0), size).pixel;
    const glm::vec2 b = project(stage.picture.camera, center + glm::vec3(half, 0), size).pixel;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const float outside = outside_by(glm::min(a, b), glm::max(a, b), x, y);
        if (std::abs(outside) < 0.05f) continue;  // rounding may decide
        REQUIRE(pixel_at(image, x, y).a == (outside < 0.0f ? 255 : 0));
      }
  }
}

STUDIO_CASE("what is drawn at a point of the world lies where Camera::project says") {
  for (auto& dice : rounds<Dice>(32, 20)) {
    const glm::vec3 place = dice.point(0.6f);
    Stage stage = stage_of(box(place, 0.02f));
    stage.picture.camera.yaw = dice.in(-3.0f, 3.0f);
    stage.picture.camera.pitch = dice.in(-1.4f, 1.4f);
    stage.picture.camera.orthographic = dice.round % 3 == 0;
    const Image image = studio.shot(stage.picture, 320, 240, 4);
    glm::dvec3 sum(0.0);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        sum += double(pixel_at(image, x, y).a) * glm::dvec3(x + 0.5, y + 0.5, 1.0);
    REQUIRE(sum.z > 0.0);
    const glm::vec2 expected = project(stage.picture.camera, place, {320, 240}).pixel;
    CHECK(glm::distance(glm::dvec2(sum) / sum.z, glm::dvec2(expected)) < 0.6);
  }
}

STUDIO_CASE(
    "a face looks the same from its back, wound the other way round, and through a mirrored node "
    "matrix") {
  const auto picture_of = [&](bool turned, float mirror) {
    SceneMaker maker;
    auto mesh = box({0, 0, 0}, 0.5f);
    if (turned)
      for (std::size_t f = 0; f < mesh->face_count(); ++f)
        std::reverse(mesh->corner_vertex.begin() + mesh->face_begin[f],
                     mesh->corner_vertex.begin() + mesh->face_begin[f + 1]);
    maker.mesh(mesh, glm::scale(glm::mat4(1.0f), glm::vec3(1, 1, mirror)));
    Stage stage(maker.scene);
    stage.picture.camera.pitch = 0.4f;  // the box is its own mirror image
    return studio.shot(stage.picture).rgba;
  };
  const std::vector<std::uint8_t> usual = picture_of(false, 1.0f);
  for (const auto& other :
       {picture_of(true, 1.0f), picture_of(false, -1.0f), picture_of(true, -1.0f)}) {
    int worst = 0;
    for (std::size_t i = 0; i < usual.size(); ++i)
      worst = std::max(worst, std::abs(int(usual[i]) - int(other[i])));
    CHECK(worst <= 3);
  }
}

SOLVED_STUDIO_CASE(
    "each uncovered vertex is marked in magenta, also behind the mesh, and only where asked") {
  SceneMaker maker;
  const Id skeleton = maker.skeleton({maker.joint("root", -1, {0, 0, 0}, {0.1f, 0, 0}, 0.3f)});
  maker.mesh(mostly_covered(0.7f, 0.6f), glm::mat4(1.0f), skeleton);
  Stage stage(maker.scene);
  REQUIRE(stage.deformer.meshes()[0].coverage.uncovered == 4);
  CHECK(count_pixels(studio.shot(stage.picture), is_magenta) == 0);
  stage.picture.show.uncovered = true;
  const Image image = studio.shot(stage.picture);
  for (const float x : {-0.7f, 0.7f})
    for (const float y : {-0.6f, 0.6f}) {
      const glm::vec2 pixel = project(stage.picture.camera, {x, y, 0}, {200, 160}).pixel;
      CHECK(is_magenta(pixel_at(image, pixel)));
    }
  const int in_sight = count_pixels(image, is_magenta);
  CHECK(in_sight >= 4 * 9);
  CHECK(in_sight <= 4 * 81);

  stage.scene.nodes.push_back(
      {.id = take_id(stage.scene), .name = "screen", .mesh = rectangle({0, 0, 1}, 1.0f, 0.9f)});
  stage.update();
  const auto is_pinkish = [](Pixel pixel) {
    return pixel.r > pixel.g + 40 && pixel.b > pixel.g + 30;
  };
  const Image hidden = studio.shot(stage.picture);
  CHECK(count_pixels(hidden, is_pinkish) >= 4 * 5);
  CHECK(count_pixels(hidden, is_magenta) < in_sight);
}

SOLVED_STUDIO_CASE(
    "a capsule tints what is behind it without hiding it, wherever the mesh is, and stronger in "
    "amber when selected") {
  for (const float z : {-1.5f, 0.0f, 1.5f}) {  // the mesh behind, within and before the capsule
    SceneMaker maker;
    maker.skeleton({maker.joint("root", -1, {-0.4f, 0, 0}, {0.8f, 0, 0}, 0.4f)});
    maker.mesh(rectangle({0, 0, z}, 0.9f, 0.7f));
    Stage stage(maker.scene);
    const Pixel bare = pixel_at(studio.shot(stage.picture), 100, 70);
    stage.picture.show.capsules = true;
    const Pixel veiled = pixel_at(studio.shot(stage.picture), 100, 70);
    CHECK(veiled != bare);
    CHECK(std::abs(veiled.r - bare.r) + std::abs(veiled.g - bare.g) + std::abs(veiled.b - bare.b) <
          90);
    stage.picture.show.selected = {stage.scene.nodes[0].skeleton->joints[0].id};
    const Image selected = studio.shot(stage.picture);
    CHECK(warmth(pixel_at(selected, 100, 70)) > warmth(veiled) + 8.0f);
    CHECK(count_pixels(selected, is_amber) > 200);
    stage.picture.show.hidden = stage.picture.show.selected;
    CHECK(pixel_at(studio.shot(stage.picture), 100, 70) == bare);
  }
}

SOLVED_STUDIO_CASE("where capsules overlap the veil is no thicker than elsewhere") {
  const auto middle_of = [&](int copies) {
    SceneMaker maker;
    std::vector<Joint> joints;
    for (int i = 0; i < copies; ++i)
      joints.push_back(maker.joint(std::to_string(i), i - 1, {0, 0, 0}, {0.4f, 0, 0}, 0.5f));
    maker.skeleton(joints);
    maker.mesh(rectangle({0, 0, -1}, 0.9f, 0.7f));
    Stage stage(maker.scene);
    stage.picture.show.capsules = true;
    return pixel_at(studio.shot(stage.picture), 105, 85);
  };
  CHECK(middle_of(5) == middle_of(1));
}

SOLVED_STUDIO_CASE(
    "a capsule is drawn inside the silhouette of its true shape and fills it, under uneven scale") {
  for (auto& dice : rounds<Dice>(33, 6)) {
    SceneMaker maker;
    Joint joint = maker.joint("root", -1, {0, 0, 0}, {0.5f, 0.1f, 0}, 0.2f);
    joint.user_local = dice.affine(0.1f);
    maker.skeleton({joint});
    Stage stage(maker.scene);
    stage.picture.show.capsules = true;
    stage.picture.camera.distance = 6.0f;
    const Image image = studio.shot(stage.picture);
    const glm::mat4 moved = stage.deformer.skeletons()[0].skinning[0];
    // A pixel is the capsule's if its ray in bind space meets it; the silhouette's line is a little
    // wider.
    std::vector<char> is_hit;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const Ray ray = ray_through_pixel(stage.picture.camera, glm::vec2(x, y) + 0.5f,
                                          glm::vec2(image.width, image.height));
        is_hit.push_back(hit_capsule(transformed(glm::inverse(moved), ray), glm::vec3(0.0f),
                                     joint.extent, 0.2f, 0.2f)
                             .has_value());
      }
    const auto is_near_hit = [&](int x, int y) {
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          const int nx = std::clamp(x + dx, 0, image.width - 1),
                    ny = std::clamp(y + dy, 0, image.height - 1);
          if (is_hit[std::size_t(ny * image.width + nx)]) return true;
        }
      return false;
    };
    int wrong = 0, inside = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const bool hit = is_hit[std::size_t(y * image.width + x)],
                   drawn = pixel_at(image, x, y).a > 0;
        inside += hit ? 1 : 0;
        wrong += (hit && !drawn) || (drawn && !is_near_hit(x, y)) ? 1 : 0;
      }
    CHECK(inside > 100);
    CHECK(wrong == 0);
  }
}

SOLVED_STUDIO_CASE("joint balls and bones lie over the mesh and turn amber when selected") {
  Stage stage(creature());
  stage.picture.show.joints = true;
  const glm::vec2 ball = project(stage.picture.camera, {-0.5f, 0, 0}, {200, 160}).pixel;
  const Pixel plain = pixel_at(studio.shot(stage.picture), ball);
  CHECK((plain.r > 220 && plain.g > 220 && plain.b > 220));
  stage.picture.show.selected = {stage.scene.nodes[0].skeleton->joints[0].id};
  CHECK(is_amber(pixel_at(studio.shot(stage.picture), ball)));
  stage.picture.show.selected = {stage.scene.nodes[0].id};
  CHECK(is_amber(pixel_at(studio.shot(stage.picture), ball)));
}

STUDIO_CASE("a selected mesh gets an amber border around it and keeps its own colors within") {
  SceneMaker maker;
  const Id node = maker.mesh(rectangle({0, 0, 0}, 0.6f, 0.5f));
  maker.mesh(rectangle({0.2f, 0, 1}, 0.2f, 0.9f));  // partly before it
  Stage stage(maker.scene);
  for (const int samples : {1, 4}) {
    stage.picture.show.selected = {};
    const Image before = studio.shot(stage.picture, 200, 160, samples);
    stage.picture.show.selected = {node};
    const Image after = studio.shot(stage.picture, 200, 160, samples);
    CHECK(count_pixels(before, is_amber) == 0);
    CHECK(count_pixels(after, is_amber) > 150);
    const glm::vec2 low = project(stage.picture.camera, {-0.6f, 0.5f, 0}, {200, 160}).pixel;
    const glm::vec2 high = project(stage.picture.camera, {0.6f, -0.5f, 0}, {200, 160}).pixel;
    for (int y = 0; y < after.height; ++y)
      for (int x = 0; x < after.width; ++x) {
        const float outside = outside_by(low, high, x, y);
        if (outside < -1.0f || outside > 4.0f)
          REQUIRE(pixel_at(after, x, y) == pixel_at(before, x, y));
        const bool is_beside =
            float(x) > low.x && float(x) < high.x - 1.0f;  // the corners are round
        if (is_beside && outside > 0.6f && outside < 1.4f) CHECK(is_amber(pixel_at(after, x, y)));
      }
  }
}

STUDIO_CASE(
    "an overlay line is as wide as asked at every UI scale, dots have their area, and both lie "
    "over the mesh") {
  Stage stage = stage_of(rectangle({0, 0, 1}, 2, 2));
  const auto is_green = [](Pixel pixel) { return pixel.g > 200 && pixel.r < 60 && pixel.b < 60; };
  for (const float scale : {1.0f, 2.0f}) {
    stage.picture.ui_scale = scale;
    stage.picture.overlay = {};
    stage.picture.overlay.lines.push_back({{{-0.5f, 0, -3}, {0.5f, 0, -3}}, {0, 1, 0, 1}, 6.0f});
    const Image line = studio.shot(stage.picture);
    int tall = 0;
    for (int y = 0; y < line.height; ++y) tall += is_green(pixel_at(line, 100, y)) ? 1 : 0;
    CHECK(std::abs(float(tall) - 6.0f * scale) <= 1.0f);
    stage.picture.overlay = {};
    stage.picture.overlay.dots.push_back({{0, 0, -3}, {0, 1, 0, 1}, 7.0f, {0, 0, 0, 1}});
    CHECK(std::abs(float(count_pixels(studio.shot(stage.picture), is_green)) -
                   3.14159f * 49.0f * scale * scale) < 25.0f * scale * scale);
  }
  stage.picture.overlay = {};
  stage.picture.overlay.fills.push_back(
      {{{-0.2f, -0.2f, -3}, {0.2f, -0.2f, -3}, {0.2f, 0.2f, -3}, {-0.2f, 0.2f, -3}}, {0, 1, 0, 1}});
  CHECK(is_green(pixel_at(studio.shot(stage.picture), 100, 80)));
}

STUDIO_CASE("an overlay line that comes from behind the eye is drawn where it is in sight") {
  Stage stage(Scene{});
  stage.picture.overlay.lines.push_back(
      {{{0.5f, 0, 50}, {0, 0, 0}, {0, -30, 90}}, {0, 1, 0, 1}, 3.0f});
  const Image image = studio.shot(stage.picture);
  CHECK(pixel_at(image, 101, 80).a > 0);
  CHECK(pixel_at(image, 190, 80).a > 0);
  CHECK(pixel_at(image, 10, 80).a == 0);
  CHECK(pixel_at(image, 190, 20).a == 0);
}

STUDIO_CASE(
    "without a background only what is drawn has alpha; with one every pixel is opaque; the grid "
    "fades to nothing") {
  Stage stage(creature());
  show_all(stage);
  const Image opaque = studio.shot(stage.picture);
  CHECK(count_pixels(opaque, [](Pixel pixel) { return pixel.a != 255; }) == 0);
  stage.picture.transparent = true;
  stage.picture.show.grid = false;
  const Image bare = studio.shot(stage.picture);
  CHECK(pixel_at(bare, 0, 0) == Pixel{0, 0, 0, 0});
  CHECK(pixel_at(bare, 100, 80).a == 255);
  stage.scene.nodes.clear();
  stage.update();
  CHECK(count_pixels(studio.shot(stage.picture), [](Pixel pixel) { return pixel.a > 0; }) == 0);
  stage.picture.show.grid = true;
  const Image grid = studio.shot(stage.picture);
  const int lines = count_pixels(grid, [](Pixel pixel) { return pixel.a > 0; });
  CHECK(lines > 500);
  CHECK(lines < grid.width * grid.height / 2);
  for (int x = 0; x < grid.width; ++x) CHECK(pixel_at(grid, x, 0).a == 0);  // above the horizon
}

STUDIO_CASE("the ground is darker under a mesh that stands on it, wherever that goes") {
  Stage stage = stage_of(box({0, 0.2f, 0}, 0.2f));
  stage.picture.transparent = false;
  stage.picture.camera.pitch = 0.5f;
  stage.picture.show.grid = true;
  // Beside the box, not under it: there it hides the ground.
  const auto shade_at = [&](const glm::vec3& place) {
    const Image image = studio.shot(stage.picture);
    const glm::vec2 size(image.width, image.height);
    return lightness(pixel_at(image, project(stage.picture.camera, place, size).pixel));
  };
  const glm::vec3 here(0.13f, 0.0f, 0.24f), there(1.13f, 0.0f, 0.24f);
  const float dark = shade_at(here), light = shade_at(there);
  CHECK(dark < light - 2.0f);
  stage.scene.nodes[0].local[3].x = 1.0f;
  stage.update();
  CHECK(std::abs(shade_at(here) - light) < 0.5f);
  CHECK(std::abs(shade_at(there) - dark) < 0.5f);
  stage.scene.nodes[0].visible = false;
  CHECK(std::abs(shade_at(there) - light) < 0.5f);
}

STUDIO_CASE(
    "a translucent mesh lets the same share through everywhere, also where it lies over itself") {
  Stage stage = stage_of(box({0, 0, 0}, 0.6f));
  stage.picture.camera.yaw = 0.6f;
  stage.picture.show.mesh_opacity = 0.5f;
  const Image image = studio.shot(stage.picture);
  CHECK(count_pixels(image, [](Pixel pixel) {
          return pixel.a != 0 && (pixel.a < 126 || pixel.a > 129);
        }) == 0);
  CHECK(count_pixels(image, [](Pixel pixel) { return pixel.a != 0; }) > 1000);
  // Alpha is straight: the color is the solid mesh's.
  stage.picture.show.mesh_opacity = 1.0f;
  const Pixel solid = pixel_at(studio.shot(stage.picture), 100, 80),
              translucent = pixel_at(image, 100, 80);
  CHECK(std::abs(solid.r - translucent.r) <= 3);
  CHECK(std::abs(solid.b - translucent.b) <= 3);
}

STUDIO_CASE(
    "four samples soften the border of a mesh, one does not, and the inside stays as it was") {
  Stage stage = stage_of(rectangle({0, 0, 0}, 0.6f, 0.5f),
                         glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(0, 0, 1)));
  const auto is_partly = [](Pixel pixel) { return pixel.a > 0 && pixel.a < 255; };
  const Image hard = studio.shot(stage.picture, 200, 160, 1),
              soft = studio.shot(stage.picture, 200, 160, 4);
  CHECK(count_pixels(hard, is_partly) == 0);
  CHECK(count_pixels(soft, is_partly) > 50);
  CHECK(pixel_at(hard, 100, 80) == pixel_at(soft, 100, 80));
}

STUDIO_CASE(
    "degenerate scenes draw: nothing, no triangles, no vertices, joints without extent or radius, "
    "joints scaled to nothing") {
  Stage empty(Scene{});
  show_all(empty);
  studio.shot(empty.picture);
  SceneMaker maker;
  std::vector<Joint> joints{maker.joint("sphere", -1, {0, 0, 0}, {0, 0, 0}, 0.3f),
                            maker.joint("line", 0, {0, 0, 0}, {0.4f, 0, 0}, 0.0f),
                            maker.joint("flat", 0, {0, 0, 0}, {0.4f, 0, 0}, 0.2f),
                            maker.joint("gone", 0, {0, 0, 0}, {0.4f, 0, 0}, 0.2f)};
  joints[2].user_local = glm::scale(glm::mat4(1.0f), glm::vec3(1, 0, 1));
  joints[3].user_local = glm::scale(glm::mat4(1.0f), glm::vec3(0));
  const Id skeleton = maker.skeleton(joints);
  maker.mesh(std::make_shared<Mesh>(), glm::mat4(1.0f), skeleton);
  auto points = std::make_shared<Mesh>();
  points->positions = {{0, 0, 0}, {1, 1, 1}};
  maker.mesh(points, glm::mat4(1.0f), skeleton);
  auto sliver = rectangle({0, 0, 0}, 0.5f, 0.0f);
  maker.mesh(sliver);
  maker.skeleton({});
  Stage stage(maker.scene);
  show_all(stage);
  for (const bool orthographic : {false, true}) {
    stage.picture.camera.orthographic = orthographic;
    for (const Joint& joint : joints) {
      stage.picture.show.selected = {joint.id};
      const Image image = studio.shot(stage.picture, 200, 160, 4);
      CHECK(count_pixels(image, [](Pixel pixel) { return pixel.a != 255; }) == 0);
    }
  }
}

STUDIO_CASE("a picture has the size asked for, at least one pixel and at most what GL can") {
  Stage stage(creature());
  show_all(stage);
  for (const glm::ivec2 size : {glm::ivec2(0, 0), glm::ivec2(-5, 7), glm::ivec2(1, 1),
                                glm::ivec2(3, 200), glm::ivec2(100000, 1)}) {
    const Image image = studio.shot(stage.picture, size.x, size.y, 4);
    CHECK(image.width == std::clamp(size.x, 1, 16384));
    CHECK(image.height == std::clamp(size.y, 1, 16384));
    CHECK(image.rgba.size() == 4u * std::size_t(image.width) * std::size_t(image.height));
    CHECK_FALSE(png_bytes(image).empty());
  }
}

STUDIO_CASE("nodes that are not visible, and what hangs below them, are not drawn") {
  SceneMaker maker;
  maker.add("group");
  maker.mesh(rectangle({0, 0, 0}, 0.6f, 0.5f));
  maker.scene.nodes[1].parent = 0;
  Stage stage(maker.scene);
  const auto is_drawn = [](Pixel pixel) { return pixel.a > 0; };
  CHECK(count_pixels(studio.shot(stage.picture), is_drawn) > 0);
  for (const std::size_t hidden : {0u, 1u}) {
    stage.scene.nodes[hidden].visible = false;
    stage.update();
    CHECK(count_pixels(studio.shot(stage.picture), is_drawn) == 0);
    stage.scene.nodes[hidden].visible = true;
  }
  stage.picture.show.mesh = false;
  stage.update();
  CHECK(count_pixels(studio.shot(stage.picture), is_drawn) == 0);
}
