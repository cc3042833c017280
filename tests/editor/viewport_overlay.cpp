// The overlay as numbers: the pie of a rotation, the ring of a radius, the balls of the axes.
#include <set>

#include "editor/bench/bench_model.h"
#include "editor/session.h"
#include "editor/viewport/axis_balls.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport/select.h"
#include "support/app_scene.h"
#include "view/picture/capsule_shape.h"

using namespace marrow;
using namespace marrow::test;

namespace {

glm::vec3 axis_of(const AxisBall& ball) {
  return glm::vec3(ball.axis == 0, ball.axis == 1, ball.axis == 2) *
         (ball.is_positive ? 1.0f : -1.0f);
}

}  // namespace

TEST_CASE(
    "A pie ends where the drag has turned its beginning to, and has a full disc for whole turns") {
  for (auto& random : rounds<Random>(11, 60)) {
    Camera camera{.yaw = random.uniform(-3.0f, 3.0f), .pitch = random.uniform(-1.2f, 1.2f)};
    const Gizmo gizmo = make_gizmo(GizmoMode::rotate, random.rigid(), GizmoOrientation::joint,
                                   camera, 600.0f, 90.0f);
    const GizmoHandle handle = std::array{GizmoHandle::x, GizmoHandle::y, GizmoHandle::z,
                                          GizmoHandle::center}[std::size_t(random.round % 4)];
    GizmoDrag drag(gizmo, handle, ray_through_pixel(camera, {300.0f, 200.0f}, {800.0f, 600.0f}));
    const float degrees = random.uniform(-700.0f, 700.0f);
    drag.set_value(degrees);
    const glm::vec3 axis =
        handle == GizmoHandle::center ? gizmo.view_direction : gizmo.axes[random.round % 4];
    const glm::vec3 start = glm::normalize(glm::cross(axis, random.direction()));
    view::Overlay overlay;
    add_pie(overlay, view::Tones(), drag, start);
    REQUIRE(overlay.lines.size() == 3);
    const glm::vec3 begin = overlay.lines[1].points[1] - gizmo.origin,
                    end = overlay.lines[2].points[1] - gizmo.origin;
    CHECK(glm::distance(glm::mat3(drag.increment()) * begin, end) < 1e-3f * gizmo.size);
    CHECK(glm::length(begin) == doctest::Approx(glm::length(end)));
    CHECK((overlay.fills.size() > 30) == (std::abs(degrees) >= 360.0f));
    for (const view::Overlay::Fill& fill : overlay.fills) CHECK(fill.outline.size() == 3);
  }
}

TEST_CASE("The radius handle lies on the capsule's surface, under a ray that grazes it") {
  for (auto& random : rounds<Random>(12, 100)) {
    view::WorldCapsule capsule{
        .joint = 1, .base = random.vec3(), .tip = random.vec3(), .radii = {}};
    const float radius = random.uniform(0.05f, 0.4f);
    capsule.radii = {radius, radius};
    if (random.round % 10 == 0) capsule.tip = capsule.base;
    const glm::vec3 bone = capsule.tip - capsule.base;
    const glm::vec3 on_bone = capsule.base + bone * random.uniform();
    const glm::vec3 forward = random.direction();
    const glm::vec3 across =
        glm::cross(forward, random.round % 10 == 0 ? random.direction() : bone);
    if (glm::length(across) < 0.1f) continue;
    const glm::vec3 surface = on_bone + glm::normalize(across) * radius;
    const RimHandle rim = rim_handle(capsule, {surface - forward * 5.0f, forward});
    CHECK(glm::distance(rim.knob, surface) < 1e-3f);
    CHECK(glm::distance(rim.knob, rim.center) == doctest::Approx(radius).epsilon(1e-3));
    for (const glm::vec3& point : view::circle(rim.center, rim.normal, rim.radius)) {
      CHECK(glm::distance(point, rim.center) == doctest::Approx(rim.radius).epsilon(1e-3));
      CHECK(std::abs(glm::dot(point - rim.center, rim.normal)) < 1e-4f);
    }
  }
}

SOLVED_CASE("A capsule that holds nothing is not drawn in Pose, unless it is selected") {
  Scene scene = arm_scene();
  Joint wrist = joint_by_id(scene, kWrist);
  wrist.id = 13;
  wrist.name = "prop";
  wrist.bind_local[3].x = 5.0f;  // far from the skin
  edit_skeleton(scene, 1).joints.push_back(wrist);
  Editor editor = editor_with(scene, Tab::pose);
  CHECK(picture_of(editor).show.hidden == std::set<Id>{13});
  editor.document.select({13});
  CHECK(picture_of(editor).show.hidden.empty());
  editor.document.select({});
  editor.tab = Tab::rig;
  CHECK(picture_of(editor).show.hidden.empty());
  scene.nodes.erase(scene.nodes.begin());  // a skeleton without skin shows all
  Editor bare = editor_with(scene, Tab::pose);
  CHECK(picture_of(bare).show.hidden.empty());
}

TEST_CASE("A click on an axis ball looks from its side, a second one from the opposite side") {
  for (auto& random : rounds<Random>(13, 50)) {
    Camera camera{.yaw = random.uniform(-3.0f, 3.0f), .pitch = random.uniform(-1.4f, 1.4f)};
    for (const AxisBall& ball : axis_balls(camera)) {
      const glm::vec3 axis = axis_of(ball);
      const Camera there = looking_along(camera, view_after_click(ball));
      CHECK(glm::dot(glm::normalize(eye_of(there) - there.target), axis) ==
            doctest::Approx(1.0f).epsilon(1e-4));
      const std::optional<AxisBall> again = axis_ball_at(there, {0.0f, 0.0f}, 0.3f);
      REQUIRE(again);
      CHECK(again->view == ball.view);
      const Camera opposite = looking_along(there, view_after_click(*again));
      CHECK(glm::dot(glm::normalize(eye_of(opposite) - opposite.target), axis) ==
            doctest::Approx(-1.0f).epsilon(1e-4));
    }
  }
}

TEST_CASE("Axis balls are in depth order, and each stands where its axis points on the screen") {
  Camera camera{.yaw = 0.4f, .pitch = 0.3f};
  const std::array<AxisBall, 6> balls = axis_balls(camera);
  for (std::size_t i = 1; i < balls.size(); ++i) CHECK(balls[i - 1].depth <= balls[i].depth);
  for (const AxisBall& ball : balls) {
    const glm::vec3 axis = axis_of(ball);
    camera.orthographic = true;
    const glm::vec2 size(600.0f);
    const glm::vec2 seen = project(camera, camera.target + axis * 0.1f, size).pixel -
                           project(camera, camera.target, size).pixel;
    if (glm::length(seen) > 1e-3f && glm::length(ball.offset) > 1e-3f)
      CHECK(glm::dot(glm::normalize(seen), glm::normalize(ball.offset)) ==
            doctest::Approx(1.0f).epsilon(1e-3));
  }
}

TEST_CASE("an edge that a meter flew to is marked between its vertices until the next edit") {
  Editor editor = arm_editor();
  const std::vector<glm::vec3>& positions = editor.deformer.mesh(kArmMesh)->positions();
  const auto marks = [&] {
    std::size_t found = 0;
    for (const view::Overlay::Line& line : overlay_of(editor).lines)
      found += line.points ==
               std::vector<glm::vec3>{
                   positions[3], positions[40]};  // mesh and skeleton are at the world's origin
    return found;
  };
  CHECK(marks() == 0);
  fly_to_edge(editor, editor.bench, {kArmMesh, 3, 40});
  CHECK(marks() == 1);
  fly_to_edge(editor, editor.bench, {kArmMesh, 3, 1000000});
  fly_to_edge(editor, editor.bench, {});
  CHECK(marks() == 1);
  REQUIRE(perform(editor, op::SetRadius{{kElbow}, {0.7f}}));
  CHECK(marks() == 0);
}
