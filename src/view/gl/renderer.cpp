#include "view/gl/renderer.h"

#include <algorithm>
#include <chrono>

#include "view/gl/capsule_layer.h"
#include "view/gl/cast_shadow.h"
#include "view/gl/ground_layer.h"
#include "view/gl/line_layer.h"
#include "view/gl/mesh_layer.h"
#include "view/gl/shaders.h"
#include "view/gl/target.h"
#include "view/gl/texture_store.h"
#include "view/picture/color_math.h"
#include "view/picture/heat.h"

namespace marrow::view {

namespace {
/// Lines and dots of a skeleton, made on the CPU: silhouettes of capsules, bones, joint balls.
struct Annotations {
  std::vector<CapsuleShape> shapes;        ///< owns the shapes to which the bodies point
  std::vector<CapsuleLayer::Body> bodies;  ///< neither selected nor hovered, front to back
  std::vector<CapsuleLayer::Body> on_top;  ///< front to back
  std::vector<StrokeVertex> silhouettes, bones;
  std::vector<Dot> joints;
  float joint_rim = 1.0f;     ///< pixels
  bool is_over_heat = false;  ///< a heat map is shown, so bodies are drawn thinner
};

constexpr Color kBone{0.93f, 0.95f, 0.97f, 0.95f};
constexpr Color kDark{0.10f, 0.11f, 0.12f, 1.0f};
constexpr float kFill = 0.15f;

Color with_alpha(const Color& color, float alpha) { return {color.r, color.g, color.b, alpha}; }

enum class Emphasis { none, hovered, selected };

Emphasis emphasis_of(const Show& show, Id joint) {
  if (show.selected.count(joint) > 0) return Emphasis::selected;
  return show.hovered == joint ? Emphasis::hovered : Emphasis::none;
}

/// Sorts selected capsules last, so that they are on top, and otherwise front to back.
void sort_shapes(std::vector<CapsuleShape>& shapes, const Show& show, const EyeView& view) {
  const auto rank = [&](const CapsuleShape& shape) {
    const glm::vec4 middle =
        shape.world_from_bone * glm::vec4(0.0f, 0.0f, shape.length * 0.5f, 1.0f);
    return std::pair(emphasis_of(show, shape.joint), -(view.view_from_world * middle).z);
  };
  std::stable_sort(shapes.begin(), shapes.end(),
                   [&](const CapsuleShape& a, const CapsuleShape& b) { return rank(a) < rank(b); });
}

void add_capsule(Annotations& made, const CapsuleShape& shape, const Show& show, const Tones& tones,
                 const EyeView& view, int segments) {
  const Emphasis emphasis = emphasis_of(show, shape.joint);
  // Over a heat map the veil would falsify the colors, so there is only the silhouette.
  const float thin = made.is_over_heat ? 0.3f : 1.0f;
  const std::vector<glm::vec3> curve = silhouette(shape, view.eye, segments);
  switch (emphasis) {
    case Emphasis::none:
      made.bodies.push_back({&shape, with_alpha(tones.capsule, kFill * thin)});
      add_stroke(made.silhouettes, curve, with_alpha(tones.capsule, 0.80f), 1.2f * view.ui_scale,
                 view);
      break;
    case Emphasis::hovered:
      made.on_top.push_back({&shape, with_alpha(tones.capsule_hovered, 1.6f * kFill * thin)});
      add_stroke(made.silhouettes, curve, tones.capsule_hovered, 1.8f * view.ui_scale, view);
      break;
    case Emphasis::selected:
      made.on_top.push_back({&shape, with_alpha(tones.selection, 1.35f * kFill * thin)});
      add_stroke(made.silhouettes, curve, tones.selection,
                 (shape.joint == show.active ? 2.2f : 1.8f) * view.ui_scale, view);
      break;
  }
}

/// Opacity of a joint near handles: low at the handles, full at the end of their radius.
float quietness(const std::optional<Overlay::Quiet>& quiet, const EyeView& view,
                const glm::vec3& point) {
  constexpr float kLeast = 0.22f;
  if (!quiet) return 1.0f;
  const glm::vec4 here = view.clip_from_world * glm::vec4(point, 1.0f),
                  there = view.clip_from_world * glm::vec4(quiet->place, 1.0f);
  if (here.w <= 0.0f || there.w <= 0.0f) return 1.0f;
  const glm::vec2 apart =
      (glm::vec2(here) / here.w - glm::vec2(there) / there.w) * 0.5f * view.size;
  const float share = glm::length(apart) / std::max(quiet->pixels * view.ui_scale, 1.0f);
  return glm::mix(kLeast, 1.0f, glm::smoothstep(0.7f, 1.0f, share));
}

void add_skeleton(Annotations& made, const Skeleton& skeleton, const PosedSkeleton& posed,
                  const Show& show, const Tones& tones, const std::optional<Overlay::Quiet>& quiet,
                  const EyeView& view) {
  const bool whole = show.selected.count(posed.node) > 0;
  const std::size_t count = std::min(skeleton.joints.size(), posed.posed.size());
  for (std::size_t j = 0; j < count; ++j) {
    const glm::mat4 world_from_joint = posed.world_from_skeleton * posed.posed[j];
    if (!is_finite(world_from_joint)) continue;
    const glm::vec3 ends[] = {
        glm::vec3(world_from_joint[3]),
        glm::vec3(world_from_joint * glm::vec4(skeleton.joints[j].extent, 1.0f))};
    const Emphasis emphasis = whole ? Emphasis::selected : emphasis_of(show, skeleton.joints[j].id);
    const Color color = emphasis == Emphasis::selected ? tones.selection : kBone;
    const float left = emphasis == Emphasis::none ? quietness(quiet, view, ends[0]) : 1.0f;
    add_stroke(made.bones, ends, with_alpha(kDark, 0.40f * left), 3.4f * view.ui_scale, view);
    add_stroke(made.bones, ends, with_alpha(color, color.a * left),
               (emphasis == Emphasis::none ? 1.5f : 2.0f) * view.ui_scale, view);
    const float radius = (emphasis == Emphasis::none ? 3.2f : 4.2f) * view.ui_scale;
    made.joints.push_back(
        {ends[0], radius, to_bytes(with_alpha(color, left)), to_bytes(with_alpha(kDark, left))});
  }
}

Annotations annotate(const Picture& picture, const EyeView& view) {
  Annotations made;
  const Show& show = picture.show;
  made.joint_rim = 1.3f * view.ui_scale;
  made.is_over_heat = has_heat_map(picture);
  if (show.capsules) {
    made.shapes = capsule_shapes(*picture.scene, *picture.deformed);
    std::erase_if(made.shapes,
                  [&](const CapsuleShape& shape) { return show.hidden.count(shape.joint) > 0; });
    const int segments = made.shapes.size() > kManyCapsules ? 10 : 24;
    sort_shapes(made.shapes, show, view);
    for (const CapsuleShape& shape : made.shapes)
      add_capsule(made, shape, show, picture.tones, view, segments);
  }
  if (!show.joints) return made;
  for (const PosedSkeleton& posed : picture.deformed->skeletons()) {
    const Node* node = find_node(*picture.scene, posed.node);
    if (node && node->skeleton && is_shown(*picture.scene, posed.node))
      add_skeleton(made, *node->skeleton, posed, show, picture.tones, picture.overlay.quiet, view);
  }
  return made;
}

/// Must be the first member, so that an old driver is refused before any shader is compiled.
struct VersionCheck {
  VersionCheck() { gl::require_version(); }
};

/// Shows the finished picture with another kind of color vision.
class VisionFilter {
 public:
  /// Fills its own target from the resolved picture. Precondition: vision is not full.
  void apply(const Target& picture, Vision vision) {
    result_.resize(picture.width(), picture.height(), 1);
    result_.begin();
    program_.use();
    program_.set("picture", 0);
    program_.set("seen_from_full", vision_matrix(vision));
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, picture.texture());
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTexture(GL_TEXTURE_2D, 0);
    glEnable(GL_BLEND);
  }
  const Target& result() const { return result_; }

 private:
  gl::Program program_{"vision", shaders::kFullScreenVertex, shaders::kVisionFragment};
  gl::VertexArray nothing_;
  Target result_{Target::Format::flat};
};

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Flips the rows and converts premultiplied to straight alpha.
std::vector<std::uint8_t> straight_top_down(const std::vector<std::uint8_t>& upwards,
                                            std::size_t row_bytes) {
  std::vector<std::uint8_t> result(upwards.size());
  for (std::size_t begin = 0; begin < upwards.size(); begin += row_bytes)
    std::copy_n(upwards.begin() + std::ptrdiff_t(begin), row_bytes,
                result.end() - std::ptrdiff_t(begin + row_bytes));
  for (std::size_t i = 0; i < result.size(); i += 4) {
    const unsigned alpha = result[i + 3];
    if (alpha == 0 || alpha == 255) continue;
    for (std::size_t k = i; k < i + 3; ++k)
      result[k] = std::uint8_t(std::min(255u, (result[k] * 255u + alpha / 2) / alpha));
  }
  return result;
}

/// Sets the initial GL state of all layers; the panels leave another one.
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
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // colors are premultiplied
}
}  // namespace

struct Renderer::Impl {
  /// The GPU data of one scene with one setting.
  struct Side {
    MeshLayer meshes;
    GroundLayer ground;
    explicit Side(TextureStore& textures) : meshes(textures) {}
  };

  VersionCheck version;
  Target target{Target::Format::color};
  TextureStore textures;
  Side left{textures};
  std::unique_ptr<Side> right;  ///< created by the first split picture
  CapsuleLayer capsules;
  LineLayer lines;
  std::unique_ptr<CastShadow> shadow;    ///< created by the first picture with a cast shadow
  std::unique_ptr<VisionFilter> filter;  ///< created by the first picture that needs it
  bool is_filtered = false;              ///< the last picture was filtered
  Cost cost;
  bool measures = false;

  void upload(const Picture& picture, Side& side);
  void draw(const Picture& picture, Side& side, const EyeView& view, const Overlay& overlay);
  void draw_overlay(const Overlay& overlay, const EyeView& view);
  void finish(const Picture& picture, std::chrono::steady_clock::time_point start);
  EyeView eye_view(const Picture& picture) const {
    return make_eye_view(picture.camera, glm::vec2(target.width(), target.height()),
                         picture.ui_scale, picture.part);
  }
  const Target& result() const { return is_filtered ? filter->result() : target; }
};

void Renderer::Impl::upload(const Picture& picture, Side& side) {
  const auto start = std::chrono::steady_clock::now();
  const double skinned_before = picture.deformed->last_cost().skin_ms;
  const Uploads uploads = side.meshes.update(picture);
  if (measures) glFinish();
  cost.upload_ms +=
      milliseconds_since(start) - (picture.deformed->last_cost().skin_ms - skinned_before);
  cost.uploads += uploads.count;
  cost.uploaded_bytes += uploads.bytes;
}

/// Draws the picture with an overlay within the view's clip, and resolves only that part. Drivers
/// may clip samples and pixels differently, so drawing next to it may change samples in it.
void Renderer::Impl::draw(const Picture& picture, Side& side, const EyeView& view,
                          const Overlay& overlay) {
  if (view.clip.z <= 0) return;
  const Show& show = picture.show;
  const Annotations notes = annotate(picture, view);
  glEnable(GL_SCISSOR_TEST);
  glScissor(view.clip.x, view.clip.y, view.clip.z, view.clip.w);
  target.begin();
  target.clear();
  if (!picture.transparent) side.ground.draw_background(picture.tones, view);
  if (show.mesh) side.meshes.draw(picture, view);
  if (show.mesh && show.shadow) {
    if (!shadow) shadow = std::make_unique<CastShadow>();
    shadow->draw(picture, view, side.meshes, target);
  }
  if (show.grid) side.ground.draw_ground(picture, view, lines);
  if (show.mesh) side.meshes.draw_selection(picture, view, target);
  side.meshes.draw_crosses(picture, view);
  capsules.draw(notes.bodies, notes.on_top, view);
  lines.draw(notes.silhouettes);
  lines.draw(notes.bones);
  lines.draw(notes.joints, view, notes.joint_rim);
  draw_overlay(overlay, view);
  glDisable(GL_SCISSOR_TEST);
  target.resolve(view.clip.x, view.clip.z);
}

void Renderer::Impl::finish(const Picture& picture, std::chrono::steady_clock::time_point start) {
  is_filtered = picture.show.vision != Vision::full;
  if (is_filtered && !filter) filter = std::make_unique<VisionFilter>();
  if (is_filtered) filter->apply(target, picture.show.vision);
  if (measures) glFinish();
  cost.draw_ms = milliseconds_since(start);
}

void Renderer::Impl::draw_overlay(const Overlay& overlay, const EyeView& view) {
  std::vector<StrokeVertex> strokes;
  for (const Overlay::Line& line : overlay.lines)
    add_stroke(strokes, line.points, line.color, line.width * view.ui_scale, view);
  std::vector<Dot> dots;
  for (const Overlay::Dot& dot : overlay.dots)
    dots.push_back({dot.point, dot.radius * view.ui_scale, to_bytes(dot.color), to_bytes(dot.rim)});
  lines.draw(overlay.fills, view);
  lines.draw(strokes);
  lines.draw(dots, view, 1.3f * view.ui_scale);
}

namespace {
/// Restores the GL state that other code depends on.
class Guest {
 public:
  Guest() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
    set_usual_state();
  }
  ~Guest() {
    glDisable(GL_BLEND);
    glUseProgram(0);
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, GLuint(framebuffer_));
  }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

 private:
  GLint framebuffer_ = 0;
};
}  // namespace

Renderer::Renderer() : impl_(std::make_unique<Impl>()) {}
Renderer::~Renderer() = default;

void Renderer::draw(const Picture& picture, int width, int height, int samples) {
  const Guest guest;
  Impl& impl = *impl_;
  impl.target.resize(width, height, samples);
  impl.cost = {};
  impl.textures.begin();
  impl.upload(picture, impl.left);
  impl.textures.end();

  const auto start = std::chrono::steady_clock::now();
  impl.draw(picture, impl.left, impl.eye_view(picture), picture.overlay);
  impl.finish(picture, start);
}

void Renderer::draw_split(const Picture& left, const Picture& right, int divider, int width,
                          int height, int samples) {
  const Guest guest;
  Impl& impl = *impl_;
  impl.target.resize(width, height, samples);
  impl.cost = {};
  if (!impl.right) impl.right = std::make_unique<Impl::Side>(impl.textures);
  impl.textures.begin();
  impl.upload(left, impl.left);
  impl.upload(right, *impl.right);
  impl.textures.end();

  const auto start = std::chrono::steady_clock::now();
  EyeView view = impl.eye_view(left), other_view = impl.eye_view(right);
  divider = std::clamp(divider, 0, impl.target.width());
  view.clip.z = divider;
  other_view.clip.x = divider;
  other_view.clip.z = impl.target.width() - divider;
  impl.draw(left, impl.left, view, left.overlay);
  impl.draw(right, *impl.right, other_view, left.overlay);
  impl.finish(left, start);
}

unsigned Renderer::texture() const { return impl_->result().texture(); }

Image Renderer::read() const {
  Image image;
  const Target& target = impl_->result();
  image.width = target.width();
  image.height = target.height();
  const std::size_t row_bytes = std::size_t(image.width) * 4;
  std::vector<std::uint8_t> upwards(row_bytes * std::size_t(image.height));
  GLint framebuffer = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target.resolved_framebuffer());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, upwards.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(framebuffer));
  image.rgba = straight_top_down(upwards, row_bytes);
  return image;
}

const Renderer::Cost& Renderer::last_cost() const { return impl_->cost; }
void Renderer::set_measure(bool on) { impl_->measures = on; }

}  // namespace marrow::view
