// State shared by all features: the document and what is derived from it, camera, tool, clock,
// messages. No ImGui or SDL types, so that tests need no window.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/document.h"
#include "edit/gizmo.h"
#include "editor/drag_state.h"
#include "editor/flash_state.h"
#include "editor/paint_state.h"
#include "editor/preferences_state.h"
#include "rig/measure/measure.h"
#include "rig/skinning/deformer.h"
#include "view/picture/picture.h"

namespace marrow {

enum class Tab { layout, rig, pose };
/// The center of rotations and scales.
enum class Pivot {
  joint,
  median,
  skeleton
};  ///< each joint's base, the middle of the selection, the skeleton's node
enum class Tool { select, move, rotate, scale, radius, add_joint, paint };

/// A line at the bottom of the viewport: a result or the reason of a refusal.
struct Toast {
  std::string text;
  bool is_error = false;
  double born = 0.0;  ///< seconds of the app's clock
};

/// The system's clipboard, set by the window; without one it is empty and ignores writes.
struct Clipboard {
  std::function<std::string()> read = [] { return std::string(); };
  /// The reason of a failure; empty on success.
  std::function<std::string(const std::string&)> write = [](const std::string&) {
    return std::string("there is no window");
  };
};

enum class RightTab { inspector, bench, explain, course, history };

/// Time of the last request for measures: see measures_of().
struct MeasuredState {
  double asked_at = -1e9;  ///< seconds of the app's clock
  double total_ms = 0.0;   ///< Measures::total_ms() then
};

/// The reason why another document is shown.
enum class DocumentChange {
  opened,   ///< read, new or restored: it is the user's from now on
  visited,  ///< a check's case, to be looked at; the user's own waits
  returned  ///< from such a visit to the user's own
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
  std::optional<OwnDocument> own;  ///< while `document` is only visited
  Deformer deformer;  ///< of the scene in the picture; the document's is asked through deformed()
  /// BodyRequest::work() that is done at once; what is more waits (bench/body_measuring.h).
  std::uint64_t synchronous_work_limit = Deformer::kMeasuresAll;
  Measures measures;  ///< asked through measures_of(), which brings it up to date
  MeasuredState measured;
  /// During drags slow meters are computed less often: see measures_of().
  bool throttles_slow_meters = true;
  Camera camera;
  std::optional<Camera> first_view;  ///< of a file just opened: made for a size of the picture from
                                     ///< before, so made again
  view::Show show;
  Tab tab = Tab::pose;
  Tool tool = Tool::rotate;
  GizmoOrientation orientation = GizmoOrientation::world;
  Pivot pivot = Pivot::joint;
  bool is_symmetric = true;  ///< an edit of a joint's rest side goes to its partner by name too
  bool is_symmetric_pose = false;  ///< moving a joint in Pose moves its partner as its mirror image
  bool whole_body = false;         ///< inverse kinematics turns all ancestors, not only the limb
  bool children_ride = true;       ///< dragging a tip moves the children that start there
  PaintSettings painting;          ///< the brush of the paint tool
  Drag drag;                       ///< what is in hand in the viewport
  glm::vec2 picture_size{1.0f};    ///< of the viewport, pixels
  Flash flash;
  RightTab right_tab = RightTab::inspector;
  Preferences preferences;
  float display_scale = 1.0f;  ///< what the display asks for
  float ui_scale = 1.0f;
  double now = 0.0;  ///< seconds, set once a frame
  std::vector<Toast> toasts;
  std::string source_name;  ///< the file the document was read from, when saving over it is no
                            ///< option ("dragon.obj"); empty otherwise

  /// A camera move under way (150 ms, eased); the frame loop advances it.
  struct MoveUnderWay : CameraMove {
    double start = 0.0;  ///< seconds, as `now`
  };
  std::optional<MoveUnderWay> camera_move;
  /// One more frame is due. Input, edits, commands and messages bring frames by themselves; this is
  /// for what goes on without them, a movement or a job in the background.
  bool wants_redraw = true;
  bool wants_quit = false;
  /// Tells each feature of another document. Set by Editor; called by replace_document(),
  /// visit_document() and return_to_own().
  std::function<void(Session&, DocumentChange)> tell_features = [](Session&, DocumentChange) {};

  explicit Session(const Tasks& tasks);
};

// Actions. Each goes through the document, says a refusal as a toast.

/// document.perform() with the refusal shown. False: refused.
bool perform(Session& session, const Operation& operation);
/// document.commit() with the refusal of the last update shown. False: no step.
bool commit_gesture(Session& session);
/// Shows a toast; one of the same words that is still there goes.
void say(Session& session, std::string text, bool is_error = false);
/// Replaces the user's document; state of the old one is dropped. `deformer`: one already bound to
/// it.
void replace_document(Session& session, Document document, std::optional<Deformer> deformer = {});
/// Shows another document; the user's own waits unchanged.
void visit_document(Session& session, Document document, std::string name);
/// Returns to the user's document as before the first visit. Does nothing during a drag or without
/// a visit.
void return_to_own(Session& session);
bool is_visiting(const Session& session);

/// What is saved, shared and recovered: the committed scene with the present view.
Scene committed_scene(const Session& session);

/// The skeleton in panels: of the active joint or node, else the only one, else kNoId.
Id shown_skeleton(const Session& session);

/// Covered share of all capsule- or explicitly bound source vertices, and how many are uncovered.
struct CoverageSummary {
  std::uint32_t covered = 0, uncovered = 0;
  double percent() const {
    return covered + uncovered == 0 ? 100.0 : 100.0 * covered / (double(covered) + uncovered);
  }
};
CoverageSummary coverage(const Deformer& deformer);

/// A drag or playback goes on, in which a deformer must not keep the hand waiting
/// (Deformer::set_hurried).
bool is_hurried(const Session& session);

/// The document's scene, deformed: what changed since the last question is bound and skinned now.
/// `session.deformer` itself holds the scene of the last picture, which a
/// pose under the pointer or one that eases in may have moved.
Deformer& deformed(Session& session);
/// The same with every body measured, however long that takes: for what is kept or written.
Deformer& deformed_exactly(Session& session);

/// The meters, islands and fits of the scene as it is now: asks deformed() and brings the
/// measures up to date. While a drag moves and they take more than 10 ms they take a quarter of the
/// time at most: those of very large meshes come every few frames then, at least twice a second.
Measures& measures_of(Session& session);

/// Seconds until pending measures may be requested; 1e9 without any.
double seconds_to_measures(const Session& session);

Id active_joint(const Session& session);

std::vector<Id> selected_joints(const Session& session);

/// The file's name, or "Untitled" for a scene that has none yet.
std::string document_name(const Session& session);

bool is_dragging(const Session& session);  ///< a gesture or a viewport drag is under way: shortcuts
                                           ///< wait, except Esc

}  // namespace marrow
