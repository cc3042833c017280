// Hatching and emphasized crosses. Skipped without a GL context.
#include <algorithm>

#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

std::shared_ptr<const std::vector<std::uint32_t>> marks(std::vector<std::uint32_t> vertices) {
  return std::make_shared<const std::vector<std::uint32_t>>(std::move(vertices));
}

/// Two rectangles in one mesh, the vertices of the left one first, hardly shaded.
Stage halves() {
  Stage stage(two_weights(0.5f));
  stage.update();
  stage.picture.camera.orthographic = true;
  return stage;
}

float mean_step(const Image& image, glm::ivec2 step) {
  float sum = 0.0f;
  int count = 0;
  for (int y = 60; y < 100; ++y)
    for (int x = 60; x < 90; ++x, ++count)
      sum += std::abs(lightness(pixel_at(image, x, y)) -
                      lightness(pixel_at(image, x + step.x, y + step.y)));
  return sum / float(count);
}

}  // namespace

SOLVED_STUDIO_CASE(
    "a hatching changes pixels of the marked vertices only, over every color mode and with "
    "translucent meshes too") {
  Stage stage = halves();
  stage.update();
  const Id node = stage.scene.nodes[1].id;
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
  stage.picture.reference = &stage.deformer;
  for (const float opacity : {1.0f, 0.5f})
    for (int mode = 0; mode <= int(MeshColors::difference); ++mode) {
      stage.picture.show.mesh_opacity = opacity;
      stage.picture.show.colors = static_cast<MeshColors>(mode);
      stage.picture.hatched = {};
      const Image bare = studio.shot(stage.picture);
      stage.picture.hatched[node] = marks({0, 1, 2, 3});
      const Image hatched = studio.shot(stage.picture);
      int left = 0, dark = 0, light = 0, between = 0;
      for (int y = 0; y < bare.height; ++y)
        for (int x = 0; x < bare.width; ++x) {
          const bool is_marked = x < 100 && pixel_at(bare, x, y).a > 0;
          if (!is_marked) REQUIRE(pixel_at(hatched, x, y) == pixel_at(bare, x, y));
          if (!is_marked) continue;
          ++left;
          const float change = lightness(pixel_at(hatched, x, y)) - lightness(pixel_at(bare, x, y));
          const bool is_light = lightness(pixel_at(bare, x, y)) > 30.0f;
          dark += change < -10.0f || !is_light ? 1 : 0;
          light += change > 5.0f ? 1 : 0;
          between += pixel_at(hatched, x, y) == pixel_at(bare, x, y) ? 1 : 0;
        }
      CAPTURE(mode);
      CHECK(dark > left / 5);     // seen without color,
      CHECK(light > left / 10);   // and on dark colors as on light ones,
      CHECK(between > left / 4);  // which are seen between the stripes
    }
}

SOLVED_STUDIO_CASE(
    "a hatching runs in diagonal stripes on the screen, as far apart as the UI scale says, also "
    "under capsules") {
  Stage stage = halves();
  stage.update();
  stage.picture.hatched[stage.scene.nodes[1].id] = marks({0, 1, 2, 3});
  for (const bool capsules : {false, true}) {
    stage.picture.show.capsules = capsules;
    edit_skeleton(stage.scene, 0).joints[0].radius = 0.9f;
    stage.update();
    stage.picture.ui_scale = 1.0f;
    const Image once = studio.shot(stage.picture);
    stage.picture.ui_scale = 2.0f;
    const Image twice = studio.shot(stage.picture);
    for (const Image* image : {&once, &twice}) {
      CHECK(mean_step(*image, {1, 1}) <
            1.0f);  // along a stripe all is equal: rows run down, so x and y grow together
      CHECK(mean_step(*image, {1, -1}) > 4.0f);  // across they come and go
    }
    CHECK(mean_step(once, {1, -1}) > 1.5f * mean_step(twice, {1, -1}));
    const float apart = 10.0f * 1.41421356f;  // on a row of pixels
    CHECK(mean_step(once, {int(apart), 0}) < mean_step(once, {int(apart / 2), 0}));
  }
}

STUDIO_CASE(
    "copies of a split vertex are hatched with it; numbers that the mesh does not have are left "
    "out") {
  SceneMaker maker;
  auto mesh = rectangle({0, 0, 0}, 0.8f, 0.6f);
  mesh->corner_vertex = {0, 1, 2, 0, 2, 3};
  mesh->face_begin = {0, 3, 6};
  mesh->normals = {{0, 0, 1}, {0.1f, 0, 1}};
  mesh->corner_normal = {0, 0, 0, 1, 1, 1};  // both faces have their own copies of vertices 0 and 2
  const Id node = maker.mesh(mesh);
  Stage stage(maker.scene);
  stage.update();
  REQUIRE(stage.deformer.meshes()[0].positions().size() == 6);
  const auto changed = [&](std::vector<std::uint32_t> vertices) {
    stage.picture.hatched = {};
    const Image bare = studio.shot(stage.picture);
    stage.picture.hatched[node] = marks(std::move(vertices));
    const Image hatched = studio.shot(stage.picture);
    std::pair<int, int> faces;  // below and above the diagonal
    for (int y = 0; y < bare.height; ++y)
      for (int x = 0; x < bare.width; ++x)
        if (pixel_at(bare, x, y) != pixel_at(hatched, x, y))
          ++(160 - y < x * 160 / 200 ? faces.first : faces.second);
    return faces;
  };
  const auto [below, above] = changed({0, 2});
  CHECK(below > 300);
  CHECK(above > 300);
  CHECK(changed({}) == std::pair(0, 0));
  CHECK(changed({4, 5, 6, 4000000000u}) == std::pair(0, 0));  // source vertices only
}

STUDIO_CASE("a hatching is uploaded once, goes when its marks go, and follows other marks") {
  SceneMaker maker;
  const Id node = maker.mesh(rectangle({0, 0, 0}, 0.8f, 0.6f));
  Stage stage(maker.scene);
  stage.update();
  const Image bare = studio.shot(stage.picture);
  stage.picture.hatched[node] = marks({0, 1, 2, 3});
  const Image all = studio.shot(stage.picture);
  CHECK(studio.renderer->last_cost().uploads == 1);
  CHECK(studio.renderer->last_cost().uploaded_bytes == 8);  // a hatch and a tint per vertex
  CHECK(studio.shot(stage.picture).rgba == all.rgba);
  CHECK(studio.renderer->last_cost().uploads == 0);
  stage.picture.hatched[node] = marks({0, 3});
  CHECK(studio.shot(stage.picture).rgba != all.rgba);
  CHECK(studio.renderer->last_cost().uploads == 1);
  stage.picture.hatched[node] = nullptr;
  CHECK(studio.shot(stage.picture).rgba == bare.rgba);
  stage.picture.hatched = {};
  CHECK(studio.shot(stage.picture).rgba == bare.rgba);
}

SOLVED_STUDIO_CASE(
    "emphasized vertices get larger crosses than uncovered ones, as strong behind the mesh as "
    "before it, at every UI scale") {
  SceneMaker maker;
  const Id skeleton = maker.skeleton({maker.joint("root", -1, {0, 0, 0}, {0.1f, 0, 0}, 0.3f)});
  const Id node = maker.mesh(mostly_covered(0.7f, 0.6f), glm::mat4(1.0f), skeleton);
  const Id screen = maker.mesh(rectangle({0, 0, 1}, 1.0f, 0.9f));
  Stage stage(maker.scene);
  for (const float scale : {1.0f, 2.0f}) {
    stage.picture.ui_scale = scale;
    stage.scene.nodes[2].visible = false;
    stage.update();
    stage.picture.emphasized = {};
    stage.picture.show.uncovered = true;
    const int plain = count_pixels(studio.shot(stage.picture), is_magenta);
    stage.picture.show.uncovered = false;
    CHECK(count_pixels(studio.shot(stage.picture), is_magenta) == 0);
    stage.picture.emphasized[node] = marks({0, 1, 2, 3, 77});
    const Image image = studio.shot(stage.picture);
    const int large = count_pixels(image, is_magenta);
    CHECK(large > 2 * plain);
    for (const float x : {-0.7f, 0.7f})
      for (const float y : {-0.6f, 0.6f})
        CHECK(is_magenta(
            pixel_at(image, project(stage.picture.camera, {x, y, 0}, {200, 160}).pixel)));
    stage.scene.nodes[2].visible = true;
    stage.update();
    CHECK(std::abs(count_pixels(studio.shot(stage.picture), is_magenta) - large) <= large / 20);
  }
  stage.picture.emphasized[node] = nullptr;
  CHECK(count_pixels(studio.shot(stage.picture), is_magenta) == 0);
  CHECK(screen != kNoId);
}

SOLVED_STUDIO_CASE(
    "crosses stay on their vertices when mesh and skeleton are moved together, which poses nothing "
    "anew") {
  SceneMaker maker;
  maker.add("group");
  const Id skeleton = maker.skeleton({maker.joint("root", -1, {0, 0, 0}, {0.1f, 0, 0}, 0.2f)});
  const Id node = maker.mesh(mostly_covered(0.4f, 0.3f), glm::mat4(1.0f), skeleton);
  maker.scene.nodes[1].parent = maker.scene.nodes[2].parent = 0;
  Stage stage(maker.scene);
  stage.picture.show.uncovered = true;
  stage.picture.emphasized[node] = marks({0});
  for (const float x : {0.0f, 0.5f, -0.3f}) {
    stage.scene.nodes[0].local = glm::translate(glm::mat4(1.0f), {x, 0, 0});
    stage.update();
    const Image image = studio.shot(stage.picture);
    for (const float side : {-0.4f, 0.4f})
      for (const float y : {-0.3f, 0.3f})
        CHECK(is_magenta(
            pixel_at(image, project(stage.picture.camera, {x + side, y, 0}, {200, 160}).pixel)));
  }
}
