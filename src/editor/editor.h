// The whole editor: the session and the state of each feature. Only the command table, the frame
// loop and tests take it; a feature takes the session and its own state.
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
struct FocusState;
struct HelpState;
struct PanelsState;
struct SheetState;
struct ShelfState;
struct ShellState;
struct ShotState;
struct TimelineState;
struct TransportState;
struct ViewportState;
struct WelcomeState;

/// Feature states are only declared: users include a state's header, so that a change recompiles
/// nothing else.
struct Editor : Session {
 private:
  struct Features;
  std::unique_ptr<Features> features_;

 public:
  BenchState& bench;                 ///< capsule radii: sweep, islands, sides
  CapsuleFitState& capsule_fit;      ///< capsules that are solved for
  BodyMeasuringState& measuring;     ///< distances through a large body, under way
  CompareState& compare;             ///< the swipe view
  SheetState& sheet;                 ///< range of motion
  ExplainState& explain;             ///< the vertex that is explained
  ExplainPanelState& explain_panel;  ///< matrices, the increment lens
  CourseState& course;               ///< the assignment: checks, what they found, the case on show
  FilesState& files;                 ///< file browser, loading, autosave and recovery
  FocusState& focus;                 ///< which part of the window has the keyboard
  HelpState& help;                   ///< help overlay, command palette, preferences window
  PanelsState& panels;               ///< scene panel, inspector, windows about joints
  ShelfState& shelf;                 ///< stored poses: thumbnails, what is previewed
  ShellState& shell;                 ///< windows that are open, what a frame cost
  ShotState& shots;                  ///< screenshots and turntables under way
  TimelineState& timeline;           ///< keys of a motion: which are selected, what is shown of it
  TransportState& transport;  ///< motions: what is played, one that is being put on a skeleton
  ViewportState& viewport;    ///< what is hovered, a press that may become a click
  WelcomeState& welcome;      ///< the first start

  explicit Editor(const Tasks& tasks);
  Editor(Editor&& other) noexcept;
  ~Editor();
};

}  // namespace marrow
