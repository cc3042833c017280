#include "editor/viewport/select.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "editor/bench/compare.h"
#include "editor/course/course_case.h"
#include "editor/course/explain.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/paint/paint.h"
#include "editor/panels/panel_state.h"
#include "editor/picture_theme.h"
#include "editor/rays.h"
#include "editor/selection_actions.h"
#include "editor/viewport/bone.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport/drag_marker.h"
#include "editor/viewport/ghost_point.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"
#include "rig/vertex_explanation.h"

namespace marrow {
namespace {

constexpr float kSamePixel = 3.0f;  // at UI scale 1
constexpr double kCycleHintSeconds = 2.0;

/// The joint with the largest weight at a source vertex; kNoId if there is none.
Id heaviest_joint(const Session& session, Id mesh_node, int vertex) {
  const DeformedMesh* mesh = session.deformer.mesh(mesh_node);
  const Node* skeleton = mesh ? find_node(session.document.scene(), mesh->skeleton) : nullptr;
  if (!skeleton || !skeleton->skeleton || vertex < 0 ||
      std::size_t(vertex) >= mesh->influences.vertex_count())
    return kNoId;
  const Influences& influences = mesh->influences;
  Id best = kNoId;
  float most = 0.0f;
  for (std::uint32_t i = influences.row_begin(std::size_t(vertex));
       i < influences.row_end(std::size_t(vertex)); ++i)
    if (influences.weight[i] > most && influences.joint[i] < skeleton->skeleton->joints.size()) {
      most = influences.weight[i];
      best = skeleton->skeleton->joints[influences.joint[i]].id;
    }
  return best;
}

Id node_of(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  return ref.node < 0 ? kNoId : scene.nodes[std::size_t(ref.node)].id;
}

/// The id that a click selects in the present tab.
Id selected_by(const Session& session, const view::Pick& pick) {
  const bool in_layout = session.tab == Tab::layout;
  if (pick.kind != view::PickKind::mesh)
    return in_layout ? node_of(session.document.scene(), pick.id) : pick.id;
  if (in_layout) return pick.id;
  const Id joint = heaviest_joint(session, pick.id, pick.vertex);
  return joint == kNoId ? pick.id : joint;
}

void select_next_at(Session& session, ViewportState& viewport, glm::vec2 pixel,
                    const std::vector<Id>& ids) {
  const Id active = session.document.active();
  const bool again = glm::distance(pixel, viewport.cycle_pixel) <= kSamePixel * session.ui_scale &&
                     ids == viewport.cycle_ids && active == ids[viewport.cycle_index];
  viewport.cycle_left = again ? active : kNoId;
  viewport.cycle_index = again ? (viewport.cycle_index + 1) % ids.size() : 0;
  viewport.cycle_pixel = pixel;
  viewport.cycle_ids = ids;
  viewport.cycle_until = ids.size() > 1 ? session.now + kCycleHintSeconds : 0.0;
  session.document.select({ids[viewport.cycle_index]});
}

void change_selection(Session& session, const std::vector<Id>& ids, bool add, bool subtract) {
  std::vector<Id> selection = session.document.selection();
  if (!add && !subtract) selection.clear();
  for (const Id id : ids) {
    std::erase(selection, id);
    if (!subtract) selection.push_back(id);
  }
  session.document.select(selection);
}

bool is_inside(const BoxDrag& box, const Projected& point) {
  const glm::vec2 low = glm::min(box.from, box.to);
  const glm::vec2 high = glm::max(box.from, box.to);
  return point.visible && glm::all(glm::lessThanEqual(low, point.pixel)) &&
         glm::all(glm::lessThanEqual(point.pixel, high));
}

/// In Pose, hides capsules that hold no vertex, which would only be in the way, if others of the
/// skeleton hold some. Selected and hovered capsules stay.
void hide_idle_capsules(const Editor& editor, view::Show& show) {
  for (const PosedSkeleton& posed : editor.deformer.skeletons()) {
    const Node* node = find_node(editor.document.scene(), posed.node);
    const auto holds = [](std::uint32_t vertices) { return vertices > 0; };
    if (!node || !node->skeleton ||
        std::none_of(posed.captured.begin(), posed.captured.end(), holds))
      continue;
    const std::vector<Joint>& joints = node->skeleton->joints;
    for (std::size_t j = 0; j < std::min(joints.size(), posed.captured.size()); ++j)
      if (const Id id = joints[j].id;
          posed.captured[j] == 0 && id != show.hovered && show.selected.count(id) == 0)
        show.hidden.insert(id);
  }
}

}  // namespace

view::Picture picture_of(const Editor& editor) {
  view::Picture picture;
  picture.scene = &editor.document.scene();
  picture.deformed = &editor.deformer;
  picture.camera = editor.camera;
  picture.show = editor.show;
  picture.show.capsules = editor.show.capsules && editor.tab != Tab::layout;
  picture.show.selected = {editor.document.selection().begin(), editor.document.selection().end()};
  picture.show.active = editor.document.active();
  picture.show.hovered =
      editor.viewport.hovered.id != kNoId ? editor.viewport.hovered.id : editor.panels.tree.hovered;
  if (editor.tab == Tab::pose) hide_idle_capsules(editor, picture.show);
  if (find_joint(*picture.scene, picture.show.active).node >= 0)
    picture.show.heat_joint = picture.show.active;
  picture.ui_scale = editor.ui_scale;
  picture.tones = tones_of(editor);
  picture.hatched = editor.viewport.hatched;
  picture.emphasized = editor.viewport.emphasized;
  if (const Deformer* expected = expected_of_case(editor.course);
      expected && picture.show.colors == view::MeshColors::plain) {
    picture.reference = expected;
    picture.show.colors = view::MeshColors::difference;
  }
  if (shows_difference(editor.compare)) {
    picture.reference = &*editor.compare.deformer;
    picture.show.colors = view::MeshColors::difference;
  }
  return picture;
}

std::vector<view::Pick> picks_at(const Editor& editor, glm::vec2 pixel) {
  std::vector<view::Pick> picks = view::pick(
      picture_of(editor), pixel, editor.picture_size,
      editor.tab == Tab::rig && editor.tool != Tool::add_joint, editor.viewport.ray_boxes.get());
  for (view::Pick& pick : picks) pick.id = selected_by(editor, pick);
  std::erase_if(picks, [](const view::Pick& pick) { return pick.id == kNoId; });
  return picks;
}

void update_hover(Editor& editor, glm::vec2 pixel) {
  clear_hover(editor.viewport);
  ViewportState& viewport = editor.viewport;
  drop_old_choice(editor, viewport, pixel);
  viewport.hovers_divider = is_on_divider(editor, editor.compare, pixel.x);
  if (viewport.hovers_divider) return;
  viewport.hovered_marker = marker_at(editor, editor.figure, pixel);
  if (viewport.hovered_marker) return;
  if (paints(editor)) return update_brush(editor, pixel);
  viewport.hovers_pole = pole_at(editor, pixel);
  if (viewport.hovers_pole) return;
  if (const std::optional<GizmoTarget> target =
          gizmo_target(editor, editor.transport, editor.viewport))
    viewport.hovered_handle = handle_at(gizmo_on(editor, *target), ray_at(editor, pixel));
  if (viewport.hovered_handle != GizmoHandle::none) return;
  viewport.hovered_tip = tip_at(editor, pixel);
  const std::vector<view::Pick> picks = picks_at(editor, pixel);
  if (!picks.empty()) viewport.hovered = picks.front();
  const bool over_ball = viewport.hovered.kind == view::PickKind::joint;
  if (editor.tab == Tab::rig && editor.tool == Tool::add_joint && !over_ball) {
    viewport.hovered = {};
    viewport.ghost = ghost_point(editor, editor.viewport, pixel, viewport.pointer.precise);
    const op::AddJoint bone = bone_from(editor, *viewport.ghost);
    if (bone.parent != kNoId) viewport.plan = planned(editor, bone);
  }
}

void clear_hover(ViewportState& viewport) {
  viewport.hovered = {};
  viewport.hovered_handle = GizmoHandle::none;
  viewport.hovered_tip = kNoId;
  viewport.hovered_marker.reset();
  viewport.hovers_pole = false;
  viewport.ghost.reset();
  viewport.plan.reset();
  viewport.brush.reset();
  viewport.hovers_divider = false;
}

void click_at(Editor& editor, glm::vec2 pixel, bool add, bool subtract) {
  std::vector<Id> ids;
  for (const view::Pick& pick : picks_at(editor, pixel))
    if (!list_has(ids, pick.id)) ids.push_back(pick.id);
  if (add || subtract) {
    if (!ids.empty()) change_selection(editor, {ids.front()}, add, subtract);
  } else if (ids.empty()) {
    editor.document.select({});
  } else {
    select_next_at(editor, editor.viewport, pixel, ids);
  }
  editor.panels.tree.scroll_to = editor.document.active();
}

void double_click(Session& session, ViewportState& viewport) {
  const Id left = std::exchange(viewport.cycle_left, kNoId);
  if (left != kNoId) session.document.select({left});
  select_chain(session);
}

void select_in_box(Editor& editor, const BoxDrag& box) {
  const Scene& scene = editor.document.scene();
  std::vector<Id> ids;
  if (editor.tab == Tab::layout) {
    for (const DeformedMesh& mesh : editor.deformer.meshes()) {
      const glm::vec3 middle(mesh.world_from_output * glm::vec4(mesh.bounds().center(), 1.0f));
      if (!mesh.bind_positions.empty() &&
          is_inside(box, project(editor.camera, middle, editor.picture_size)))
        ids.push_back(mesh.node);
    }
  } else {
    for (const view::WorldCapsule& capsule : view::world_capsules(scene, editor.deformer))
      if (is_inside(box, project(editor.camera, (capsule.base + capsule.tip) * 0.5f,
                                 editor.picture_size)))
        ids.push_back(capsule.joint);
  }
  change_selection(editor, ids, box.add, box.subtract);
  editor.panels.tree.scroll_to = editor.document.active();
}

void explain_at(Editor& editor, glm::vec2 pixel) {
  deformed(editor);
  editor.explain = {};
  for (const view::Pick& pick : view::pick(picture_of(editor), pixel, editor.picture_size, false)) {
    if (pick.kind != view::PickKind::mesh || pick.vertex < 0) continue;
    const auto vertex = std::uint32_t(pick.vertex);
    if (explain_vertex(editor.document.scene(), editor.deformer, pick.id, vertex))
      editor.explain = {pick.id, vertex};
    else
      say(editor,
          "No skeleton moves this mesh, so there is nothing to explain about its vertices.");
    return;
  }
}

}  // namespace marrow
