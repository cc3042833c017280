// Where a program has files and a clipboard of its own, as a page in a browser: the way to the
// user's. Elsewhere they are the same, and nothing is exchanged.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace marrow::platform {

/// This program cannot look into the user's folders.
bool has_own_files();

/// Asks the user for files, which arrive as dropped ones.
void ask_for_files();

/// Files that were written together: those below home_folder() are the user's to keep.
void hand_out(const std::vector<std::filesystem::path>& files);

/// The program's clipboard holds this now.
void hand_out_text(const std::string& text);

}  // namespace marrow::platform
