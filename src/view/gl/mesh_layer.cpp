#include "view/gl/mesh_layer.h"

#include <algorithm>
#include <utility>

#include "scene/parallel.h"
#include "view/gl/drawn_uvs.h"
#include "view/gl/shaders.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/color_math.h"
#include "view/picture/heat.h"

namespace marrow::view {

namespace {
constexpr glm::vec3 kClay{0.742f, 0.728f, 0.704f};
constexpr GLuint kTintLocation = 2, kHatchLocation = 3, kUvLocation = 4;
constexpr float kHeatRelief = 0.72f;  ///< weak shading, to compare colors with the legend
constexpr float kStripe = 10.0f;  ///< distance between stripes of a hatching, pixels at UI scale 1

gl::Program mesh_program(const char* label, const char* defines) {
  return gl::Program(label, shaders::kMeshVertex, shaders::kMeshFragment, defines);
}

bool is_drawable(const DeformedMesh& mesh) {
  return mesh.surface && !mesh.bind_positions.empty() &&
         mesh.bind_normals.size() == mesh.bind_positions.size() &&
         is_finite(mesh.world_from_output);
}

std::shared_ptr<const std::vector<std::uint32_t>> marks_of(const VertexMarks& marks, Id node) {
  const auto found = marks.find(node);
  return found == marks.end() ? nullptr : found->second;
}

bool shows_materials(const Picture& picture, const DeformedMesh& mesh) {
  return picture.show.materials && !has_heat_map(picture) && !mesh.mesh->materials.empty();
}

const Material* material_of(const DeformedMesh& mesh, const Surface::Part& part) {
  return part.material < mesh.mesh->materials.size() ? &mesh.mesh->materials[part.material]
                                                     : nullptr;
}

bool has_texture(const DeformedMesh& mesh, const Material& material) {
  return material.base_color_texture && mesh.surface->uvs.size() == mesh.bind_positions.size();
}

/// The pixels (x, y from below, width, height) of a mesh with `margin` around; all pixels if the
/// mesh extends behind the eye.
glm::ivec4 pixel_box(const DeformedMesh& mesh, const EyeView& view, float margin) {
  const Bounds bounds = mesh.bounds();
  glm::vec2 low(1e9f), high(-1e9f);
  for (const glm::vec3& corner : bounds.corners()) {
    const glm::vec4 clip =
        view.clip_from_world * (mesh.world_from_output * glm::vec4(corner, 1.0f));
    if (clip.w <= 1e-6f) return {0, 0, view.size};
    const glm::vec2 pixel = (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * view.size;
    low = glm::min(low, pixel);
    high = glm::max(high, pixel);
  }
  low = glm::clamp(low - margin, glm::vec2(0.0f), view.size);
  high = glm::clamp(high + margin, low, view.size);
  return {glm::floor(low), glm::ceil(high) - glm::floor(low)};
}

/// Limits drawing to the intersection of both boxes.
void set_scissor(const glm::ivec4& a, const glm::ivec4& b) {
  const glm::ivec2 low = glm::max(glm::ivec2(a), glm::ivec2(b));
  const glm::ivec2 high =
      glm::min(glm::ivec2(a) + glm::ivec2(a.z, a.w), glm::ivec2(b) + glm::ivec2(b.z, b.w));
  const glm::ivec2 size = glm::max(high - low, 0);
  glScissor(low.x, low.y, size.x, size.y);
}

void set_matrices(const gl::Program& program, const DeformedMesh& mesh, const EyeView& view) {
  const glm::mat4 view_from_mesh = view.view_from_world * mesh.world_from_output;
  const glm::mat3 linear(view_from_mesh);
  // Cofactors are the inverse transpose up to a factor, without an inverse; the shader orients
  // normals.
  const glm::mat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                            glm::cross(linear[0], linear[1]));
  program.set("view_from_mesh", view_from_mesh);
  program.set("view_normal_from_mesh", cofactors);
}

/// Reads the attribute from its buffer, or else the constant that was set last.
void enable_attribute(GLuint location, bool is_enabled) {
  if (is_enabled)
    glEnableVertexAttribArray(location);
  else
    glDisableVertexAttribArray(location);
}

void set_paint(const glm::vec3& paint) {
  glVertexAttrib4f(kTintLocation, paint.r, paint.g, paint.b, 1.0f);
}

constexpr std::size_t kMeshGrain = 1 << 15;  ///< vertices per chunk of a thread

/// Offset of the normals after the positions. Skinning writes fastest to multiples of 32 bytes.
std::size_t normals_offset(std::size_t vertices) {
  return (vertices * sizeof(glm::vec3) + 31) / 32 * 32;
}

/// Fills the buffer with value_of(item) for each of `items`: the order of vertices, or triangles.
template <typename Value, typename ValueOf>
void write_values(const std::vector<std::uint32_t>& items, const ValueOf& value_of, GLenum usage,
                  gl::Buffer& buffer, Uploads& uploads) {
  const auto write = [&](std::byte* memory) {
    Value* const values = reinterpret_cast<Value*>(memory);
    parallel_for(items.size(), kMeshGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) values[n] = value_of(items[n]);
    });
  };
  buffer.write(items.size() * sizeof(Value), write, usage);
  uploads.add(items.size() * sizeof(Value));
}

/// place[shading vertex]: its index in drawing order.
std::vector<std::uint32_t> inverse_of(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(order.size());
  parallel_for(order.size(), kMeshGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) place[order[n]] = std::uint32_t(n);
  });
  return place;
}
}  // namespace

MeshLayer::MeshLayer(TextureStore& textures)
    : textures_(textures),
      lit_programs_{
          mesh_program("mesh", ""), mesh_program("hatched mesh", "#define HATCHED\n"),
          mesh_program("textured mesh", "#define TEXTURED\n"),
          mesh_program("hatched and textured mesh", "#define HATCHED\n#define TEXTURED\n")},
      mask_program_("mask", shaders::kMaskVertex, shaders::kMaskFragment),
      outline_program_("outline", shaders::kFullScreenVertex, shaders::kOutlineFragment) {}

Uploads MeshLayer::update(const Picture& picture) {
  Uploads uploads;
  std::erase_if(meshes_,
                [&](const auto& entry) { return picture.deformed->mesh(entry.first) == nullptr; });
  crosses_.forget_all_but(*picture.deformed);
  for (const DeformedMesh& mesh : picture.deformed->meshes())
    if (is_drawable(mesh)) update_mesh(picture, mesh, uploads);
  return uploads;
}

void MeshLayer::update_mesh(const Picture& picture, const DeformedMesh& mesh, Uploads& uploads) {
  GpuMesh& gpu = meshes_[mesh.node];
  const MeshSource::Changes changes = gpu.source.take(mesh);
  if (changes.order) {
    upload_order(mesh, gpu, uploads);
    read_attributes(gpu, mesh.bind_positions.size());
  }
  if (changes.pose) upload_pose(mesh, gpu, uploads);
  update_tints(picture, mesh, gpu, changes, uploads);
  update_hatches(picture, mesh, gpu, changes, uploads);
  update_materials(picture, mesh, gpu, uploads);
  crosses_.update(mesh, changes, marks_of(picture.emphasized, mesh.node), uploads);
}

void MeshLayer::upload_order(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads) {
  const std::vector<std::uint32_t> place = inverse_of(mesh.order());
  const auto place_of = [&](std::uint32_t vertex) { return place[vertex]; };
  write_values<std::uint32_t>(mesh.surface->triangles, place_of, GL_STATIC_DRAW, gpu.indices,
                              uploads);
  gpu.index_count = GLsizei(mesh.surface->triangles.size());
  gpu.has_uvs = false;
}

void MeshLayer::read_attributes(const GpuMesh& gpu, std::size_t vertices) {
  glBindVertexArray(gpu.array.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu.indices.name());
  gl::read_attribute(gpu.vertices, {.location = 0});
  gl::read_attribute(gpu.vertices, {.location = 1, .offset = normals_offset(vertices)});
  gl::read_attribute(gpu.tints,
                     {.location = kTintLocation, .components = 4, .type = GL_UNSIGNED_BYTE});
  gl::read_attribute(gpu.hatches,
                     {.location = kHatchLocation, .components = 2, .type = GL_UNSIGNED_BYTE});
  gl::read_attribute(gpu.uvs, {.location = kUvLocation, .components = 2});
  for (const GLuint location : {kTintLocation, kHatchLocation, kUvLocation})
    glDisableVertexAttribArray(location);
  glBindVertexArray(0);
}

void MeshLayer::upload_pose(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads) {
  const std::size_t bytes = mesh.bind_positions.size() * sizeof(glm::vec3),
                    offset = normals_offset(mesh.bind_positions.size());
  const auto skin = [&](std::byte* memory) {
    mesh.write_vertices(
        {reinterpret_cast<float*>(memory), reinterpret_cast<float*>(memory + offset)});
  };
  gpu.vertices.write(offset + bytes, skin, GL_STREAM_DRAW);
  uploads.add(2 * bytes);
}

void MeshLayer::update_tints(const Picture& picture, const DeformedMesh& mesh, GpuMesh& gpu,
                             const MeshSource::Changes& changes, Uploads& uploads) {
  std::vector<std::uint64_t> key = heat_key(picture, mesh);
  const bool is_other =
      changes.order || (changes.bind && picture.show.colors != MeshColors::difference);
  const bool is_new = !key.empty() && (key != gpu.heat_key || is_other);
  gpu.heat_key = std::move(key);
  if (!is_new) return;
  const std::vector<glm::u8vec4> colors = heat_colors(picture, mesh, heat_scale(picture));
  const auto color_of = [&](std::uint32_t vertex) { return colors[vertex]; };
  write_values<glm::u8vec4>(mesh.order(), color_of, GL_DYNAMIC_DRAW, gpu.tints, uploads);
}

void MeshLayer::update_hatches(const Picture& picture, const DeformedMesh& mesh, GpuMesh& gpu,
                               const MeshSource::Changes& changes, Uploads& uploads) {
  const auto marks = marks_of(picture.hatched, mesh.node);
  const bool was_tinted = std::exchange(gpu.is_tinted, tints_uncovered(picture, mesh));
  const bool is_hatched_anew = marks && (changes.order || marks != gpu.marks);
  const bool is_tinted_anew =
      gpu.is_tinted && (changes.order || changes.bind || !was_tinted || marks != gpu.marks);
  gpu.marks = marks;
  if (!is_hatched_anew && !is_tinted_anew) return;
  std::vector<std::uint8_t> of_source(mesh.mesh->positions.size(), 0);
  if (marks)
    for (const std::uint32_t vertex : *marks)
      if (vertex < of_source.size()) of_source[vertex] = 255;
  const auto hatch_of = [&](std::uint32_t vertex) {
    const bool is_uncovered = gpu.is_tinted && vertex < mesh.influences.vertex_count() &&
                              mesh.influences.row_size(vertex) == 0;
    return glm::u8vec2(of_source[mesh.surface->source[vertex]], is_uncovered ? 255 : 0);
  };
  write_values<glm::u8vec2>(mesh.order(), hatch_of, GL_DYNAMIC_DRAW, gpu.hatches, uploads);
}

void MeshLayer::update_materials(const Picture& picture, const DeformedMesh& mesh, GpuMesh& gpu,
                                 Uploads& uploads) {
  for (const Material& material : mesh.mesh->materials)
    if (material.base_color_texture) textures_.keep(*material.base_color_texture);
  if (!shows_materials(picture, mesh)) return;
  bool needs_uvs = false;
  for (const Surface::Part& part : mesh.surface->parts) {
    const Material* material = material_of(mesh, part);
    if (!material || !has_texture(mesh, *material)) continue;
    needs_uvs = true;
    textures_.upload(material->base_color_texture, uploads);
  }
  if (!needs_uvs || gpu.has_uvs) return;
  const std::vector<glm::vec2> uvs = drawn_uvs(*mesh.mesh, *mesh.surface);
  const auto uv_of = [&](std::uint32_t vertex) { return uvs[vertex]; };
  write_values<glm::vec2>(mesh.order(), uv_of, GL_STATIC_DRAW, gpu.uvs, uploads);
  gpu.has_uvs = true;
}

const gl::Program& MeshLayer::program_for(const GpuMesh& gpu, bool is_textured) const {
  return lit_programs_[(gpu.marks || gpu.is_tinted ? 1u : 0u) + (is_textured ? 2u : 0u)];
}

void MeshLayer::set_light(const Picture& picture, const EyeView& view) const {
  for (const gl::Program& program : lit_programs_) {
    program.use();
    program.set("clip_from_view", view.clip_from_view);
    program.set("up", glm::vec3(view.view_from_world[1]));
    program.set("perspective", view.eye.w);
    program.set("opacity", glm::clamp(picture.show.mesh_opacity, 0.0f, 1.0f));
    program.set("relief", has_heat_map(picture) ? kHeatRelief : 1.0f);
    program.set("stripe", kStripe * view.ui_scale);
    program.set("corner", view.corner);
    program.set("uncovered", glm::vec3(picture.tones.uncovered));
    program.set("surface", 0);
  }
}

void MeshLayer::draw(const Picture& picture, const EyeView& view) {
  set_light(picture, view);
  glEnable(GL_DEPTH_TEST);
  if (picture.show.mesh_opacity >= 1.0f) glDisable(GL_BLEND);
  if (picture.show.mesh_opacity < 1.0f) {
    // Draws depth first, so that only the nearest surface of a translucent mesh is visible, in any
    // order of triangles.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_all(picture, view);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  }
  draw_all(picture, view);
  glEnable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
}

void MeshLayer::draw_all(const Picture& picture, const EyeView& view) const {
  for (const auto& [node, gpu] : meshes_) {
    if (gpu.index_count == 0 || !is_shown(*picture.scene, node)) continue;
    const DeformedMesh& mesh = *picture.deformed->mesh(node);
    const float glow = picture.show.hovered == node ? 1.07f : 1.0f;
    glBindVertexArray(gpu.array.name());
    enable_attribute(kTintLocation, !gpu.heat_key.empty());
    enable_attribute(kHatchLocation, gpu.marks || gpu.is_tinted);
    if (shows_materials(picture, mesh)) {
      draw_with_materials(view, mesh, gpu, glow);
      continue;
    }
    set_paint(kClay * glow);
    const gl::Program& program = program_for(gpu, false);
    program.use();
    set_matrices(program, mesh, view);
    glDrawElements(GL_TRIANGLES, gpu.index_count, GL_UNSIGNED_INT, nullptr);
  }
}

void MeshLayer::draw_with_materials(const EyeView& view, const DeformedMesh& mesh,
                                    const GpuMesh& gpu, float glow) const {
  for (const Surface::Part& part : mesh.surface->parts) {
    const Material* material = material_of(mesh, part);
    const GLuint texture = material && has_texture(mesh, *material)
                               ? textures_.name_of(*material->base_color_texture)
                               : 0;
    enable_attribute(kUvLocation, texture != 0);
    // The factor applies to linear light. With a power law, a product of linear values is also a
    // product of the encoded values.
    set_paint(glow * (material ? srgb_from_linear(glm::vec3(material->base_color)) : kClay));
    const gl::Program& program = program_for(gpu, texture != 0);
    program.use();
    set_matrices(program, mesh, view);
    if (texture != 0) program.set("texel_from_uv", material->texel_from_uv);
    glBindTexture(GL_TEXTURE_2D, texture);
    glDrawElements(GL_TRIANGLES, GLsizei(part.end - part.begin), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(part.begin * sizeof(std::uint32_t)));
  }
  glBindTexture(GL_TEXTURE_2D, 0);
}

void MeshLayer::draw_crosses(const Picture& picture, const EyeView& view) {
  if (picture.show.uncovered) crosses_.draw_uncovered(picture, view);
  if (!picture.emphasized.empty()) crosses_.draw_emphasized(picture, view);
}

void MeshLayer::draw_selection(const Picture& picture, const EyeView& view, const Target& target) {
  std::vector<Id> nodes;
  for (const auto& [node, gpu] : meshes_)
    if (gpu.index_count > 0 && picture.show.selected.count(node) > 0 &&
        is_shown(*picture.scene, node))
      nodes.push_back(node);
  if (nodes.empty()) return;
  mask_.resize(target.width(), target.height(), target.samples());
  for (const Id node : nodes) {
    // The mask is larger than the border, because the border's shader samples around each pixel. It
    // extends beyond the clip, because the mesh may do so.
    const DeformedMesh& mesh = *picture.deformed->mesh(node);
    const glm::ivec4 box = pixel_box(mesh, view, 3.0f * view.ui_scale);
    const glm::ivec4 mask_box = pixel_box(mesh, view, 6.0f * view.ui_scale + 1.0f);
    set_scissor(mask_box, mask_box);
    mask_.begin();
    mask_.clear();
    glDisable(GL_BLEND);
    draw_shape(node, picture, view);
    mask_.resolve();
    target.begin();
    set_scissor(box, view.clip);
    outline_program_.use();
    outline_program_.set("mask", 0);
    outline_program_.set("width", 2.0f * view.ui_scale);
    outline_program_.set("line", picture.tones.selection *
                                     glm::vec4(1, 1, 1, node == picture.show.active ? 1.0f : 0.7f));
    glEnable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, mask_.texture());
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTexture(GL_TEXTURE_2D, 0);
  }
  set_scissor(view.clip, view.clip);
}

void MeshLayer::draw_shapes(const Picture& picture, const EyeView& view) const {
  for (const auto& [node, gpu] : meshes_)
    if (gpu.index_count > 0 && is_shown(*picture.scene, node)) draw_shape(node, picture, view);
}

void MeshLayer::draw_shape(Id node, const Picture& picture, const EyeView& view) const {
  const GpuMesh& gpu = meshes_.at(node);
  mask_program_.use();
  mask_program_.set("clip_from_view", view.clip_from_view);
  set_matrices(mask_program_, *picture.deformed->mesh(node), view);
  glBindVertexArray(gpu.array.name());
  glDrawElements(GL_TRIANGLES, gpu.index_count, GL_UNSIGNED_INT, nullptr);
}

}  // namespace marrow::view
