// Draws pictures with OpenGL 3.3 (only calls of GLES 3.0). Owns all GL objects; needs a current
// context from construction to destruction.
#pragma once

#include <cstddef>

#include "view/picture/image.h"
#include "view/picture/picture.h"

namespace marrow::view {

class Renderer {
 public:
  /// Throws std::runtime_error with the driver's message if GL is older than 3.3 or a shader does
  /// not compile.
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into an internal target of `width` x `height` pixels (1..16384, clamped) with
  /// `samples`-fold antialiasing (1, 4). Uploads only meshes with new revisions.
  void draw(const Picture& picture, int width, int height, int samples);

  /// Draws two pictures into one target: `left` up to column `divider` (pixels, clamped to the
  /// width), `right` from there on, with the overlay and vision of `left`. Cameras and UI scales
  /// should be equal, to match at the divider. Each side keeps its meshes on the GPU, so nothing is
  /// uploaded again while neither changes.
  void draw_split(const Picture& left, const Picture& right, int divider, int width, int height,
                  int samples);

  /// The last picture: the name of a GL texture (for ImGui::Image; v runs upwards; a different one
  /// if a color vision is simulated), and an image.
  unsigned texture() const;
  Image read() const;

  struct Cost {
    double upload_ms = 0.0, draw_ms = 0.0;
    std::size_t uploads = 0;         ///< uploaded mesh arrays; 0 if no mesh changed
    std::size_t uploaded_bytes = 0;  ///< their bytes
  };
  /// Cost of the last draw(). After set_measure(true) draw_ms includes glFinish, so use that only
  /// to measure.
  const Cost& last_cost() const;
  void set_measure(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow::view
