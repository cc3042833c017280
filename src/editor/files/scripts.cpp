#include "editor/files/scripts.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "edit/script.h"
#include "editor/files/files_state.h"
#include "io/file.h"
#include "io/write_file.h"

namespace marrow {

namespace {

std::string steps_text(std::size_t steps) {
  return steps == 1 ? "1 step" : fmt::format("{} steps", steps);
}

}  // namespace

void save_script(Editor& editor, const std::string& path) {
  const std::filesystem::path file(path);
  const History& history = editor.document.history();
  const std::size_t from = std::min(editor.files.script_from, history.current());
  try {
    io::write_file(path, script_of(history, from, history.current()));
  } catch (const std::exception& error) {
    return say(editor, error.what(), true);
  }
  std::string words =
      fmt::format("Saved {} as {}", steps_text(history.current() - from), file.filename().string());
  if (from == 0 && history.dropped() > 0)
    words += fmt::format(", without the {} before, which the history no longer has",
                         steps_text(history.dropped()));
  say(editor, words);
  editor.preferences.last_folder = file.parent_path().string();
}

void run_script_file(Editor& editor, const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  try {
    const std::string script = io::read_file(path, kScriptCap);
    if (const std::optional<std::string> done = do_script(editor, name, script))
      say(editor, fmt::format("{}: {}", name, *done));
  } catch (const io::Error& error) {
    say(editor, error.what(), true);
  }
}

std::optional<std::string> do_script(Editor& editor, const std::string& name,
                                     const std::string& script) {
  if (is_dragging(editor)) {
    say(editor, "Release the mouse button first.", true);
    return std::nullopt;
  }
  Document changed = editor.document;
  changed.show_time(std::nullopt);
  const ScriptRun run = run_script(changed, script);
  if (!run.problem.empty()) {
    say(editor, fmt::format("{}: {}. Nothing was changed.", name, run.problem), true);
    return std::nullopt;
  }
  editor.document = std::move(changed);
  editor.wants_redraw = true;
  std::string words = steps_text(run.steps) + "; the History tab goes through them";
  if (!run.notes.empty()) words += fmt::format(". {}", fmt::join(run.notes, ", "));
  return words;
}

}  // namespace marrow
