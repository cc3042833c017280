#include "editor/long_edit.h"

#include <stdexcept>
#include <utility>

#include "editor/editor.h"

namespace marrow {

namespace {

/// The edit that replaces the committed pose by the shown one; none if no time is shown.
std::optional<Operation> shown_pose(const Document& document) {
  if (!document.shown_time()) return std::nullopt;
  return op::PoseAt{document.shown_time()->motion, document.shown_time()->seconds};
}

/// Finds the edit. If there is an edit of the pose, it comes first, in the same step.
FoundEdit found_in(const Scene& committed, const std::optional<Operation>& pose,
                   const LongEdit& edit, const Tasks& tasks, Progress& progress) {
  if (!pose) return edit.find(committed, progress);
  const Applied posed = apply(committed, *pose, tasks);
  if (!posed.scene) return {*pose, posed};
  FoundEdit found = edit.find(*posed.scene, progress);
  std::string name = label(*posed.scene, found.operation);
  found.operation = op::Sequence{{*pose, std::move(found.operation)}, std::move(name)};
  return found;
}

void begin(Editor& editor) {
  LongEditState& state = editor.long_edit;
  const Document& document = editor.document;
  state.before = document.committed();
  state.commits = document.commits();
  state.began = editor.now;
  const bool is_of_pose = state.edit.is_of_pose;
  state.job.begin({.out_of_memory = state.edit.title + ": there is not enough memory for it.",
                   .words = "Computing..."},
                  [edit = state.edit, scene = state.before, tasks = &document.tasks(),
                   pose = is_of_pose ? shown_pose(document) : std::nullopt,
                   work_limit = editor.synchronous_work_limit](Progress& progress) {
                    LongEditState::Found found{found_in(scene, pose, edit, *tasks, progress), {}};
                    const std::optional<Scene>& after = found.edit.applied.scene;
                    if (!after) throw std::runtime_error(found.edit.applied.reason);
                    if (progress.wants_stop()) throw Stopped();
                    progress.set_words("Preparing the mesh...");
                    if (edit.binds && why_invalid(*after, &scene).empty()) {
                      found.deformer = Deformer::with(*tasks);
                      update_deformer(*found.deformer, *after, false, work_limit);
                    }
                    return std::optional(std::move(found));
                  });
}

void take(Editor& editor) {
  LongEditState& state = editor.long_edit;
  platform::JobOutcome<LongEditState::Found> outcome = state.job.take();
  const Scene before = std::exchange(state.before, {});
  const LongEdit edit = std::exchange(state.edit, {});
  if (!outcome.problem.empty()) say(editor, outcome.problem, true);
  if (!outcome.result) return;
  FoundEdit& found = outcome.result->edit;
  // While a time is shown, scene() is not the scene that the edit was found for.
  const std::optional<MotionTime> time = editor.document.shown_time();
  editor.document.show_time(std::nullopt);
  const bool is_done =
      editor.document.perform_computed(found.operation, before, std::move(*found.applied.scene));
  if (!edit.is_of_pose || !is_done) editor.document.show_time(time);
  if (!is_done) return say(editor, editor.document.reason(), true);
  if (outcome.result->deformer) editor.deformer = std::move(*outcome.result->deformer);
  if (!found.words.empty()) say(editor, found.words);
  if (edit.then) edit.then(editor);
}

}  // namespace

void perform_long(Editor& editor, LongEdit edit) {
  LongEditState& state = editor.long_edit;
  if (is_dragging(editor)) return say(editor, "Release the mouse button first.", true);
  if (state.job.has_begun())
    return say(editor, state.edit.title + " is still under way (Esc stops it); then try again.",
               true);
  state.edit = std::move(edit);
  begin(editor);
  if (state.job.wait(state.patience)) advance_long_edit(editor, false);
}

bool advance_long_edit(Editor& editor, bool is_busy) {
  LongEditState& state = editor.long_edit;
  if (!state.job.is_done() || is_busy) return false;
  editor.wants_redraw = true;
  if (editor.document.commits() != state.commits && state.job.result() != nullptr)
    begin(editor);
  else
    take(editor);
  return true;
}

void on_document_replaced(LongEditState& state) {
  state.job.drop();
  state.before = {};
  state.edit = {};
}

}  // namespace marrow
