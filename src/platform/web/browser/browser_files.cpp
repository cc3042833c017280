#include "platform/browser_files.h"

#include <cstdlib>

// Implemented in browser_files.js.
extern "C" {
void page_ask_for_files();
int page_fetch_resource(const char* name);
char* page_own_address();
void page_save_files(const char* lines);
void page_copy_text(const char* text);
}

namespace marrow::platform {

bool has_private_files() { return true; }

FetchedResource fetch_resource(std::string_view name) {
  enum State { coming, there, missing };
  const std::string own(name);
  const int state = page_fetch_resource(own.c_str());
  return {state == there ? std::filesystem::path("/" + own) : std::filesystem::path(),
          state != missing};
}

std::string page_address() {
  char* const held = page_own_address();
  std::string address = held != nullptr ? held : "";
  std::free(held);
  return address;
}

void ask_for_files() { page_ask_for_files(); }

void save_to_computer(const std::vector<std::filesystem::path>& files) {
  std::string lines;
  for (const std::filesystem::path& file : files)
    lines += (lines.empty() ? "" : "\n") + file.string();
  page_save_files(lines.c_str());
}

void copy_to_browser(const std::string& text) { page_copy_text(text.c_str()); }

}  // namespace marrow::platform
