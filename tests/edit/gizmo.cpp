// The gizmo's place and its handles.
// Orientations, the same drag carried elsewhere, and the ball that turns freely.
#include "edit/gizmo.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "edit/support.h"
#include "scene/scene.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

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

constexpr std::array kOrientations{GizmoOrientation::world, GizmoOrientation::parent,
                                   GizmoOrientation::joint, GizmoOrientation::view};
constexpr std::array kHandlesOfAxes{GizmoHandle::x,     GizmoHandle::y,  GizmoHandle::z,
                                    GizmoHandle::yz,    GizmoHandle::zx, GizmoHandle::xy,
                                    GizmoHandle::center};

Camera random_camera_of_axes(Random& random) {
  return {.target = random.vec3(1.0f),
          .distance = random.uniform(2.0f, 9.0f),
          .yaw = random.uniform(-3.0f, 3.0f),
          .pitch = random.uniform(-1.4f, 1.4f),
          .orthographic = random.chance(0.3f)};
}

Gizmo random_gizmo_of_axes(Random& random, const Camera& camera, GizmoMode mode) {
  glm::mat4 frame = random.affine();
  frame[3] = glm::vec4(camera.target + random.vec3(0.1f * camera.distance), 1.0f);
  const GizmoOrientation orientation = kOrientations[std::size_t(random.below(4))];
  return make_gizmo(mode, frame, orientation, camera, kViewport.y, 90.0f);
}

Ray random_ray(Random& random, const Camera& camera) {
  return ray_through_pixel(
      camera, {random.uniform(0.0f, kViewport.x), random.uniform(0.0f, kViewport.y)}, kViewport);
}

glm::mat3 linear(const glm::mat4& matrix) { return glm::mat3(matrix); }

}  // namespace

TEST_CASE("the gizmo has the same size on the screen from everywhere") {
  for (auto& random : seeds<Random>(200)) {
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
  for (auto& random : seeds<Random>(150)) {
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
  for (auto& random : seeds<Random>(150)) {
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

TEST_CASE(
    "the axes of every orientation are unit, across each other and right-handed; the world's are "
    "its own, the view's the screen's") {
  for (auto& random : seeds<Random>(200)) {
    const Camera camera = random_camera_of_axes(random);
    const glm::mat4 frame = random.affine();
    for (const GizmoOrientation orientation : kOrientations) {
      const glm::mat3 axes = gizmo_axes(frame, orientation, camera);
      CHECK(difference(glm::mat4(glm::transpose(axes) * axes), glm::mat4(1.0f)) < 1e-5f);
      CHECK(glm::dot(glm::cross(axes[0], axes[1]), axes[2]) > 0.99f);
    }
    CHECK(gizmo_axes(frame, GizmoOrientation::world, camera) == glm::mat3(1.0f));
    CHECK(glm::dot(gizmo_axes(frame, GizmoOrientation::joint, camera)[0],
                   glm::normalize(glm::vec3(frame[0]))) > 0.9999f);
    const glm::mat3 view = gizmo_axes(frame, GizmoOrientation::view, camera);
    const float step = 0.1f * camera.distance;
    const glm::vec2 middle = project(camera, camera.target, kViewport).pixel;
    const glm::vec2 right =
        project(camera, camera.target + view[0] * step, kViewport).pixel - middle;
    const glm::vec2 up = project(camera, camera.target + view[1] * step, kViewport).pixel - middle;
    CHECK(right.x > 10.0f);
    CHECK(std::abs(right.y) < 0.1f);
    CHECK(up.y < -10.0f);
    CHECK(std::abs(up.x) < 0.1f);
  }
}

TEST_CASE(
    "a drag carried elsewhere is the drag of a gizmo that stands there, by the same number along "
    "the same axis") {
  for (auto& random : seeds<Random>(200)) {
    const Camera camera = random_camera_of_axes(random);
    for (const GizmoMode mode : kModes) {
      const Gizmo here = random_gizmo_of_axes(random, camera, mode);
      Gizmo there = here;
      there.origin = random.vec3(2.0f);
      there.axes = gizmo_axes(random.rigid(), GizmoOrientation::joint, camera);
      const GizmoHandle handle = kHandlesOfAxes[std::size_t(random.below(3))];
      const float value =
          mode == GizmoMode::rotate ? random.uniform(-400.0f, 400.0f) : random.uniform(0.2f, 3.0f);
      GizmoDrag drag(here, handle, random_ray(random, camera)),
          twin(there, handle, random_ray(random, camera));
      drag.set_value(value);
      twin.set_value(value);
      CHECK(difference(carried(here, drag.increment(), there.origin, there.axes),
                       twin.increment()) < 2e-5f);
      CHECK(carried(here, drag.increment(), here.origin, here.axes) == drag.increment());
      CHECK(carried(here, glm::mat4(1.0f), there.origin, there.axes) == glm::mat4(1.0f));
    }
  }
}

TEST_CASE("a turn or a scale carried to another pivot leaves that pivot where it is") {
  for (auto& random : seeds<Random>(200)) {
    const Camera camera = random_camera_of_axes(random);
    for (const GizmoMode mode : {GizmoMode::rotate, GizmoMode::scale}) {
      const Gizmo gizmo = random_gizmo_of_axes(random, camera, mode);
      GizmoDrag drag(gizmo, kHandlesOfAxes[std::size_t(random.below(7))],
                     random_ray(random, camera));
      drag.update(random_ray(random, camera), {});
      const glm::vec3 pivot = random.vec3(2.0f);
      const glm::mat4 increment = carried(gizmo, drag.increment(), pivot, gizmo.axes);
      CHECK(glm::distance(glm::vec3(increment * glm::vec4(pivot, 1.0f)), pivot) <
            1e-4f * (1.0f + glm::length(linear(increment)[0])));
      CHECK(difference(glm::mat4(linear(increment)), glm::mat4(linear(drag.increment()))) < 1e-4f);
    }
  }
}

TEST_CASE(
    "the ball turns by the way of the pointer over its size, about the axis across that way, and "
    "the front follows the pointer") {
  for (auto& random : seeds<Random>(200)) {
    const Camera camera = random_camera_of_axes(random);
    const Gizmo gizmo = random_gizmo_of_axes(random, camera, GizmoMode::rotate);
    const glm::vec3 right = glm::normalize(glm::cross(gizmo.view_direction, gizmo.view_up));
    const glm::vec3 up = glm::cross(right, gizmo.view_direction);
    const auto ray_to = [&](glm::vec2 share) {
      return ray_through_pixel(
          camera,
          project(camera, gizmo.origin + (right * share.x + up * share.y) * gizmo.size, kViewport)
              .pixel,
          kViewport);
    };
    const glm::vec2 from{random.uniform(-1.5f, 1.5f), random.uniform(-1.5f, 1.5f)};
    const glm::vec2 by{random.uniform(-3.0f, 3.0f), random.uniform(-3.0f, 3.0f)};
    GizmoDrag drag(gizmo, GizmoHandle::arcball, ray_to(from));
    CHECK(drag.update(ray_to(from), {}) == glm::mat4(1.0f));
    drag.update(ray_to(from + by), {});
    CHECK(drag.value() == doctest::Approx(glm::length(by)).epsilon(2e-3));
    const glm::vec3 axis = glm::normalize(up * by.x - right * by.y);
    CHECK(glm::distance(drag.turn_axis(), axis) < 5e-3f);
    const glm::mat4 expected = glm::rotate(glm::mat4(1.0f), drag.value(), drag.turn_axis());
    CHECK(difference(glm::mat4(linear(drag.increment())), glm::mat4(linear(expected))) < 1e-4f);
    CHECK(glm::distance(glm::vec3(drag.increment() * glm::vec4(gizmo.origin, 1.0f)), gizmo.origin) <
          1e-4f);
    // A small step carries the point of the ball that faces the viewer along with the pointer.
    GizmoDrag small(gizmo, GizmoHandle::arcball, ray_to({0.0f, 0.0f}));
    small.update(ray_to(by * 0.01f), {});
    const glm::vec3 front = gizmo.origin - gizmo.view_direction * gizmo.size;
    const glm::vec3 moved = glm::vec3(small.increment() * glm::vec4(front, 1.0f)) - front;
    CHECK(glm::distance(moved, (right * by.x + up * by.y) * 0.01f * gizmo.size) <
          2e-3f * gizmo.size);
  }
}

TEST_CASE(
    "a number typed into the ball turns on about the axis so far, else about the screen's up; only "
    "rotations have a ball") {
  Random random(5);
  const Camera camera = random_camera_of_axes(random);
  const Gizmo gizmo = random_gizmo_of_axes(random, camera, GizmoMode::rotate);
  GizmoDrag fresh(gizmo, GizmoHandle::arcball, random_ray(random, camera));
  const glm::vec3 up = glm::cross(glm::normalize(glm::cross(gizmo.view_direction, gizmo.view_up)),
                                  gizmo.view_direction);
  fresh.set_value(90.0f);
  CHECK(glm::distance(fresh.turn_axis(), up) < 1e-5f);
  GizmoDrag moved(gizmo, GizmoHandle::arcball, random_ray(random, camera));
  moved.update(random_ray(random, camera), {});
  const glm::vec3 axis = moved.turn_axis();
  moved.set_value(0.0f);
  CHECK(moved.increment() == glm::mat4(1.0f));
  moved.set_value(-30.0f);
  CHECK(glm::distance(moved.turn_axis(), axis) < 1e-6f);
  CHECK(moved.value() == doctest::Approx(glm::radians(-30.0f)));
  const GizmoDrag scale(make_gizmo(GizmoMode::scale, glm::mat4(1.0f), GizmoOrientation::world,
                                   camera, kViewport.y, 90.0f),
                        GizmoHandle::arcball, random_ray(random, camera));
  CHECK(scale.handle() == GizmoHandle::center);
}

TEST_CASE("a ring says what it turns about, and a plane of a rotation is its normal") {
  for (auto& random : seeds<Random>(100)) {
    const Camera camera = random_camera_of_axes(random);
    const Gizmo gizmo = random_gizmo_of_axes(random, camera, GizmoMode::rotate);
    const Ray start = random_ray(random, camera);
    for (int axis = 0; axis < 3; ++axis) {
      GizmoDrag ring(gizmo, kHandlesOfAxes[std::size_t(axis)], start),
          plane(gizmo, kHandlesOfAxes[std::size_t(3 + axis)], start);
      const float degrees = random.uniform(-500.0f, 500.0f);
      CHECK(ring.set_value(degrees) == plane.set_value(degrees));
      CHECK(ring.turn_axis() == gizmo.axes[axis]);
      CHECK(difference(glm::mat4(linear(ring.increment())),
                       glm::mat4(linear(
                           glm::rotate(glm::mat4(1.0f), ring.value(), ring.turn_axis())))) < 1e-4f);
    }
  }
}
