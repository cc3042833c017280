// By functions of the page's script; where none is around (tests without a page), nothing happens.
#include "platform/exchange.h"

#include <emscripten.h>

namespace marrow::platform {

bool has_own_files() { return true; }

void ask_for_files(const std::string& endings) {
  EM_ASM({ if (Module['page']) Module['page'].askForFiles(UTF8ToString($0)); }, endings.c_str());
}

void hand_out(const std::vector<std::filesystem::path>& files) {
  std::string lines;
  for (const std::filesystem::path& file : files)
    lines += (lines.empty() ? "" : "\n") + file.string();
  EM_ASM({ if (Module['page']) Module['page'].handOut(UTF8ToString($0).split('\n')); },
         lines.c_str());
}

void hand_out_text(const std::string& text) {
  EM_ASM({ if (Module['page']) Module['page'].handOutText(UTF8ToString($0)); }, text.c_str());
}

}  // namespace marrow::platform
