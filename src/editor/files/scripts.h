// Saves the history as a script and runs scripts (edit/script.h).
#pragma once

#include <optional>
#include <string>

#include "editor/editor.h"

namespace marrow {

/// Writes the steps after FilesState::script_from up to the present one.
void save_script(Editor& editor, const std::string& path);
/// Performs a script's edits, one step each, if all are possible; else changes nothing and shows
/// the reason. `name`: the script's name in the message. Returns a description of the edits.
std::optional<std::string> do_script(Editor& editor, const std::string& name,
                                     const std::string& script);
/// Performs the script in a file; a toast describes the edits.
void run_script_file(Editor& editor, const std::string& path);

}  // namespace marrow
