// Identifies the running thread. Our code has no thread_local variables: clang 14 compiles them for
// a page with threads in a way that fails in a program without threads, such as the viewer.
#pragma once

#include <functional>
#include <thread>

namespace marrow::platform {

/// A number that stays the same while the thread lives. In very rare cases two threads share a
/// number.
inline std::size_t this_thread() {
  return std::hash<std::thread::id>{}(std::this_thread::get_id());
}

}  // namespace marrow::platform
