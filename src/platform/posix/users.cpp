#include "platform/users.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

#include "platform/posix/error.h"

namespace marrow::platform {

namespace fs = std::filesystem;

bool is_administrator() { return ::geteuid() == 0; }

std::error_code give_to_user(const fs::path& path, unsigned user) {
  return ::lchown(path.c_str(), user, user) != 0 ? last_error() : std::error_code();
}

bool may_run(const fs::path& program) { return ::access(program.c_str(), X_OK) == 0; }

fs::path find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / name;
    if (file.is_absolute() && may_run(file)) return file;
  }
  return {};
}

fs::path make_temporary_folder(const std::string& name_begins) {
  std::string name = (fs::temp_directory_path() / (name_begins + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error(
        fmt::format("{}: no folder can be made: {}", name, std::strerror(errno)));
  return name;
}

}  // namespace marrow::platform
