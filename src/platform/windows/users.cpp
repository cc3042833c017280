// A class is graded only on Linux. Here no command runs as another user, and folders are not
// watched.
#include "platform/users.h"

#include <fmt/format.h>
#include <random>
#include <stdexcept>
#include <windows.h>

namespace marrow::platform {

namespace fs = std::filesystem;

bool can_limit_programs() { return false; }
bool is_administrator() { return false; }

std::error_code give_to_user(const fs::path&, unsigned) {
  return std::make_error_code(std::errc::function_not_supported);
}

bool may_run(const fs::path& program) {
  std::error_code error;
  return fs::is_regular_file(program, error);
}

fs::path find_program(const std::string& name) {
  std::wstring found(32768, L'\0');  // the maximum length of a path
  found.resize(::SearchPathW(nullptr, fs::path(name).c_str(), L".exe",
                             static_cast<DWORD>(found.size()), found.data(), nullptr));
  return found;
}

fs::path make_temporary_folder(const std::string& name_begins) {
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("{}-{:08x}", name_begins, std::random_device()());
  std::error_code error;
  if (!fs::create_directory(folder, error))
    throw std::runtime_error(fmt::format("{}: no folder can be made", folder.string()));
  return folder;
}

FolderWatch::FolderWatch() : problem_("this system cannot watch folders") {}
FolderWatch::~FolderWatch() = default;
int FolderWatch::add(const fs::path&) { return -1; }
std::vector<FolderWatch::Event> FolderWatch::take() { return {}; }

}  // namespace marrow::platform
