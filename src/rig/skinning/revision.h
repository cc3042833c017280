// Numbers that tell states apart.
#pragma once

#include <atomic>
#include <cstdint>

namespace marrow {

/// Counted in all deformers together, so that a number tells deformers apart as well.
inline std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace marrow
