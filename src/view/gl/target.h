// A drawing target: a texture of the picture's size, and with antialiasing a multisampled buffer.
#pragma once

#include <optional>

#include "view/gl/gl.h"

namespace marrow::view {

class Target {
 public:
  /// Four channels with depth and stencil; only four channels; only one channel.
  enum class Format { color, flat, mask };
  explicit Target(Format format) : format_(format) {}

  /// Sets the size in pixels, each 1..16384 (clamped, also to the driver's limit), and the samples:
  /// 1 or 4 (above 1 means 4, or the driver's maximum). Reallocates only on a change. Throws
  /// std::runtime_error if the driver refuses. Queries its status only if it is larger than any
  /// before, because in a web page the answer waits for all pending drawing.
  void resize(int width, int height, int samples);

  /// Makes this the target of the following drawing.
  void begin() const;
  /// Sets all channels to 0 and depth to the farthest. To be called after begin().
  void clear() const;
  /// Copies the multisampled picture to the texture: all of it, or `columns` from `first` on.
  void resolve() const { resolve(0, width_); }
  void resolve(int first, int columns) const;

  GLuint texture() const { return color_.name(); }
  GLuint resolved_framebuffer() const { return framebuffer_.name(); }
  int width() const { return width_; }
  int height() const { return height_; }
  int samples() const { return samples_; }

 private:
  struct Multisampled {
    gl::Framebuffer framebuffer;
    gl::Renderbuffer color, depth;  ///< depth and stencil in one
  };
  void attach_depth(const gl::Renderbuffer& depth, int samples) const;
  void make_single();
  void make_multisampled();
  void check_complete(int samples) const;
  bool is_known() const;  ///< a target at least this large was made before

  Format format_;
  int width_ = 0, height_ = 0, samples_ = 0;
  int known_width_ = 0, known_height_ = 0, known_samples_ = 0;  ///< largest made before
  gl::Framebuffer framebuffer_;
  gl::Texture color_;
  gl::Renderbuffer depth_;
  std::optional<Multisampled> multisampled_;
};

/// An 8-bit texture of one channel that is read with linear filtering and clamps at its edges.
void fill_red_texture(const gl::Texture& texture, int width, int height, const void* texels);

}  // namespace marrow::view
