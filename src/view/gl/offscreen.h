// A GL context without a window or a display: for batch pictures, thumbnails and tests.
#pragma once

#include <memory>

namespace marrow::view {

/// Creates a context (SDL's offscreen driver, EGL), which is current during the lifetime of this
/// object. Throws std::runtime_error with a message for users if there is no driver, or if the
/// process has a context already. A second Offscreen may be created after the first is destroyed.
class Offscreen {
 public:
  Offscreen();
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow::view
