#include "view/renderer.h"

#include <algorithm>
#include <chrono>

#include "view/annotations.h"
#include "view/capsule_layer.h"
#include "view/ground_layer.h"
#include "view/line_layer.h"
#include "view/mesh_layer.h"
#include "view/target.h"

namespace marrow::view {

namespace {
/// Comes first among the members, so that an old driver is refused before any shader is tried.
struct VersionCheck {
  VersionCheck() { gl::require_version(); }
};

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Rows turned upside down, premultiplied colours made straight.
std::vector<std::uint8_t> straight_top_down(const std::vector<std::uint8_t>& upwards, std::size_t row_bytes) {
  std::vector<std::uint8_t> result(upwards.size());
  for (std::size_t begin = 0; begin < upwards.size(); begin += row_bytes)
    std::copy_n(upwards.begin() + static_cast<std::ptrdiff_t>(begin), row_bytes,
                result.end() - static_cast<std::ptrdiff_t>(begin + row_bytes));
  for (std::size_t i = 0; i < result.size(); i += 4) {
    const unsigned alpha = result[i + 3];
    if (alpha == 0 || alpha == 255) continue;
    for (std::size_t k = i; k < i + 3; ++k) result[k] = static_cast<std::uint8_t>(std::min(255u, (result[k] * 255u + alpha / 2) / alpha));
  }
  return result;
}

/// What every layer starts from, whatever the rest of the program (its panels) left behind.
void set_usual_state() {
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glStencilMask(0xff);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
  glActiveTexture(GL_TEXTURE0);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // colours are premultiplied
}
}  // namespace

struct Renderer::Impl {
  VersionCheck version;
  Target target{Target::Format::color};
  GroundLayer ground;
  MeshLayer meshes;
  CapsuleLayer capsules;
  LineLayer lines;
  Cost cost;
  bool measures = false;

  void upload(const Picture& picture);
  void draw(const Picture& picture);
  void draw_overlay(const Overlay& overlay, const EyeView& view);
};

void Renderer::Impl::upload(const Picture& picture) {
  const auto start = std::chrono::steady_clock::now();
  const MeshLayer::Uploads uploads = meshes.update(picture);
  if (measures) glFinish();
  cost = {.upload_ms = milliseconds_since(start), .draw_ms = 0.0, .uploads = uploads.count, .uploaded_bytes = uploads.bytes};
}

void Renderer::Impl::draw(const Picture& picture) {
  const auto start = std::chrono::steady_clock::now();
  const Show& show = picture.show;
  const EyeView view = make_eye_view(picture.camera, glm::vec2(target.width(), target.height()), picture.ui_scale);
  const Annotations notes = annotate(picture, view);

  target.begin();
  target.clear();
  if (!picture.transparent) ground.draw_background();
  if (show.mesh) meshes.draw(picture, view);
  if (show.grid) ground.draw_ground(picture, view, lines);
  if (show.mesh) meshes.draw_selection(picture, view, target);
  if (show.uncovered) meshes.draw_uncovered(picture, view);
  capsules.draw(notes.bodies, notes.on_top, view);
  lines.draw(notes.silhouettes);
  lines.draw(notes.bones);
  lines.draw(notes.joints, view, notes.joint_rim);
  draw_overlay(picture.overlay, view);
  target.resolve();

  if (measures) glFinish();
  cost.draw_ms = milliseconds_since(start);
}

void Renderer::Impl::draw_overlay(const Overlay& overlay, const EyeView& view) {
  std::vector<StrokeVertex> strokes;
  for (const Overlay::Line& line : overlay.lines) add_stroke(strokes, line.points, line.color, line.width * view.ui_scale, view);
  std::vector<Dot> dots;
  for (const Overlay::Dot& dot : overlay.dots)
    dots.push_back({dot.point, dot.radius * view.ui_scale, to_bytes(dot.color), to_bytes(dot.rim)});
  lines.draw(overlay.fills, view);
  lines.draw(strokes);
  lines.draw(dots, view, 1.3f * view.ui_scale);
}

Renderer::Renderer() : impl_(std::make_unique<Impl>()) {}
Renderer::~Renderer() = default;

void Renderer::draw(const Picture& picture, int width, int height, int samples) {
  GLint framebuffer = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  set_usual_state();
  impl_->target.resize(width, height, samples);
  impl_->upload(picture);
  impl_->draw(picture);
  glDisable(GL_BLEND);
  glUseProgram(0);
  glBindVertexArray(0);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
}

void Renderer::draw_split(const Picture& left, const Picture&, int, int width, int height, int samples) {
  draw(left, width, height, samples);
}

unsigned Renderer::texture() const { return impl_->target.texture(); }

Image Renderer::read() const {
  Image image;
  image.width = impl_->target.width();
  image.height = impl_->target.height();
  const std::size_t row_bytes = static_cast<std::size_t>(image.width) * 4;
  std::vector<std::uint8_t> upwards(row_bytes * static_cast<std::size_t>(image.height));
  GLint framebuffer = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, impl_->target.resolved_framebuffer());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, upwards.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
  image.rgba = straight_top_down(upwards, row_bytes);
  return image;
}

const Renderer::Cost& Renderer::last_cost() const { return impl_->cost; }
void Renderer::set_measure(bool on) { impl_->measures = on; }

}  // namespace marrow::view
