// Replaces the browser when the page's implementations are tested on this machine.
#include <cstddef>
#include <cstdlib>

#include "platform/web/threads.h"

extern "C" {
int page_functions_start() { return -2; }
int page_functions_call(const char*, std::size_t) { return -1; }
void page_functions_take_reply(char*) {}
int page_functions_end(char*, int) { return 0; }
}

namespace marrow::platform {

bool has_threads() { return std::getenv("MARROW_PAGE_THREADS") != nullptr; }

}  // namespace marrow::platform
