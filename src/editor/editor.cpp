#include "editor/editor.h"

#include <algorithm>
#include <cmath>

#include "view/picture/picking.h"

namespace marrow {

namespace {

constexpr double kCameraMoveSeconds = 0.15;
constexpr std::size_t kMaxToasts = 4;
constexpr double kMeasureRest =
    3.0;  // in a drag measures rest so many times as long as they worked,
constexpr double kLongestRest =
    0.5;  // at most so many seconds: a large mesh answers late, but it answers
constexpr double kNever = 1e9;

void add_mesh(Bounds& bounds, const DeformedMesh& mesh) {
  const Bounds its = world_bounds(mesh);
  if (its.empty()) return;
  bounds.add(its.low);
  bounds.add(its.high);
}

void add_capsule(Bounds& bounds, const view::WorldCapsule& capsule) {
  for (const glm::vec3& end : {capsule.base, capsule.tip}) {
    bounds.add(end - capsule.radius);
    bounds.add(end + capsule.radius);
  }
}

/// The source vertices whose list holds the joint, where they are now.
void add_captured(Bounds& bounds, const DeformedMesh& mesh, int joint) {
  const Influences& influences = mesh.influences;
  const std::size_t source_vertices = mesh.mesh ? mesh.mesh->positions.size() : 0;
  std::vector<std::uint32_t> captured;
  for (std::size_t vertex = 0; vertex < std::min(source_vertices, influences.vertex_count());
       ++vertex)
    for (std::uint32_t entry = influences.row_begin(vertex); entry < influences.row_end(vertex);
         ++entry)
      if (static_cast<int>(influences.joint[entry]) == joint)
        captured.push_back(static_cast<std::uint32_t>(vertex));
  for (const glm::vec3& position : mesh.positions_of(captured))
    bounds.add(glm::vec3(mesh.world_from_output * glm::vec4(position, 1.0f)));
}

void add_joint(Bounds& bounds, const Editor& editor, const JointRef& ref) {
  const Node& node = editor.document.scene().nodes[static_cast<std::size_t>(ref.node)];
  const Id id = node.skeleton->joints[static_cast<std::size_t>(ref.joint)].id;
  for (const view::WorldCapsule& capsule :
       view::world_capsules(editor.document.scene(), editor.deformer))
    if (capsule.joint == id) add_capsule(bounds, capsule);
  for (const DeformedMesh& mesh : editor.deformer.meshes())
    if (mesh.skeleton == node.id) add_captured(bounds, mesh, ref.joint);
}

bool is_below(const Scene& scene, int node, int ancestor) {
  while (node > ancestor) node = scene.nodes[static_cast<std::size_t>(node)].parent;
  return node == ancestor;
}

/// The node and all below it: meshes as deformed, skeletons by their capsules, empty nodes by their
/// origin.
void add_node(Bounds& bounds, const Editor& editor, int ancestor) {
  const Scene& scene = editor.document.scene();
  const std::vector<view::WorldCapsule> capsules = view::world_capsules(scene, editor.deformer);
  for (int index = ancestor; index < static_cast<int>(scene.nodes.size()); ++index) {
    if (!is_below(scene, index, ancestor)) continue;
    const Node& node = scene.nodes[static_cast<std::size_t>(index)];
    bounds.add(glm::vec3(world_from_node(scene, index)[3]));
    if (const DeformedMesh* mesh = editor.deformer.mesh(node.id)) add_mesh(bounds, *mesh);
    if (!node.skeleton) continue;
    for (const view::WorldCapsule& capsule : capsules)
      if (joint_index(*node.skeleton, capsule.joint) >= 0) add_capsule(bounds, capsule);
  }
}

}  // namespace

Editor::Editor(const Tasks& tasks) : document(tasks), deformer(Deformer::with(tasks)) {}

bool perform(Editor& editor, const Operation& operation) {
  editor.wants_redraw = true;
  if (editor.document.perform(operation)) return true;
  say(editor, editor.document.reason(), true);
  return false;
}

void say(Editor& editor, std::string text, bool is_error) {
  editor.toasts.push_back({std::move(text), is_error, editor.now});
  if (editor.toasts.size() > kMaxToasts) editor.toasts.erase(editor.toasts.begin());
  editor.wants_redraw = true;
}

void set_tab(Editor& editor, Tab tab) {
  if (is_dragging(editor)) return;
  editor.tab = tab;
  set_tool(editor, usual_tool(tab));
  editor.wants_redraw = true;
}

void move_camera(Editor& editor, const Camera& to) {
  editor.camera_move = {editor.camera, to, editor.now};
  editor.wants_redraw = true;
}

void advance_camera(Editor& editor) {
  if (!editor.camera_move) return;
  const double share = (editor.now - editor.camera_move->start) / kCameraMoveSeconds;
  if (share >= 1.0) {
    editor.camera = editor.camera_move->to;
    editor.camera_move.reset();
    return;
  }
  const float t = static_cast<float>(std::max(share, 0.0));
  editor.camera =
      blended(editor.camera_move->from, editor.camera_move->to, t * t * (3.0f - 2.0f * t));
}

void frame_selected(Editor& editor, float aspect) {
  Bounds bounds;
  for (Id id : editor.document.selection()) {
    const JointRef ref = find_joint(editor.document.scene(), id);
    if (ref.node >= 0)
      add_joint(bounds, editor, ref);
    else if (const int node = node_index(editor.document.scene(), id); node >= 0)
      add_node(bounds, editor, node);
  }
  if (bounds.empty()) return frame_all(editor, aspect);
  move_camera(editor, framed(editor.camera, bounds, aspect));
}

void frame_all(Editor& editor, float aspect) {
  Bounds bounds = world_bounds(editor.deformer, editor.document.scene());
  for (const view::WorldCapsule& capsule :
       view::world_capsules(editor.document.scene(), editor.deformer))
    add_capsule(bounds, capsule);
  move_camera(editor, framed(editor.camera, bounds, aspect));
}

void show_all_at_once(Editor& editor) {
  frame_all(editor, editor.viewport.size.x / std::max(editor.viewport.size.y, 1.0f));
  editor.camera = editor.camera_move->to;
  editor.camera_move.reset();
  editor.viewport.first_view = editor.camera;
}

void look_along(Editor& editor, AxisView view) {
  move_camera(editor, looking_along(editor.camera, view));
}

Id shown_skeleton(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  const Id active = editor.document.active();
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0)
    return scene.nodes[static_cast<std::size_t>(ref.node)].id;
  if (const Node* node = find_node(scene, active)) {
    if (node->skeleton) return node->id;
    if (node->bound_to != kNoId) return node->bound_to;
  }
  const auto has_skeleton = [](const Node& node) { return node.skeleton != nullptr; };
  if (std::count_if(scene.nodes.begin(), scene.nodes.end(), has_skeleton) != 1) return kNoId;
  return std::find_if(scene.nodes.begin(), scene.nodes.end(), has_skeleton)->id;
}

CoverageSummary coverage(const Editor& editor) {
  CoverageSummary summary;
  for (const DeformedMesh& mesh : editor.deformer.meshes()) {
    if (mesh.skeleton == kNoId) continue;
    summary.covered += mesh.coverage.covered;
    summary.uncovered += mesh.coverage.uncovered;
  }
  return summary;
}

namespace {

/// When measures may work again while something is dragged. The last answers took what was spent
/// since they were asked for.
double next_answers_at(const Editor& editor) {
  const MeasuredState& measured = editor.bench.measured;
  const double seconds = (editor.measures.total_ms() - measured.total_ms) * 1e-3;
  return measured.asked_at + std::min(kMeasureRest * seconds, kLongestRest);
}

}  // namespace

Measures& measures_of(Editor& editor) {
  MeasuredState& measured = editor.bench.measured;
  const bool is_same_frame = editor.now == measured.asked_at;
  const bool must_wait =
      is_dragging(editor) && !is_same_frame && editor.now < next_answers_at(editor);
  if (!must_wait && !is_same_frame) measured = {editor.now, editor.measures.total_ms()};
  editor.deformer.update(editor.document.scene());
  editor.measures.update(editor.document.scene(), editor.deformer,
                         must_wait ? Measures::Answer::may_be_old : Measures::Answer::is_new);
  return editor.measures;
}

double seconds_to_measures(const Editor& editor) {
  const double due = next_answers_at(editor);
  return editor.measures.gave_old_answers() && due > editor.now ? due - editor.now : kNever;
}

std::vector<Id> selected_joints(const Editor& editor) {
  std::vector<Id> joints;
  for (const Id id : editor.document.selection())
    if (joint_of(editor.document.scene(), id)) joints.push_back(id);
  return joints;
}

Id active_joint(const Editor& editor) {
  const Id active = editor.document.active();
  return find_joint(editor.document.scene(), active).node >= 0 ? active : kNoId;
}

std::string document_name(const Editor& editor) {
  if (!editor.document.path().empty()) return editor.document.path().filename().string();
  return editor.source_name.empty() ? "Untitled" : editor.source_name;
}

bool is_dragging(const Editor& editor) {
  return editor.document.in_gesture() ||
         !std::holds_alternative<std::monostate>(editor.viewport.session);
}

}  // namespace marrow
