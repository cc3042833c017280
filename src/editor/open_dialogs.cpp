#include "editor/open_dialogs.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "editor/bench/sheet_model.h"
#include "editor/capture/shot.h"
#include "editor/commands/help_state.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/files/files_state.h"
#include "editor/files/share.h"
#include "editor/long_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/pose/transport.h"
#include "editor/shell_state.h"

namespace marrow {
namespace {

struct Dialog {
  const char* name;
  bool takes_keyboard;
  bool (*is_open)(const Editor&);
};

/// Topmost first.
constexpr std::array<Dialog, 15> kDialogs{{
    {"browser", true, [](const Editor& editor) { return editor.files.browser.has_value(); }},
    {"sheet", true, [](const Editor& editor) { return editor.sheet.is_open; }},
    {"screenshot", true, [](const Editor& editor) { return editor.shots.shows_options; }},
    {"film", true, [](const Editor& editor) { return editor.shots.shows_film; }},
    {"share", true, [](const Editor& editor) { return editor.files.share.has_value(); }},
    {"retarget", true, [](const Editor& editor) { return editor.transport.retarget.has_value(); }},
    {"find and replace", false,
     [](const Editor& editor) { return editor.panels.joints.find.has_value(); }},
    {"mirror", false, [](const Editor& editor) { return editor.panels.joints.mirror.has_value(); }},
    {"unsaved", true, [](const Editor& editor) { return editor.files.pending.has_value(); }},
    {"overwrite", true,
     [](const Editor& editor) { return bool(editor.files.safety.asks_overwrite); }},
    {"dropped", true, [](const Editor& editor) { return editor.files.dropped.has_value(); }},
    {"help", true, [](const Editor& editor) { return editor.shell.shows_help; }},
    {"about", true, [](const Editor& editor) { return editor.shell.shows_about; }},
    {"palette", true, [](const Editor& editor) { return editor.help.palette.has_value(); }},
    {"preferences", true, [](const Editor& editor) { return editor.help.shows_preferences; }},
}};

}  // namespace

const char* open_dialog(const Editor& editor) {
  const auto open = std::find_if(kDialogs.begin(), kDialogs.end(),
                                 [&](const Dialog& dialog) { return dialog.is_open(editor); });
  return open == kDialogs.end() ? "none" : open->name;
}

bool works_in_dialog(const Editor& editor, std::string_view command) {
  return open_dialog(editor) == std::string_view("sheet") &&
         (command == "edit.undo" || command == "edit.redo");
}

bool has_dialog(const Editor& editor) {
  return std::any_of(kDialogs.begin(), kDialogs.end(), [&](const Dialog& dialog) {
    return dialog.takes_keyboard && dialog.is_open(editor);
  });
}

bool is_busy(const Editor& editor) { return is_dragging(editor) || has_dialog(editor); }

bool awaits_file(const Editor& editor) {
  if (editor.files.share && is_preparing(*editor.files.share)) return true;
  if (editor.files.mesh_check.job.has_begun() || editor.figure.search.has_begun()) return true;
  const bool is_busy_now = is_busy(editor);  // a finished job waits until it is not
  const auto awaits = [&](const auto& job) {
    return job.has_begun() && (!job.is_done() || !is_busy_now);
  };
  return awaits(editor.long_edit.job) || awaits(editor.files.loading.reading);
}

}  // namespace marrow
