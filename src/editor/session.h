// State shared by all features: the document and data derived from it, camera, tool, clock,
// messages. No ImGui or SDL types, so that tests need no window.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/document.h"
#include "edit/gesture.h"
#include "edit/gizmo.h"
#include "editor/drag_state.h"
#include "editor/preferences_state.h"
#include "rig/measure/measure.h"
#include "rig/measure/weight_figures.h"
#include "rig/paint/brush.h"
#include "rig/skinning/deformer.h"
#include "view/picture/picture.h"

namespace marrow {

enum class Tab { layout, rig, pose };
/// The center of rotations and scales: each joint's base, the middle of the selection, or the
/// skeleton's node.
enum class Pivot { joint, median, skeleton };
enum class Tool { select, move, rotate, scale, radius, add_joint, paint };

inline constexpr float kSmallestBrush = 4.0f, kLargestBrush = 400.0f;  // pixels at UI scale 1

struct PaintSettings {
  Brush brush = Brush::add;
  float radius = 40.0f;     ///< pixels at UI scale 1, so zooming in paints finer
  float strength = 0.5f;    ///< 0 to 1
  bool front_only = false;  ///< skips surfaces that face away
};

/// A message at the bottom of the viewport: a result or the reason of a refusal.
struct Toast {
  std::string text;
  bool is_error = false;
  double born = 0.0;             ///< seconds of the app's clock
  std::filesystem::path file{};  ///< a written file that can be shown; empty: none
};

/// The system's clipboard, set by the window. Without a window it is empty and writes fail.
struct Clipboard {
  std::function<std::string()> read = [] { return std::string(); };
  /// Returns the reason of a failure; empty on success.
  std::function<std::string(const std::string&)> write = [](const std::string&) {
    return std::string("there is no window");
  };
};

enum class RightTab { inspector, bench, explain, course, lesson, history };

/// The last update of measures: see measures_of().
struct MeasuredState {
  double asked_at = -1e9;  ///< seconds of the app's clock
  double total_ms = 0.0;   ///< Measures::total_ms() before that update
};

/// The reason why another document is shown.
enum class DocumentChange {
  opened,   ///< read, new or restored: it becomes the user's document
  visited,  ///< the case of a check is shown; the user's document is kept
  returned  ///< the user's document is shown again after a visit
};

/// The user's document while another one is visited.
struct OwnDocument {
  Document document;
  Camera camera;
  Tab tab = Tab::pose;
  Tool tool = Tool::rotate;
  std::string source_name;
  std::set<Id> hidden;
};

struct Session {
  Clipboard clipboard;
  Document document;
  std::optional<OwnDocument> own;  ///< set while `document` is only visited
  Deformer deformer;               ///< has the scene of the last picture; deformed() updates it
  /// Bodies with at most this BodyRequest::work() are measured at once, larger ones by a background
  /// job (bench/body_measuring.h). The limit also holds for quick fits.
  std::uint64_t synchronous_work_limit = Deformer::kMeasuresAll;
  Measures measures;  ///< measures_of() updates it
  MeasuredState measured;
  /// Slow meters are computed less often during drags: see measures_of().
  bool throttles_slow_meters = true;
  Camera camera;
  /// The camera that framed a file just opened. If unmoved when the picture gets its final size, it
  /// frames the scene again.
  std::optional<Camera> first_view;
  view::Show show;
  Tab tab = Tab::pose;
  Tool tool = Tool::rotate;
  GizmoOrientation orientation = GizmoOrientation::world;
  Pivot pivot = Pivot::joint;
  bool is_symmetric = true;        ///< edits of a joint at rest also change its partner by name
  bool is_symmetric_pose = false;  ///< posing a joint also poses its partner, mirrored
  bool whole_body = false;         ///< inverse kinematics turns all ancestors, not only the limb
  bool children_ride = true;       ///< dragging a tip moves the children that start there
  PaintSettings painting;          ///< the brush of the paint tool
  Drag drag;                       ///< the drag under way in the viewport
  glm::vec2 picture_size{1.0f};    ///< size of the viewport, pixels
  RightTab right_tab = RightTab::inspector;
  Preferences preferences;
  float display_scale = 1.0f;  ///< UI scale suggested by the display
  float ui_scale = 1.0f;
  double now = 0.0;  ///< seconds, set once a frame
  std::vector<Toast> toasts;
  /// The file the document was read from, if it cannot be saved there ("dragon.obj"); else empty.
  std::string source_name;

  /// A camera move under way (150 ms, eased); the frame loop advances it.
  struct MoveUnderWay : CameraMove {
    double start = 0.0;  ///< seconds, as `now`
  };
  std::optional<MoveUnderWay> camera_move;
  /// Requests one more frame. Input, edits, commands and messages draw frames anyway; this is for
  /// animations and background jobs.
  bool wants_redraw = true;
  bool wants_quit = false;
  /// Notifies each feature that the document was replaced. Set by Editor; called by
  /// replace_document(), visit_document() and return_to_own().
  std::function<void(Session&, DocumentChange)> notify_features = [](Session&, DocumentChange) {};

  explicit Session(const Tasks& tasks);
};

/// document.perform(); a toast shows a refusal. Returns false if refused.
bool perform(Session& session, const Operation& operation);
/// document.commit(); a toast shows the refusal of the last update. Returns false if no step was
/// made.
bool commit_gesture(Session& session);
/// Whether edits in the present tab are mirrored: is_symmetric in Rig and for the paint tool,
/// is_symmetric_pose in Pose.
bool mirrors_edits(const Session& session);

/// gesture() of edit/gesture.h, applied to the scene at the start of the gesture, symmetric if
/// mirrors_edits().
Operation gesture(const Session& session, const Operation& operation);
Operation gesture(const Session& session, const Grasp& grasp);
/// Shows a toast. Replaces a visible toast with the same text. `file`: a written file that the
/// toast offers to show.
void say(Session& session, std::string text, bool is_error = false,
         std::filesystem::path file = {});
/// Replaces the user's document and drops the state of the old one. `deformer`: if set, already
/// bound to `document`.
void replace_document(Session& session, Document document, std::optional<Deformer> deformer = {});
/// Shows another document; the user's document is kept unchanged.
void visit_document(Session& session, Document document, std::string name);
/// Returns to the user's document as it was before the first visit. Does nothing during a drag or
/// if none is visited.
void return_to_own(Session& session);
bool is_visiting(const Session& session);

/// The scene to save, share and recover: the committed scene with the present camera.
Scene committed_scene(const Session& session);

/// The first node with a mesh, or with a skeleton; nullptr when there is none.
template <typename Part>
const Node* first_node_with(Part Node::*part, const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.*part) return &node;
  return nullptr;
}

/// The skeleton shown in panels: the active object's, else the scene's only one, else kNoId.
Id shown_skeleton(const Session& session);
/// The shown skeleton, else the first one, else kNoId.
Id shown_or_first_skeleton(const Session& session);

/// True in a gesture or while a motion is shown: deformers must be fast (Deformer::set_hurried).
bool is_hurried(const Session& session);

/// Updates a deformer to a scene: see Deformer::set_hurried(), set_synchronous_work_limit().
void update_deformer(Deformer& deformer, const Scene& scene, bool is_hurried,
                     std::uint64_t work_limit);
/// The deformer, updated to the document's scene. Without this call, `session.deformer` holds the
/// scene of the last picture, which may show a previewed pose.
Deformer& deformed(Session& session);
/// deformed() with every body measured, however long that takes: for results that are kept or
/// written.
Deformer& deformed_exactly(Session& session);

/// Meters, islands and fits of the document's scene, after deformed(). During a drag, measures that
/// take more than 10 ms use at most a quarter of the time, but are updated at least twice a second.
Measures& measures_of(Session& session);

/// Seconds until outdated measures may be updated; 1e9 if none are outdated.
double seconds_to_measures(const Session& session);

/// kNoId if the active object is not a joint.
Id active_joint(const Session& session);
std::vector<Id> selected_joints(const Session& session);

/// Name of the document's file, else `source_name`, else "Untitled".
std::string document_name(const Session& session);

/// True during a gesture or a viewport drag: Esc is then the only shortcut that works.
bool is_dragging(const Session& session);

}  // namespace marrow
