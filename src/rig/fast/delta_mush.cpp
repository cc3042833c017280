// Delta mush (Mancewicz, Derksen, Rijpkema, Wilson 2014) on several threads: smooths the result of
// linear blending and adds the rest pose's detail back, in the frames of the smooth surface.
#include "rig/engine.h"
#include "scene/connectivity.h"
#include "scene/parallel.h"
#include "scene/scene.h"

namespace marrow {

namespace {

constexpr std::size_t kMushGrain = 4096;  ///< vertices per piece of work
constexpr float kMushShare = 0.5f;        ///< share of the way to the neighbors' mean, per step

std::vector<std::uint8_t> vertices_with_rows(const BoundMesh& mesh) {
  std::vector<std::uint8_t> has_row(mesh.mesh->positions.size());
  for (std::size_t v = 0; v < has_row.size(); ++v) has_row[v] = mesh.influences.row_size(v) > 0;
  return has_row;
}

using Points = std::vector<glm::vec3>;

class DeltaMush : public MushEngine {
 public:
  explicit DeltaMush(const BoundMesh& mesh);
  void take_rest(const BoundMesh& mesh) override;
  bool has_rows_of(const BoundMesh& mesh) const override;
  void apply(Points& positions, Points& normals) const override;

 private:
  /// Positions of representatives after all steps; other entries are not set.
  Points smoothed(const Points& positions) const;
  /// Normal, tangent and binormal at a representative; the identity where they are undefined.
  glm::mat3 frame(const Points& smooth, std::uint32_t vertex) const;
  bool moves(std::uint32_t vertex) const;

  Connectivity graph_;
  std::vector<std::uint32_t> source_;  ///< one per shading vertex
  /// The other two corners of each triangle around a representative, in order.
  std::vector<std::uint32_t> corner_begin_, corners_;
  std::vector<std::uint8_t> has_row_;  ///< one per source vertex
  Points details_;                     ///< one per source vertex, in its representative's frame
  Points normals_;                     ///< one per shading vertex, in that frame too
};

DeltaMush::DeltaMush(const BoundMesh& mesh)
    : graph_(connectivity_of(*mesh.mesh, *mesh.surface)),
      source_(mesh.surface->source),
      corner_begin_(mesh.mesh->positions.size() + 1, 0) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  const auto corner = [&](std::size_t t, std::size_t k) {
    return graph_.representative[source_[triangles[t + k % 3]]];
  };
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) corner_begin_[corner(t, k) + 1] += 2;
  for (std::size_t v = 0; v + 1 < corner_begin_.size(); ++v)
    corner_begin_[v + 1] += corner_begin_[v];
  corners_.resize(corner_begin_.back());
  std::vector<std::uint32_t> next(corner_begin_.begin(), corner_begin_.end() - 1);
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& to = next[corner(t, k)];
      corners_[to++] = corner(t, k + 1);
      corners_[to++] = corner(t, k + 2);
    }
}

bool DeltaMush::moves(std::uint32_t vertex) const {
  return has_row_[vertex] != 0 && graph_.neighbor_begin[vertex] < graph_.neighbor_begin[vertex + 1];
}

bool DeltaMush::has_rows_of(const BoundMesh& mesh) const {
  return has_row_ == vertices_with_rows(mesh);
}

Points DeltaMush::smoothed(const Points& positions) const {
  const std::size_t count = graph_.representative.size();
  Points from(positions.begin(), positions.begin() + std::ptrdiff_t(count)), to = from;
  for (int step = 0; step < kMushSteps; ++step) {
    parallel_for(count, kMushGrain, [&](std::size_t begin, std::size_t end) {
      for (auto v = std::uint32_t(begin); v < end; ++v) {
        if (graph_.representative[v] != v || !moves(v)) continue;
        const std::uint32_t first = graph_.neighbor_begin[v], last = graph_.neighbor_begin[v + 1];
        glm::vec3 sum(0.0f);
        for (std::uint32_t k = first; k < last; ++k) sum += from[graph_.neighbors[k]];
        to[v] = from[v] + kMushShare * (sum / float(last - first) - from[v]);
      }
    });
    from.swap(to);
  }
  return from;
}

glm::mat3 DeltaMush::frame(const Points& smooth, std::uint32_t vertex) const {
  const glm::vec3& at = smooth[vertex];
  glm::vec3 normal(0.0f);
  for (std::uint32_t k = corner_begin_[vertex]; k < corner_begin_[vertex + 1]; k += 2)
    normal += glm::cross(smooth[corners_[k]] - at, smooth[corners_[k + 1]] - at);
  const glm::vec3 edge = smooth[graph_.neighbors[graph_.neighbor_begin[vertex]]] - at,
                  across = glm::cross(normal, edge);
  const float lengths[] = {glm::length(normal), glm::length(across)};
  if (!(lengths[0] > 0.0f) || !(lengths[1] > 0.0f)) return glm::mat3(1.0f);
  const glm::vec3 n = normal / lengths[0], b = across / lengths[1];
  return {n, glm::cross(b, n), b};
}

void DeltaMush::take_rest(const BoundMesh& mesh) {
  has_row_ = vertices_with_rows(mesh);
  const Points& positions = mesh.rest_positions();
  const Points& normals = mesh.rest_normals();
  const Points smooth = smoothed(positions);
  details_.assign(has_row_.size(), glm::vec3(0.0f));
  normals_.assign(source_.size(), glm::vec3(0.0f));
  parallel_for_each(source_.size(), kMushGrain, [&](std::size_t i) {
    const std::uint32_t vertex = graph_.representative[source_[i]];
    if (!moves(vertex)) return;
    const glm::mat3 its = frame(smooth, vertex);
    normals_[i] = normals[i] * its;  // transpose of the frame times the normal
    if (i < details_.size()) details_[i] = (positions[i] - smooth[vertex]) * its;
  });
}

void DeltaMush::apply(Points& positions, Points& normals) const {
  const Points smooth = smoothed(positions);
  parallel_for_each(source_.size(), kMushGrain, [&](std::size_t i) {
    const std::uint32_t vertex = graph_.representative[source_[i]];
    if (!moves(vertex)) return;
    const glm::mat3 its = frame(smooth, vertex);
    const glm::vec3 moved = smooth[vertex] + its * details_[source_[i]], normal = its * normals_[i];
    if (!is_finite(moved) || !is_finite(normal)) return;
    positions[i] = moved;
    if (normal != glm::vec3(0.0f)) normals[i] = glm::normalize(normal);
  });
}

}  // namespace

std::unique_ptr<MushEngine> make_mush_engine(const BoundMesh& mesh) {
  return std::make_unique<DeltaMush>(mesh);
}

}  // namespace marrow
