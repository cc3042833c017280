#include "view/gl/target.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace marrow::view {

namespace {
constexpr int kLargestSide = 16384;

int limit(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}
}  // namespace

void Target::resize(int width, int height, int samples) {
  const int largest =
      std::min({kLargestSide, limit(GL_MAX_TEXTURE_SIZE), limit(GL_MAX_RENDERBUFFER_SIZE)});
  width = std::clamp(width, 1, largest);
  height = std::clamp(height, 1, largest);
  samples = samples > 1 ? std::min(4, limit(GL_MAX_SAMPLES)) : 1;
  if (width == width_ && height == height_ && samples == samples_) return;
  width_ = width;
  height_ = height;
  samples_ = samples;
  // clears earlier errors, which this target did not cause
  while (!is_known() && glGetError() != GL_NO_ERROR) {
  }
  multisampled_.reset();
  try {
    if (samples > 1) make_multisampled();
    make_single();
  } catch (...) {
    width_ = height_ = samples_ = 0;  // so that the next attempt is not skipped
    throw;
  }
  if (is_known()) return;
  known_width_ = width_;
  known_height_ = height_;
  known_samples_ = samples_;
}

bool Target::is_known() const {
  return width_ <= known_width_ && height_ <= known_height_ && samples_ <= known_samples_;
}

void Target::check_complete(int samples) const {
  if (is_known()) return;
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  const GLenum error = glGetError();
  if (status == GL_FRAMEBUFFER_COMPLETE && error == GL_NO_ERROR) return;
  throw std::runtime_error(
      fmt::format("OpenGL: the driver makes no picture of {} x {} pixels with {} samples (status "
                  "{:#x}, error {:#x}); ask for a smaller one",
                  width_, height_, samples, status, error));
}

void Target::attach_depth(const gl::Renderbuffer& depth, int samples) const {
  if (format_ != Format::color) return;
  glBindRenderbuffer(GL_RENDERBUFFER, depth.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8, width_, height_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                            depth.name());
}

void Target::make_single() {
  framebuffer_ = {};  // detaches a depth buffer of another size
  depth_ = {};
  const bool is_mask = format_ == Format::mask;
  glBindTexture(GL_TEXTURE_2D, color_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, is_mask ? GL_R8 : GL_RGBA8, width_, height_, 0,
               is_mask ? GL_RED : GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  gl::sample_smoothly(GL_LINEAR, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.name(), 0);
  if (samples_ == 1) attach_depth(depth_, 0);
  check_complete(1);
}

void Target::make_multisampled() {
  Multisampled& made = multisampled_.emplace();
  glBindRenderbuffer(GL_RENDERBUFFER, made.color.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_,
                                   format_ == Format::mask ? GL_R8 : GL_RGBA8, width_, height_);
  glBindFramebuffer(GL_FRAMEBUFFER, made.framebuffer.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                            made.color.name());
  attach_depth(made.depth, samples_);
  check_complete(samples_);
}

void Target::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER,
                    multisampled_ ? multisampled_->framebuffer.name() : framebuffer_.name());
  glViewport(0, 0, width_, height_);
}

void Target::clear() const {
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClearDepthf(1.0f);
  glClearStencil(0);
  glClear(GL_COLOR_BUFFER_BIT |
          (format_ == Format::color ? GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT : 0u));
}

void Target::resolve(int first, int columns) const {
  if (!multisampled_) return;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled_->framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.name());
  glBlitFramebuffer(first, 0, first + columns, height_, first, 0, first + columns, height_,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void fill_red_texture(const gl::Texture& texture, int width, int height, const void* texels) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, texels);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  gl::sample_smoothly(GL_LINEAR, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace marrow::view
