#include "platform/pipes.h"

#include <algorithm>
#include <cstdint>
#include <io.h>
#include <windows.h>

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

double thread_seconds() {
  FILETIME made{}, ended{}, kernel{}, user{};
  ::GetThreadTimes(::GetCurrentThread(), &made, &ended, &kernel, &user);
  const auto ticks = [](const FILETIME& time) {
    return static_cast<double>(std::uint64_t(time.dwHighDateTime) << 32 | time.dwLowDateTime);
  };
  return 1e-7 * (ticks(kernel) + ticks(user));
}

}  // namespace marrow::platform
