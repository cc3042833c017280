// A GL context without a window or a display: for batch pictures, thumbnails and tests.
#pragma once

#include <memory>

namespace marrow::view {

/// Makes a context (SDL's offscreen driver, EGL) current for its lifetime. Throws std::runtime_error in words when there is none.
/// Not to be used in a process that already has a window.
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
