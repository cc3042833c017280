#include "view/mesh_layer.h"

#include <algorithm>
#include <limits>
#include <random>

#include "view/capsule_shape.h"
#include "view/line_layer.h"
#include "view/shaders.h"

namespace marrow::view {

namespace {
constexpr glm::vec3 kClay{0.742f, 0.728f, 0.704f};
constexpr std::size_t kMostCrosses = 20000;
constexpr GLuint kTintLocation = 2;
constexpr float kHeatRelief = 0.72f;  ///< less light and shade, so that colours can be compared with the legend

/// Index of the heat map's joint in the skeleton that moves the mesh; -1: it has no say over this mesh.
int heat_index_of(const Scene& scene, const DeformedMesh& mesh, Id heat_joint) {
  const Node* node = find_node(scene, mesh.skeleton);
  return node && node->skeleton ? joint_index(*node->skeleton, heat_joint) : -1;
}

bool has_heat_map(const Picture& picture) {
  return picture.show.colors == MeshColors::joint_weight && find_joint(*picture.scene, picture.show.heat_joint).joint >= 0;
}

bool is_drawable(const DeformedMesh& mesh) {
  return mesh.surface && !mesh.positions.empty() && mesh.normals.size() == mesh.positions.size() && is_finite(mesh.world_from_output);
}

std::vector<std::uint32_t> uncovered_vertices(const DeformedMesh& mesh) {
  std::vector<std::uint32_t> found;
  if (mesh.skeleton == kNoId) return found;
  const std::size_t vertices = std::min(mesh.mesh->positions.size(), mesh.influences.vertex_count());
  for (std::size_t v = 0; v < vertices; ++v)
    if (mesh.influences.row_size(v) == 0) found.push_back(static_cast<std::uint32_t>(v));
  std::shuffle(found.begin(), found.end(), std::minstd_rand(1));  // seeded: the same picture every time
  found.resize(std::min(found.size(), kMostCrosses));
  return found;
}

/// Mean length of the edges of triangles at uncovered vertices, in bind positions.
float spacing_of_uncovered(const DeformedMesh& mesh) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    if (triangles[t] >= mesh.influences.vertex_count() || mesh.influences.row_size(triangles[t]) > 0) continue;
    for (std::size_t k = 0; k < 3; ++k, ++count)
      sum += glm::distance(mesh.bind_positions[triangles[t + k]], mesh.bind_positions[triangles[t + (k + 1) % 3]]);
  }
  return count > 0 ? static_cast<float>(sum / static_cast<double>(count)) : std::numeric_limits<float>::max();
}

/// How many of a mesh's crosses are drawn: as many as keep apart on the screen, but never so few that they could be overlooked.
GLsizei crosses_with_room(GLsizei count, float spacing, const glm::mat4& world_from_mesh, const Picture& picture, float height) {
  constexpr float kLeastSpacing = 7.0f;  // pixels
  const float pixels = spacing * mean_scale(world_from_mesh) / world_per_pixel(picture.camera, picture.camera.target, height);
  const float room = pixels / (kLeastSpacing * picture.ui_scale);
  if (room >= 1.0f) return count;
  return std::min(count, std::max(static_cast<GLsizei>(static_cast<float>(count) * room * room), 64));
}

std::vector<glm::u8vec4> weight_colors(const Influences& influences, std::size_t vertices, int joint) {
  std::vector<glm::u8vec4> colors(vertices, to_bytes(kNeutral));
  if (joint < 0) return colors;
  for (std::size_t v = 0; v < std::min(vertices, influences.vertex_count()); ++v)
    for (std::uint32_t i = influences.row_begin[v]; i < influences.row_begin[v + 1]; ++i)
      if (influences.joint[i] == static_cast<std::uint32_t>(joint) && influences.weight[i] > 0.0f)
        colors[v] = to_bytes(palette_color(Palette::viridis, influences.weight[i]));
  return colors;
}

/// The pixels (x, y from below, width, height) that a mesh can cover, and `margin` around them; all when it reaches behind the eye.
glm::ivec4 pixel_box(const DeformedMesh& mesh, const EyeView& view, float margin) {
  const Bounds bounds = bounds_of(mesh.positions);
  glm::vec2 low(1e9f), high(-1e9f);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::bvec3 is_high(corner & 1, corner & 2, corner & 4);
    const glm::vec4 clip = view.clip_from_world * (mesh.world_from_output * glm::vec4(glm::mix(bounds.low, bounds.high, is_high), 1.0f));
    if (clip.w <= 1e-6f) return {0, 0, view.size};
    const glm::vec2 pixel = (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * view.size;
    low = glm::min(low, pixel);
    high = glm::max(high, pixel);
  }
  low = glm::clamp(low - margin, glm::vec2(0.0f), view.size);
  high = glm::clamp(high + margin, low, view.size);
  return {glm::floor(low), glm::ceil(high) - glm::floor(low)};
}

std::size_t bytes_of(const std::vector<glm::vec3>& values) { return values.size() * sizeof(glm::vec3); }
}  // namespace

MeshLayer::MeshLayer()
    : program_("mesh", shaders::kMeshVertex, shaders::kMeshFragment),
      mask_program_("mask", shaders::kMaskVertex, shaders::kMaskFragment),
      outline_program_("outline", shaders::kFullScreenVertex, shaders::kOutlineFragment),
      cross_program_("cross", shaders::kSpriteVertex, shaders::kCrossFragment) {}

// ---- Uploads --------------------------------------------------------------------------------------------------------

MeshLayer::Uploads MeshLayer::update(const Picture& picture) {
  Uploads uploads;
  std::erase_if(meshes_, [&](const auto& entry) { return picture.deformed->mesh(entry.first) == nullptr; });
  const Id heat_joint = has_heat_map(picture) ? picture.show.heat_joint : kNoId;
  for (const DeformedMesh& mesh : picture.deformed->meshes())
    if (is_drawable(mesh)) update_mesh(mesh, meshes_[mesh.node], heat_joint, heat_index_of(*picture.scene, mesh, heat_joint), uploads);
  return uploads;
}

void MeshLayer::update_mesh(const DeformedMesh& mesh, GpuMesh& gpu, Id heat_joint, int heat_index, Uploads& uploads) {
  const Source now{mesh.surface, mesh.influences.row_begin.data(), mesh.positions.data()};
  const bool shape_changed = gpu.source.surface != now.surface || gpu.shape_revision != mesh.shape_revision;
  const bool bind_changed = shape_changed || gpu.source.rows != now.rows || gpu.bind_revision != mesh.bind_revision;
  const bool pose_changed = shape_changed || gpu.source.positions != now.positions || gpu.pose_revision != mesh.pose_revision;
  const bool tints_changed = heat_joint != kNoId && (bind_changed || gpu.heat_joint != heat_joint);
  if (shape_changed) upload_shape(mesh, gpu, uploads);
  if (pose_changed) upload_pose(mesh, gpu, uploads);
  if (tints_changed) upload_tints(mesh, gpu, heat_index, uploads);
  if (bind_changed) {
    gpu.uncovered = uncovered_vertices(mesh);
    if (!gpu.uncovered.empty()) gpu.spacing = spacing_of_uncovered(mesh);
  }
  if (bind_changed || pose_changed) upload_crosses(mesh, gpu, uploads);
  gpu.heat_joint = heat_joint;
  gpu.source = now;
  gpu.shape_revision = mesh.shape_revision;
  gpu.bind_revision = mesh.bind_revision;
  gpu.pose_revision = mesh.pose_revision;
}

void MeshLayer::upload_shape(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  gpu.indices.fill(triangles.data(), triangles.size() * sizeof(std::uint32_t), GL_STATIC_DRAW);
  gpu.index_count = static_cast<GLsizei>(triangles.size());
  uploads.add(triangles.size() * sizeof(std::uint32_t));

  glBindVertexArray(gpu.array.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu.indices.name());
  gl::read_attribute(gpu.vertices, {.location = 0});
  gl::read_attribute(gpu.vertices, {.location = 1, .offset = bytes_of(mesh.positions)});
  gl::read_attribute(gpu.tints, {.location = kTintLocation, .components = 4, .type = GL_UNSIGNED_BYTE});
  glDisableVertexAttribArray(kTintLocation);
  glBindVertexArray(gpu.crosses_array.name());
  gl::read_attribute(gpu.crosses, {.location = 0});
  glBindVertexArray(0);
}

void MeshLayer::upload_pose(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads) {
  gpu.vertices.fill(mesh.positions.data(), bytes_of(mesh.positions), mesh.normals.data(), bytes_of(mesh.normals));
  uploads.add(bytes_of(mesh.positions) + bytes_of(mesh.normals));
}

void MeshLayer::upload_tints(const DeformedMesh& mesh, GpuMesh& gpu, int heat_index, Uploads& uploads) {
  const std::vector<glm::u8vec4> colors = weight_colors(mesh.influences, mesh.positions.size(), heat_index);
  gpu.tints.fill(colors.data(), colors.size() * sizeof(glm::u8vec4));
  uploads.add(colors.size() * sizeof(glm::u8vec4));
}

void MeshLayer::upload_crosses(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads) {
  gpu.cross_count = static_cast<GLsizei>(gpu.uncovered.size());
  if (gpu.uncovered.empty()) return;
  std::vector<glm::vec3> centers;
  for (const std::uint32_t vertex : gpu.uncovered)
    centers.insert(centers.end(), 4, glm::vec3(mesh.world_from_output * glm::vec4(mesh.positions[vertex], 1.0f)));
  gpu.crosses.fill(centers.data(), bytes_of(centers));
  uploads.add(bytes_of(centers));
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

void MeshLayer::draw_mesh(const GpuMesh& gpu, const glm::mat4& world_from_mesh, const EyeView& view, const gl::Program& program) const {
  const glm::mat4 view_from_mesh = view.view_from_world * world_from_mesh;
  const glm::mat3 linear(view_from_mesh);
  // Cofactors are the inverse-transpose up to a factor and need no inverse; the shader turns normals towards the eye by itself.
  const glm::mat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]), glm::cross(linear[0], linear[1]));
  program.set("view_from_mesh", view_from_mesh);
  program.set("view_normal_from_mesh", cofactors);
  glBindVertexArray(gpu.array.name());
  glDrawElements(GL_TRIANGLES, gpu.index_count, GL_UNSIGNED_INT, nullptr);
}

void MeshLayer::draw(const Picture& picture, const EyeView& view) {
  const float opacity = glm::clamp(picture.show.mesh_opacity, 0.0f, 1.0f);
  program_.use();
  program_.set("clip_from_view", view.clip_from_view);
  program_.set("up", glm::vec3(view.view_from_world[1]));
  program_.set("perspective", view.eye.w);
  program_.set("opacity", opacity);
  glEnable(GL_DEPTH_TEST);
  if (opacity >= 1.0f) glDisable(GL_BLEND);
  if (opacity < 1.0f) {
    // Depth first: of a translucent mesh only the nearest surface is seen, whatever the order of its triangles.
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
    const bool has_heat = gpu.heat_joint != kNoId;
    const float glow = picture.show.hovered == node ? 1.07f : 1.0f;
    program_.set("relief", has_heat ? kHeatRelief : 1.0f);
    glBindVertexArray(gpu.array.name());
    if (has_heat)
      glEnableVertexAttribArray(kTintLocation);
    else
      glDisableVertexAttribArray(kTintLocation);
    glVertexAttrib4f(kTintLocation, kClay.r * glow, kClay.g * glow, kClay.b * glow, 1.0f);
    draw_mesh(gpu, picture.deformed->mesh(node)->world_from_output, view, program_);
  }
}

void MeshLayer::draw_uncovered(const Picture& picture, const EyeView& view) {
  cross_program_.use();
  cross_program_.set("clip_from_world", view.clip_from_world);
  cross_program_.set("half_size", view.size * 0.5f);
  cross_program_.set("rim_width", 1.1f * view.ui_scale);
  cross_program_.set("stroke", 0.85f * view.ui_scale);
  glVertexAttrib1f(1, 3.6f * view.ui_scale);
  glVertexAttrib4fv(2, &kUncovered[0]);
  glVertexAttrib4f(3, 0.08f, 0.02f, 0.07f, 0.4f);
  cross_program_.set("nearer", 2e-4f);
  struct Pass {
    bool is_hidden;
    float halo;
  };
  // All halos before all strokes, so that crosses that stand close do not darken each other.
  for (const Pass pass : {Pass{true, 1.0f}, {true, 0.0f}, {false, 1.0f}, {false, 0.0f}}) {
    cross_program_.set("strength", pass.is_hidden ? 0.6f : 1.0f);
    cross_program_.set("halo", pass.halo);
    if (!pass.is_hidden) glEnable(GL_DEPTH_TEST);
    for (const auto& [node, gpu] : meshes_) {
      if (gpu.cross_count == 0 || !is_shown(*picture.scene, node)) continue;
      glBindVertexArray(gpu.crosses_array.name());
      quads_.bind(static_cast<std::size_t>(gpu.cross_count));
      const glm::mat4& world_from_mesh = picture.deformed->mesh(node)->world_from_output;
      glDrawElements(GL_TRIANGLES, 6 * crosses_with_room(gpu.cross_count, gpu.spacing, world_from_mesh, picture, view.size.y),
                     GL_UNSIGNED_INT, nullptr);
    }
  }
  glDisable(GL_DEPTH_TEST);
}

// ---- Selection ------------------------------------------------------------------------------------------------------

void MeshLayer::draw_selection(const Picture& picture, const EyeView& view, const Target& target) {
  std::vector<Id> nodes;
  for (const auto& [node, gpu] : meshes_)
    if (gpu.index_count > 0 && picture.show.selected.count(node) > 0 && is_shown(*picture.scene, node)) nodes.push_back(node);
  if (nodes.empty()) return;
  mask_.resize(target.width(), target.height(), target.samples());
  for (const Id node : nodes) {
    const glm::ivec4 box = pixel_box(*picture.deformed->mesh(node), view, 3.0f * view.ui_scale);
    glEnable(GL_SCISSOR_TEST);
    glScissor(box.x, box.y, box.z, box.w);
    draw_mask(node, picture, view);
    target.begin();
    outline_program_.use();
    outline_program_.set("mask", 0);
    outline_program_.set("width", 2.0f * view.ui_scale);
    outline_program_.set("line", kSelection * glm::vec4(1, 1, 1, node == picture.show.active ? 1.0f : 0.7f));
    glEnable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, mask_.texture());
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTexture(GL_TEXTURE_2D, 0);
    glDisable(GL_SCISSOR_TEST);
  }
}

void MeshLayer::draw_mask(Id node, const Picture& picture, const EyeView& view) {
  mask_.begin();
  mask_.clear();
  glDisable(GL_BLEND);
  mask_program_.use();
  mask_program_.set("clip_from_view", view.clip_from_view);
  draw_mesh(meshes_.at(node), picture.deformed->mesh(node)->world_from_output, view, mask_program_);
  mask_.resolve();
}

}  // namespace marrow::view
