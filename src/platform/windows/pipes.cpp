#include "platform/pipes.h"

#include <algorithm>
#include <chrono>
#include <io.h>

namespace marrow::platform {
namespace {

constexpr std::size_t kAtOnce = 1u << 20;

}  // namespace

bool read_all(int pipe, void* to, std::size_t size) {
  char* at = static_cast<char*>(to);
  while (size > 0) {
    const int count = ::_read(pipe, at, static_cast<unsigned>(std::min(size, kAtOnce)));
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(int pipe, const void* from, std::size_t size) {
  const char* at = static_cast<const char*>(from);
  while (size > 0) {
    const int count = ::_write(pipe, at, static_cast<unsigned>(std::min(size, kAtOnce)));
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

/// Wall time, because Windows counts a thread's own time in ticks of 16 ms.
double thread_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace marrow::platform
