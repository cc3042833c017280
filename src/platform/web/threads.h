// Whether a page has more than its first thread.
#pragma once

namespace marrow::platform {

/// The browser gives threads to pages whose server, or service worker, isolates them from others.
bool has_threads();

}  // namespace marrow::platform
