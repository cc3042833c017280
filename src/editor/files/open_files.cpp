// Files read in the background: one after the other, canceled by a new request, taken when no
// gesture or dialog is active.
#include <utility>

#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/load_questions.h"
#include "editor/files/mesh_check.h"
#include "editor/files/welcome.h"

namespace marrow {

namespace {

/// True while the user is asked about unsaved work that the file would replace, or saves it.
bool is_asked_about(const FilesState& files) {
  const auto is_loaded = [](const std::optional<Pending>& pending) {
    return pending && pending->kind == Pending::Kind::loaded;
  };
  return is_loaded(files.pending) || is_loaded(files.after_save);
}

void begin_next(Editor& editor);

/// The document changed while the file was read: the user has not agreed to lose that change.
bool would_lose_changes(const Session& session, const FilesState& files) {
  const LoadingState& loading = files.loading;
  return !loading.request.adds() && session.document.is_dirty() &&
         session.document.commits() != loading.commits;
}

void take_and_go_on(Editor& editor, platform::JobOutcome<LoadedFile> outcome) {
  const LoadRequest request = editor.files.loading.request;
  const std::size_t before = request.adds() ? editor.document.scene().nodes.size() : 0;
  const bool is_taken = take_loaded(editor, request, std::move(outcome));
  if (is_taken) ask_about_size(editor, editor.files, request.path, before);
  if (is_taken) ask_about_normals(editor, editor.files, before);
  if (is_taken) check_opened_meshes(editor, before);
  if (!is_taken && request.kind == LoadRequest::Kind::last && open_sample(editor))
    begin_welcome(editor, editor.welcome);
  begin_next(editor);
}

/// Precondition: the file is read.
void finish(Editor& editor) {
  LoadingState& loading = editor.files.loading;
  platform::JobOutcome<LoadedFile> outcome = loading.reading.take();
  if (!outcome.result || !would_lose_changes(editor, editor.files))
    return take_and_go_on(editor, std::move(outcome));
  loading.ready = std::move(outcome.result);
  editor.files.pending = Pending{Pending::Kind::loaded, loading.request.path};
}

void begin_job(const Editor& editor, const LoadRequest& request, Loading& job) {
  const Document& document = editor.document;
  if (request.kind == LoadRequest::Kind::replace_mesh)
    return begin_replacing(job, request.path, document.scene(), request.mesh);
  begin_reading(job, request.path, request.adds() ? nullptr : &document.tasks());
}

void begin_next(Editor& editor) {
  LoadingState& loading = editor.files.loading;
  if (loading.waiting.empty()) return;
  loading.request = std::move(loading.waiting.front());
  loading.waiting.pop_front();
  loading.began = editor.now;
  loading.commits = editor.document.commits();
  begin_job(editor, loading.request, loading.reading);
  if (loading.reading.wait(loading.patience)) finish(editor);
}

}  // namespace

void begin_loading(Editor& editor, std::deque<LoadRequest> requests) {
  stop_loading(editor.files);
  editor.files.loading.waiting = std::move(requests);
  begin_next(editor);
}

bool advance_loading(Editor& editor, bool is_busy) {
  LoadingState& loading = editor.files.loading;
  if (loading.ready && !is_asked_about(editor.files)) stop_loading(editor.files);
  const bool is_checked = advance_mesh_check(editor);
  if (!loading.reading.is_done() || is_busy) return is_checked;
  finish(editor);
  return true;
}

void stop_loading(FilesState& files) {
  LoadingState& loading = files.loading;
  loading.waiting.clear();
  loading.ready.reset();
  loading.reading.drop();
}

void answer_loaded(Editor& editor, bool wanted) {
  if (!editor.files.loading.ready) return;
  std::optional<LoadedFile> file = std::exchange(editor.files.loading.ready, std::nullopt);
  if (wanted) return take_and_go_on(editor, {std::move(file), {}});
  stop_loading(editor.files);
}

}  // namespace marrow
