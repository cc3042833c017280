// Which dialog is open: one list for the whole editor.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Name of the dialog in front, as in the state log ("browser", "unsaved", ...); "none" if there is
/// none.
const char* open_dialog(const Editor& editor);
/// True if a dialog or the file browser has the keyboard, so that shortcuts do not work. Windows
/// next to the picture (find and replace, mirror) do not count.
bool has_dialog(const Editor& editor);
/// True for a command whose keys work while a dialog is open, for example to undo a cure in the
/// range-of-motion sheet.
bool works_in_dialog(const Editor& editor, std::string_view command);

/// True if a drag or a dialog is active: it may refer to the open document.
bool is_busy(const Editor& editor);
/// True if a file is being read or will be opened without further input, a long edit is computed,
/// the card "Share" waits for its content, or meshes are examined or searched for joints.
bool awaits_file(const Editor& editor);

}  // namespace marrow
