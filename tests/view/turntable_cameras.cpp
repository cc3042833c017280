// Cameras that close the loop, pictures in parts and sizes, transparency.
#include <algorithm>
#include <glm/gtc/constants.hpp>

#include "view/export/film_run.h"
#include "view/gl/parts.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::view;
using namespace marrow::test;

namespace {

float turn_between(const Camera& a, const Camera& b) {
  return std::remainder(b.yaw - a.yaw, glm::two_pi<float>());
}

/// A figure with capsules, joints, uncovered marks, a hatching and the ground: all that is drawn.
struct Rich {
  Stage stage;
  Rich() : stage(creature()) {
    show_all(stage);
    stage.picture.show.selected = {3};
    stage.picture.camera.distance = 5.0f;
    const DeformedMesh& mesh = stage.deformer.meshes()[0];
    std::vector<std::uint32_t> some;
    for (std::uint32_t i = 0; i < mesh.influences.vertex_count(); i += 2) some.push_back(i);
    stage.picture.hatched[mesh.node] = std::make_shared<const std::vector<std::uint32_t>>(some);
  }
};

int worst_difference(const Image& a, const Image& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  int worst = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    worst = std::max(worst, std::abs(int(a.rgba[i]) - int(b.rgba[i])));
  return worst;
}

/// The share of pixels of which a channel differs by more than `by`.
double share_that_differs(const Image& a, const Image& b, int by) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    bool differs = false;
    for (std::size_t k = i; k < i + 4; ++k)
      differs = differs || std::abs(int(a.rgba[k]) - int(b.rgba[k])) > by;
    count += differs;
  }
  return double(count) / double(a.rgba.size() / 4);
}

/// Straight alpha over an opaque picture.
Image over(const Image& front, const Image& back) {
  Image result = back;
  for (std::size_t i = 0; i < back.rgba.size(); i += 4) {
    const double alpha = front.rgba[i + 3] / 255.0;
    for (std::size_t k = i; k < i + 3; ++k)
      result.rgba[k] =
          std::uint8_t(std::lround(front.rgba[k] * alpha + back.rgba[k] * (1.0 - alpha)));
  }
  return result;
}

/// Means of factor x factor pixels, colors weighted by alpha.
Image shrunk(const Image& image, int factor) {
  Image result{image.width / factor, image.height / factor, {}};
  for (int y = 0; y < result.height; ++y)
    for (int x = 0; x < result.width; ++x) {
      glm::dvec4 sum(0.0);
      for (int v = 0; v < factor; ++v)
        for (int u = 0; u < factor; ++u) {
          const Pixel pixel = pixel_at(image, x * factor + u, y * factor + v);
          sum += glm::dvec4(pixel.r * pixel.a, pixel.g * pixel.a, pixel.b * pixel.a, pixel.a);
        }
      const double alpha = std::max(sum.w, 1e-9);
      for (int k = 0; k < 3; ++k) result.rgba.push_back(std::uint8_t(std::lround(sum[k] / alpha)));
      result.rgba.push_back(std::uint8_t(std::lround(sum.w / (factor * factor))));
    }
  return result;
}

}  // namespace

TEST_CASE(
    "a turntable closes its loop: the frame after the last is the first, exactly, and no step "
    "stands out") {
  for (auto& dice : rounds<Dice>(3, 200)) {
    Turntable turntable;
    turntable.start = {.target = dice.point(2.0f),
                       .distance = dice.in(1, 9),
                       .yaw = dice.in(-3, 3),
                       .pitch = dice.in(-1.4f, 1.4f)};
    turntable.frames = int(dice.in(12, 361));
    turntable.back_and_forth = dice.round % 3 == 0;
    turntable.reversed = dice.round % 2 == 0;
    turntable.swing = dice.in(0.1f, 3.1f);
    CHECK(camera_at(turntable, turntable.frames) == camera_at(turntable, 0));
    CHECK(camera_at(turntable, -1) == camera_at(turntable, turntable.frames - 1));
    CHECK(std::abs(turn_between(camera_at(turntable, 0), turntable.start)) < 1e-5f);
    const float whole = glm::two_pi<float>() / float(turntable.frames);
    for (int i = 0; i < turntable.frames; ++i) {
      const Camera camera = camera_at(turntable, i);
      const float step = turn_between(camera, camera_at(turntable, i + 1));
      if (turntable.back_and_forth)
        CHECK(std::abs(step) < whole * turntable.swing + 1e-5f);
      else
        CHECK(step == doctest::Approx(turntable.reversed ? -whole : whole).epsilon(1e-3));
      CHECK(camera.target == turntable.start.target);
      CHECK(camera.distance == turntable.start.distance);
      CHECK(camera.pitch == turntable.start.pitch);
    }
  }
}

TEST_CASE("to and fro reaches the swing on both sides") {
  const Turntable turntable{
      .start = {.yaw = 0.0f}, .frames = 120, .back_and_forth = true, .swing = 0.5f};
  CHECK(camera_at(turntable, 30).yaw == doctest::Approx(0.5f));
  CHECK(camera_at(turntable, 90).yaw == doctest::Approx(-0.5f));
  CHECK(std::abs(camera_at(turntable, 60).yaw) < 1e-6f);
}

TEST_CASE(
    "a camera that frames all around has the bounds in the picture wherever it turns, and wastes "
    "no more than half of it") {
  for (auto& dice : rounds<Dice>(8, 200)) {
    const glm::vec3 middle = dice.point(3.0f),
                    half(dice.in(0.05f, 2.0f), dice.in(0.05f, 2.0f), dice.in(0.05f, 2.0f));
    const Bounds bounds{middle - half, middle + half};
    const float aspect = dice.in(0.4f, 2.5f);
    const glm::vec2 size(600.0f * aspect, 600.0f);
    Turntable turntable{
        .start = {.pitch = dice.in(-1.2f, 1.2f), .field_of_view = dice.in(0.2f, 1.0f)}};
    turntable.start.orthographic = dice.round % 4 == 0;
    turntable.start = framed_all_around(turntable.start, bounds, aspect);
    float widest = 0.0f;
    for (int frame = 0; frame < turntable.frames; ++frame)
      for (int corner = 0; corner < 8; ++corner) {
        const glm::bvec3 high(corner & 1, corner & 2, corner & 4);
        const Projected seen =
            project(camera_at(turntable, frame), glm::mix(bounds.low, bounds.high, high), size);
        REQUIRE(seen.visible);
        const glm::vec2 share = glm::abs(seen.pixel / size * 2.0f - 1.0f);
        CHECK(share.x < 1.0f);
        CHECK(share.y < 1.0f);
        widest = std::max({widest, share.x, share.y});
      }
    CHECK(widest > 0.5f);
  }
  const Camera camera;
  CHECK(framed_all_around(camera, Bounds{}, 1.0f) == camera);
}

STUDIO_CASE("a picture in parts is the picture") {
  Rich rich;
  for (const bool transparent : {false, true})
    for (const bool orthographic : {false, true}) {
      rich.stage.picture.transparent = transparent;
      rich.stage.picture.camera.orthographic = orthographic;
      const Image whole = draw_large(*studio.renderer, rich.stage.picture, {301, 207});
      const Image parted = draw_large(*studio.renderer, rich.stage.picture, {301, 207}, 96);
      CHECK(whole.width == 301);
      CHECK(parted.width == 301);
      CHECK(parted.height == 207);
      CHECK(share_that_differs(whole, parted, 2) < 0.004);  // edges that rounding moves by a sample
    }
}

STUDIO_CASE("outlines that reach from one part into the next are whole") {
  for (int width = 20; width < 60;
       width += 2) {  // of half the rectangle, pixels: its edges pass over those of the parts
    SceneMaker maker;
    const Id mesh = maker.mesh(rectangle({0, 0, 0}, 1.0f, 0.5f));
    Stage stage(maker.scene);
    stage.picture.show.selected = {mesh};
    stage.picture.show.active = mesh;
    stage.picture.camera.orthographic = true;
    const float pixels = 1.0f / world_per_pixel(stage.picture.camera, {0, 0, 0}, 160.0f);
    stage.picture.camera.distance *= pixels / float(width);
    const Image whole = draw_large(*studio.renderer, stage.picture, {240, 160});
    const Image parted = draw_large(*studio.renderer, stage.picture, {240, 160}, 96);
    CHECK(count_pixels(whole, is_amber) > 80);
    CHECK(std::abs(count_pixels(parted, is_amber) - count_pixels(whole, is_amber)) < 12);
  }
}

STUDIO_CASE(
    "a transparent picture over a background is the opaque picture on that background, within "
    "rounding") {
  Rich rich;
  Picture empty = rich.stage.picture;
  empty.show.mesh = empty.show.capsules = empty.show.joints = empty.show.uncovered =
      empty.show.grid = false;
  empty.hatched.clear();
  const glm::ivec2 size(320, 240);
  const auto check = [&](const Show& show, int by, double share) {
    Picture picture = rich.stage.picture;
    picture.show = show;
    const Image opaque = draw_large(*studio.renderer, picture, size),
                ground = draw_large(*studio.renderer, empty, size);
    picture.transparent = true;
    const Image cut_out = draw_large(*studio.renderer, picture, size);
    CHECK(count_pixels(cut_out, [](Pixel pixel) { return pixel.a == 0; }) > 1000);
    CHECK(count_pixels(cut_out, [](Pixel pixel) { return pixel.a > 0 && pixel.a < 255; }) > 50);
    CHECK(share_that_differs(over(cut_out, ground), opaque, by) <= share);
  };
  Show mesh_only = rich.stage.picture.show;
  mesh_only.capsules = mesh_only.joints = mesh_only.uncovered = mesh_only.grid = false;
  mesh_only.selected.clear();
  check(mesh_only, 1, 0.0);
  check(rich.stage.picture.show, 1, 0.01);  // many veils over each other round many times
  check(rich.stage.picture.show, 3, 0.0);
}

STUDIO_CASE("colors of a transparent picture are straight: at an edge as bright as inside") {
  Stage stage = stage_of(rectangle({0.013f, 0.017f, 0}, 0.7f, 0.6f),
                         glm::rotate(glm::mat4(1.0f), 0.3f, {0, 0, 1}));
  stage.picture.camera.orthographic = true;  // one shade all over
  const Image image = draw_large(*studio.renderer, stage.picture, {240, 200});
  const Pixel inside = pixel_at(image, 120, 100);
  REQUIRE(inside.a == 255);
  int edges = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const Pixel pixel = pixel_at(image, x, y);
      if (pixel.a == 0 || pixel.a == 255) continue;
      ++edges;
      CHECK(std::abs(pixel.r - inside.r) <= 6);  // eight bits of a quarter of the light
      CHECK(std::abs(pixel.g - inside.g) <= 6);
    }
  CHECK(edges > 100);
}

STUDIO_CASE(
    "a picture of four times the size, shrunk, is the picture, background and veils included") {
  Rich rich;
  rich.stage.picture.hatched.clear();  // stripes have the size of pixels
  for (const bool transparent : {false, true}) {
    rich.stage.picture.transparent = transparent;
    rich.stage.picture.ui_scale = 1.0f;
    const Image once = draw_large(*studio.renderer, rich.stage.picture, {320, 240});
    rich.stage.picture.ui_scale = 4.0f;
    const Image four_times = draw_large(*studio.renderer, rich.stage.picture, {1280, 960});
    CHECK(share_that_differs(once, shrunk(four_times, 4), 24) < 0.03);
    CHECK(share_that_differs(once, shrunk(four_times, 4), 8) < 0.12);
  }
}

STUDIO_CASE("the last frame of a turntable leads to the first as every frame leads to the next") {
  Stage stage(creature());
  show_all(stage);
  const Turntable turntable{.start = stage.picture.camera, .frames = 24};
  const auto frame = [&](int index) {
    stage.picture.camera = camera_at(turntable, index);
    return draw_large(*studio.renderer, stage.picture, {160, 120});
  };
  const Image first = frame(0);
  CHECK(frame(24).rgba == first.rgba);
  const double usual = share_that_differs(frame(11), frame(12), 8),
               closing = share_that_differs(frame(23), first, 8);
  CHECK(closing > 0.0);
  CHECK(closing < 2.0 * usual);
  CHECK(worst_difference(frame(24), first) == 0);
}
