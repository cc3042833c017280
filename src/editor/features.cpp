// The features of the editor: their states, and which of them are notified when the document is
// replaced.
#include <tuple>

#include "editor/bench/bench_model.h"
#include "editor/bench/body_measuring.h"
#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/bench/sheet_model.h"
#include "editor/capture/shot.h"
#include "editor/commands/help_state.h"
#include "editor/course/course.h"
#include "editor/course/course_case.h"
#include "editor/course/explain.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/files/files_state.h"
#include "editor/files/safety.h"
#include "editor/lesson/lessons.h"
#include "editor/long_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/shell_state.h"
#include "editor/timeline/timeline.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"

namespace marrow {

struct Editor::Features
    : std::tuple<BenchState, CapsuleFitState, BodyMeasuringState, CompareState, SheetState,
                 ExplainState, ExplainPanelState, CourseState, FigureState, FilesState, FocusState,
                 HelpState, LessonState, LongEditState, PanelsState, ShelfState, ShellState,
                 ShotState, TimelineState, TransportState, ViewportState, WelcomeState> {};

template <typename State>
Editor::Part::operator State&() const {
  return std::get<State>(of);
}

namespace {

/// Notifies every feature that depends on the document; this is the only list of them. Jobs on the
/// old document are dropped, but files being read, written or packed continue.
void notify(Editor& of, DocumentChange change) {
  on_document_replaced(of.bench, of, change);
  on_document_replaced(of.capsule_fit);
  on_document_replaced(of.measuring);
  on_document_replaced(of.compare, change);
  on_document_replaced(of.course, change);
  on_document_replaced(of.explain, change);
  on_document_replaced(of.figure);
  on_document_replaced(of.files, change);
  on_document_replaced(of.lesson);
  on_document_replaced(of.long_edit);
  on_document_replaced(of.panels);
  on_document_replaced(of.sheet);
  on_document_replaced(of.shelf, change);
  on_document_replaced(of.timeline);
  on_document_replaced(of.transport, change);
  on_document_replaced(of.viewport, of, change);
}

}  // namespace

Editor::Editor(const Tasks& tasks) : Session(tasks), features_(std::make_unique<Features>()) {
  notify_features = [](Session& session, DocumentChange change) {
    notify(static_cast<Editor&>(session), change);
  };
}

Editor::Editor(Editor&& other) noexcept = default;
Editor::~Editor() = default;

}  // namespace marrow
