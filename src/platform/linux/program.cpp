#include <system_error>

#include "platform/folders.h"

namespace marrow::platform {
namespace {

constexpr const char* kOwn = "/proc/self/exe";

}  // namespace

std::filesystem::path program_file() { return kOwn; }

std::filesystem::path program_folder() {
  std::error_code error;
  return std::filesystem::read_symlink(kOwn, error).parent_path();
}

}  // namespace marrow::platform
