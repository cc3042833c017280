// Orientations, the same drag carried elsewhere, and the ball that turns freely.
#include <array>

#include "edit/gizmo.h"
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr glm::vec2 kViewportOfAxes{1280.0f, 800.0f};
constexpr std::array kModesOfAxes{GizmoMode::translate, GizmoMode::rotate, GizmoMode::scale};
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
  return make_gizmo(mode, frame, orientation, camera, kViewportOfAxes.y, 90.0f);
}

Ray random_ray(Random& random, const Camera& camera) {
  return ray_through_pixel(
      camera, {random.uniform(0.0f, kViewportOfAxes.x), random.uniform(0.0f, kViewportOfAxes.y)},
      kViewportOfAxes);
}

glm::mat3 linear(const glm::mat4& matrix) { return glm::mat3(matrix); }

}  // namespace

TEST_CASE(
    "the axes of every orientation are unit, across each other and right-handed; the world's are "
    "its own, the view's the screen's") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
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
    const glm::vec2 middle = project(camera, camera.target, kViewportOfAxes).pixel;
    const glm::vec2 right =
        project(camera, camera.target + view[0] * step, kViewportOfAxes).pixel - middle;
    const glm::vec2 up =
        project(camera, camera.target + view[1] * step, kViewportOfAxes).pixel - middle;
    CHECK(right.x > 10.0f);
    CHECK(std::abs(right.y) < 0.1f);
    CHECK(up.y < -10.0f);
    CHECK(std::abs(up.x) < 0.1f);
  }
}

TEST_CASE(
    "a drag carried elsewhere is the drag of a gizmo that stands there, by the same number along "
    "the same axis") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Camera camera = random_camera_of_axes(random);
    for (const GizmoMode mode : kModesOfAxes) {
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
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
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
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Camera camera = random_camera_of_axes(random);
    const Gizmo gizmo = random_gizmo_of_axes(random, camera, GizmoMode::rotate);
    const glm::vec3 right = glm::normalize(glm::cross(gizmo.view_direction, gizmo.view_up));
    const glm::vec3 up = glm::cross(right, gizmo.view_direction);
    const auto ray_to = [&](glm::vec2 share) {
      return ray_through_pixel(
          camera,
          project(camera, gizmo.origin + (right * share.x + up * share.y) * gizmo.size,
                  kViewportOfAxes)
              .pixel,
          kViewportOfAxes);
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
                                   camera, kViewportOfAxes.y, 90.0f),
                        GizmoHandle::arcball, random_ray(random, camera));
  CHECK(scale.handle() == GizmoHandle::center);
}

TEST_CASE("a ring says what it turns about, and a plane of a rotation is its normal") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
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
