#include "view/gl/cross_layer.h"

#include <algorithm>
#include <limits>
#include <random>

#include "scene/parallel.h"
#include "view/gl/shaders.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/heat.h"

namespace marrow::view {

namespace {
constexpr std::size_t kMostCrosses = 20000;
constexpr std::size_t kCrossGrain = 1 << 15;  ///< vertices or triangles per chunk of a thread

/// Keeps a random subset. The seed is fixed, so pictures are reproducible.
void shuffle_and_cut(std::vector<std::uint32_t>& vertices) {
  std::minstd_rand random(1);
  const std::size_t left = std::min(vertices.size(), kMostCrosses);
  for (std::size_t i = 0; i < left; ++i)
    std::swap(vertices[i], vertices[i + random() % (vertices.size() - i)]);
  vertices.resize(left);
}

std::vector<std::uint32_t> uncovered_vertices(const DeformedMesh& mesh) {
  std::vector<std::uint32_t> found;
  if (mesh.skeleton == kNoId || mesh.coverage.uncovered == 0) return found;
  const std::size_t vertices =
      std::min(mesh.mesh->positions.size(), mesh.influences.vertex_count());
  std::vector<std::vector<std::uint32_t>> parts(vertices / kCrossGrain + 1);
  parallel_for(vertices, kCrossGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v)
      if (mesh.influences.row_size(v) == 0) parts[begin / kCrossGrain].push_back(std::uint32_t(v));
  });
  for (const std::vector<std::uint32_t>& part : parts)
    found.insert(found.end(), part.begin(), part.end());
  shuffle_and_cut(found);
  return found;
}

/// Sum of edge lengths.
struct Edges {
  double sum = 0.0;
  std::size_t count = 0;
};

/// Adds bind edge lengths of every `every`th triangle, if its first corner is among the vertices.
template <typename Contains>
Edges edges_among(const DeformedMesh& mesh, std::size_t every, Contains contains) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  const std::size_t looked_at = triangles.size() / (3 * every);
  std::vector<Edges> parts(looked_at / kCrossGrain + 1);
  parallel_for(looked_at, kCrossGrain, [&](std::size_t begin, std::size_t end) {
    Edges edges;
    for (std::size_t n = begin; n < end; ++n) {
      const std::uint32_t* const corners = &triangles[3 * every * n];
      if (!contains(corners[0])) continue;
      for (std::size_t k = 0; k < 3; ++k, ++edges.count)
        edges.sum += glm::distance(mesh.bind_positions[corners[k]],
                                   mesh.bind_positions[corners[(k + 1) % 3]]);
    }
    parts[begin / kCrossGrain] = edges;
  });
  Edges all;
  for (const Edges& part : parts) all = {all.sum + part.sum, all.count + part.count};
  return all;
}

/// The mean length of the edges. For a large mesh only some are measured, if they are enough.
template <typename Contains>
float spacing_among(const DeformedMesh& mesh, Contains contains) {
  constexpr std::size_t kTriangles = 100000, kEnough = 300;
  const std::size_t every = mesh.surface->triangles.size() / (3 * kTriangles) + 1;
  Edges edges = edges_among(mesh, every, contains);
  if (every > 1 && edges.count < kEnough) edges = edges_among(mesh, 1, contains);
  return edges.count > 0 ? float(edges.sum / double(edges.count))
                         : std::numeric_limits<float>::max();
}

/// The number of crosses drawn for a mesh: on average they are `apart` pixels apart on the screen,
/// but no island of them disappears.
GLsizei crosses_with_room(std::size_t count, float spacing, const glm::mat4& world_from_mesh,
                          const Picture& picture, float height, float apart, GLsizei least) {
  const GLsizei all = GLsizei(count);
  const float pixels = spacing * mean_scale(world_from_mesh) /
                       world_per_pixel(picture.camera, picture.camera.target, height);
  const float room = pixels / apart;
  if (room >= 1.0f) return all;
  return std::min(all, std::max(GLsizei(float(all) * room * room), least));
}
}  // namespace

CrossLayer::CrossLayer() : program_("cross", shaders::kSpriteVertex, shaders::kCrossFragment) {}

void CrossLayer::make_array(Crosses& crosses) {
  glBindVertexArray(crosses.array.name());
  gl::read_attribute(crosses.centers, {.location = 0});
  glBindVertexArray(0);
}

void CrossLayer::update(const DeformedMesh& mesh, const MeshSource::Changes& changes,
                        const std::shared_ptr<const std::vector<std::uint32_t>>& marks,
                        Uploads& uploads) {
  const auto [entry, is_new] = meshes_.try_emplace(mesh.node);
  OfMesh& of_mesh = entry->second;
  Crosses& uncovered = of_mesh.uncovered;
  if (is_new) make_array(uncovered);
  if (changes.bind) {
    uncovered.vertices = uncovered_vertices(mesh);
    const auto is_uncovered = [&](std::uint32_t v) {
      return v < mesh.influences.vertex_count() && mesh.influences.row_size(v) == 0;
    };
    if (!uncovered.vertices.empty()) uncovered.spacing = spacing_among(mesh, is_uncovered);
  }
  const bool stays = mesh.has_engine();  // other implementations may move uncovered vertices
  if (changes.bind || changes.rest || (changes.pose && !stays)) upload(mesh, uncovered, uploads);

  const bool is_marked_anew = of_mesh.marks != marks || (changes.shape && marks);
  of_mesh.marks = marks;
  if (!marks) of_mesh.emphasized.reset();
  if (!marks) return;
  if (!of_mesh.emphasized) make_array(*(of_mesh.emphasized = std::make_unique<Crosses>()));
  Crosses& emphasized = *of_mesh.emphasized;
  if (is_marked_anew) {
    emphasized.vertices = *marks;
    std::erase_if(emphasized.vertices,
                  [&](std::uint32_t v) { return v >= mesh.mesh->positions.size(); });
    std::vector<bool> is_marked(mesh.bind_positions.size(), false);
    for (const std::uint32_t v : emphasized.vertices) is_marked[v] = true;
    shuffle_and_cut(emphasized.vertices);
    emphasized.spacing = spacing_among(mesh, [&](std::uint32_t v) { return is_marked[v]; });
  }
  if (is_marked_anew || changes.pose) upload(mesh, emphasized, uploads);
}

void CrossLayer::forget_all_but(const Deformer& deformer) {
  std::erase_if(meshes_, [&](const auto& entry) { return deformer.mesh(entry.first) == nullptr; });
}

void CrossLayer::upload(const DeformedMesh& mesh, Crosses& crosses, Uploads& uploads) {
  if (crosses.vertices.empty()) return;
  std::vector<glm::vec3> centers;
  centers.reserve(4 * crosses.vertices.size());
  for (const glm::vec3& position : mesh.positions_of(crosses.vertices))
    centers.insert(centers.end(), 4, position);
  crosses.centers.fill(centers.data(), centers.size() * sizeof(glm::vec3));
  uploads.add(centers.size() * sizeof(glm::vec3));
}

void CrossLayer::draw_uncovered(const Picture& picture, const EyeView& view) {
  draw(picture, view,
       {.radius = 3.6f, .stroke = 0.85f, .rim = 1.1f, .hidden = 0.6f, .apart = 7.0f, .least = 40},
       [](const OfMesh& of_mesh) -> const Crosses* { return &of_mesh.uncovered; });
}

void CrossLayer::draw_emphasized(const Picture& picture, const EyeView& view) {
  draw(picture, view,
       {.radius = 6.5f, .stroke = 1.5f, .rim = 1.9f, .hidden = 1.0f, .apart = 13.0f, .least = 12},
       [](const OfMesh& of_mesh) -> const Crosses* { return of_mesh.emphasized.get(); });
}

void CrossLayer::draw(const Picture& picture, const EyeView& view, const Style& style,
                      const Crosses* (*chosen)(const OfMesh&)) {
  program_.use();
  program_.set("half_size", view.size * 0.5f);
  program_.set("rim_width", style.rim * view.ui_scale);
  program_.set("stroke", style.stroke * view.ui_scale);
  glVertexAttrib1f(1, style.radius * view.ui_scale);
  glVertexAttrib4fv(2, &picture.tones.uncovered[0]);
  glVertexAttrib4f(3, 0.08f, 0.02f, 0.07f, 0.4f);
  program_.set("nearer", 2e-4f);
  struct Pass {
    bool is_hidden;
    float halo;
  };
  // All halos before all strokes, so that close crosses do not darken each other.
  for (const Pass pass : {Pass{true, 1.0f}, {true, 0.0f}, {false, 1.0f}, {false, 0.0f}}) {
    if (!pass.is_hidden && style.hidden >= 1.0f)
      continue;  // equally strong behind the mesh: one pass draws all
    program_.set("strength", pass.is_hidden ? style.hidden : 1.0f);
    program_.set("halo", pass.halo);
    if (!pass.is_hidden) glEnable(GL_DEPTH_TEST);
    for (const auto& [node, of_mesh] : meshes_) {
      const Crosses* crosses = chosen(of_mesh);
      if (!crosses || crosses->vertices.empty() || !is_shown(*picture.scene, node)) continue;
      if (crosses == &of_mesh.uncovered && is_mostly_uncovered(*picture.deformed->mesh(node)))
        continue;  // tinted instead: see tints_uncovered()
      glBindVertexArray(crosses->array.name());
      quads_.bind(crosses->vertices.size());
      const glm::mat4& world_from_mesh = picture.deformed->mesh(node)->world_from_output;
      program_.set("clip_from_center", view.clip_from_world * world_from_mesh);
      const GLsizei count =
          crosses_with_room(crosses->vertices.size(), crosses->spacing, world_from_mesh, picture,
                            view.whole.y, style.apart * picture.ui_scale, style.least);
      glDrawElements(GL_TRIANGLES, 6 * count, GL_UNSIGNED_INT, nullptr);
    }
  }
  glDisable(GL_DEPTH_TEST);
}

}  // namespace marrow::view
