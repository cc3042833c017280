#pragma once

#include <atomic>
#include <cstdint>

namespace marrow {

/// A number that no other deformer has, so that it identifies the deformer too.
inline std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace marrow
