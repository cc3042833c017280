// Drags: from rays to increments.
#include <array>
#include <glm/gtc/constants.hpp>

#include "edit/gizmo.h"
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr glm::vec2 kViewportOfDrag{1280.0f, 800.0f};
constexpr float kPixelsOfDrag = 90.0f;
constexpr float kPi = glm::pi<float>();
constexpr std::array kModesOfDrag{GizmoMode::translate, GizmoMode::rotate, GizmoMode::scale};
constexpr std::array kAxes{GizmoHandle::x, GizmoHandle::y, GizmoHandle::z};
constexpr std::array kPlanes{GizmoHandle::yz, GizmoHandle::zx, GizmoHandle::xy};
constexpr std::array kHandlesOfDrag{GizmoHandle::x,     GizmoHandle::y,  GizmoHandle::z,
                                    GizmoHandle::yz,    GizmoHandle::zx, GizmoHandle::xy,
                                    GizmoHandle::center};

struct Stage {
  Camera camera;
  Gizmo gizmo;
  Ray to(const glm::vec3& point) const {
    return ray_through_pixel(camera, project(camera, point, kViewportOfDrag).pixel,
                             kViewportOfDrag);
  }
  glm::vec3 right() const {
    return glm::normalize(glm::cross(gizmo.view_direction, gizmo.view_up));
  }
  /// A point in the gizmo's axes, as shares of its size.
  glm::vec3 point(const glm::vec3& share) const {
    return gizmo.origin + gizmo.axes * share * gizmo.size;
  }
};

Stage random_stage(Random& random, GizmoMode mode) {
  Stage stage;
  stage.camera.target = random.vec3(2.0f);
  stage.camera.distance = random.uniform(1.0f, 10.0f);
  stage.camera.yaw = random.uniform(-3.0f, 3.0f);
  stage.camera.pitch = random.uniform(-1.4f, 1.4f);
  stage.camera.orthographic = random.chance(0.3f);
  glm::mat4 frame = random.affine();
  frame[3] = glm::vec4(stage.camera.target + random.vec3(0.05f * stage.camera.distance), 1.0f);
  const GizmoOrientation orientation =
      random.chance(0.5f) ? GizmoOrientation::joint : GizmoOrientation::world;
  stage.gizmo =
      make_gizmo(mode, frame, orientation, stage.camera, kViewportOfDrag.y, kPixelsOfDrag);
  return stage;
}

Stage front_stage(GizmoMode mode, float pitch = 0.0f) {
  Stage stage;
  stage.camera.target = glm::vec3(0.0f);
  stage.camera.distance = 5.0f;
  stage.camera.yaw = 0.0f;
  stage.camera.pitch = pitch;
  stage.gizmo = make_gizmo(mode, glm::mat4(1.0f), GizmoOrientation::world, stage.camera,
                           kViewportOfDrag.y, kPixelsOfDrag);
  return stage;
}

glm::vec3 unit(std::size_t axis) {
  glm::vec3 result(0.0f);
  result[int(axis)] = 1.0f;
  return result;
}

float facing(const Stage& stage, std::size_t axis) {
  return std::abs(glm::dot(stage.gizmo.axes[int(axis)], stage.gizmo.view_direction));
}

glm::vec3 moved(const glm::mat4& increment, const glm::vec3& point) {
  return glm::vec3(increment * glm::vec4(point, 1.0f));
}

DragOptions snapping() {
  DragOptions options;
  options.snap = true;
  return options;
}

DragOptions precise() {
  DragOptions options;
  options.precise = true;
  return options;
}

}  // namespace

TEST_CASE(
    "nothing jumps on click: at the ray it was grabbed with, U is exactly the identity, for every "
    "handle from everywhere") {
  for (auto& random : seeds<Random>(300)) {
    for (const GizmoMode mode : kModesOfDrag) {
      const Stage stage = random_stage(random, mode);
      for (const GizmoHandle handle : kHandlesOfDrag) {
        const Ray ray = stage.to(stage.point(random.vec3(1.3f)));
        GizmoDrag drag(stage.gizmo, handle, ray);
        CHECK(drag.increment() == glm::mat4(1.0f));
        CHECK(drag.update(ray, {}) == glm::mat4(1.0f));
        drag.update(stage.to(stage.point(random.vec3(2.0f))), {});
        // Back where it began it is the identity again, but for full turns made on the way.
        CHECK(difference(drag.update(ray, {}), glm::mat4(1.0f)) < 1e-5f);
        CHECK(drag.update(ray, snapping()) == drag.increment());
      }
    }
  }
}

TEST_CASE(
    "an arrow dragged along the screen follows the pointer: from a to b on its axis, U shifts by b "
    "- a") {
  int tried = 0;
  for (auto& random : seeds<Random>(200)) {
    const Stage stage = random_stage(random, GizmoMode::translate);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (facing(stage, axis) > 0.9f) continue;
      ++tried;
      const float from = random.uniform(0.2f, 1.0f), to = random.uniform(-1.0f, 2.0f);
      GizmoDrag drag(stage.gizmo, kAxes[axis], stage.to(stage.point(unit(axis) * from)));
      drag.update(stage.to(stage.point(unit(axis) * to)), {});
      CHECK(drag.value() ==
            doctest::Approx((to - from) * stage.gizmo.size).epsilon(0.01).scale(stage.gizmo.size));
      const glm::vec3 expected = stage.gizmo.axes[int(axis)] * (to - from) * stage.gizmo.size;
      CHECK(glm::distance(drag.translation(), expected) < 0.01f * stage.gizmo.size);
      CHECK(drag.increment() == glm::translate(glm::mat4(1.0f), drag.translation()));
    }
  }
  CHECK(tried > 300);
}

TEST_CASE(
    "a square moves within its plane, the center within the screen's, both under the pointer") {
  for (auto& random : seeds<Random>(200)) {
    const Stage stage = random_stage(random, GizmoMode::translate);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (facing(stage, axis) < 0.3f) continue;
      glm::vec3 from = random.vec3(), to = random.vec3();
      from[int(axis)] = to[int(axis)] = 0.0f;
      GizmoDrag drag(stage.gizmo, kPlanes[axis], stage.to(stage.point(from)));
      drag.update(stage.to(stage.point(to)), {});
      CHECK(glm::distance(drag.translation(), stage.point(to) - stage.point(from)) <
            0.01f * stage.gizmo.size);
    }
    GizmoDrag drag(stage.gizmo, GizmoHandle::center, stage.to(stage.gizmo.origin));
    const glm::vec3 shift =
        (stage.right() * random.uniform(-1.0f, 1.0f) + stage.gizmo.view_up * 0.001f) *
        stage.gizmo.size;
    drag.update(stage.to(stage.gizmo.origin + shift), {});
    CHECK(glm::distance(drag.translation(), shift) < 0.02f * stage.gizmo.size);
    CHECK(std::abs(glm::dot(drag.translation(), stage.gizmo.view_direction)) <
          1e-4f * stage.gizmo.size);
  }
}

TEST_CASE(
    "a ring turns by the angle between the points it is dragged over, about its axis through the "
    "pivot") {
  for (auto& random : seeds<Random>(200)) {
    const Stage stage = random_stage(random, GizmoMode::rotate);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (facing(stage, axis) < 0.35f) continue;
      const float from = random.uniform(-kPi, kPi), angle = random.uniform(-3.0f, 3.0f);
      const auto on_ring = [&](float at) {
        return stage.point(unit((axis + 1) % 3) * std::cos(at) +
                           unit((axis + 2) % 3) * std::sin(at));
      };
      GizmoDrag drag(stage.gizmo, kAxes[axis], stage.to(on_ring(from)));
      drag.update(stage.to(on_ring(from + angle)), {});
      CHECK(drag.value() == doctest::Approx(angle).epsilon(0.005).scale(1.0));
      CHECK(glm::distance(moved(drag.increment(), on_ring(from)), on_ring(from + angle)) <
            0.01f * stage.gizmo.size);
      CHECK(glm::distance(moved(drag.increment(), stage.gizmo.origin), stage.gizmo.origin) <
            1e-5f * (1.0f + glm::length(stage.gizmo.origin)));
    }
  }
}

TEST_CASE("turns add up: three times around is 6 pi, and all the way back is nothing") {
  Random random(3);
  for (const GizmoHandle handle : {GizmoHandle::z, GizmoHandle::center}) {
    const Stage stage = front_stage(GizmoMode::rotate, 0.3f);
    const glm::vec3 u = handle == GizmoHandle::z ? glm::vec3(1, 0, 0) : stage.right();
    const glm::vec3 v = handle == GizmoHandle::z ? glm::vec3(0, 1, 0) : stage.gizmo.view_up;
    const auto at = [&](float angle) {
      return stage.to(stage.gizmo.origin +
                      (u * std::cos(angle) + v * std::sin(angle)) * stage.gizmo.size);
    };
    GizmoDrag drag(stage.gizmo, handle, at(0.0f));
    float angle = 0.0f, last = 0.0f;
    while (angle < 6.0f * kPi) {
      angle = std::min(angle + random.uniform(0.0f, 1.0f), 6.0f * kPi);
      drag.update(at(angle), {});
      CHECK(drag.value() == doctest::Approx(angle).epsilon(0.001));
      CHECK(drag.value() >= last - 1e-4f);
      last = drag.value();
    }
    CHECK(drag.value() == doctest::Approx(6.0f * kPi));
    CHECK(difference(drag.increment(), glm::mat4(1.0f)) < 1e-4f);
    for (; angle > 0.0f; angle -= 0.7f) drag.update(at(angle), {});
    drag.update(at(0.0f), {});
    CHECK(std::abs(drag.value()) < 1e-4f);
  }
}

TEST_CASE("the screen ring turns counter-clockwise on the screen for positive angles") {
  const Stage stage = front_stage(GizmoMode::rotate);
  GizmoDrag drag(stage.gizmo, GizmoHandle::center, stage.to({stage.gizmo.size, 0, 0}));
  drag.update(stage.to({0, stage.gizmo.size, 0}), {});
  CHECK(drag.value() == doctest::Approx(kPi / 2));
  CHECK(glm::distance(moved(drag.increment(), {1, 0, 0}), glm::vec3(0, 1, 0)) < 1e-4f);
}

TEST_CASE(
    "a ring seen edge-on turns with the movement along it, steadily, the near side under the "
    "pointer") {
  for (const float pitch : {0.0f, 0.02f, -0.05f, 0.1f, 0.2f}) {
    CAPTURE(pitch);
    const Stage stage = front_stage(GizmoMode::rotate, pitch);
    GizmoDrag drag(stage.gizmo, GizmoHandle::y, stage.to({-0.9f * stage.gizmo.size, 0, 0}));
    float last = 0.0f;
    for (float x = -0.9f; x <= 0.9f; x += 0.02f) {
      drag.update(stage.to({x * stage.gizmo.size, 0, 0}), {});
      CHECK(drag.value() - last >= -1e-5f);
      CHECK(drag.value() - last < 0.05f);
      last = drag.value();
    }
    CHECK(last == doctest::Approx(1.8f).epsilon(0.15));
    // The near side (towards +z) went to the right with the pointer.
    GizmoDrag small(stage.gizmo, GizmoHandle::y, stage.to(stage.point({0, 0, 1})));
    small.update(stage.to(stage.point({0.05f, 0, 1})), {});
    CHECK(moved(small.increment(), {0, 0, 1}).x > 0.03f);
  }
}

TEST_CASE("over any steady path of the pointer no ring jumps") {
  for (auto& random : seeds<Random>(100)) {
    const Stage stage = random_stage(random, GizmoMode::rotate);
    for (const GizmoHandle handle :
         {GizmoHandle::x, GizmoHandle::y, GizmoHandle::z, GizmoHandle::center}) {
      // Around the pivot on the screen, at no less than 0.8 of the gizmo's size: a foreshortened
      // ring speeds up near its ends, by at most 1 / cosine of its tilt.
      const glm::vec3 up = glm::cross(stage.right(), stage.gizmo.view_direction);
      const auto at = [&](float angle) {
        return stage.to(stage.gizmo.origin +
                        (stage.right() * std::cos(angle) + up * std::sin(angle)) *
                            stage.gizmo.size * 0.8f);
      };
      GizmoDrag drag(stage.gizmo, handle, at(0.0f));
      float last = 0.0f;
      for (float angle = 0.0f; angle < 2.0f * kPi; angle += 0.02f) {
        drag.update(at(angle), {});
        CHECK(std::abs(drag.value() - last) < 0.25f);
        last = drag.value();
      }
    }
  }
}

TEST_CASE("a scale handle stays under the pointer, and scales along its own axes only") {
  for (auto& random : seeds<Random>(200)) {
    const Stage stage = random_stage(random, GizmoMode::scale);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (facing(stage, axis) > 0.9f) continue;
      const float from = random.uniform(0.3f, 1.0f), factor = random.uniform(0.1f, 2.0f);
      GizmoDrag drag(stage.gizmo, kAxes[axis], stage.to(stage.point(unit(axis) * from)));
      drag.update(stage.to(stage.point(unit(axis) * from * factor)), {});
      CHECK(drag.value() == doctest::Approx(factor).epsilon(0.02));
      for (std::size_t other = 0; other < 3; ++other) {
        const float expected = other == axis ? drag.value() : 1.0f;
        CHECK(glm::distance(moved(drag.increment(), stage.point(unit(other))),
                            stage.point(unit(other) * expected)) <
              1e-4f * stage.gizmo.size + 1e-5f);
      }
    }
    GizmoDrag uniform(stage.gizmo, GizmoHandle::center, stage.to(stage.gizmo.origin));
    uniform.update(stage.to(stage.gizmo.origin + stage.right() * stage.gizmo.size), {});
    CHECK(uniform.value() > 1.2f);
    CHECK(glm::distance(moved(uniform.increment(), stage.point(unit(1))),
                        stage.point(unit(1) * uniform.value())) < 1e-4f * stage.gizmo.size + 1e-5f);
  }
}

TEST_CASE("no drag scales to nothing or mirrors, however far it goes beyond the center") {
  const Stage stage = front_stage(GizmoMode::scale);
  for (const GizmoHandle handle : {GizmoHandle::x, GizmoHandle::xy, GizmoHandle::center}) {
    GizmoDrag drag(stage.gizmo, handle, stage.to(stage.point({0.5f, 0.5f, 0})));
    for (float x = 0.5f; x > -30.0f; x -= 0.1f) {
      drag.update(stage.to(stage.point({x, x, 0})), snapping());
      CHECK(drag.value() >= 1e-3f);
      CHECK(is_invertible(drag.increment()));
    }
    CHECK(drag.value() == 1e-3f);
  }
}

TEST_CASE(
    "snapping rounds the movement since the start, along the handle's own axes, wherever the start "
    "was") {
  for (auto& random : seeds<Random>(300)) {
    for (const GizmoMode mode : kModesOfDrag) {
      const Stage stage = random_stage(random, mode);
      const GizmoHandle handle = kHandlesOfDrag[std::size_t(random.below(7))];
      GizmoDrag drag(stage.gizmo, handle, stage.to(stage.point(random.vec3())));
      DragOptions options = snapping();
      options.translate_step = 0.07f * stage.gizmo.size;
      drag.update(stage.to(stage.point(random.vec3(1.5f))), options);
      const auto is_whole = [](float value, float step) {
        return std::abs(value / step - std::round(value / step)) < 2e-3f;
      };
      if (mode == GizmoMode::translate && handle != GizmoHandle::center) {
        for (int i = 0; i < 3; ++i)
          CHECK(
              is_whole(glm::dot(drag.translation(), stage.gizmo.axes[i]), options.translate_step));
      }
      if (mode == GizmoMode::rotate) CHECK(is_whole(drag.value(), options.rotate_step));
      if (mode == GizmoMode::scale)
        CHECK((is_whole(drag.value() - 1.0f, options.scale_step) || drag.value() == 1e-3f));
    }
  }
  const Stage stage = front_stage(GizmoMode::translate);
  GizmoDrag drag(stage.gizmo, GizmoHandle::x, stage.to({0.123f, 0, 0}));
  drag.update(stage.to({0.123f + 0.26f, 0, 0}), snapping());
  CHECK(drag.value() == doctest::Approx(0.3f));
  DragOptions none = snapping();
  none.translate_step = 0.0f;
  drag.update(stage.to({0.123f + 0.26f, 0, 0}), none);
  CHECK(drag.value() == doctest::Approx(0.26f).epsilon(0.01));
}

TEST_CASE(
    "precise moves a tenth from the moment it is held, without a jump when it is held or let go") {
  const Stage stage = front_stage(GizmoMode::translate);
  GizmoDrag drag(stage.gizmo, GizmoHandle::x, stage.to({0, 0, 0}));
  const auto value_at = [&](float x, const DragOptions& options) {
    drag.update(stage.to({x, 0, 0}), options);
    return drag.value();
  };
  CHECK(value_at(1.0f, {}) == doctest::Approx(1.0f).epsilon(0.001));
  CHECK(value_at(1.0f, precise()) == doctest::Approx(1.0f).epsilon(0.001));
  CHECK(value_at(1.5f, precise()) == doctest::Approx(1.05f).epsilon(0.001));
  CHECK(value_at(2.0f, precise()) == doctest::Approx(1.1f).epsilon(0.001));
  CHECK(value_at(2.0f, {}) == doctest::Approx(1.1f).epsilon(0.001));
  CHECK(value_at(1.0f, {}) == doctest::Approx(0.1f).epsilon(0.01));
  const Stage rings = front_stage(GizmoMode::rotate);
  GizmoDrag turn(rings.gizmo, GizmoHandle::z, rings.to(rings.point({1, 0, 0})));
  for (float angle = 0.0f; angle <= 10.0f; angle += 0.1f)
    turn.update(rings.to(rings.point({std::cos(angle), std::sin(angle), 0})), precise());
  CHECK(turn.value() == doctest::Approx(1.0f).epsilon(0.02));
}

TEST_CASE("typed values are taken as they are, in units, degrees and factors") {
  const Stage move = front_stage(GizmoMode::translate), turn = front_stage(GizmoMode::rotate),
              scale = front_stage(GizmoMode::scale);
  const Ray ray = move.to({0.1f, 0.1f, 0});
  GizmoDrag x(move.gizmo, GizmoHandle::x, ray);
  CHECK(x.set_value(-2.5f) == glm::translate(glm::mat4(1.0f), {-2.5f, 0, 0}));
  CHECK(x.value() == -2.5f);
  GizmoDrag plane(move.gizmo, GizmoHandle::xy, move.to({0, 0, 0}));
  plane.update(move.to({0.3f, 0.4f, 0}), {});
  for (const float length : {10.0f, -5.0f, 2.0f}) {
    plane.set_value(length);
    CHECK(glm::distance(plane.translation(), glm::vec3(0.6f, 0.8f, 0.0f) * length) < 0.01f);
  }
  GizmoDrag ring(turn.gizmo, GizmoHandle::z, ray);
  CHECK(glm::distance(moved(ring.set_value(90.0f), {1, 0, 0}), glm::vec3(0, 1, 0)) < 1e-6f);
  CHECK(ring.set_value(720.0f) == ring.increment());
  CHECK(ring.value() == doctest::Approx(4.0f * kPi));
  GizmoDrag factor(scale.gizmo, GizmoHandle::y, ray);
  CHECK(factor.set_value(-2.0f)[1].y == -2.0f);
  CHECK(factor.set_value(0.0f)[1].y == 1e-3f);
  CHECK(factor.set_value(1.0f) == glm::mat4(1.0f));
  const glm::mat4 before = factor.set_value(3.0f);
  for (const float bad : {NAN, INFINITY, -INFINITY}) CHECK(factor.set_value(bad) == before);
  // The pointer continues from its present position.
  CHECK(x.update(ray, {}) == glm::mat4(1.0f));
}

TEST_CASE("rays parallel to the axis or plane, or meeting it behind the eye, leave U as it was") {
  const Stage stage = front_stage(GizmoMode::translate, 0.4f);
  const Ray start = stage.to({0.1f, 0.1f, 0.1f}), later = stage.to({0.4f, 0.2f, 0.3f});
  for (const GizmoMode mode : kModesOfDrag) {
    Gizmo gizmo = stage.gizmo;
    gizmo.mode = mode;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (mode == GizmoMode::rotate && facing(stage, axis) < 0.3f)
        continue;  // edge-on it is dragged as a line, without its plane
      const bool along_axis = mode != GizmoMode::rotate;
      GizmoDrag drag(gizmo, kAxes[axis], start);
      const glm::mat4 before = drag.update(later, {});
      CHECK_FALSE(before == glm::mat4(1.0f));
      const glm::vec3 parallel = along_axis ? unit(axis) : unit((axis + 1) % 3);
      CHECK(drag.update({{0.5f, 0.6f, 0.7f}, parallel}, {}) == before);
      CHECK(drag.update({{0.5f, 0.6f, 0.7f}, -parallel}, {}) == before);
      CHECK(drag.update({{5.0f, 6.0f, 7.0f}, glm::vec3(1, 1, 1)}, {}) == before);
      GizmoDrag square(gizmo, kPlanes[axis], start);
      if (mode == GizmoMode::rotate) continue;
      const glm::mat4 square_before = square.update(later, {});
      CHECK(square.update({{0.5f, 0.6f, 0.7f}, unit((axis + 1) % 3)}, {}) == square_before);
      CHECK(square.update({{5.0f, 6.0f, 7.0f}, glm::vec3(1, 1, 1)}, {}) == square_before);
    }
  }
}

TEST_CASE("a drag that began with a useless ray begins with the first useful one") {
  const Stage stage = front_stage(GizmoMode::translate);
  GizmoDrag drag(stage.gizmo, GizmoHandle::x, {{0, 1, 0}, {1, 0, 0}});
  CHECK(drag.update(stage.to({0.4f, 0, 0}), {}) == glm::mat4(1.0f));
  drag.update(stage.to({0.9f, 0, 0}), {});
  CHECK(drag.value() == doctest::Approx(0.5f).epsilon(0.01));
}

TEST_CASE(
    "whatever rays come, U is finite and affine, and canceling the drag restores the document to "
    "the bit") {
  Random random(4);
  const float wild[] = {0.0f,  -0.0f,  1e-45f,  -1e-45f,  1e-38f, 1.0f,     -1.0f,    1e10f,
                        1e20f, -1e38f, 3.4e38f, -3.4e38f, NAN,    INFINITY, -INFINITY};
  const auto number = [&](float odds) {
    return random.chance(odds) ? wild[random.below(15)] : random.uniform(-3.0f, 3.0f);
  };
  const Scene scene = full_scene(random);
  Document document(implementation(), scene);
  constexpr int kDrags = 1000, kRays = 100;
  int moved_once = 0;
  for (int i = 0; i < kDrags; ++i) {
    const float odds = random.chance(0.5f) ? 0.5f : 0.02f;
    Stage stage = random_stage(random, kModesOfDrag[std::size_t(random.below(3))]);
    if (random.chance(0.1f)) stage.gizmo.size = random.chance(0.5f) ? 1e-30f : 1e30f;
    const auto ray = [&] {
      return Ray{{number(odds), number(odds), number(odds)},
                 {number(odds), number(odds), number(odds)}};
    };
    GizmoDrag drag(stage.gizmo, kHandlesOfDrag[std::size_t(random.below(7))], ray());
    const std::vector<Id> target{random.chance(0.5f) ? scene.nodes[1].id
                                                     : scene.nodes[1].skeleton->joints[2].id};
    document.begin();
    for (int step = 0; step < kRays; ++step) {
      DragOptions options;
      options.snap = random.chance(0.3f);
      options.precise = random.chance(0.3f);
      options.translate_step = number(0.2f);
      const glm::mat4 increment =
          random.chance(0.02f) ? drag.set_value(number(0.5f)) : drag.update(ray(), options);
      const bool is_sound = is_finite(increment) && is_affine(increment) &&
                            std::isfinite(drag.value()) && is_finite(drag.translation());
      if (!is_sound) CHECK(is_sound);
      if (step % 20 == 0) document.update(op::ApplyIncrement{target, increment, "Drag"});
      if (step % 20 == 0) moved_once += document.scene() == scene ? 0 : 1;
    }
    CHECK_FALSE(drag.text().empty());
    document.cancel();
    CHECK(document.scene() == scene);
  }
  CHECK(moved_once > kDrags);
}

TEST_CASE("the header line says what moved by how much") {
  const Stage move = front_stage(GizmoMode::translate), turn = front_stage(GizmoMode::rotate),
              scale = front_stage(GizmoMode::scale);
  GizmoDrag x(move.gizmo, GizmoHandle::x, move.to({0, 0, 0}));
  x.set_value(0.12f);
  CHECK(x.text() == "x 0.120");
  GizmoDrag plane(move.gizmo, GizmoHandle::yz, move.to({0, 0, 0}));
  plane.set_value(-0.5f);
  CHECK(plane.text() == "y -0.500  z 0.000");
  GizmoDrag ring(turn.gizmo, GizmoHandle::y, turn.to({0, 0, 0}));
  ring.set_value(45.0f);
  CHECK(ring.text() == "45.0\u00b0");
  ring.set_value(-0.01f);
  CHECK(ring.text() == "0.0\u00b0");
  GizmoDrag factor(scale.gizmo, GizmoHandle::center, scale.to({0, 0, 0}));
  CHECK(factor.text() == "1.00 x");
  factor.set_value(1.5f);
  CHECK(factor.text() == "1.50 x");
}

TEST_CASE("a drag of no handle moves nothing") {
  const Stage stage = front_stage(GizmoMode::rotate);
  GizmoDrag drag(stage.gizmo, GizmoHandle::none, stage.to({0, 0, 0}));
  CHECK(drag.update(stage.to({1, 0, 0}), {}) == glm::mat4(1.0f));
  CHECK(drag.set_value(5.0f) == glm::mat4(1.0f));
}
