// The whole editor: the session and the state of each feature. The command table, the frame
// loop, tests and functions that drive several features use it. Other functions receive the session
// and their own state.
#pragma once

#include <memory>

#include "editor/session.h"

namespace marrow {

struct BenchState;
struct BodyMeasuringState;
struct CapsuleFitState;
struct CompareState;
struct CourseState;
struct ExplainPanelState;
struct ExplainState;
struct FilesState;
struct FigureState;
struct FocusState;
struct HelpState;
struct LessonState;
struct LongEditState;
struct PanelsState;
struct SheetState;
struct ShelfState;
struct ShellState;
struct ShotState;
struct TimelineState;
struct TransportState;
struct ViewportState;
struct WelcomeState;

/// Feature states are only declared here: each .cpp file includes the headers of the states that it
/// uses, so that a change of one state does not recompile the others.
struct Editor : Session {
 private:
  struct Features;
  std::unique_ptr<Features> features_;
  /// Initializes any state reference by looking up the state's type in the tuple of features.cpp.
  struct Part {
    Features& of;
    template <typename State>
    operator State&() const;
  };
  Part part() { return {*features_}; }

 public:
  BenchState& bench = part();              ///< capsule radii: sweep, islands, sides
  CapsuleFitState& capsule_fit = part();   ///< the fit of all capsules
  BodyMeasuringState& measuring = part();  ///< jobs on large meshes: body distances, the quick fit
  CompareState& compare = part();          ///< the swipe view
  SheetState& sheet = part();              ///< range of motion
  ExplainState& explain = part();          ///< the explained vertex
  ExplainPanelState& explain_panel = part();  ///< matrices, the increment lens
  CourseState& course = part();        ///< the assignment: checks, their results, the visited case
  FigureState& figure = part();        ///< markers for a new skeleton
  FilesState& files = part();          ///< file browser, loading, autosave and recovery
  FocusState& focus = part();          ///< which part of the window has the keyboard
  HelpState& help = part();            ///< help overlay, command palette, preferences window
  LessonState& lesson = part();        ///< the lesson under way
  LongEditState& long_edit = part();   ///< an edit that a job computes
  PanelsState& panels = part();        ///< scene panel, inspector, windows about joints
  ShelfState& shelf = part();          ///< stored poses: thumbnails, preview
  ShellState& shell = part();          ///< open windows, cost of a frame
  ShotState& shots = part();           ///< screenshots and films
  TimelineState& timeline = part();    ///< keys of a motion: selection, visible rows
  TransportState& transport = part();  ///< motions: playback, retargeting
  ViewportState& viewport = part();    ///< hover, presses that may become clicks
  WelcomeState& welcome = part();      ///< the first start

  explicit Editor(const Tasks& tasks);
  Editor(Editor&& other) noexcept;
  ~Editor();
};

}  // namespace marrow
