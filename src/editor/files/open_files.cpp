// Files read in the background: in turn, cancelled by another request, taken when no gesture or
// dialogue is active.
#include <algorithm>
#include <iterator>
#include <utility>

#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/loading_state.h"
#include "editor/files/normals_question.h"
#include "editor/files/size_question.h"
#include "editor/files/welcome.h"

namespace marrow {

namespace {

bool replaces(const LoadJob& job) { return job.kind != LoadJob::Kind::import; }

/// The question about unsaved work is open, or where to save it.
bool is_asked_about(const FilesState& files) {
  const auto is_loaded = [](const std::optional<Pending>& pending) {
    return pending && pending->kind == Pending::Kind::loaded;
  };
  return is_loaded(files.pending) || is_loaded(files.after_save);
}

void begin_next(Editor& editor);

/// A change made while the file was read: the user was not asked about it.
bool would_lose_changes(const Session& session, const FilesState& files) {
  const LoadingState& loading = files.loading;
  return replaces(loading.job) && session.document.is_dirty() &&
         session.document.commits() != loading.commits;
}

void take_and_go_on(Editor& editor, Loading::Result result) {
  const LoadJob job = editor.files.loading.job;
  const std::size_t before = replaces(job) ? 0 : editor.document.scene().nodes.size();
  const bool is_taken = take_loaded(editor, job, std::move(result));
  if (is_taken) ask_about_size(editor, editor.files, job.path, before);
  if (is_taken) ask_about_normals(editor, editor.files, before);
  if (!is_taken && job.kind == LoadJob::Kind::last && open_sample(editor))
    begin_welcome(editor, editor.welcome);
  begin_next(editor);
}

/// Precondition: loading is done.
void finish(Editor& editor) {
  LoadingState& loading = editor.files.loading;
  Loading::Result result = loading.now->take();
  loading.now.reset();
  if (!result.loaded || !would_lose_changes(editor, editor.files))
    return take_and_go_on(editor, std::move(result));
  loading.ready = std::move(result);
  editor.files.pending = Pending{Pending::Kind::loaded, loading.job.path};
}

void begin_next(Editor& editor) {
  LoadingState& loading = editor.files.loading;
  if (loading.waiting.empty()) return;
  loading.job = std::move(loading.waiting.front());
  loading.waiting.pop_front();
  loading.began = editor.now;
  loading.commits = editor.document.commits();
  loading.now = std::make_unique<Loading>(
      loading.job.path, replaces(loading.job) ? &editor.document.tasks() : nullptr);
  if (loading.now->wait(loading.patience)) finish(editor);
}

}  // namespace

void begin_loading(Editor& editor, std::deque<LoadJob> jobs) {
  stop_loading(editor.files);
  editor.files.loading.waiting = std::move(jobs);
  begin_next(editor);
}

bool advance_loading(Editor& editor, bool is_busy) {
  LoadingState& loading = editor.files.loading;
  std::erase_if(loading.given_up,
                [](const std::unique_ptr<Loading>& one) { return one->is_done(); });
  if (loading.ready && !is_asked_about(editor.files)) stop_loading(editor.files);
  if (!loading.now || !loading.now->is_done() || is_busy) return false;
  finish(editor);
  return true;
}

void stop_loading(FilesState& files) {
  LoadingState& loading = files.loading;
  loading.waiting.clear();
  loading.ready.reset();
  if (!loading.now) return;
  loading.now->stop();
  loading.given_up.push_back(std::move(loading.now));
}

void answer_loaded(Editor& editor, bool wanted) {
  if (!editor.files.loading.ready) return;
  Loading::Result result = *std::exchange(editor.files.loading.ready, std::nullopt);
  if (wanted) return take_and_go_on(editor, std::move(result));
  stop_loading(editor.files);
}

}  // namespace marrow
