// A GL context without a window or a display: for batch pictures, thumbnails and tests.
#pragma once

#include <memory>

namespace marrow::view {

/// Makes a context (SDL's offscreen driver, EGL) current for its lifetime. Throws
/// std::runtime_error in words without one, or when the process has a context already. One may
/// follow another.
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
