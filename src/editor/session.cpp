#include "editor/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// Adds the present positions of the source vertices whose list holds the joint.
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

void add_joint(Bounds& bounds, const Session& session, const JointRef& ref) {
  const Node& node = session.document.scene().nodes[static_cast<std::size_t>(ref.node)];
  const Id id = node.skeleton->joints[static_cast<std::size_t>(ref.joint)].id;
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer))
    if (capsule.joint == id) add_capsule(bounds, capsule);
  for (const DeformedMesh& mesh : session.deformer.meshes())
    if (mesh.skeleton == node.id) add_captured(bounds, mesh, ref.joint);
}

bool is_below(const Scene& scene, int node, int ancestor) {
  while (node > ancestor) node = scene.nodes[static_cast<std::size_t>(node)].parent;
  return node == ancestor;
}

/// Adds a node and all below: meshes as deformed, skeletons by capsules, empty nodes by origin.
void add_node(Bounds& bounds, const Session& session, int ancestor) {
  const Scene& scene = session.document.scene();
  const std::vector<view::WorldCapsule> capsules = view::world_capsules(scene, session.deformer);
  for (int index = ancestor; index < static_cast<int>(scene.nodes.size()); ++index) {
    if (!is_below(scene, index, ancestor)) continue;
    const Node& node = scene.nodes[static_cast<std::size_t>(index)];
    bounds.add(glm::vec3(world_from_node(scene, index)[3]));
    if (const DeformedMesh* mesh = session.deformer.mesh(node.id)) add_mesh(bounds, *mesh);
    if (!node.skeleton) continue;
    for (const view::WorldCapsule& capsule : capsules)
      if (joint_index(*node.skeleton, capsule.joint) >= 0) add_capsule(bounds, capsule);
  }
}

}  // namespace

Session::Session(const Tasks& tasks) : document(tasks), deformer(Deformer::with(tasks)) {}

bool perform(Session& session, const Operation& operation) {
  session.wants_redraw = true;
  if (session.document.perform(operation)) return true;
  say(session, session.document.reason(), true);
  return false;
}

void say(Session& session, std::string text, bool is_error) {
  session.toasts.push_back({std::move(text), is_error, session.now});
  if (session.toasts.size() > kMaxToasts) session.toasts.erase(session.toasts.begin());
  session.wants_redraw = true;
}

namespace {

/// Clears hover, selection and gestures of the previous document.
void show_document(Session& session, DocumentChange change) {
  session.drag = {};
  session.first_view.reset();
  session.flash = {};
  session.scroll_to = kNoId;
  session.show.heat_joint = kNoId;
  session.renaming = kNoId;
  session.camera_move.reset();
  session.deformer.update(session.document.scene());
  session.tell_features(session, change);
  session.wants_redraw = true;
}

}  // namespace

void replace_document(Session& session, Document document, std::optional<Deformer> deformer) {
  session.document = std::move(document);
  if (deformer) session.deformer = std::move(*deformer);
  session.show.hidden.clear();
  session.source_name.clear();
  session.load_warnings.clear();
  show_document(session, DocumentChange::opened);
}

void visit_document(Session& session, Document document, std::string name) {
  if (!session.own)
    session.own.emplace(OwnDocument{std::move(session.document), session.camera, session.tab,
                                    session.tool, session.source_name, session.show.hidden});
  session.document = std::move(document);
  session.source_name = std::move(name);
  session.show.hidden.clear();
  show_document(session, DocumentChange::visited);
}

void return_to_own(Session& session) {
  if (!session.own || is_dragging(session)) return;
  OwnDocument own = *std::exchange(session.own, std::nullopt);
  session.document = std::move(own.document);
  session.camera = own.camera;
  session.tab = own.tab;
  session.tool = own.tool;
  session.source_name = std::move(own.source_name);
  session.show.hidden = std::move(own.hidden);
  show_document(session, DocumentChange::returned);
}

bool is_visiting(const Session& session) { return session.own.has_value(); }

void move_camera(Session& session, const Camera& to) {
  session.camera_move = {session.camera, to, session.now};
  session.wants_redraw = true;
}

void advance_camera(Session& session) {
  if (!session.camera_move) return;
  const double share = (session.now - session.camera_move->start) / kCameraMoveSeconds;
  if (share >= 1.0) {
    session.camera = session.camera_move->to;
    session.camera_move.reset();
    return;
  }
  const float t = static_cast<float>(std::max(share, 0.0));
  session.camera =
      blended(session.camera_move->from, session.camera_move->to, t * t * (3.0f - 2.0f * t));
}

void frame_selected(Session& session, float aspect) {
  Bounds bounds;
  for (Id id : session.document.selection()) {
    const JointRef ref = find_joint(session.document.scene(), id);
    if (ref.node >= 0)
      add_joint(bounds, session, ref);
    else if (const int node = node_index(session.document.scene(), id); node >= 0)
      add_node(bounds, session, node);
  }
  if (bounds.empty()) return frame_all(session, aspect);
  move_camera(session, framed(session.camera, bounds, aspect));
}

void frame_all(Session& session, float aspect) {
  Bounds bounds = world_bounds(session.deformer, session.document.scene());
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer))
    add_capsule(bounds, capsule);
  move_camera(session, framed(session.camera, bounds, aspect));
}

void show_all_at_once(Session& session) {
  frame_all(session, session.picture_size.x / std::max(session.picture_size.y, 1.0f));
  session.camera = session.camera_move->to;
  session.camera_move.reset();
  session.first_view = session.camera;
}

void look_along(Session& session, AxisView view) {
  move_camera(session, looking_along(session.camera, view));
}

Id shown_skeleton(const Session& session) {
  const Scene& scene = session.document.scene();
  const Id active = session.document.active();
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

CoverageSummary coverage(const Session& session) {
  CoverageSummary summary;
  for (const DeformedMesh& mesh : session.deformer.meshes()) {
    if (mesh.skeleton == kNoId) continue;
    summary.covered += mesh.coverage.covered;
    summary.uncovered += mesh.coverage.uncovered;
  }
  return summary;
}

namespace {

/// Time when measures may run again during a drag: a multiple of their last cost after it.
double next_answers_at(const Session& session) {
  const MeasuredState& measured = session.measured;
  const double seconds = (session.measures.total_ms() - measured.total_ms) * 1e-3;
  return measured.asked_at + std::min(kMeasureRest * seconds, kLongestRest);
}

}  // namespace

Measures& measures_of(Session& session) {
  MeasuredState& measured = session.measured;
  const bool is_same_frame = session.now == measured.asked_at;
  const bool must_wait =
      is_dragging(session) && !is_same_frame && session.now < next_answers_at(session);
  if (!must_wait && !is_same_frame) measured = {session.now, session.measures.total_ms()};
  session.deformer.update(session.document.scene());
  session.measures.update(session.document.scene(), session.deformer,
                          must_wait ? Measures::Answer::may_be_old : Measures::Answer::is_new);
  return session.measures;
}

double seconds_to_measures(const Session& session) {
  const double due = next_answers_at(session);
  return session.measures.gave_old_answers() && due > session.now ? due - session.now : kNever;
}

std::vector<Id> selected_joints(const Session& session) {
  std::vector<Id> joints;
  for (const Id id : session.document.selection())
    if (joint_of(session.document.scene(), id)) joints.push_back(id);
  return joints;
}

Id active_joint(const Session& session) {
  const Id active = session.document.active();
  return find_joint(session.document.scene(), active).node >= 0 ? active : kNoId;
}

std::string document_name(const Session& session) {
  if (!session.document.path().empty()) return session.document.path().filename().string();
  return session.source_name.empty() ? "Untitled" : session.source_name;
}

bool is_dragging(const Session& session) {
  return session.document.in_gesture() || !std::holds_alternative<std::monostate>(session.drag);
}

}  // namespace marrow
