#include "platform/browser_files.h"

#include "platform/folders.h"

namespace marrow::platform {

bool has_private_files() { return false; }
void ask_for_files() {}
FetchedResource fetch_resource(std::string_view name) {
  const std::filesystem::path file = resource(name);
  return {file, !file.empty()};
}
std::string page_address() { return {}; }
void save_to_computer(const std::vector<std::filesystem::path>&) {}
void copy_to_browser(const std::string&) {}

}  // namespace marrow::platform
