// Reports whether a page may use threads.
#pragma once

namespace marrow::platform {

/// Browsers give threads only to pages that their server, or service worker, isolates from others.
bool has_threads();

}  // namespace marrow::platform
