#include "editor/session.h"

#include <algorithm>
#include <utility>

namespace marrow {
namespace {

constexpr std::size_t kMaxToasts = 4;
constexpr double kLiveMeasures = 0.010;  // seconds: faster ones update in every frame of a drag
// Slower measures pause for a multiple of their time, so that the drag gets most of it, but not
// longer than half a second, so that large meshes still update.
constexpr double kPausePerWork = 3.0;
constexpr double kLongestPause = 0.5;  // seconds
constexpr double kNever = 1e9;

}  // namespace

Session::Session(const Tasks& tasks) : document(tasks), deformer(Deformer::with(tasks)) {}

bool perform(Session& session, const Operation& operation) {
  session.wants_redraw = true;
  if (session.document.perform(operation)) return true;
  say(session, session.document.reason(), true);
  return false;
}

bool commit_gesture(Session& session) {
  session.wants_redraw = true;
  const std::string refusal = session.document.reason();
  const bool is_done = session.document.commit();
  if (!refusal.empty()) say(session, refusal, true);
  return is_done;
}

bool mirrors_edits(const Session& session) {
  if (session.tool == Tool::paint) return session.is_symmetric;
  return (session.tab == Tab::rig && session.is_symmetric) ||
         (session.tab == Tab::pose && session.is_symmetric_pose);
}

Operation gesture(const Session& session, const Operation& operation) {
  const Document& document = session.document;
  return marrow::gesture(document.gesture_start(), operation,
                         {mirrors_edits(session), session.whole_body}, document.tasks());
}

Operation gesture(const Session& session, const Grasp& grasp) {
  const Document& document = session.document;
  return marrow::gesture(document.gesture_start(), grasp,
                         {mirrors_edits(session), session.whole_body}, document.tasks());
}

void say(Session& session, std::string text, bool is_error, std::filesystem::path file) {
  std::erase_if(session.toasts, [&](const Toast& toast) { return toast.text == text; });
  session.toasts.push_back({std::move(text), is_error, session.now, std::move(file)});
  if (session.toasts.size() > kMaxToasts) session.toasts.erase(session.toasts.begin());
  session.wants_redraw = true;
}

/// Resets what refers to the previous document and notifies the features.
static void show_document(Session& session, DocumentChange change) {
  session.drag = {};
  session.first_view.reset();
  session.show.heat_joint = kNoId;
  session.camera_move.reset();
  deformed(session);  // features and panels read it in this frame
  session.notify_features(session, change);
  session.wants_redraw = true;
}

void replace_document(Session& session, Document document, std::optional<Deformer> deformer) {
  session.document = std::move(document);
  if (deformer) session.deformer = std::move(*deformer);
  session.show.hidden.clear();
  session.source_name.clear();
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

Scene committed_scene(const Session& session) {
  Scene scene = session.document.committed();
  scene.camera = session.camera;
  return scene;
}

bool is_visiting(const Session& session) { return session.own.has_value(); }

Id shown_skeleton(const Session& session) {
  const Scene& scene = session.document.scene();
  const Id active = session.document.active();
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0)
    return scene.nodes[std::size_t(ref.node)].id;
  if (const Node* node = find_node(scene, active)) {
    if (node->skeleton) return node->id;
    if (node->bound_to != kNoId) return node->bound_to;
    if (node->joint != kNoId) return scene.nodes[std::size_t(node->parent)].id;
  }
  const auto has_skeleton = [](const Node& node) { return node.skeleton != nullptr; };
  if (std::count_if(scene.nodes.begin(), scene.nodes.end(), has_skeleton) != 1) return kNoId;
  return std::find_if(scene.nodes.begin(), scene.nodes.end(), has_skeleton)->id;
}

Id shown_or_first_skeleton(const Session& session) {
  if (const Id shown = shown_skeleton(session); shown != kNoId) return shown;
  const Node* first = first_node_with(&Node::skeleton, session.document.scene());
  return first != nullptr ? first->id : kNoId;
}

bool is_hurried(const Session& session) {
  return session.document.in_gesture() || session.document.shown_time();
}

void update_deformer(Deformer& deformer, const Scene& scene, bool is_hurried,
                     std::uint64_t work_limit) {
  deformer.set_hurried(is_hurried);
  deformer.set_synchronous_work_limit(work_limit);
  deformer.update(scene);
}

Deformer& deformed(Session& session) {
  update_deformer(session.deformer, session.document.scene(), is_hurried(session),
                  session.synchronous_work_limit);
  return session.deformer;
}

Deformer& deformed_exactly(Session& session) {
  update_deformer(session.deformer, session.document.scene(), false, Deformer::kMeasuresAll);
  return session.deformer;
}

/// The time from which measures may run again during a drag.
static double next_measures_at(const Session& session) {
  const MeasuredState& measured = session.measured;
  const double seconds = (session.measures.total_ms() - measured.total_ms) * 1e-3;
  if (seconds <= kLiveMeasures || !session.throttles_slow_meters) return measured.asked_at;
  return measured.asked_at + std::min(kPausePerWork * seconds, kLongestPause);
}

Measures& measures_of(Session& session) {
  MeasuredState& measured = session.measured;
  const bool is_same_frame = session.now == measured.asked_at;
  const bool must_wait =
      is_dragging(session) && !is_same_frame && session.now < next_measures_at(session);
  if (!must_wait && !is_same_frame) measured = {session.now, session.measures.total_ms()};
  session.measures.update(
      session.document.scene(), deformed(session),
      must_wait ? Measures::Freshness::may_be_old : Measures::Freshness::current);
  return session.measures;
}

double seconds_to_measures(const Session& session) {
  const double due = next_measures_at(session);
  return session.measures.gave_old_results() && due > session.now ? due - session.now : kNever;
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
