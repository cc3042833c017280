#include "platform/web/threads.h"

extern "C" int page_has_threads();  // implemented in browser_files.js

namespace marrow::platform {

bool has_threads() { return page_has_threads() != 0; }

}  // namespace marrow::platform
