#include "platform/exchange.h"

#include <cstdlib>

// exchange.js.
extern "C" {
void page_ask_for_files();
int page_bring(const char* name);
char* page_own_address();
void page_hand_out(const char* lines);
void page_hand_out_text(const char* text);
}

namespace marrow::platform {

bool has_own_files() { return true; }

Brought bring(std::string_view name) {
  enum State { coming, there, missing };
  const std::string own(name);
  const int state = page_bring(own.c_str());
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

void hand_out(const std::vector<std::filesystem::path>& files) {
  std::string lines;
  for (const std::filesystem::path& file : files)
    lines += (lines.empty() ? "" : "\n") + file.string();
  page_hand_out(lines.c_str());
}

void hand_out_text(const std::string& text) { page_hand_out_text(text.c_str()); }

}  // namespace marrow::platform
