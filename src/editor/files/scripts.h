// The history as a script, and scripts of others: edit/script.h.
#pragma once

#include <optional>
#include <string>

#include "editor/editor.h"

namespace marrow {

/// Writes the steps after FilesState::script_from up to the present one.
void save_script(Editor& editor, const std::string& path);
/// Does a script's edits, a step each, if all of them can be done; else nothing is changed, and
/// the user is told why. `name` is what the message calls it. Returns what was done, in words.
std::optional<std::string> do_script(Editor& editor, const std::string& name,
                                     const std::string& script);
/// The same for a file; tells the user what was done.
void run_script_file(Editor& editor, const std::string& path);

}  // namespace marrow
