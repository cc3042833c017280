#include <cstdint>
#include <mach-o/dyld.h>
#include <string>
#include <system_error>

#include "platform/folders.h"

namespace marrow::platform {

std::filesystem::path program_file() {
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
  std::error_code error;
  return std::filesystem::canonical(path.c_str(), error);
}

std::filesystem::path program_folder() { return program_file().parent_path(); }

}  // namespace marrow::platform
