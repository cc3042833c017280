// The features of the editor: their states, and which of them are notified when the document is
// replaced.
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

struct Editor::Features {
  BenchState bench;
  CapsuleFitState capsule_fit;
  BodyMeasuringState measuring;
  CompareState compare;
  SheetState sheet;
  ExplainState explain;
  ExplainPanelState explain_panel;
  CourseState course;
  FigureState figure;
  FilesState files;
  FocusState focus;
  HelpState help;
  LessonState lesson;
  LongEditState long_edit;
  PanelsState panels;
  ShelfState shelf;
  ShellState shell;
  ShotState shots;
  TimelineState timeline;
  TransportState transport;
  ViewportState viewport;
  WelcomeState welcome;
};

namespace {

/// Notifies every feature that depends on the document; this is the only list of them. Jobs on the
/// old document are dropped, but files being read, written or packed continue.
template <typename Features>
void notify(Features& of, Session& session, DocumentChange change) {
  on_document_replaced(of.bench, session, change);
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
  on_document_replaced(of.viewport, session, change);
}

}  // namespace

Editor::Editor(const Tasks& tasks)
    : Session(tasks),
      features_(std::make_unique<Features>()),
      bench(features_->bench),
      capsule_fit(features_->capsule_fit),
      measuring(features_->measuring),
      compare(features_->compare),
      sheet(features_->sheet),
      explain(features_->explain),
      explain_panel(features_->explain_panel),
      course(features_->course),
      figure(features_->figure),
      files(features_->files),
      focus(features_->focus),
      help(features_->help),
      lesson(features_->lesson),
      long_edit(features_->long_edit),
      panels(features_->panels),
      shelf(features_->shelf),
      shell(features_->shell),
      shots(features_->shots),
      timeline(features_->timeline),
      transport(features_->transport),
      viewport(features_->viewport),
      welcome(features_->welcome) {
  notify_features = [of = features_.get()](Session& session, DocumentChange change) {
    notify(*of, session, change);
  };
}

Editor::Editor(Editor&& other) noexcept = default;
Editor::~Editor() = default;

}  // namespace marrow
