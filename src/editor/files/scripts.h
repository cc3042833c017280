// The history as a script, and scripts of others: edit/script.h.
#pragma once

#include <string>

#include "editor/editor.h"

namespace marrow {

/// Writes the steps after FilesState::script_from up to the present one.
void save_script(Editor& editor, const std::string& path);
/// Does a script's edits, a step each, if all of them can be done; else nothing is changed.
void run_script_file(Editor& editor, const std::string& path);

}  // namespace marrow
