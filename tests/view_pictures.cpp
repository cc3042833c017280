// Pictures drawn off the screen, judged by laws and not by stored images. Everything here needs a GL context; without one it is skipped.
#include <algorithm>
#include <set>

#include "view/gl.h"
#include "view_scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

/// Chessboard distance from a pixel's centre to the border of an axis-aligned rectangle on the screen; negative inside.
float outside_by(const glm::vec2& low, const glm::vec2& high, int x, int y) {
  const glm::vec2 center(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
  const glm::vec2 away = glm::max(low - center, center - high);
  return std::max(away.x, away.y);
}

/// A mesh whose left half follows joint a and whose right half follows joint b, with one weight everywhere on each.
Scene two_weights(float weight) {
  SceneMaker maker;
  auto mesh = std::make_shared<Mesh>();
  for (const float x : {-1.0f, 0.0f, 0.0f, 1.0f})
    for (const float y : {-1.0f, 1.0f}) mesh->positions.emplace_back(x, y, 0.0f);
  add_face(*mesh, {0, 2, 3, 1});
  add_face(*mesh, {4, 6, 7, 5});
  const std::vector<Joint> joints{maker.joint("a", -1, {0, 0, 0}, {1, 0, 0}, 0.2f), maker.joint("b", 0, {0, 0, 0}, {1, 0, 0}, 0.2f)};
  ExplicitWeights weights;
  weights.row_begin = {0};
  for (int v = 0; v < 8; ++v) {
    const float of_b = v < 4 ? 0.0f : weight;
    if (of_b < 1.0f) {
      weights.joint.push_back(joints[0].id);
      weights.weight.push_back(1.0f - of_b);
    }
    if (of_b > 0.0f) {
      weights.joint.push_back(joints[1].id);
      weights.weight.push_back(of_b);
    }
    weights.row_begin.push_back(static_cast<std::uint32_t>(weights.joint.size()));
  }
  mesh->weights = weights;
  const Id skeleton = maker.skeleton(joints);
  maker.mesh(mesh, glm::mat4(1.0f), skeleton);
  maker.scene.nodes.back().explicit_weights = true;
  return maker.scene;
}

/// A box held by two capsules, some of its corners by none.
Scene creature() {
  SceneMaker maker;
  const std::vector<Joint> joints{maker.joint("root", -1, {-0.5f, 0, 0}, {0.5f, 0, 0}, 0.9f),
                                  maker.joint("arm", 0, {0.6f, 0, 0}, {0.5f, 0, 0}, 1.0f)};
  const Id skeleton = maker.skeleton(joints);
  maker.mesh(box({0, 0, 0}, 0.7f), glm::mat4(1.0f), skeleton);
  maker.mesh(rectangle({0, -0.9f, 0}, 1.2f, 0.1f));
  return maker.scene;
}

Skeleton& edit(Stage& stage) { return edit_skeleton(stage.scene, 0); }

void show_all(Stage& stage) {
  stage.picture.show = {};
  stage.picture.transparent = false;
  stage.picture.camera.yaw = 0.5f;
  stage.picture.camera.pitch = 0.3f;
}

float warmth(Pixel pixel) { return static_cast<float>(pixel.r - pixel.b); }

}  // namespace

TEST_CASE("a rectangle covers the pixels that the camera projects it to and no others") {
  Studio studio;
  if (!studio) return;
  Dice dice(31);
  for (int trial = 0; trial < 12; ++trial) {
    SceneMaker maker;
    const glm::vec3 center = dice.point(0.7f) * glm::vec3(1, 1, 0);
    const glm::vec2 half(dice.in(0.1f, 0.7f), dice.in(0.1f, 0.7f));
    maker.mesh(rectangle(center, half.x, half.y));
    Stage stage(maker.scene);
    stage.picture.camera.orthographic = trial % 2 == 0;
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

TEST_CASE("what is drawn at a point of the world lies where Camera::project says") {
  Studio studio;
  if (!studio) return;
  Dice dice(32);
  for (int trial = 0; trial < 20; ++trial) {
    const glm::vec3 place = dice.point(0.6f);
    SceneMaker maker;
    maker.mesh(box(place, 0.02f));
    Stage stage(maker.scene);
    stage.picture.camera.yaw = dice.in(-3.0f, 3.0f);
    stage.picture.camera.pitch = dice.in(-1.4f, 1.4f);
    stage.picture.camera.orthographic = trial % 3 == 0;
    const Image image = studio.shot(stage.picture, 320, 240, 4);
    glm::dvec3 sum(0.0);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) sum += double(pixel_at(image, x, y).a) * glm::dvec3(x + 0.5, y + 0.5, 1.0);
    REQUIRE(sum.z > 0.0);
    const glm::vec2 expected = project(stage.picture.camera, place, {320, 240}).pixel;
    CHECK(glm::distance(glm::dvec2(sum) / sum.z, glm::dvec2(expected)) < 0.6);
  }
}

TEST_CASE("a face looks the same from its back, wound the other way round, and through a mirrored node matrix") {
  Studio studio;
  if (!studio) return;
  const auto picture_of = [&](bool turned, float mirror) {
    SceneMaker maker;
    auto mesh = box({0, 0, 0}, 0.5f);
    if (turned)
      for (std::size_t f = 0; f < mesh->face_count(); ++f)
        std::reverse(mesh->corner_vertex.begin() + mesh->face_begin[f], mesh->corner_vertex.begin() + mesh->face_begin[f + 1]);
    maker.mesh(mesh, glm::scale(glm::mat4(1.0f), glm::vec3(1, 1, mirror)));
    Stage stage(maker.scene);
    stage.picture.camera.pitch = 0.4f;  // the box is its own mirror image
    return studio.shot(stage.picture).rgba;
  };
  const std::vector<std::uint8_t> usual = picture_of(false, 1.0f);
  for (const auto& other : {picture_of(true, 1.0f), picture_of(false, -1.0f), picture_of(true, -1.0f)}) {
    int worst = 0;
    for (std::size_t i = 0; i < usual.size(); ++i) worst = std::max(worst, std::abs(int(usual[i]) - int(other[i])));
    CHECK(worst <= 3);
  }
}

TEST_CASE("heat colours are viridis of the weight, as bright as the light makes them; a weight of exactly 0 is neutral grey") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("heat colours: rig/solution is not here");
  for (const float weight : {0.001f, 0.25f, 0.5f, 0.75f, 1.0f}) {
    Stage stage(two_weights(weight));
    stage.picture.show.colors = MeshColors::joint_weight;
    stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
    const Image image = studio.shot(stage.picture);
    const Pixel of_zero = pixel_at(image, 80, 80), of_weight = pixel_at(image, 120, 80);
    CHECK(std::abs(of_zero.r - of_zero.b) < 12);
    CHECK(std::abs(of_zero.r - of_zero.g) < 12);
    const glm::vec3 seen(of_weight.r, of_weight.g, of_weight.b), expected(palette_color(Palette::viridis, weight));
    CHECK(glm::dot(glm::normalize(seen), glm::normalize(expected)) > 0.985f);
    CHECK(glm::length(seen) / 255.0f == doctest::Approx(glm::length(expected)).epsilon(0.3));
  }
}

TEST_CASE("with no heat joint, or one that is gone, the mesh is plain") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("heat colours: rig/solution is not here");
  Stage stage(two_weights(1.0f));
  const Image plain = studio.shot(stage.picture);
  stage.picture.show.colors = MeshColors::joint_weight;
  CHECK(studio.shot(stage.picture).rgba == plain.rgba);
  stage.picture.show.heat_joint = 9999;
  CHECK(studio.shot(stage.picture).rgba == plain.rgba);
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
  CHECK(studio.shot(stage.picture).rgba != plain.rgba);
}

TEST_CASE("each uncovered vertex is marked in magenta, also behind the mesh, and only where asked") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("uncovered marks: rig/solution is not here");
  SceneMaker maker;
  const Id skeleton = maker.skeleton({maker.joint("root", -1, {0, 0, 0}, {0.1f, 0, 0}, 0.3f)});
  maker.mesh(rectangle({0, 0, 0}, 0.7f, 0.6f), glm::mat4(1.0f), skeleton);
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

  Node screen;
  screen.id = take_id(stage.scene);
  screen.name = "screen";
  screen.mesh = rectangle({0, 0, 1}, 1.0f, 0.9f);
  stage.scene.nodes.push_back(screen);
  stage.update();
  const auto is_pinkish = [](Pixel pixel) { return pixel.r > pixel.g + 40 && pixel.b > pixel.g + 30; };
  const Image hidden = studio.shot(stage.picture);
  CHECK(count_pixels(hidden, is_pinkish) >= 4 * 5);
  CHECK(count_pixels(hidden, is_magenta) < in_sight);
}

TEST_CASE("a capsule tints what is behind it without hiding it, wherever the mesh is, and stronger in amber when selected") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("capsules: rig/solution is not here");
  for (const float z : {-1.5f, 0.0f, 1.5f}) {  // the mesh behind, within and before the capsule
    SceneMaker maker;
    maker.skeleton({maker.joint("root", -1, {-0.4f, 0, 0}, {0.8f, 0, 0}, 0.4f)});
    maker.mesh(rectangle({0, 0, z}, 0.9f, 0.7f));
    Stage stage(maker.scene);
    const Pixel bare = pixel_at(studio.shot(stage.picture), 100, 70);
    stage.picture.show.capsules = true;
    const Pixel veiled = pixel_at(studio.shot(stage.picture), 100, 70);
    CHECK(veiled != bare);
    CHECK(std::abs(veiled.r - bare.r) + std::abs(veiled.g - bare.g) + std::abs(veiled.b - bare.b) < 90);
    stage.picture.show.selected = {stage.scene.nodes[0].skeleton->joints[0].id};
    const Image selected = studio.shot(stage.picture);
    CHECK(warmth(pixel_at(selected, 100, 70)) > warmth(veiled) + 8.0f);
    CHECK(count_pixels(selected, is_amber) > 200);
    stage.picture.show.hidden = stage.picture.show.selected;
    CHECK(pixel_at(studio.shot(stage.picture), 100, 70) == bare);
  }
}

TEST_CASE("where capsules overlap the veil is no thicker than elsewhere") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("capsules: rig/solution is not here");
  const auto middle_of = [&](int copies) {
    SceneMaker maker;
    std::vector<Joint> joints;
    for (int i = 0; i < copies; ++i) joints.push_back(maker.joint(std::to_string(i), i - 1, {0, 0, 0}, {0.4f, 0, 0}, 0.5f));
    maker.skeleton(joints);
    maker.mesh(rectangle({0, 0, -1}, 0.9f, 0.7f));
    Stage stage(maker.scene);
    stage.picture.show.capsules = true;
    return pixel_at(studio.shot(stage.picture), 105, 85);
  };
  CHECK(middle_of(5) == middle_of(1));
}

TEST_CASE("a capsule is drawn inside the silhouette of its true shape and fills it, under uneven scale") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("capsules: rig/solution is not here");
  Dice dice(33);
  for (int trial = 0; trial < 6; ++trial) {
    SceneMaker maker;
    Joint joint = maker.joint("root", -1, {0, 0, 0}, {0.5f, 0.1f, 0}, 0.2f);
    joint.user_local = dice.affine(0.1f);
    maker.skeleton({joint});
    Stage stage(maker.scene);
    stage.picture.show.capsules = true;
    stage.picture.camera.distance = 6.0f;
    const Image image = studio.shot(stage.picture);
    const glm::mat4 moved = stage.deformer.skeletons()[0].skinning[0];
    // A pixel belongs to the capsule when its ray, taken back to bind space, meets it; the silhouette's line is a little wider.
    std::vector<char> is_hit;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const Ray ray = ray_through_pixel(stage.picture.camera, glm::vec2(x, y) + 0.5f, glm::vec2(image.width, image.height));
        is_hit.push_back(hit_capsule(transformed(glm::inverse(moved), ray), glm::vec3(0.0f), joint.extent, 0.2f).has_value());
      }
    const auto is_near_hit = [&](int x, int y) {
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          const int nx = std::clamp(x + dx, 0, image.width - 1), ny = std::clamp(y + dy, 0, image.height - 1);
          if (is_hit[static_cast<std::size_t>(ny * image.width + nx)]) return true;
        }
      return false;
    };
    int wrong = 0, inside = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const bool hit = is_hit[static_cast<std::size_t>(y * image.width + x)], drawn = pixel_at(image, x, y).a > 0;
        inside += hit ? 1 : 0;
        wrong += (hit && !drawn) || (drawn && !is_near_hit(x, y)) ? 1 : 0;
      }
    CHECK(inside > 100);
    CHECK(wrong == 0);
  }
}

TEST_CASE("joint balls and bones lie over the mesh and turn amber when selected") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("joints: rig/solution is not here");
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

TEST_CASE("a selected mesh gets an amber border around it and keeps its own colours within") {
  Studio studio;
  if (!studio) return;
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
        if (outside < -1.0f || outside > 4.0f) REQUIRE(pixel_at(after, x, y) == pixel_at(before, x, y));
        const bool is_beside = float(x) > low.x && float(x) < high.x - 1.0f;  // the corners are round
        if (is_beside && outside > 0.6f && outside < 1.4f) CHECK(is_amber(pixel_at(after, x, y)));
      }
  }
}

TEST_CASE("an overlay line is as wide as asked at every UI scale, dots have their area, and both lie over the mesh") {
  Studio studio;
  if (!studio) return;
  SceneMaker maker;
  maker.mesh(rectangle({0, 0, 1}, 2, 2));
  Stage stage(maker.scene);
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
    CHECK(std::abs(float(count_pixels(studio.shot(stage.picture), is_green)) - 3.14159f * 49.0f * scale * scale) < 25.0f * scale * scale);
  }
  stage.picture.overlay = {};
  stage.picture.overlay.fills.push_back({{{-0.2f, -0.2f, -3}, {0.2f, -0.2f, -3}, {0.2f, 0.2f, -3}, {-0.2f, 0.2f, -3}}, {0, 1, 0, 1}});
  CHECK(is_green(pixel_at(studio.shot(stage.picture), 100, 80)));
}

TEST_CASE("an overlay line that comes from behind the eye is drawn where it is in sight") {
  Studio studio;
  if (!studio) return;
  Stage stage(Scene{});
  stage.picture.overlay.lines.push_back({{{0.5f, 0, 50}, {0, 0, 0}, {0, -30, 90}}, {0, 1, 0, 1}, 3.0f});
  const Image image = studio.shot(stage.picture);
  CHECK(pixel_at(image, 101, 80).a > 0);
  CHECK(pixel_at(image, 190, 80).a > 0);
  CHECK(pixel_at(image, 10, 80).a == 0);
  CHECK(pixel_at(image, 190, 20).a == 0);
}

TEST_CASE("without a background only what is drawn has alpha; with one every pixel is opaque; the grid fades to nothing") {
  Studio studio;
  if (!studio) return;
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

TEST_CASE("a translucent mesh lets the same share through everywhere, also where it lies over itself") {
  Studio studio;
  if (!studio) return;
  SceneMaker maker;
  maker.mesh(box({0, 0, 0}, 0.6f));
  Stage stage(maker.scene);
  stage.picture.camera.yaw = 0.6f;
  stage.picture.show.mesh_opacity = 0.5f;
  const Image image = studio.shot(stage.picture);
  CHECK(count_pixels(image, [](Pixel pixel) { return pixel.a != 0 && (pixel.a < 126 || pixel.a > 129); }) == 0);
  CHECK(count_pixels(image, [](Pixel pixel) { return pixel.a != 0; }) > 1000);
  // Alpha is straight: the colour is the solid mesh's.
  stage.picture.show.mesh_opacity = 1.0f;
  const Pixel solid = pixel_at(studio.shot(stage.picture), 100, 80), translucent = pixel_at(image, 100, 80);
  CHECK(std::abs(solid.r - translucent.r) <= 3);
  CHECK(std::abs(solid.b - translucent.b) <= 3);
}

TEST_CASE("four samples soften the border of a mesh, one does not, and the inside stays as it was") {
  Studio studio;
  if (!studio) return;
  SceneMaker maker;
  maker.mesh(rectangle({0, 0, 0}, 0.6f, 0.5f), glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(0, 0, 1)));
  Stage stage(maker.scene);
  const auto is_partly = [](Pixel pixel) { return pixel.a > 0 && pixel.a < 255; };
  const Image hard = studio.shot(stage.picture, 200, 160, 1), soft = studio.shot(stage.picture, 200, 160, 4);
  CHECK(count_pixels(hard, is_partly) == 0);
  CHECK(count_pixels(soft, is_partly) > 50);
  CHECK(pixel_at(hard, 100, 80) == pixel_at(soft, 100, 80));
}

TEST_CASE("the same picture twice is the same bytes, also in a new context and after other pictures were drawn in between") {
  std::vector<std::string> pictures;
  for (int round = 0; round < 2; ++round) {
    Studio studio;
    if (!studio) return;
    Stage stage(creature());
    show_all(stage);
    for (int again = 0; again < 2; ++again) {
      pictures.push_back(png_bytes(studio.shot(stage.picture, 320, 200, 4)));
      Stage other(two_weights(0.5f));
      studio.shot(other.picture, 64, 64, 1);
    }
  }
  REQUIRE(pictures.size() == 4);
  CHECK(pictures[0].substr(1, 3) == "PNG");
  for (const std::string& picture : pictures) CHECK((picture == pictures[0]));
}

TEST_CASE("nothing is uploaded when nothing changed; a pose, a weight or a heat joint uploads what it changed and no more") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("uploads: rig/solution is not here");
  Stage stage(creature());
  show_all(stage);
  const auto uploads = [&] {
    studio.renderer->draw(stage.picture, 100, 80, 1);
    return studio.renderer->last_cost().uploads;
  };
  CHECK(uploads() > 0);
  CHECK(uploads() == 0);
  stage.picture.camera.yaw += 0.1f;
  stage.picture.show.selected = {stage.scene.nodes[1].id};
  stage.update();
  CHECK(uploads() == 0);

  const std::size_t vertices = stage.deformer.meshes()[0].positions.size();
  const std::size_t uncovered = stage.deformer.meshes()[0].coverage.uncovered;
  edit(stage).joints[1].user_local = glm::rotate(glm::mat4(1.0f), 0.7f, glm::vec3(0, 0, 1));
  stage.update();
  CHECK(uploads() > 0);
  CHECK(studio.renderer->last_cost().uploaded_bytes == (vertices * 6 + uncovered * 12) * sizeof(float));

  stage.picture.show.colors = MeshColors::joint_weight;
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[0].id;
  CHECK(uploads() == stage.deformer.meshes().size());
  CHECK(uploads() == 0);
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
  CHECK(uploads() == stage.deformer.meshes().size());
  edit(stage).joints[1].radius = 0.2f;
  stage.update();
  CHECK(uploads() > 0);
  CHECK(uploads() == 0);
}

TEST_CASE("a picture shows its own deformer, also when another of the same scene counts its revisions alike") {
  Studio studio;
  if (!studio) return;
  if (!has_solution()) return skip("two deformers: rig/solution is not here");
  Stage rest(creature());
  Scene posed_scene = rest.scene;
  edit_skeleton(posed_scene, 0).joints[0].user_local = glm::translate(glm::mat4(1.0f), {0, 0.6f, 0});
  Stage posed(posed_scene);
  const Image a = studio.shot(rest.picture), b = studio.shot(posed.picture);
  CHECK(a.rgba != b.rgba);
  CHECK(studio.shot(rest.picture).rgba == a.rgba);
  rest.deformer = Deformer();  // in the same place, revisions counted anew
  rest.scene = posed_scene;
  rest.update();
  CHECK(studio.shot(rest.picture).rgba == b.rgba);

  Deformer copy = posed.deformer;  // one surface, two poses
  Scene further = posed_scene;
  edit_skeleton(further, 0).joints[0].user_local = glm::translate(glm::mat4(1.0f), {0, -0.6f, 0});
  posed.scene = further;
  posed.update();
  edit_skeleton(posed_scene, 0).joints[0].user_local = glm::mat4(1.0f);
  copy.update(posed_scene);
  const Image down = studio.shot(posed.picture);
  Picture of_copy = posed.picture;
  of_copy.scene = &posed_scene;
  of_copy.deformed = &copy;
  CHECK(studio.shot(of_copy).rgba == a.rgba);
  CHECK(studio.shot(posed.picture).rgba == down.rgba);
}

TEST_CASE("a mesh replaced by one of the same vertices and other faces is drawn anew") {
  Studio studio;
  if (!studio) return;
  const auto picture_of = [&](bool is_half) {
    SceneMaker maker;
    auto mesh = rectangle({0, 0, 0}, 0.6f, 0.5f);
    if (is_half) mesh->corner_vertex[3] = 0;
    maker.mesh(mesh);
    Stage stage(maker.scene);
    return count_pixels(studio.shot(stage.picture), [](Pixel pixel) { return pixel.a > 0; });
  };
  const int whole = picture_of(false);
  CHECK(picture_of(true) == doctest::Approx(whole / 2).epsilon(0.05));
  CHECK(picture_of(false) == whole);
}

TEST_CASE("drawing makes no GL objects after the first picture, and none are left when the renderer is gone") {
  REQUIRE(gl::live_objects() == 0);
  {
    Studio studio;
    if (!studio) return;
    Stage stage(creature());
    show_all(stage);
    stage.picture.show.selected = {stage.scene.nodes[1].id};
    studio.shot(stage.picture, 100, 80, 4);
    const int objects = gl::live_objects();
    CHECK(objects > 10);
    for (int i = 0; i < 12; ++i) {
      edit(stage).joints[0].user_local = glm::translate(glm::mat4(1.0f), {0.01f * static_cast<float>(i), 0, 0});
      stage.update();
      stage.picture.show.heat_joint = i % 2 == 0 ? kNoId : stage.scene.nodes[0].skeleton->joints[0].id;
      stage.picture.show.colors = MeshColors::joint_weight;
      studio.shot(stage.picture, 100 + i, 80, 4);
      CHECK(gl::live_objects() == objects);
    }
    stage.scene.nodes.clear();
    stage.update();
    studio.shot(stage.picture, 100, 80, 4);
    CHECK(gl::live_objects() < objects);  // the meshes that are gone were forgotten
  }
  CHECK(gl::live_objects() == 0);
}

TEST_CASE("degenerate scenes draw: nothing, no triangles, no vertices, joints without extent or radius, joints scaled to nothing") {
  Studio studio;
  if (!studio) return;
  Stage empty(Scene{});
  show_all(empty);
  studio.shot(empty.picture);
  SceneMaker maker;
  std::vector<Joint> joints{maker.joint("sphere", -1, {0, 0, 0}, {0, 0, 0}, 0.3f), maker.joint("line", 0, {0, 0, 0}, {0.4f, 0, 0}, 0.0f),
                            maker.joint("flat", 0, {0, 0, 0}, {0.4f, 0, 0}, 0.2f), maker.joint("gone", 0, {0, 0, 0}, {0.4f, 0, 0}, 0.2f)};
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

TEST_CASE("a picture has the size asked for, at least one pixel and at most what GL can") {
  Studio studio;
  if (!studio) return;
  Stage stage(creature());
  show_all(stage);
  for (const glm::ivec2 size : {glm::ivec2(0, 0), glm::ivec2(-5, 7), glm::ivec2(1, 1), glm::ivec2(3, 200), glm::ivec2(100000, 1)}) {
    const Image image = studio.shot(stage.picture, size.x, size.y, 4);
    CHECK(image.width == std::clamp(size.x, 1, 16384));
    CHECK(image.height == std::clamp(size.y, 1, 16384));
    CHECK(image.rgba.size() == 4u * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    CHECK_FALSE(png_bytes(image).empty());
  }
}

TEST_CASE("nodes that are not visible, and what hangs below them, are not drawn") {
  Studio studio;
  if (!studio) return;
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

TEST_CASE("whatever GL state others left behind, the picture is the same") {
  Studio studio;
  if (!studio) return;
  Stage stage(creature());
  show_all(stage);
  const Image usual = studio.shot(stage.picture);
  studio.shot(Stage(Scene{}).picture);  // what is left of the last picture must not stand in for the next
  glEnable(GL_SCISSOR_TEST);
  glScissor(3, 4, 5, 6);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_NEVER);
  glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
  glBlendFunc(GL_DST_COLOR, GL_ZERO);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(0);
  glActiveTexture(GL_TEXTURE3);
  glClearColor(1, 0, 0, 1);
  CHECK(studio.shot(stage.picture).rgba == usual.rgba);
}

TEST_CASE("a shader that does not compile or link is refused with its name and the driver's words, and leaves nothing behind") {
  Studio studio;
  if (!studio) return;
  const int objects = gl::live_objects();
  const char* const good_vertex = "void main() { gl_Position = vec4(0.0); }";
  const char* const good_fragment = "out vec4 color; void main() { color = vec4(1.0); }";
  const auto refusal = [](const char* vertex, const char* fragment) -> std::string {
    try {
      gl::Program("planted", vertex, fragment);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal(good_vertex, good_fragment) == "");
  for (const std::string& words : {refusal("nonsense", good_fragment), refusal(good_vertex, "void main() { undeclared = 1.0; }"),
                                   refusal("out vec2 both; void main() { both = vec2(1.0); gl_Position = vec4(0.0); }",
                                           "in vec4 both; out vec4 color; void main() { color = both; }")}) {
    CHECK(words.find("planted") != std::string::npos);
    CHECK(words.find("driver says: ") + 20 < words.size());
  }
  CHECK(gl::live_objects() == objects);
}

TEST_CASE("a second off-screen context in one process is refused in words") {
  Studio studio;
  if (!studio) return;
  CHECK_THROWS_AS(Offscreen(), std::runtime_error);
}
