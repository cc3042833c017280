// Draws pictures with OpenGL 3.3 (only what GLES 3.0 has too). Owns all GL objects; needs a current
// context from construction to destruction.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "view/picture/picture.h"

namespace marrow::view {

/// An image, rows top to bottom, 4 bytes per pixel (straight alpha).
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

class Renderer {
 public:
  Renderer();  ///< throws std::runtime_error with the driver's words when GL is older than 3.3 or a
               ///< shader does not compile
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into an internal target of `width` x `height` pixels (1..16384, clamped) with
  /// `samples`-fold antialiasing (1, 4). Uploads only meshes whose revisions changed.
  void draw(const Picture& picture, int width, int height, int samples);

  /// Two pictures in one target: `left` in the columns before `divider` (pixels, clamped to the
  /// width), `right` in the others; the overlay and the vision of `left` are those of both. Cameras
  /// and UI scales should be the same, so that what stands on the divider fits together. Each side
  /// keeps its own meshes on the GPU, so nothing is uploaded again while neither changes.
  void draw_split(const Picture& left, const Picture& right, int divider, int width, int height,
                  int samples);

  /// The last picture as a GL texture name (for ImGui::Image; v runs upwards; another one where the
  /// vision is not full) and read back.
  unsigned texture() const;
  Image read() const;

  struct Cost {
    double upload_ms = 0.0, draw_ms = 0.0;
    std::size_t uploads = 0;  ///< arrays of meshes that went to the GPU: 0 when no mesh changed
    std::size_t uploaded_bytes = 0;  ///< in them
  };
  /// Of the last draw(); draw_ms includes glFinish when `measure` is on, so turn it on only to
  /// measure.
  const Cost& last_cost() const;
  void set_measure(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// PNG bytes (stb_image_write).
std::string png_bytes(const Image& image);

}  // namespace marrow::view
