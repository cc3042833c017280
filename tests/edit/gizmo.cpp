// The gizmo's place and its handles.
#include "edit/gizmo.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/scene.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using marrow::test::Random;

namespace {

constexpr glm::vec2 kViewport{1280.0f, 800.0f};
constexpr float kPixels = 90.0f;
constexpr std::array kModes{GizmoMode::translate, GizmoMode::rotate, GizmoMode::scale};

Camera random_camera(Random& random) {
  return {.target = random.vec3(2.0f),
          .distance = random.uniform(1.0f, 10.0f),
          .yaw = random.uniform(-3.0f, 3.0f),
          .pitch = random.uniform(-1.5f, 1.5f),
          .orthographic = random.chance(0.3f)};
}

/// A gizmo that is seen well inside the picture.
Gizmo random_gizmo(Random& random, const Camera& camera, GizmoMode mode) {
  glm::mat4 frame = random.affine();
  frame[3] = glm::vec4(camera.target + random.vec3(0.1f * camera.distance), 1.0f);
  const GizmoOrientation orientation =
      random.chance(0.5f) ? GizmoOrientation::joint : GizmoOrientation::world;
  return make_gizmo(mode, frame, orientation, camera, kViewport.y, kPixels);
}

Ray ray_to(const Camera& camera, const glm::vec3& point) {
  return ray_through_pixel(camera, project(camera, point, kViewport).pixel, kViewport);
}

bool has(const Gizmo& gizmo, GizmoHandle handle) {
  const std::vector<GizmoShape> all = shapes(gizmo);
  return std::any_of(all.begin(), all.end(),
                     [&](const GizmoShape& shape) { return shape.handle == handle; });
}

Camera front_camera(float pitch = 0.0f) {
  return {.target = glm::vec3(0.0f), .distance = 5.0f, .yaw = 0.0f, .pitch = pitch};
}

Gizmo at_origin(GizmoMode mode, const Camera& camera) {
  return make_gizmo(mode, glm::mat4(1.0f), GizmoOrientation::world, camera, kViewport.y, kPixels);
}

}  // namespace

TEST_CASE("the gizmo has the same size on the screen from everywhere") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Camera camera = random_camera(random);
    const Gizmo gizmo = random_gizmo(random, camera, GizmoMode::rotate);
    const glm::vec2 center = project(camera, gizmo.origin, kViewport).pixel;
    const glm::vec2 above =
        project(camera, gizmo.origin + gizmo.view_up * gizmo.size, kViewport).pixel;
    CHECK(glm::distance(center, above) == doctest::Approx(kPixels).epsilon(0.01));
  }
}

TEST_CASE("its axes are unit, right-handed and across each other, whatever the frame") {
  Random random(1);
  std::vector<glm::mat4> frames{glm::mat4(0.0f),
                                glm::mat4(1.0f),
                                glm::mat4(NAN),
                                glm::scale(glm::mat4(1.0f), {1, 1, -1}),
                                glm::scale(glm::mat4(1.0f), {0, 1, 1}),
                                glm::scale(glm::mat4(1.0f), {0, 0, 1}),
                                glm::scale(glm::mat4(1.0f), {1, 0, 0}),
                                glm::scale(glm::mat4(1.0f), {0, 1, 0}),
                                glm::scale(glm::mat4(1.0f), {1e-30f, 1e30f, 1}),
                                glm::scale(glm::mat4(1.0f), glm::vec3(1e-40f)),
                                glm::mat4(3e38f),
                                glm::mat4(INFINITY)};
  for (int i = 0; i < 100; ++i) frames.push_back(random.affine() * random.affine());
  for (glm::mat4 frame : frames) {
    const Gizmo gizmo = make_gizmo(GizmoMode::rotate, frame, GizmoOrientation::joint,
                                   front_camera(), kViewport.y, kPixels);
    for (int i = 0; i < 3; ++i) {
      CHECK(glm::length(gizmo.axes[i]) == doctest::Approx(1.0f).epsilon(1e-5));
      CHECK(glm::length(glm::cross(gizmo.axes[i], gizmo.axes[(i + 1) % 3]) -
                        gizmo.axes[(i + 2) % 3]) < 1e-5f);
    }
    CHECK(is_finite(gizmo.origin));
    CHECK(std::isfinite(gizmo.size));
    CHECK(gizmo.size > 0.0f);
  }
  const glm::mat4 rotation = random.rotation();
  const glm::mat4 stretched = rotation * glm::scale(glm::mat4(1.0f), {2.0f, 0.5f, 3.0f});
  const Gizmo gizmo = make_gizmo(GizmoMode::rotate, stretched, GizmoOrientation::joint,
                                 front_camera(), kViewport.y, kPixels);
  for (int i = 0; i < 3; ++i) CHECK(glm::length(gizmo.axes[i] - glm::vec3(rotation[i])) < 1e-5f);
}

TEST_CASE("every point of every shape can be grabbed, and what is drawn there is what one gets") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const Camera camera = random_camera(random);
    for (const GizmoMode mode : kModes) {
      const Gizmo gizmo = random_gizmo(random, camera, mode);
      for (const GizmoShape& shape : shapes(gizmo)) {
        const std::size_t at = 1 + std::size_t(random.below(int(shape.line.size()) - 1));
        const glm::vec3 point = glm::mix(shape.line[at - 1], shape.line[at], random.uniform());
        const GizmoHandle handle = handle_at(gizmo, ray_to(camera, point));
        CHECK(handle != GizmoHandle::none);
        CHECK(has(gizmo, handle));
      }
    }
  }
}

TEST_CASE("inside a square or the center no axis is in the way") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const Camera camera = random_camera(random);
    for (const GizmoMode mode : {GizmoMode::translate, GizmoMode::scale}) {
      const Gizmo gizmo = random_gizmo(random, camera, mode);
      for (const GizmoShape& shape : shapes(gizmo)) {
        const bool is_axis = shape.handle == GizmoHandle::x || shape.handle == GizmoHandle::y ||
                             shape.handle == GizmoHandle::z;
        if (is_axis) continue;
        const glm::vec3 middle = glm::mix(shape.line[0], shape.line[shape.line.size() / 2], 0.5f);
        const glm::vec3 point = glm::mix(middle, shape.line[1], random.uniform(0.0f, 0.9f));
        const GizmoHandle handle = handle_at(gizmo, ray_to(camera, point));
        CHECK((handle == GizmoHandle::center || handle == GizmoHandle::yz ||
               handle == GizmoHandle::zx || handle == GizmoHandle::xy));
      }
    }
  }
}

TEST_CASE("seen from the front, each handle is where one expects it") {
  const Camera camera = front_camera();
  const Gizmo move = at_origin(GizmoMode::translate, camera);
  const auto grabbed = [&](const Gizmo& gizmo, const glm::vec3& share) {
    return handle_at(gizmo, ray_to(camera, share * gizmo.size));
  };
  CHECK(grabbed(move, {0.9f, 0, 0}) == GizmoHandle::x);
  CHECK(grabbed(move, {0, 0.6f, 0}) == GizmoHandle::y);
  CHECK(grabbed(move, {0.4f, 0.4f, 0}) == GizmoHandle::xy);
  CHECK(grabbed(move, {0, 0, 0}) == GizmoHandle::center);
  CHECK(grabbed(move, {0.7f, 0.7f, 0}) == GizmoHandle::none);
  CHECK(grabbed(move, {-0.5f, 0, 0}) == GizmoHandle::none);
  CHECK(grabbed(move, {1.2f, 0, 0}) == GizmoHandle::none);
  const Gizmo turn = at_origin(GizmoMode::rotate, camera);
  CHECK(grabbed(turn, {0.7071f, 0.7071f, 0}) == GizmoHandle::z);
  CHECK(grabbed(turn, {0.5f, 0, 0}) == GizmoHandle::y);
  CHECK(grabbed(turn, {0, 0.5f, 0}) == GizmoHandle::x);
  CHECK(grabbed(turn, {0.8485f, 0.8485f, 0}) == GizmoHandle::center);
  CHECK(grabbed(turn, {0.35f, 0.35f, 0}) == GizmoHandle::none);
}

TEST_CASE("axes seen end-on, squares seen edge-on and the far half of a ring cannot be grabbed") {
  CHECK_FALSE(has(at_origin(GizmoMode::translate, front_camera()), GizmoHandle::z));
  CHECK_FALSE(has(at_origin(GizmoMode::scale, front_camera()), GizmoHandle::z));
  CHECK_FALSE(has(at_origin(GizmoMode::translate, front_camera()), GizmoHandle::yz));
  CHECK_FALSE(has(at_origin(GizmoMode::translate, front_camera()), GizmoHandle::zx));
  CHECK(has(at_origin(GizmoMode::translate, front_camera(0.5f)), GizmoHandle::z));
  CHECK(has(at_origin(GizmoMode::translate, front_camera(0.5f)), GizmoHandle::zx));

  const Camera camera = front_camera(0.5f);
  const Gizmo turn = at_origin(GizmoMode::rotate, camera);
  CHECK(handle_at(turn, ray_to(camera, {0.5f * turn.size, 0, 0.866f * turn.size})) ==
        GizmoHandle::y);
  CHECK(handle_at(turn, ray_to(camera, {0.5f * turn.size, 0, -0.866f * turn.size})) !=
        GizmoHandle::y);
}

TEST_CASE("no ray, however wild, breaks the search") {
  Random random(2);
  const float wild[] = {0.0f, -0.0f, 1e-45f, 1e-38f, 1.0f, -1.0f, 1e38f, -3e38f, NAN, INFINITY};
  const auto number = [&] {
    return random.chance(0.5f) ? wild[random.below(10)] : random.uniform(-2.0f, 2.0f);
  };
  for (const GizmoMode mode : kModes) {
    const Gizmo gizmo = at_origin(mode, front_camera(0.3f));
    for (int i = 0; i < 3000; ++i) {
      const Ray ray{{number(), number(), number()}, {number(), number(), number()}};
      const GizmoHandle handle = handle_at(gizmo, ray);
      CHECK((handle == GizmoHandle::none || has(gizmo, handle)));
    }
    CHECK(handle_at(gizmo, Ray{{0, 0, 5}, {0, 0, 0}}) == GizmoHandle::none);
    CHECK(handle_at(gizmo, Ray{{0, 0, 5}, {0, 0, 1}}) == GizmoHandle::none);  // looking away
  }
}
