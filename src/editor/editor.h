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

 public:
  BenchState& bench;                 ///< capsule radii: sweep, islands, sides
  CapsuleFitState& capsule_fit;      ///< the fit of all capsules
  BodyMeasuringState& measuring;     ///< jobs on large meshes: body distances, the quick fit
  CompareState& compare;             ///< the swipe view
  SheetState& sheet;                 ///< range of motion
  ExplainState& explain;             ///< the explained vertex
  ExplainPanelState& explain_panel;  ///< matrices, the increment lens
  CourseState& course;               ///< the assignment: checks, their results, the visited case
  FigureState& figure;               ///< markers for a new skeleton
  FilesState& files;                 ///< file browser, loading, autosave and recovery
  FocusState& focus;                 ///< which part of the window has the keyboard
  HelpState& help;                   ///< help overlay, command palette, preferences window
  LessonState& lesson;               ///< the lesson under way
  LongEditState& long_edit;          ///< an edit that a job finds
  PanelsState& panels;               ///< scene panel, inspector, windows about joints
  ShelfState& shelf;                 ///< stored poses: thumbnails, preview
  ShellState& shell;                 ///< open windows, cost of a frame
  ShotState& shots;                  ///< screenshots and films
  TimelineState& timeline;           ///< keys of a motion: selection, visible rows
  TransportState& transport;         ///< motions: playback, retargeting
  ViewportState& viewport;           ///< hover, presses that may become clicks
  WelcomeState& welcome;             ///< the first start

  explicit Editor(const Tasks& tasks);
  Editor(Editor&& other) noexcept;
  ~Editor();
};

}  // namespace marrow
