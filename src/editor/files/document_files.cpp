#include "editor/files/document_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "editor/bench/bench_model.h"
#include "editor/bench/sheet_model.h"
#include "editor/camera_move.h"
#include "editor/capture/shot.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "editor/files/mesh_edits.h"
#include "editor/files/preferences.h"
#include "editor/files/safety.h"
#include "editor/files/scripts.h"
#include "editor/files/share.h"
#include "editor/files/welcome.h"
#include "editor/pose/retarget_setup.h"
#include "editor/pose/transport.h"
#include "editor/preferences_state.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"
#include "io/recovery_note.h"
#include "io/write_file.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSample = "human.glb";

/// Only Marrow's own file becomes the path of Save. A foreign file may hold data that a scene
/// cannot, so it is overwritten only if the user chooses its name.
void name_document(Session& session, const fs::path& path, bool is_ours) {
  session.source_name = is_ours ? std::string() : path.filename().string();
  if (is_ours) session.document.mark_saved(path);
}

std::string warning_count(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return {};
  if (warnings.size() == 1) return ": " + warnings.front();
  return fmt::format(": {} (and {} more)", warnings.front(), warnings.size() - 1);
}

std::string csv_of(Session& session, BenchState& bench) {
  const Id skeleton = shown_skeleton(session);
  const Scene& scene = session.document.scene();
  deformed_exactly(session);
  Measures& measures = measures_of(session);
  switch (bench.panel.csv) {
    case CsvKind::influences:
      return influences_csv(scene, session.deformer);
    case CsvKind::coverage:
      return coverage_csv(scene, session.deformer, measures, skeleton);
    case CsvKind::sweep:
      advance_sweep(session, bench, active_joint(session));  // also one that waited for distances
      while (!bench.sweep.is_done()) bench.sweep.advance(1000.0);
      return sweep_csv(bench.sweep.points());
    case CsvKind::sides:
      break;
  }
  return sides_csv(scene, sides_of(session, bench, skeleton));
}

/// Takes the result of a writing job. False and a toast if nothing was written: the old file is
/// intact. Precondition: the job is done.
bool finish_saving(Session& session, FilesState& files) {
  SavingState& state = files.saving;
  const std::optional<Scene> document = std::exchange(state.document, std::nullopt);
  const platform::JobOutcome<WrittenFile> outcome = state.writing.take();
  const fs::path path = state.path;
  if (!outcome.problem.empty()) {
    say(session, outcome.problem, true);
    return false;
  }
  if (!outcome.result) {
    say(session, "Canceled: " + path.filename().string() + " was not written");
    return false;
  }
  say(session, fmt::format("{} {}{}", state.verb, path.filename().string(),
                           warning_count(outcome.result->warnings)));
  session.preferences.last_folder = path.parent_path().string();
  if (!document) return true;
  session.document.mark_saved(path, *document);
  session.source_name.clear();
  note_saved(session, files, outcome.result->stamp);
  remember_file(session.preferences, state.path);
  return true;
}

bool refused_while_saving(Session& session, const FilesState& files) {
  if (is_saving(files))
    say(session,
        fs::path(files.saving.path).filename().string() +
            " is still being written; try again when that is done.",
        true);
  return is_saving(files);
}

/// Begins to write the present scene. Returns false if that failed within the patience.
bool begin_saving(Session& session, FilesState& files, const std::string& path,
                  const io::SaveOptions& options, const char* verb,
                  const ExportChoice& choice = {}) {
  SavingState& state = files.saving;
  state.began = session.now;
  state.verb = verb;
  state.path = path;
  begin_writing(state.writing, path, committed_scene(session), session.document.tasks(), options,
                choice);
  return !state.writing.wait(state.patience) || finish_saving(session, files);
}

bool refused_while_dragging(Session& session) {
  if (is_dragging(session)) say(session, "Finish the drag first (Esc cancels it).", true);
  return is_dragging(session);
}

void go_on(Editor& editor, const Pending& pending) {
  if (pending.kind != Pending::Kind::loaded) stop_loading(editor.files);
  switch (pending.kind) {
    case Pending::Kind::open:
      begin_loading(editor, {{LoadRequest::Kind::open, pending.path}});
      break;
    case Pending::Kind::loaded:
      answer_loaded(editor, true);
      break;
    case Pending::Kind::sample:
      open_sample(editor);
      break;
    case Pending::Kind::restore:
      restore_from(editor, editor.files, editor.viewport, pending.path);
      break;
    case Pending::Kind::reload:
      begin_loading(editor, {{LoadRequest::Kind::reload, editor.files.safety.file.string()}});
      break;
    case Pending::Kind::new_scene:
      replace_document(editor, Document(editor.document.tasks()));
      set_tab(editor, editor.viewport, Tab::layout);
      break;
    case Pending::Kind::quit:
      editor.wants_quit = true;
      break;
  }
}

void request(Editor& editor, Pending pending) {
  if (refused_while_dragging(editor)) return;
  return_to_own(editor);
  if (editor.files.saving.document) {  // the document may soon be saved: advance_saving() decides
    editor.files.after_save = std::move(pending);
    return;
  }
  if (!editor.document.is_dirty()) return go_on(editor, pending);
  editor.files.pending = std::move(pending);
}

/// Sets the first view of a scene that replaced another one.
void set_first_view(Session& session, const LoadRequest& request, const Camera& before) {
  const std::optional<Camera>& saved = session.document.scene().camera;
  const std::optional<Camera>& last = session.preferences.last_view;
  if (request.kind == LoadRequest::Kind::reload)
    session.camera = before;
  else if (request.kind == LoadRequest::Kind::last && last)
    session.camera = *last;
  else if (saved)
    session.camera = *saved;
  else
    show_all_at_once(session);
}

void take_opened(Session& session, FilesState& files, ViewportState& viewport,
                 const LoadRequest& request, LoadedFile file) {
  const std::string name = fs::path(request.path).filename().string();
  const Camera camera = session.camera;
  const Tab tab = session.tab;
  if (file.deformer) session.measures = std::move(file.measures);
  replace_document(session,
                   Document(session.document.tasks(), std::move(file.loaded.scene), "Open " + name),
                   std::move(file.deformer));
  viewport.ray_boxes = std::move(file.ray_boxes);
  name_document(session, request.path, file.loaded.is_ours);
  note_opened(session, files, request.path, file.stamp);
  set_first_view(session, request, camera);
  files.load_warnings = std::move(file.loaded.warnings);
  if (!files.load_warnings.empty()) say(session, name + warning_count(files.load_warnings));
  set_tab(session, viewport,
          first_node_with(&Node::skeleton, session.document.scene()) ? Tab::pose : Tab::layout);
  remember_file(session.preferences, request.path);
  if (request.kind != LoadRequest::Kind::reload) return;
  set_tab(session, viewport, tab);
  say(session, "Read " + name + " again");
}

bool take_imported(Session& session, BenchState& bench, FilesState& files,
                   TransportState& transport, const LoadRequest& request, LoadedFile file) {
  if (request.kind == LoadRequest::Kind::replace_mesh)
    return take_new_mesh(session, files, request, std::move(file));
  const bool only_motions = request.kind == LoadRequest::Kind::import_motion;
  if (const std::string why = why_no_motions(session, file.loaded.scene);
      only_motions && !why.empty()) {
    say(session, fs::path(request.path).filename().string() + ": " + why, true);
    return false;
  }
  if (only_motions || can_retarget(session, file.loaded.scene)) {
    begin_retarget(session, transport, request.path, std::move(file.loaded));
    return true;
  }
  if (!perform(session, op::AddNodes{std::move(file.loaded.scene)})) return false;
  note_radii(bench, session.document.scene());
  files.load_warnings = std::move(file.loaded.warnings);
  say(session, "Imported " + fs::path(request.path).filename().string() +
                   warning_count(files.load_warnings));
  return true;
}

void begin_import(Editor& editor, const LoadRequest& request) {
  if (refused_while_dragging(editor)) return;
  if (is_loading(editor.files))
    return say(editor,
               fs::path(editor.files.loading.request.path).filename().string() +
                   " is still being read (Esc stops it); then import again.",
               true);
  begin_loading(editor, {request});
}

void open_recovered(Session& session, FilesState& files, ViewportState& viewport,
                    ClaimedRecovery::Restored restored, const io::RecoveryNote& note) {
  const std::optional<Camera> camera = restored.scene.camera;
  replace_document(session, document_of(session.document.tasks(), std::move(restored.scene),
                                        restored.past, "Restore " + note.name));
  session.document.set_path(note.document);
  session.document.mark_unsaved();
  if (note.document.empty()) session.source_name = note.name;
  if (camera)
    session.camera = *camera;
  else
    show_all_at_once(session);
  set_tab(session, viewport,
          first_node_with(&Node::skeleton, session.document.scene()) ? Tab::pose : Tab::layout);
  if (note.document.empty()) return;
  // Another program made any change of the file after the snapshot.
  FileStamp stamp = stamp_of(note.document);
  if (stamp.time / 1'000'000'000 > note.time) stamp = FileStamp{true, 0, 0, {}};
  files.safety.file = note.document;
  files.safety.stamp = stamp;
  check_disk(session, files);
}

}  // namespace

bool take_loaded(Editor& editor, const LoadRequest& request,
                 platform::JobOutcome<LoadedFile> outcome) {
  if (!outcome.problem.empty()) say(editor, outcome.problem, true);
  if (!outcome.result) return false;
  return_to_own(editor);
  if (request.adds())
    return take_imported(editor, editor.bench, editor.files, editor.transport, request,
                         std::move(*outcome.result));
  take_opened(editor, editor.files, editor.viewport, request, std::move(*outcome.result));
  return true;
}

bool open_file(Editor& editor, const std::string& path) {
  if (refused_while_dragging(editor)) return false;
  stop_loading(editor.files);
  Loading reading;
  begin_reading(reading, path, &editor.document.tasks());
  reading.wait(platform::Job::kAsLongAsItTakes);
  return take_loaded(editor, {LoadRequest::Kind::open, path}, reading.take());
}

bool save_file(Session& session, FilesState& files, const std::string& path) {
  if (refused_while_dragging(session) || refused_while_saving(session, files)) return false;
  return_to_own(session);
  files.saving.document = session.document.committed();
  files.saving.is_export = false;
  return begin_saving(session, files, path, {}, "Saved");
}

bool can_stop_export(const FilesState& files) {
  const Saving& writing = files.saving.writing;
  return files.saving.is_export && writing.is_running() && writing.progress().can_stop() &&
         !writing.progress().wants_stop();
}

void stop_export(FilesState& files) {
  if (can_stop_export(files)) files.saving.writing.cancel();
}

bool advance_saving(Editor& editor) {
  FilesState& files = editor.files;
  if (!files.saving.writing.is_done()) return false;
  const bool is_document = files.saving.document.has_value();
  const bool is_saved = finish_saving(editor, files);
  if (!is_document || files.browser || files.safety.asks_overwrite) return true;
  const std::optional<Pending> next = std::exchange(files.after_save, std::nullopt);
  if (is_saved && next) request(editor, *next);  // asks again if the document changed meanwhile
  return true;
}

bool export_scene(Session& session, FilesState& files, const std::string& path,
                  const io::ExportWay& way, const ExportChoice& choice) {
  if (refused_while_dragging(session) || refused_while_saving(session, files)) return false;
  files.saving.is_export = true;
  io::SaveOptions options = way.options;
  if (choice.preset) options.max_influences = choice.preset->influences;
  return begin_saving(session, files, path, options, "Exported", choice);
}

bool export_csv(Session& session, BenchState& bench, const std::string& path) {
  if (refused_while_dragging(session)) return false;
  try {
    io::write_file(path, csv_of(session, bench));
  } catch (const io::Error& error) {
    say(session, error.what(), true);
    return false;
  }
  say(session, "Exported " + fs::path(path).filename().string());
  session.preferences.last_folder = fs::path(path).parent_path().string();
  return true;
}

void request_open(Editor& editor, const std::string& path) {
  request(editor, {Pending::Kind::open, path});
}
void request_import(Editor& editor, const std::string& path) {
  begin_import(editor, {LoadRequest::Kind::import, path});
}
void request_import_motions(Editor& editor, const std::string& path) {
  begin_import(editor, {LoadRequest::Kind::import_motion, path});
}
void request_new_mesh(Editor& editor, const std::string& path, Id mesh) {
  begin_import(editor, {LoadRequest::Kind::replace_mesh, path, mesh});
}
void request_sample(Editor& editor) { request(editor, {Pending::Kind::sample, {}}); }
void request_reload(Editor& editor) { request(editor, {Pending::Kind::reload, {}}); }
void request_new(Editor& editor) { request(editor, {Pending::Kind::new_scene, {}}); }
void request_quit(Editor& editor) { request(editor, {Pending::Kind::quit, {}}); }

void answer_pending(Editor& editor, Answer answer) {
  if (!editor.files.pending) return;
  const Pending pending = *std::exchange(editor.files.pending, std::nullopt);
  if (answer == Answer::discard) return go_on(editor, pending);
  if (answer == Answer::cancel) return answer_loaded(editor, false);
  save_or_ask(editor, editor.bench, editor.files);
  if (editor.files.browser || editor.files.safety.asks_overwrite || editor.files.saving.document)
    editor.files.after_save = pending;
  else if (!editor.document.is_dirty())
    go_on(editor, pending);
}

void save_or_ask(Session& session, BenchState& bench, FilesState& files) {
  if (refused_while_dragging(session)) return;
  return_to_own(session);
  if (session.document.path().empty())
    open_browser(session, bench, files, FileTask::save_scene);
  else if (check_disk(session, files))
    files.safety.asks_overwrite = true;
  else
    save_file(session, files, session.document.path().string());
}

void save_and_go_on(Editor& editor, const std::string& path) {
  std::optional<Pending> next = std::exchange(editor.files.after_save, std::nullopt);
  if (!save_file(editor, editor.files, path) || !next) return;
  if (is_saving(editor.files))
    editor.files.after_save = std::move(next);
  else
    go_on(editor, *next);
}

/// Exports with the card's choices and remembers them. The document gets a VRM file's meta data.
static void export_chosen(Editor& editor, const FileBrowser& chosen, const std::string& path) {
  const ExportChoice choice = export_choice(chosen);
  editor.preferences.export_for = choice.preset ? choice.preset->name : "";
  editor.preferences.export_names = chosen.names > 0 ? choice.names : "";
  if (holds_avatar(chosen) && chosen.meta != io::avatar_meta(editor.document.scene()))
    perform(editor, op::SetAvatar{chosen.meta.name, chosen.meta.authors, chosen.meta.license});
  export_scene(editor, editor.files, path, io::export_ways()[chosen.way], choice);
}

void finish_browser(Editor& editor, const std::string& path) {
  const FileTask task = editor.files.browser->task;
  const FileBrowser chosen = *editor.files.browser;
  editor.files.browser.reset();
  switch (task) {
    case FileTask::open:
      return request_open(editor, path);
    case FileTask::import:
      return request_import(editor, path);
    case FileTask::import_motion:
      return request_import_motions(editor, path);
    case FileTask::replace_mesh:
      return request_new_mesh(editor, path, mesh_to_replace(editor.document));
    case FileTask::skeleton_of:
      return take_skeleton(editor, path);
    case FileTask::export_scene:
      return export_chosen(editor, chosen, path);
    case FileTask::export_csv:
      export_csv(editor, editor.bench, path);
      return;
    case FileTask::export_sheet:
      editor.sheet.wants_png = path;
      return;
    case FileTask::picture_folder:
      editor.preferences.picture_folder = path;
      editor.shots.has_chosen = true;
      return;
    case FileTask::share_page:
      save_page(editor, path);
      return;
    case FileTask::save_script:
      return save_script(editor, path);
    case FileTask::run_script:
      return run_script_file(editor, path);
    case FileTask::save_scene:
      return save_and_go_on(editor, path);
  }
}

void restore_offer(Editor& editor) {
  if (const OrphanedRecovery* offer = shown_offer(editor.files))
    request(editor, {Pending::Kind::restore, offer->folder.string()});
}

void restore_from(Session& session, FilesState& files, ViewportState& viewport,
                  const fs::path& folder) {
  std::optional<ClaimedRecovery> claim = ClaimedRecovery::claim(folder);
  if (!claim) {
    drop_offer(files, folder);
    return say(session, "This autosave was opened in another window of Marrow, or deleted.", true);
  }
  try {
    const io::RecoveryNote note = io::read_recovery_note(folder / kRecoveryNote);
    open_recovered(session, files, viewport, claim->restore_with_past(), note);
    files.safety.restored = std::move(claim);
    drop_offer(files, folder);
    say(session, fmt::format("{} is back as it was {}, after \"{}\". It is not saved yet.",
                             note.name, moment_text(note.time, seconds_now()), note.label));
  } catch (const std::exception& error) {  // io::Error, or no memory
    for (OrphanedRecovery& offer : files.safety.offers)
      if (offer.folder == folder) offer.problem = error.what();
    say(session, std::string("This cannot be restored: ") + error.what(), true);
  }
}

void answer_overwrite(Editor& editor, OverwriteAnswer answer) {
  if (!std::exchange(editor.files.safety.asks_overwrite, false)) return;
  if (answer == OverwriteAnswer::cancel) return editor.files.after_save.reset();
  if (answer == OverwriteAnswer::save_as)
    return open_browser(editor, editor.bench, editor.files, FileTask::save_scene);
  save_and_go_on(editor, editor.document.path().string());
}

bool open_sample(Editor& editor) {
  const std::filesystem::path sample = media_folder() / kSample;
  const Preferences kept = editor.preferences;
  std::error_code error;
  if (!std::filesystem::exists(sample, error)) {
    say(editor,
        "The sample scene media/human.glb is missing; drop a file on the window, or choose File, "
        "Open.",
        true);
    return false;
  }
  if (!open_file(editor, sample.string())) return false;
  editor.preferences = kept;  // the sample is not a recent file
  editor.document.set_path({});
  editor.source_name = kSample;
  return true;
}

}  // namespace marrow
