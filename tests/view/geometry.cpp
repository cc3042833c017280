// What view/ computes without OpenGL: colors, silhouettes, strokes, the contact shadow.
#include <algorithm>

#include "view/gl/ground_layer.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/eye_view.h"
#include "view/picture/strokes.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

float luminance(const Color& color) {
  return 0.2126f * color.r + 0.7152f * color.g + 0.0722f * color.b;
}

CapsuleShape random_shape(Dice& dice) {
  CapsuleShape shape;
  shape.world_from_bone = dice.affine(0.5f);
  shape.length = dice.in(0.0f, 1.0f) < 0.2f ? 0.0f : dice.in(0.05f, 1.5f);
  const float radius = dice.in(0.05f, 0.5f);
  shape.radii = {radius, radius};
  return shape;
}

/// A point of the capsule's surface in its own frame.
glm::vec3 surface_point(const CapsuleShape& shape, Dice& dice) {
  const glm::vec3 normal = glm::normalize(dice.point(1.0f) + glm::vec3(0.0f, 0.0f, 1e-3f));
  if (normal.z < 0.0f && dice.in(0.0f, 1.0f) < 0.5f) return shape.radii.at_origin * normal;
  if (normal.z >= 0.0f && dice.in(0.0f, 1.0f) < 0.5f)
    return glm::vec3(0, 0, shape.length) + shape.radii.at_origin * normal;
  const glm::vec2 around = glm::normalize(glm::vec2(normal) + glm::vec2(1e-4f));
  return {shape.radii.at_origin * around, dice.in(0.0f, shape.length)};
}

float distance_to_bone(const CapsuleShape& shape, const glm::vec3& point) {
  return glm::distance(point, glm::vec3(0.0f, 0.0f, std::clamp(point.z, 0.0f, shape.length)));
}

Camera random_camera(Dice& dice) {
  return {.target = dice.point(0.3f),
          .distance = dice.in(5.0f, 9.0f),
          .yaw = dice.in(-3.0f, 3.0f),
          .pitch = dice.in(-1.5f, 1.5f),
          .orthographic = dice.in(0.0f, 1.0f) < 0.4f};
}

float cross(const glm::vec2& a, const glm::vec2& b) { return a.x * b.y - a.y * b.x; }

/// How far `point` lies outside a convex polygon, pixels; negative inside.
float outside_by(const std::vector<glm::vec2>& polygon, const glm::vec2& point) {
  float area = 0.0f;
  for (std::size_t i = 0; i + 1 < polygon.size(); ++i) area += cross(polygon[i], polygon[i + 1]);
  float worst = -1e9f;
  for (std::size_t i = 0; i + 1 < polygon.size(); ++i) {
    const glm::vec2 edge = polygon[i + 1] - polygon[i];
    if (glm::length(edge) < 1e-3f) continue;
    worst = std::max(
        worst, -cross(edge, point - polygon[i]) / glm::length(edge) * (area > 0.0f ? 1.0f : -1.0f));
  }
  return worst;
}
}  // namespace

TEST_CASE(
    "viridis begins and ends where the published map does, grows lighter all the way and stays "
    "inside [0, 1]") {
  CHECK(to_bytes(palette_color(Palette::viridis, 0.0f)) == glm::u8vec4(0x44, 0x01, 0x54, 255));
  CHECK(to_bytes(palette_color(Palette::viridis, 1.0f)) == glm::u8vec4(0xfd, 0xe7, 0x25, 255));
  CHECK(to_bytes(palette_color(Palette::viridis, 128.0f / 255.0f)) ==
        glm::u8vec4(0x21, 0x91, 0x8c, 255));
  for (int i = 0; i < 1000; ++i)
    CHECK(luminance(palette_color(Palette::viridis, float(i) / 1000.0f)) <
          luminance(palette_color(Palette::viridis, float(i + 1) / 1000.0f)));
  CHECK(palette_color(Palette::viridis, -1.0f) == palette_color(Palette::viridis, 0.0f));
  CHECK(palette_color(Palette::viridis, 7.0f) == palette_color(Palette::viridis, 1.0f));
  CHECK(palette_color(Palette::viridis, std::nanf("")) == palette_color(Palette::viridis, 0.0f));
}

TEST_CASE(
    "a silhouette lies on the capsule, holds all of it on the screen and is no larger, under any "
    "affine map and either projection") {
  Dice dice(11);
  const glm::vec2 size(900, 700);
  int seen = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const CapsuleShape shape = random_shape(dice);
    const Camera camera = random_camera(dice);
    const EyeView view = make_eye_view(camera, size, 1.0f);
    const std::vector<glm::vec3> curve = silhouette(shape, view.eye, 64);
    if (curve.empty()) continue;  // the eye may be within a large one
    ++seen;
    CHECK(curve.front() == curve.back());
    const glm::mat4 bone_from_world = glm::inverse(shape.world_from_bone);
    std::vector<glm::vec2> polygon;
    for (const glm::vec3& point : curve) {
      CHECK(std::abs(distance_to_bone(shape, glm::vec3(bone_from_world * glm::vec4(point, 1.0f))) -
                     shape.radii.at_origin) < 1e-4f);
      polygon.push_back(project(camera, point, size).pixel);
    }
    for (int i = 0; i < 200; ++i) {
      const glm::vec3 world(shape.world_from_bone * glm::vec4(surface_point(shape, dice), 1.0f));
      CHECK(outside_by(polygon, project(camera, world, size).pixel) < 1.0f);
    }
  }
  CHECK(seen > 280);
}

TEST_CASE("seen along its bone a capsule's silhouette is the circle of its nearer end") {
  CapsuleShape shape;
  shape.length = 1.0f;
  shape.radii = {0.25f, 0.25f};
  for (const glm::vec4 eye :
       {glm::vec4(0, 0, 5, 1), glm::vec4(0.1f, 0, 5, 1), glm::vec4(0, 0, -5, 1),
        glm::vec4(0, 0, 1, 0), glm::vec4(0, 0, -1, 0)}) {
    const std::vector<glm::vec3> curve = silhouette(shape, eye, 16);
    REQUIRE(curve.size() > 8);
    const float end = eye.z > 0.0f ? 1.0f : 0.0f;
    for (const glm::vec3& point : curve)
      CHECK(glm::distance(point, glm::vec3(0, 0, end)) == doctest::Approx(0.25f));
  }
}

TEST_CASE("an eye within a capsule sees no silhouette, nor has a flattened capsule one") {
  for (auto& dice : rounds<Dice>(12, 100)) {
    CapsuleShape shape = random_shape(dice);
    const glm::vec3 inside = surface_point(shape, dice) * glm::vec3(0.9f, 0.9f, 1.0f) * 0.95f;
    if (distance_to_bone(shape, inside) < 0.99f * shape.radii.at_origin)
      CHECK(silhouette(shape, shape.world_from_bone * glm::vec4(inside, 1.0f), 16).empty());
    shape.world_from_bone[1] = glm::vec4(0.0f);
    CHECK(silhouette(shape, {9, 9, 9, 1}, 16).empty());
  }
}

SOLVED_CASE(
    "capsule shapes are the bind-space capsules moved by S W B^-1, without those that hold "
    "nothing") {
  Dice dice(13);
  SceneMaker maker;
  std::vector<Joint> joints = random_joints(maker, dice, 12);
  joints[3].radius = 0.0f;
  joints[4].extent = glm::vec3(0.0f);
  maker.skeleton(joints, dice.affine(0.5f));
  const Stage stage(maker.scene);
  const std::vector<CapsuleShape> shapes = capsule_shapes(stage.scene, stage.deformer);
  CHECK(shapes.size() == 11);
  const PosedSkeleton& posed = stage.deformer.skeletons()[0];
  for (const CapsuleShape& shape : shapes) {
    const JointRef ref = find_joint(stage.scene, shape.joint);
    const std::size_t j = std::size_t(ref.joint);
    CHECK(shape.joint != joints[3].id);
    const glm::mat4 world_from_joint = posed.world_from_skeleton * posed.posed[j];
    const glm::vec3 base(shape.world_from_bone[3]),
        tip(shape.world_from_bone * glm::vec4(0, 0, shape.length, 1));
    CHECK(glm::distance(base, glm::vec3(world_from_joint[3])) < 1e-4f);
    CHECK(glm::distance(tip, glm::vec3(world_from_joint * glm::vec4(joints[j].extent, 1.0f))) <
          1e-4f);
    // A surface point taken back to bind space is `radius` away from the bind-space bone.
    const glm::vec3 start(posed.bind[j][3]), end(posed.bind[j] * glm::vec4(joints[j].extent, 1.0f));
    const glm::mat4 bind_from_world = glm::inverse(posed.world_from_skeleton * posed.skinning[j]);
    for (int i = 0; i < 20; ++i) {
      const glm::vec3 world(shape.world_from_bone * glm::vec4(surface_point(shape, dice), 1.0f));
      const glm::vec3 bind(bind_from_world * glm::vec4(world, 1.0f));
      const glm::vec3 along = end - start;
      const float s =
          glm::dot(along, along) > 0.0f
              ? std::clamp(glm::dot(bind - start, along) / glm::dot(along, along), 0.0f, 1.0f)
              : 0.0f;
      CHECK(glm::distance(bind, start + s * along) ==
            doctest::Approx(joints[j].radius).epsilon(1e-3));
    }
  }
}

TEST_CASE(
    "the pieces of a stroke meet edge to edge, are as wide as asked and stay in front of the eye") {
  Dice dice(14);
  const EyeView view = make_eye_view(Camera{}, {800, 600}, 1.0f);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 6; ++i) points.push_back(dice.point(6.0f));  // many of them behind the eye
    const float width = dice.in(1.0f, 9.0f);
    std::vector<StrokeVertex> strokes;
    add_stroke(strokes, points, kSelection, width, view);
    REQUIRE(strokes.size() % 4 == 0);
    const auto pixel = [&](const StrokeVertex& vertex) {
      return glm::vec2(vertex.position) / vertex.position.w * view.size * 0.5f;
    };
    for (std::size_t i = 0; i < strokes.size(); i += 4) {
      for (std::size_t k = 0; k < 4; ++k) CHECK(strokes[i + k].position.w > 0.0f);
      const glm::vec2 middle_a = (pixel(strokes[i]) + pixel(strokes[i + 1])) * 0.5f,
                      middle_b = (pixel(strokes[i + 2]) + pixel(strokes[i + 3])) * 0.5f;
      if (glm::distance(middle_a, middle_b) < 1.0f || glm::length(middle_a) > 1e5f ||
          glm::length(middle_b) > 1e5f)
        continue;
      const glm::vec2 normal =
          glm::normalize(glm::vec2(middle_a.y - middle_b.y, middle_b.x - middle_a.x));
      CHECK(std::abs(glm::dot(pixel(strokes[i]) - middle_a, normal)) ==
            doctest::Approx(width * 0.5f + 1.0f).epsilon(0.02));
    }
  }
  const std::vector<glm::vec3> square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}};
  std::vector<StrokeVertex> strokes;
  add_stroke(strokes, square, kSelection, 4.0f, view);
  REQUIRE(strokes.size() == 16);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 2; ++k)
      CHECK(glm::distance(strokes[4 * i + 2 + k].position,
                          strokes[4 * ((i + 1) % 4) + k].position) < 1e-4f);
}

TEST_CASE("strokes of nothing are nothing: one point, no width, all behind the eye") {
  Camera camera;
  camera.target = glm::vec3(0.0f);
  camera.yaw = camera.pitch = 0.0f;
  const EyeView view = make_eye_view(camera, {800, 600}, 1.0f);
  std::vector<StrokeVertex> strokes;
  add_stroke(strokes, std::vector<glm::vec3>{{0, 0, 0}}, kSelection, 2.0f, view);
  add_stroke(strokes, std::vector<glm::vec3>{}, kSelection, 2.0f, view);
  add_stroke(strokes, std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}}, kSelection, 0.0f, view);
  add_stroke(strokes, std::vector<glm::vec3>{{0, 0, 9}, {1, 0, 9}}, kSelection, 2.0f, view);
  CHECK(strokes.empty());
  add_stroke(strokes, std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 9}}, kSelection, 2.0f, view);
  CHECK(strokes.size() == 4);
}

TEST_CASE(
    "a mesh that stands on the ground darkens it under itself and not far away; one high above "
    "does not") {
  Stage stage = stage_of(box({2.0f, 0.5f, -1.0f}, 0.5f));
  const ContactShadow shadow = contact_shadow(stage.scene, stage.deformer);
  REQUIRE(shadow.texels.size() == 64 * 64);
  const auto dark_at = [&](float x, float z) {
    const glm::vec2 uv =
        (glm::vec2(x, z) - glm::vec2(shadow.rectangle)) /
        (glm::vec2(shadow.rectangle.z, shadow.rectangle.w) - glm::vec2(shadow.rectangle));
    const glm::ivec2 at(uv * 64.0f);
    return int(shadow.texels[std::size_t(std::clamp(at.y, 0, 63) * 64 + std::clamp(at.x, 0, 63))]);
  };
  CHECK(dark_at(2.0f, -1.0f) > 240);
  CHECK(dark_at(1.6f, -0.6f) > 100);
  for (const glm::vec2 corner :
       {glm::vec2(shadow.rectangle), glm::vec2(shadow.rectangle.z, shadow.rectangle.w)})
    CHECK(dark_at(corner.x, corner.y) < 20);

  // A roof high over it and much wider darkens the ground little.
  stage.scene.nodes.push_back({.id = take_id(stage.scene),
                               .name = "roof",
                               .local = glm::translate(glm::mat4(1.0f), {2, 1.0f, -1}) *
                                        glm::rotate(glm::mat4(1.0f), -1.5708f, glm::vec3(1, 0, 0)),
                               .mesh = rectangle({0, 0, 0}, 1.2f, 1.2f)});
  stage.update();
  const ContactShadow covered = contact_shadow(stage.scene, stage.deformer);
  REQUIRE(covered.texels.size() == 64 * 64);
  CHECK(*std::max_element(covered.texels.begin(), covered.texels.end()) > 240);
  CHECK(std::count_if(covered.texels.begin(), covered.texels.end(),
                      [](std::uint8_t dark) { return dark > 200; }) < 64 * 64 / 4);
  stage.scene.nodes.pop_back();

  stage.scene.nodes[0].local = glm::translate(glm::mat4(1.0f), {0, 5, 0});
  stage.update();
  CHECK(contact_shadow(stage.scene, stage.deformer).texels.empty());
  stage.scene.nodes.clear();
  stage.update();
  CHECK(contact_shadow(stage.scene, stage.deformer).texels.empty());
}
