#pragma once

#include <atomic>
#include <cstdint>

namespace marrow {

/// Unique in all deformers, so that a number identifies the deformer, too.
inline std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace marrow
