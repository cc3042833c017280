#include "platform/exchange.h"

#include "platform/folders.h"

namespace marrow::platform {

bool has_own_files() { return false; }
void ask_for_files() {}
Brought bring(std::string_view name) {
  const std::filesystem::path file = resource(name);
  return {file, !file.empty()};
}
std::string page_address() { return {}; }
void hand_out(const std::vector<std::filesystem::path>&) {}
void hand_out_text(const std::string&) {}

}  // namespace marrow::platform
