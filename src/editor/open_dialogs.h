// Which dialog is open: one list for the whole editor.
#pragma once

#include "editor/session.h"

namespace marrow {

struct Editor;

/// Name of the dialog in front, as in the state log ("browser", "unsaved", ...); "none" without
/// one.
const char* open_dialog(const Editor& editor);
/// A dialog or the file browser has the keyboard: shortcuts wait. Windows beside the picture
/// (find and replace, mirror) do not count.
bool has_dialog(const Editor& editor);

/// A drag or a dialog is under way, which may refer to the open document.
bool is_busy(const Editor& editor);
/// A file is being read, or is ready and will be taken without further input; or the card "Share"
/// waits for what it needs.
bool awaits_file(const Editor& editor);

}  // namespace marrow
