#include "platform/folders.h"

#include <system_error>

namespace marrow::platform {

namespace fs = std::filesystem;

fs::path resource(std::string_view name) {
  for (const fs::path& folder : resource_folders()) {
    std::error_code error;
    const fs::path found = fs::canonical(folder / name, error);
    if (!error) return found;
  }
  return {};
}

}  // namespace marrow::platform
