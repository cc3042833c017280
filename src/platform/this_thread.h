// Which thread is running. Nothing is thread_local: clang 14 compiles that for a page with threads
// so that a program without them, as the viewer is, reads it from anywhere.
#pragma once

#include <functional>
#include <thread>

namespace marrow::platform {

/// The same number for one thread while it lives; two of them may have it by a very rare chance.
inline std::size_t this_thread() {
  return std::hash<std::thread::id>{}(std::this_thread::get_id());
}

}  // namespace marrow::platform
