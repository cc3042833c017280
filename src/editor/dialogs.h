// Which dialogue is open: one list for the whole editor.
#pragma once

#include "editor/session.h"

namespace marrow {

struct Editor;
struct FilesState;

/// Name of the dialogue in front, as in the state log ("browser", "unsaved", ...); "none" without
/// one.
const char* open_dialog(const Editor& editor);
/// A dialogue or the file browser has the keyboard: shortcuts wait. Windows beside the picture
/// (find and replace, mirror) do not count.
bool has_dialog(const Editor& editor);

/// A question about files stands before these windows: they wait until it is answered.
bool asks_something_else(const FilesState& files);

}  // namespace marrow
