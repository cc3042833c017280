#include "platform/exchange.h"

// exchange.js.
extern "C" {
void page_ask_for_files();
void page_hand_out(const char* lines);
void page_hand_out_text(const char* text);
}

namespace marrow::platform {

bool has_own_files() { return true; }

void ask_for_files() { page_ask_for_files(); }

void hand_out(const std::vector<std::filesystem::path>& files) {
  std::string lines;
  for (const std::filesystem::path& file : files)
    lines += (lines.empty() ? "" : "\n") + file.string();
  page_hand_out(lines.c_str());
}

void hand_out_text(const std::string& text) { page_hand_out_text(text.c_str()); }

}  // namespace marrow::platform
