// Memory for measurements: aligned, every page touched, on pages of ordinary size.
#pragma once

#include <cstdlib>
#include <memory>

#include "rig/engine.h"
#include "rig/rig_check.h"

namespace marrow::bench {

/// Zeros, aligned to 64 bytes.
class Floats {
 public:
  explicit Floats(std::size_t count = 0) {
    if (count == 0) return;
    const std::size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
    data_.reset(static_cast<float*>(std::aligned_alloc(64, bytes)));
    RIG_CHECK(data_ != nullptr);
    for (std::size_t k = 0; k < bytes / sizeof(float); ++k) data_.get()[k] = 0.0f;
  }
  float* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(float* memory) const { std::free(memory); }
  };
  std::unique_ptr<float[], Free> data_;
};

/// Replaces the mapped vertex buffer of the window.
class TargetMemory {
 public:
  explicit TargetMemory(std::size_t vertices = 0)
      : positions_(3 * vertices), normals_(3 * vertices) {}
  VertexTarget target() const { return {positions_.data(), normals_.data()}; }

 private:
  Floats positions_, normals_;
};

}  // namespace marrow::bench
