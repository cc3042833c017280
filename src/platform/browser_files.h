// Access to the user's files and clipboard from a page in a browser, whose files and clipboard are
// private to the page. On other systems these functions do nothing, except fetch_resource(), which
// returns the installed file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::platform {

/// True in a page: the program's files are private, and it cannot read the user's folders.
bool has_private_files();

/// Asks the user to choose files, which then arrive like dropped files.
void ask_for_files();

/// A file that ships with the program. A page fetches it when it is first requested, and has it
/// some time later.
struct FetchedResource {
  std::filesystem::path file;  ///< empty: not there yet, or not available
  bool is_expected = false;    ///< the file is there or being fetched
};
FetchedResource fetch_resource(std::string_view name);

/// The address of the folder of the program's page: "https://host/marrow/". Empty outside a
/// browser.
std::string page_address();

/// Gives the user, through the browser, files that were saved together, if below home_folder().
void save_to_computer(const std::vector<std::filesystem::path>& files);

/// Copies text to the user's clipboard.
void copy_to_browser(const std::string& text);

}  // namespace marrow::platform
