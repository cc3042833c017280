// The editor's state: what every panel reads and changes. No ImGui and no SDL types here, so that
// it can be tested without a window.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edit/document.h"
#include "edit/gizmo.h"
#include "editor/bench/bench_state.h"
#include "editor/capture/shot_state.h"
#include "editor/course/course_state.h"
#include "editor/files/loading_state.h"
#include "editor/files/safety_state.h"
#include "editor/help_state.h"
#include "editor/joint_dialogs_state.h"
#include "editor/panel_state.h"
#include "editor/pose/shelf_state.h"
#include "editor/pose/transport_state.h"
#include "editor/shell_state.h"
#include "editor/viewport/state.h"
#include "rig/measure/measure.h"
#include "rig/skinning/deformer.h"
#include "view/picture/picture.h"

namespace marrow {

enum class Tab { layout, rig, pose };
/// What rotations and scales go about.
enum class Pivot {
  joint,
  median,
  skeleton
};  ///< each joint's base, the middle of the selection, the skeleton's node
enum class Tool { select, move, rotate, scale, radius, add_joint };

/// A line at the bottom of the viewport: what happened, or why something was refused.
struct Toast {
  std::string text;
  bool is_error = false;
  double born = 0.0;  ///< seconds of the app's clock
};

/// The system's clipboard, as the window gives it; without one nothing is held and nothing is
/// taken.
struct Clipboard {
  std::function<std::string()> read = [] { return std::string(); };
  /// Why it was not taken; empty when it was.
  std::function<std::string(const std::string&)> write = [](const std::string&) {
    return std::string("there is no window");
  };
};

struct Editor {
  Clipboard clipboard;
  Document document;
  Deformer deformer;
  Measures measures;  ///< asked through measures_of(), which brings it up to date
  BenchState bench;
  Camera camera;
  view::Show show;
  Tab tab = Tab::pose;
  Tool tool = Tool::rotate;
  GizmoOrientation orientation = GizmoOrientation::world;
  Pivot pivot = Pivot::joint;
  bool is_symmetric = true;  ///< an edit of a joint's rest side goes to its partner by name too
  bool is_symmetric_pose = false;  ///< moving a joint in Pose moves its partner as its mirror image
  bool whole_body = false;         ///< inverse kinematics turns all ancestors, not only the limb
  bool children_ride = true;       ///< dragging a tip moves the children that start there
  float ui_scale = 1.0f;
  double now = 0.0;  ///< seconds, set once a frame
  std::vector<Toast> toasts;
  std::vector<std::string> load_warnings;
  ViewportState viewport;    ///< the drag under way, what is hovered
  TreeState tree;            ///< what is searched and folded in the scene panel
  InspectorState inspector;  ///< angles shown last, names being typed
  ShellState shell;          ///< dialogues, preferences, what a frame cost
  ShelfState shelf;          ///< stored poses: thumbnails, what is previewed
  TransportState transport;  ///< motions: what is played, one that is being put on a skeleton
  SafetyState safety;        ///< autosave, recovery, files changed by others
  LoadingState loading;      ///< a file that is being read behind the window
  ShotState shots;           ///< screenshots and turntables under way
  HelpState help;            ///< help overlay, command palette, preferences window
  CourseState course;        ///< the assignment: checks, what they found, the case on show
  JointDialogsState joints;  ///< find and replace, mirroring
  std::string source_name;   ///< the file the document was read from, when saving over it is no
                             ///< option ("dragon.obj"); empty otherwise
  Id renaming = kNoId;       ///< node or joint whose row in the tree is a text field (F2); the tree
                             ///< forgets it when done
  int samples = 4;  ///< antialiasing of this frame's picture: 1 while something moves, 4 once it
                    ///< rests; set by the frame loop

  /// A camera move under way (150 ms, eased); the frame loop advances it.
  struct CameraMove {
    Camera from, to;
    double start = 0.0;
  };
  std::optional<CameraMove> camera_move;
  bool wants_redraw = true;  ///< something changed that the next frame must show
  bool wants_quit = false;

  explicit Editor(const Tasks& tasks);
};

// Actions: what menus, shortcuts and panels do. Each goes through the document, says a refusal as a
// toast, and asks for a redraw.

/// document.perform() with the refusal shown. True when it was done.
bool perform(Editor& editor, const Operation& operation);
void say(Editor& editor, std::string text, bool is_error = false);
void set_tab(Editor& editor, Tab tab);  ///< also picks the tab's usual tool; refused mid-gesture
/// The tools of a tab, in the order of the tool strip, its usual one first after `select`
/// (editor/viewport/tools.cpp).
const std::vector<Tool>& tools_of(Tab tab);
Tool usual_tool(Tab tab);
/// Refused mid-gesture, and when the tab has no such tool (editor/viewport/tools.cpp).
void set_tool(Editor& editor, Tool tool);
/// G, R, S: the transform starts at once under the pointer, no button held; a click or Enter
/// commits, Esc or the right button restores. During a drag it changes the kind of transform, from
/// the same start; R during a rotation turns freely, as a ball under the hand. Where the tab has no
/// such transform, nothing is selected, or the pointer is elsewhere, it only picks the tool
/// (editor/viewport/drag_gizmo.cpp).
void begin_transform(Editor& editor, Tool tool);
/// Esc: restores the drag under way, otherwise ends a motion or a comparison, otherwise clears the
/// selection (viewport_drag.cpp).
void cancel_or_clear(Editor& editor);
void move_camera(Editor& editor, const Camera& to);
void frame_selected(
    Editor& editor,
    float aspect);  ///< the selection (a joint: its capsule and what it captures), or all
void frame_all(Editor& editor, float aspect);
/// frame_all() for a scene that is new: without a move, and once more when its picture has got its
/// size, unless the camera moved.
void show_all_at_once(Editor& editor);
void look_along(Editor& editor, AxisView view);
/// Advances the eased camera move under way; the last call of a move puts the camera exactly on its
/// end.
void advance_camera(Editor& editor);

/// The skeleton that panels show: the active joint's or node's, else the only one, else none
/// (kNoId).
Id shown_skeleton(const Editor& editor);
/// Covered share of all capsule- or explicitly bound source vertices, and how many are uncovered.
struct CoverageSummary {
  std::uint32_t covered = 0, uncovered = 0;
  double percent() const {
    return covered + uncovered == 0 ? 100.0 : 100.0 * covered / (double(covered) + uncovered);
  }
};
CoverageSummary coverage(const Editor& editor);

/// The meters, islands and fits of the scene as it is now: brings deformer and measures up to date
/// first. While a drag moves they take a quarter of the time at most: those of large meshes come
/// every few frames then, at least twice a second.
Measures& measures_of(Editor& editor);
/// Until those that wait can be asked for; 1e9 when none do.
double seconds_to_measures(const Editor& editor);

/// The joint that is active, kNoId when none is.
Id active_joint(const Editor& editor);
/// The selected joints, in the order of selection.
std::vector<Id> selected_joints(const Editor& editor);
/// The file's name, or "Untitled" for a scene that has none yet.
std::string document_name(const Editor& editor);
bool is_dragging(const Editor& editor);  ///< a gesture or a viewport drag is under way: shortcuts
                                         ///< wait, except Esc

// Files (editor/files/files.cpp). Errors become toasts; the scene stays as it was. These two return
// when it is done.
bool open_file(Editor& editor, const std::string& path);
bool import_file(Editor& editor, const std::string& path);
bool save_file(Editor& editor, const std::string& path);
bool export_scene(Editor& editor, const std::string& path,
                  const io::ExportWay& way);  ///< for other programs
bool export_csv(Editor& editor,
                const std::string& path);  ///< the bench's numbers, by BenchPanel::csv

// What would replace unsaved work asks first (Save / Discard / Cancel) and goes on when answered.
void request_open(Editor& editor, const std::string& path);
void request_import(Editor& editor,
                    const std::string& path);  ///< adds to the scene, so nothing is asked
void request_sample(Editor& editor);           ///< the scene that ships with the program
void request_new(Editor& editor);
void request_restore(Editor& editor,
                     const std::string& folder);  ///< of an interrupted run's snapshot (safety.h)
void request_reload(Editor& editor);              ///< the document's file as it is on the disk now
void request_quit(Editor& editor);
enum class Answer { save, discard, cancel };
void answer_pending(Editor& editor, Answer answer);

// Files that are read behind the window (editor/files/open_files.cpp). One at a time: another to
// open takes the place of the one under way.
/// The files in turn. What is read within the patience is there when it returns; otherwise
/// advance_loading() takes it.
void begin_loading(Editor& editor, std::deque<LoadJob> jobs);
/// Once a frame: takes what is ready, unless somebody is in the middle of a drag or a dialogue.
/// True when it did.
bool advance_loading(Editor& editor);
/// The file under way and those behind it are not wanted any more; the scene stays as it is.
void stop_loading(Editor& editor);
/// What is read takes the scene's place, after the question about unsaved work; false drops it.
void answer_loaded(Editor& editor, bool wanted);
bool is_loading(const Editor& editor);
/// Without anybody's doing something will change: a file is being read, or one is ready and nothing
/// stands in its way.
bool awaits_file(const Editor& editor);
/// A result of begin_loading() becomes part of the editor; false and a toast when there is none
/// (editor/files/files.cpp).
bool take_loaded(Editor& editor, const LoadJob& job, Loading::Result result);

/// Saves to the document's path; opens the file browser when it has none that can hold a scene, and
/// asks when another program changed the file since.
void save_or_ask(Editor& editor);
/// Saves, then does what waited for that.
void save_and_go_on(Editor& editor, const std::string& path);
/// A snapshot takes the document's place: in no file so far, to be saved where it would have been.
void open_recovered(Editor& editor, Scene scene, const io::RecoveryNote& note);

// The file browser's state (editor/files/browser.cpp); file_browser.cpp draws it.
void open_browser(Editor& editor, FileTask task);
/// For an export, on one of io::export_ways().
void open_export_browser(Editor& editor, std::string_view way);
void finish_browser(Editor& editor,
                    const std::string& path);  ///< closes it and does its task with the chosen file

}  // namespace marrow
