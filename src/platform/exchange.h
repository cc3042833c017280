// Where a program has files and a clipboard of its own, as a page in a browser: the way to the
// user's. Elsewhere they are the same, and nothing is exchanged.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::platform {

/// This program cannot look into the user's folders.
bool has_own_files();

/// Asks the user for files, which arrive as dropped ones.
void ask_for_files();

/// A file that ships with the program, beside platform::resource()'s others. A page fetches it when
/// it is asked for first, and has it a while later.
struct Brought {
  std::filesystem::path file;  ///< empty: not there yet, or never
  bool can_come = false;       ///< it is there, or under way
};
Brought bring(std::string_view name);

/// Where the program's own page stands, without what follows its folder: "https://host/marrow/".
/// Empty for a program that is not in one.
std::string page_address();

/// Files that were written together: those below home_folder() are the user's to keep.
void hand_out(const std::vector<std::filesystem::path>& files);

/// The program's clipboard holds this now.
void hand_out_text(const std::string& text);

}  // namespace marrow::platform
