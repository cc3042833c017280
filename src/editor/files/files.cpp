#include <fmt/format.h>
#include <utility>

#include "edit/derived.h"
#include "editor/bench/bench_csv.h"
#include "editor/bench/bench_model.h"
#include "editor/course/course_case.h"
#include "editor/editor.h"
#include "editor/files/safety.h"
#include "editor/files/stored_preferences.h"
#include "editor/pose/transport.h"
#include "editor/welcome.h"
#include "io/write_file.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

/// A file of ours keeps its path, so that Save goes there. Somebody else's gives only its name: it
/// may hold what a scene does not (materials, animations), and is never overwritten without being
/// asked for by name.
void name_document(Editor& editor, const fs::path& path, bool is_ours) {
  editor.source_name = is_ours ? std::string() : path.filename().string();
  if (is_ours) editor.document.mark_saved(path);
}

/// What is new on the screen after a scene was replaced: nothing hovered, hidden or half done is
/// left of the old one. `deformer`: one that has bound it already.
void start_with(Editor& editor, Document document, std::optional<Deformer> deformer = {}) {
  editor.document = std::move(document);
  if (deformer) editor.deformer = std::move(*deformer);
  note_replaced(editor);
  ViewportState fresh;
  fresh.size = editor.viewport.size;
  fresh.hint_until = editor.now + 12.0;
  editor.viewport = std::move(fresh);
  editor.show.hidden.clear();
  editor.show.heat_joint = kNoId;
  editor.renaming = kNoId;
  editor.camera_move.reset();
  editor.source_name.clear();
  editor.load_warnings.clear();
  editor.deformer.update(editor.document.scene());
  editor.bench.radii_at_open.clear();
  note_radii(editor.bench, editor.document.scene());
  editor.bench.sheet = {};
  editor.wants_redraw = true;
}

std::string warning_count(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return {};
  if (warnings.size() == 1) return ": " + warnings.front();
  return fmt::format(": {} (and {} more)", warnings.front(), warnings.size() - 1);
}

bool has_skeleton(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.skeleton) return true;
  return false;
}

std::string csv_of(Editor& editor) {
  const Id skeleton = shown_skeleton(editor);
  const Scene& scene = editor.document.scene();
  Measures& measures = measures_of(editor);
  switch (editor.bench.panel.csv) {
    case CsvKind::influences:
      return influences_csv(scene, editor.deformer);
    case CsvKind::coverage:
      return coverage_csv(scene, editor.deformer, measures, skeleton);
    case CsvKind::sweep:
      while (!editor.bench.sweep.is_done()) editor.bench.sweep.advance(1000.0);
      return sweep_csv(editor.bench.sweep.points());
    case CsvKind::sides:
      break;
  }
  return sides_csv(scene, sides_of(editor, skeleton));
}

/// Writes the scene as it is now. False and a toast when it could not be written; then the old file
/// is whole.
bool write(Editor& editor, const std::string& path, const io::SaveOptions& options,
           const char* verb) {
  Scene scene = editor.document.scene();
  scene.camera = editor.camera;
  editor.deformer.update(editor.document.scene());
  try {
    const std::vector<std::string> warnings =
        io::save(path, scene, derived_from(editor.deformer, scene), options);
    say(editor,
        fmt::format("{} {}{}", verb, fs::path(path).filename().string(), warning_count(warnings)));
  } catch (const io::Error& error) {
    say(editor, error.what(), true);
    return false;
  } catch (const std::bad_alloc&) {
    say(editor, path + ": there is not enough memory to write it", true);
    return false;
  }
  editor.shell.preferences.last_folder = fs::path(path).parent_path().string();
  return true;
}

bool refused_while_dragging(Editor& editor) {
  if (is_dragging(editor)) say(editor, "Finish the drag first (Esc cancels it).", true);
  return is_dragging(editor);
}

void go_on(Editor& editor, const Pending& pending) {
  if (pending.kind != Pending::Kind::loaded) stop_loading(editor);
  switch (pending.kind) {
    case Pending::Kind::open:
      begin_loading(editor, {{LoadJob::Kind::open, pending.path}});
      break;
    case Pending::Kind::loaded:
      answer_loaded(editor, true);
      break;
    case Pending::Kind::sample:
      open_sample(editor);
      break;
    case Pending::Kind::restore:
      restore_from(editor, pending.path);
      break;
    case Pending::Kind::reload:
      begin_loading(editor, {{LoadJob::Kind::reload, editor.safety.file.string()}});
      break;
    case Pending::Kind::new_scene:
      start_with(editor, Document(editor.document.tasks()));
      set_tab(editor, Tab::layout);
      break;
    case Pending::Kind::quit:
      editor.wants_quit = true;
      break;
  }
}

void request(Editor& editor, Pending pending) {
  if (refused_while_dragging(editor)) return;
  leave_case(editor);
  editor.wants_redraw = true;
  if (!editor.document.is_dirty()) return go_on(editor, pending);
  editor.shell.pending = std::move(pending);
}

/// How a scene that replaced another is seen at first.
void look_at_opened(Editor& editor, const LoadJob& job, const Camera& before) {
  const std::optional<Camera>& saved = editor.document.scene().camera;
  const std::optional<Camera>& last = editor.shell.preferences.last_view;
  if (job.kind == LoadJob::Kind::reload)
    editor.camera = before;
  else if (job.kind == LoadJob::Kind::last && last)
    editor.camera = *last;
  else if (saved)
    editor.camera = *saved;
  else
    show_all_at_once(editor);
}

void take_opened(Editor& editor, const LoadJob& job, Loading::Result result) {
  const std::string name = fs::path(job.path).filename().string();
  const Camera camera = editor.camera;
  const Tab tab = editor.tab;
  start_with(editor,
             Document(editor.document.tasks(), std::move(result.loaded->scene), "Open " + name),
             std::move(result.deformer));
  name_document(editor, job.path, result.loaded->is_ours);
  note_opened(editor, job.path, result.stamp);
  look_at_opened(editor, job, camera);
  editor.load_warnings = std::move(result.loaded->warnings);
  if (!editor.load_warnings.empty()) say(editor, name + warning_count(editor.load_warnings));
  set_tab(editor, has_skeleton(editor.document.scene()) ? Tab::pose : Tab::layout);
  remember_file(editor.shell.preferences, job.path);
  if (job.kind != LoadJob::Kind::reload) return;
  set_tab(editor, tab);
  say(editor, "Read " + name + " again");
}

bool take_imported(Editor& editor, const LoadJob& job, Loading::Result result) {
  if (can_retarget(editor, result.loaded->scene)) {
    begin_retarget(editor, job.path, std::move(*result.loaded));
    return true;
  }
  if (!perform(editor, op::AddNodes{std::move(result.loaded->scene)})) return false;
  note_radii(editor.bench, editor.document.scene());
  editor.load_warnings = std::move(result.loaded->warnings);
  say(editor,
      "Imported " + fs::path(job.path).filename().string() + warning_count(editor.load_warnings));
  return true;
}

/// Waits until the file is read.
bool load_now(Editor& editor, const LoadJob& job) {
  constexpr double kForever = 1e9;
  if (refused_while_dragging(editor)) return false;
  stop_loading(editor);
  Loading loading(job.path, job.kind == LoadJob::Kind::import ? nullptr : &editor.document.tasks());
  loading.wait(kForever);
  return take_loaded(editor, job, loading.take());
}

}  // namespace

bool take_loaded(Editor& editor, const LoadJob& job, Loading::Result result) {
  if (!result.problem.empty()) say(editor, result.problem, true);
  if (!result.loaded) return false;
  leave_case(editor);
  if (job.kind == LoadJob::Kind::import) return take_imported(editor, job, std::move(result));
  take_opened(editor, job, std::move(result));
  return true;
}

bool open_file(Editor& editor, const std::string& path) {
  return load_now(editor, {LoadJob::Kind::open, path});
}
bool import_file(Editor& editor, const std::string& path) {
  return load_now(editor, {LoadJob::Kind::import, path});
}

bool save_file(Editor& editor, const std::string& path) {
  if (refused_while_dragging(editor)) return false;
  leave_case(editor);
  if (!write(editor, path, {}, "Saved")) return false;
  editor.document.mark_saved(path);
  editor.source_name.clear();
  note_saved(editor);
  remember_file(editor.shell.preferences, path);
  return true;
}

void open_recovered(Editor& editor, Scene scene, const io::RecoveryNote& note) {
  const std::optional<Camera> camera = scene.camera;
  start_with(editor, Document(editor.document.tasks(), std::move(scene), "Restore " + note.name));
  editor.document.set_path(note.document);
  editor.document.mark_unsaved();
  if (note.document.empty()) editor.source_name = note.name;
  if (camera)
    editor.camera = *camera;
  else
    show_all_at_once(editor);
  set_tab(editor, has_skeleton(editor.document.scene()) ? Tab::pose : Tab::layout);
  if (note.document.empty()) return;
  // What was written after the snapshot is another program's.
  FileStamp stamp = stamp_of(note.document);
  if (stamp.time / 1'000'000'000 > note.time) stamp = FileStamp{true, 0, 0, {}};
  editor.safety.file = note.document;
  editor.safety.stamp = stamp;
  check_disk(editor);
}

bool export_scene(Editor& editor, const std::string& path, const io::ExportWay& way) {
  return !refused_while_dragging(editor) && write(editor, path, way.options, "Exported");
}

bool export_csv(Editor& editor, const std::string& path) {
  if (refused_while_dragging(editor)) return false;
  try {
    io::write_file(path, csv_of(editor));
  } catch (const io::Error& error) {
    say(editor, error.what(), true);
    return false;
  }
  say(editor, "Exported " + fs::path(path).filename().string());
  editor.shell.preferences.last_folder = fs::path(path).parent_path().string();
  return true;
}

void request_open(Editor& editor, const std::string& path) {
  request(editor, {Pending::Kind::open, path});
}
void request_import(Editor& editor, const std::string& path) {
  if (refused_while_dragging(editor)) return;
  if (is_loading(editor))
    return say(editor,
               fs::path(editor.loading.job.path).filename().string() +
                   " is still being read (Esc stops it); then import again.",
               true);
  begin_loading(editor, {{LoadJob::Kind::import, path}});
}
void request_sample(Editor& editor) { request(editor, {Pending::Kind::sample, {}}); }
void request_restore(Editor& editor, const std::string& folder) {
  request(editor, {Pending::Kind::restore, folder});
}
void request_reload(Editor& editor) { request(editor, {Pending::Kind::reload, {}}); }
void request_new(Editor& editor) { request(editor, {Pending::Kind::new_scene, {}}); }
void request_quit(Editor& editor) { request(editor, {Pending::Kind::quit, {}}); }

void answer_pending(Editor& editor, Answer answer) {
  if (!editor.shell.pending) return;
  const Pending pending = *std::exchange(editor.shell.pending, std::nullopt);
  editor.wants_redraw = true;
  if (answer == Answer::discard) return go_on(editor, pending);
  if (answer == Answer::cancel) return answer_loaded(editor, false);
  save_or_ask(editor);
  if (editor.shell.browser || editor.safety.asks_overwrite)
    editor.shell.after_save = pending;
  else if (!editor.document.is_dirty())
    go_on(editor, pending);
}

void save_or_ask(Editor& editor) {
  if (refused_while_dragging(editor)) return;
  leave_case(editor);
  if (editor.document.path().empty())
    open_browser(editor, FileTask::save_scene);
  else if (check_disk(editor))
    editor.safety.asks_overwrite = editor.wants_redraw = true;
  else
    save_file(editor, editor.document.path().string());
}

void save_and_go_on(Editor& editor, const std::string& path) {
  const std::optional<Pending> next = std::exchange(editor.shell.after_save, std::nullopt);
  if (save_file(editor, path) && next) go_on(editor, *next);
}

void finish_browser(Editor& editor, const std::string& path) {
  const FileTask task = editor.shell.browser->task;
  const std::size_t way = editor.shell.browser->way;
  editor.shell.browser.reset();
  switch (task) {
    case FileTask::open:
      return request_open(editor, path);
    case FileTask::import:
      return request_import(editor, path);
    case FileTask::export_scene:
      export_scene(editor, path, io::export_ways()[way]);
      return;
    case FileTask::export_csv:
      export_csv(editor, path);
      return;
    case FileTask::export_sheet:
      editor.bench.sheet.wants_png = path;
      editor.wants_redraw = true;
      return;
    case FileTask::save_scene:
      return save_and_go_on(editor, path);
  }
}

}  // namespace marrow
