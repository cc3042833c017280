#include "platform/folders.h"

#include <cstdlib>
#include <sstream>
#include <string>

namespace marrow::platform {
namespace {

namespace fs = std::filesystem;

/// By the XDG base directory specification a variable counts only if its path is absolute.
fs::path folder_of(const char* variable, const char* below_home) {
  if (const char* set = std::getenv(variable); set != nullptr && fs::path(set).is_absolute())
    return fs::path(set) / "marrow";
  const fs::path home = home_folder();
  return home.empty() ? fs::path() : home / below_home / "marrow";
}

}  // namespace

fs::path home_folder() {
  const char* home = std::getenv("HOME");
  return home != nullptr ? fs::path(home) : fs::path();
}

fs::path config_folder() { return folder_of("XDG_CONFIG_HOME", ".config"); }
fs::path state_folder() { return folder_of("XDG_STATE_HOME", ".local/state"); }

/// share/marrow is next to bin/ if the program is installed, and next to the program in a build
/// folder.
std::vector<fs::path> resource_folders() {
  const fs::path program = program_folder();
  std::vector<fs::path> folders = {program / "share" / "marrow",
                                   program.parent_path() / "share" / "marrow",
                                   folder_of("XDG_DATA_HOME", ".local/share")};
  const char* set = std::getenv("XDG_DATA_DIRS");
  std::istringstream list(set != nullptr && *set != '\0' ? set : "/usr/local/share:/usr/share");
  for (std::string folder; std::getline(list, folder, ':');)
    if (fs::path(folder).is_absolute()) folders.push_back(fs::path(folder) / "marrow");
  std::erase(folders, fs::path());
  return folders;
}

}  // namespace marrow::platform
