// Stands in for the browser in the tests of the page's bodies on this machine.
#include <cstdlib>

#include "platform/web/threads.h"

namespace marrow::platform {

bool has_threads() { return std::getenv("MARROW_PAGE_THREADS") != nullptr; }

}  // namespace marrow::platform
