#include "editor/course/course_case.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/index.h"
#include "editor/camera_move.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/picture_theme.h"
#include "editor/tools.h"
#include "view/picture/picking.h"

namespace marrow {
namespace {

// Shares of the case's size.
constexpr float kSame = 1e-5f;      // two points nearer than this are equal
constexpr float kAir = 0.2f;        // margin around the differences
constexpr float kMostAside = 3.0f;  // results farther away than this are not in view

constexpr std::size_t kMostJoined = 24;  // about this many error lines; colors show the others

/// The first node whose mesh has that many vertices; -1 if none.
int mesh_node_of(const Scene& scene, std::size_t vertices) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (scene.nodes[i].mesh && scene.nodes[i].mesh->positions.size() == vertices) return int(i);
  return -1;
}

/// A copy of the scene with the node's mesh unbound and its vertices at `world` (world space);
/// points that are not finite come from `otherwise`.
Scene with_mesh_at(const Scene& scene, int node, const std::vector<glm::vec3>& world,
                   const std::vector<glm::vec3>& otherwise) {
  Scene result = scene;
  Node& its = result.nodes[at(node)];
  const glm::mat4 node_from_world = glm::inverse(world_from_node(scene, node));
  Mesh mesh = *its.mesh;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const glm::vec3& place = is_finite(world[v]) ? world[v] : otherwise[v];
    if (is_finite(place)) mesh.positions[v] = glm::vec3(node_from_world * glm::vec4(place, 1.0f));
  }
  mesh.normals.clear();  // normals of the rest pose; the deformer computes new ones from the faces
  mesh.corner_normal.clear();
  mesh.weights.reset();
  its.mesh = std::make_shared<const Mesh>(std::move(mesh));
  its.bound_to = kNoId;
  its.explicit_weights = false;
  return result;
}

std::vector<std::vector<glm::vec3>> edges_of(const Mesh& mesh,
                                             const std::vector<glm::vec3>& world) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::vector<std::vector<glm::vec3>> edges;
  for (std::size_t face = 0; face < mesh.face_count(); ++face)
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c) {
      const std::uint32_t next = c + 1 < mesh.face_begin[face + 1] ? c + 1 : mesh.face_begin[face];
      const std::uint32_t a = mesh.corner_vertex[c], b = mesh.corner_vertex[next];
      if (seen.insert(std::minmax(a, b)).second && is_finite(world[a]) && is_finite(world[b]))
        edges.push_back({world[a], world[b]});
    }
  return edges;
}

/// Collects the points that differ. `shown.worst`: the expected and the actual point of the vertex
/// that the check reports, else of the first that differs.
void take_differences(CheckCase& shown, const course::Outcome& outcome, float size) {
  const std::size_t count = std::min(outcome.expected_points.size(), outcome.got_points.size());
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec3 &expected = outcome.expected_points[i], &got = outcome.got_points[i];
    if (!is_finite(expected)) continue;
    const bool is_named =
        outcome.points_are_vertices && outcome.vertex >= 0 && i == std::size_t(outcome.vertex);
    const bool differs = !is_finite(got) || glm::distance(expected, got) > kSame * size;
    if (!differs && !is_named) continue;
    const bool is_arrow = i < outcome.arrows_from.size();
    if (is_named || !shown.worst) {
      shown.worst = std::pair(expected, got);
      if (is_arrow) shown.worst_from = outcome.arrows_from[i];
    }
    shown.expected_points.push_back(expected);
    shown.got_points.push_back(is_finite(got) ? got : expected);
    if (is_arrow) shown.arrows_from.push_back(outcome.arrows_from[i]);
  }
}

/// For a check of lists or weights, which has no points: the position of the vertex that it
/// reports, and NaN for the actual point.
std::optional<std::pair<glm::vec3, glm::vec3>> named_vertex(const Scene& scene,
                                                            const course::Outcome& outcome) {
  const auto vertex = std::size_t(std::max(outcome.vertex, 0));
  for (std::size_t i = 0; outcome.vertex >= 0 && i < scene.nodes.size(); ++i) {
    if (!scene.nodes[i].mesh || vertex >= scene.nodes[i].mesh->positions.size()) continue;
    const glm::mat4 world_from_mesh = world_from_node(scene, int(i));
    return std::pair(
        glm::vec3(world_from_mesh * glm::vec4(scene.nodes[i].mesh->positions[vertex], 1.0f)),
        glm::vec3(NAN));
  }
  return std::nullopt;
}

/// The scene to show, with the resulting mesh if the check has one.
Scene scene_of(const course::Check& check, const course::Outcome& outcome, CheckCase& shown,
               const Tasks& tasks) {
  Scene scene = check.scene();
  const std::vector<glm::vec3>&expected = outcome.expected_points, &got = outcome.got_points;
  const bool has_mesh =
      outcome.points_are_vertices && expected.size() == got.size() && !got.empty();
  const int node = has_mesh ? mesh_node_of(scene, got.size()) : -1;
  if (node < 0) return scene;
  if (!outcome.arrows_from.empty())  // a check of normals, shown as arrows at the correct vertices
    return with_mesh_at(scene, node, outcome.arrows_from, outcome.arrows_from);
  const Scene right = with_mesh_at(scene, node, expected, got);
  shown.expected.emplace(Deformer::with(tasks));
  shown.expected->update(right);
  shown.ghost = edges_of(*scene.nodes[at(node)].mesh, expected);
  return with_mesh_at(scene, node, got, expected);
}

/// The bounds of the bones without the meshes, because some cases have far vertices that no capsule
/// holds, on purpose.
Bounds bone_bounds(const Session& session) {
  Bounds bones;
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer)) {
    bones.add(capsule.base);
    bones.add(capsule.tip);
  }
  return bones;
}

void fly(Session& session, CourseState& course, const course::Outcome& outcome) {
  const Scene& scene = session.document.scene();
  if (const JointRef ref = find_joint(scene, std::string_view(outcome.joint));
      !outcome.joint.empty() && ref.node >= 0)
    session.document.select({scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)].id});
  const Bounds all = world_bounds(session.deformer, scene), bones = bone_bounds(session);
  session.camera = framed(session.camera, all, picture_aspect(session));
  const CheckCase& shown = *course.shown;
  Bounds near;
  for (std::size_t i = 0; i < shown.expected_points.size(); ++i) {
    near.add(shown.expected_points[i]);
    if (glm::distance(shown.expected_points[i], shown.got_points[i]) < kMostAside * all.diagonal())
      near.add(shown.got_points[i]);
  }
  for (const glm::vec3& point : shown.asked_points) near.add(point);
  if (near.empty()) {
    near = bones;
    if (shown.worst) near.add(shown.worst->first);
  }
  if (near.empty()) return;
  const glm::vec3 air(kAir * std::max(near.diagonal(), bones.diagonal()));
  near.low -= air;
  near.high += air;
  move_camera(session, near);
}

}  // namespace

void show_case(Session& session, CourseState& course, ViewportState& viewport, std::size_t index) {
  const course::Check& check = course::checks()[index];
  const course::Result* result = result_of(course, index);
  if (is_dragging(session)) return say(session, "Finish the drag first (Esc cancels it).", true);
  if (check.scene == nullptr)
    return say(session, "This check is about numbers only; it has no scene.");
  const course::Outcome outcome = result ? result->outcome : course::Outcome{};
  CheckCase shown;
  shown.check = index;
  const Tasks& tasks = session.document.tasks();
  Scene scene = scene_of(check, outcome, shown, tasks);
  if (const std::string problem = why_invalid(scene); !problem.empty())
    return say(session, "This case cannot be shown: " + problem, true);
  visit_document(session, Document(tasks, std::move(scene), "Case of " + check.name),
                 check_title(check));
  take_differences(
      shown, outcome,
      std::max(world_bounds(session.deformer, session.document.scene()).diagonal(), 1e-6f));
  shown.asked_points = outcome.asked_points;
  if (!shown.worst) shown.worst = named_vertex(session.document.scene(), outcome);
  course.shown = std::move(shown);
  set_tab(session, viewport, check.task == 3 ? Tab::rig : Tab::pose);
  set_tool(session, viewport, Tool::select);
  fly(session, course, outcome);
}

void on_document_replaced(CourseState& course, DocumentChange change) {
  if (change != DocumentChange::visited) course.shown.reset();
}

const Deformer* expected_of_case(const CourseState& course) {
  const std::optional<CheckCase>& shown = course.shown;
  return shown && shown->expected ? &*shown->expected : nullptr;
}

bool is_result_in_picture(const Session& session, const CheckCase& shown) {
  if (!shown.worst || !is_finite(shown.worst->second)) return false;
  const Projected at = project(session.camera, shown.worst->second, session.picture_size);
  return at.visible && glm::all(glm::greaterThanEqual(at.pixel, glm::vec2(0.0f))) &&
         glm::all(glm::lessThanEqual(at.pixel, session.picture_size));
}

namespace {

constexpr view::Color kCaseRim{0.05f, 0.06f, 0.07f, 0.9f};
constexpr float kHeadLength = 0.22f, kHeadWidth = 0.09f;  // fractions of the arrow's length

/// An arrow whose head is flat and faces the eye.
void add_arrow(view::Overlay& overlay, const glm::vec3& from, const glm::vec3& to,
               const glm::vec3& eye, const view::Color& color, float width) {
  overlay.lines.push_back({{from, to}, color, width});
  const glm::vec3 along = to - from, across = glm::cross(along, eye - to);
  const float length = glm::length(across);
  if (!(length > 0.0f)) return;
  const glm::vec3 side = across * (kHeadWidth * glm::length(along) / length);
  const glm::vec3 neck = to - kHeadLength * along;
  overlay.lines.push_back({{neck + side, to, neck - side}, color, width});
}

void add_arrows(view::Overlay& overlay, const CheckCase& shown, const glm::vec3& eye,
                const view::Color& expected, const view::Color& got) {
  const std::size_t stride = 1 + shown.expected_points.size() / kMostJoined;
  for (std::size_t i = 0; i < shown.expected_points.size(); i += stride) {
    add_arrow(overlay, shown.arrows_from[i], shown.expected_points[i], eye, expected, 1.5f);
    add_arrow(overlay, shown.arrows_from[i], shown.got_points[i], eye, got, 1.5f);
  }
  overlay.dots.push_back({shown.worst_from, got, 5.0f, kCaseRim});
  add_arrow(overlay, shown.worst_from, shown.worst->first, eye, expected, 4.0f);
  if (is_finite(shown.worst->second))
    add_arrow(overlay, shown.worst_from, shown.worst->second, eye, got, 4.0f);
}

}  // namespace

void add_case(view::Overlay& overlay, const Session& session, const CourseState& course) {
  if (!course.shown) return;
  const CheckCase& shown = *course.shown;
  const view::Tones& tones = tones_of(session);
  const view::Color expected = tones.capsule_hovered, got = tones.uncovered;
  if (!shown.arrows_from.empty())
    return add_arrows(overlay, shown, eye_of(session.camera), expected, got);
  for (const std::vector<glm::vec3>& edge : shown.ghost)
    overlay.lines.push_back({edge, glm::vec4(glm::vec3(expected), 0.8f), 1.2f});
  const std::size_t stride = 1 + shown.expected_points.size() / kMostJoined;
  for (std::size_t i = 0; i < shown.expected_points.size(); i += stride) {
    overlay.lines.push_back(
        {{shown.got_points[i], shown.expected_points[i]}, glm::vec4(glm::vec3(got), 0.35f), 1.0f});
    if (shown.expected) continue;
    overlay.dots.push_back({shown.got_points[i], got, 4.0f, kCaseRim});
    overlay.dots.push_back({shown.expected_points[i], expected, 4.0f, kCaseRim});
  }
  if (!shown.worst) return;
  for (const glm::vec3& point : shown.asked_points) {
    overlay.lines.push_back({{point, shown.worst->first}, expected, 1.5f});
    if (is_finite(shown.worst->second))
      overlay.lines.push_back({{point, shown.worst->second}, got, 1.5f});
    overlay.dots.push_back({point, kAsked, 6.5f, kCaseRim});
  }
  if (is_finite(shown.worst->second)) {
    overlay.lines.push_back({{shown.worst->second, shown.worst->first}, got, 3.0f});
    overlay.dots.push_back({shown.worst->second, got, 6.5f, kCaseRim});
  }
  overlay.dots.push_back({shown.worst->first, expected, 6.5f, kCaseRim});
}

}  // namespace marrow
