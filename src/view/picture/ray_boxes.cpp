#include "view/picture/ray_boxes.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "scene/parallel.h"

namespace marrow::view {

namespace {
constexpr std::uint32_t kCellBits = 6;  ///< bits per coordinate: 64 cells along an edge
constexpr std::size_t kBoxGrain = 1 << 15;

/// Spreads the bits of a small number: two zeros between each and the next.
std::uint32_t spread(std::uint32_t bits) {
  std::uint32_t result = 0;
  for (std::uint32_t bit = 0; bit < kCellBits; ++bit) result |= (bits >> bit & 1u) << (3 * bit);
  return result;
}

/// The cell of a triangle's center, numbered along a space-filling curve (Morton code).
std::vector<std::uint32_t> cells_of(const DeformedMesh& mesh) {
  constexpr float kCells = 1 << kCellBits;
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  const std::vector<glm::vec3>& positions = mesh.bind_positions;
  const Bounds bounds = bounds_of(positions);
  const glm::vec3 cells_per_unit = kCells / glm::max(bounds.high - bounds.low, 1e-20f);
  std::vector<std::uint32_t> cells(corners.size() / 3);
  parallel_for(cells.size(), kBoxGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const glm::vec3 middle = (positions[corners[3 * t]] + positions[corners[3 * t + 1]] +
                                positions[corners[3 * t + 2]]) /
                               3.0f;
      const glm::uvec3 at(glm::clamp((middle - bounds.low) * cells_per_unit, 0.0f, kCells - 1.0f));
      cells[t] = spread(at.x) | spread(at.y) << 1 | spread(at.z) << 2;
    }
  });
  return cells;
}

/// Sorts triangles by cell, stably.
std::vector<std::uint32_t> sorted_by_cell(const std::vector<std::uint32_t>& cells) {
  std::vector<std::uint32_t> triangles(cells.size());
  constexpr std::size_t kFew = 1 << 12;  // there may be many meshes, and the cells are a megabyte
  if (cells.size() < kFew) {
    std::iota(triangles.begin(), triangles.end(), 0u);
    std::stable_sort(triangles.begin(), triangles.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cells[a] < cells[b]; });
    return triangles;
  }
  std::vector<std::uint32_t> begin((1u << (3 * kCellBits)) + 1, 0);
  for (const std::uint32_t cell : cells) ++begin[cell + 1];
  for (std::size_t cell = 1; cell < begin.size(); ++cell) begin[cell] += begin[cell - 1];
  for (std::size_t t = 0; t < cells.size(); ++t)
    triangles[begin[cells[t]]++] = static_cast<std::uint32_t>(t);
  return triangles;
}

Bounds box_of(const DeformedMesh& mesh, const RayBoxes::OfMesh& of_mesh, std::size_t block,
              const std::vector<glm::vec3>& positions) {
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  const std::size_t last = std::min((block + 1) * RayBoxes::kBlock, of_mesh.triangles.size());
  Bounds box;
  for (std::size_t n = block * RayBoxes::kBlock; n < last; ++n)
    for (std::size_t k = 0; k < 3; ++k) box.add(positions[corners[3 * of_mesh.triangles[n] + k]]);
  return box;
}

std::vector<Bounds> boxes_of(const DeformedMesh& mesh, const RayBoxes::OfMesh& of_mesh,
                             const std::vector<glm::vec3>& positions) {
  std::vector<Bounds> boxes((of_mesh.triangles.size() + RayBoxes::kBlock - 1) / RayBoxes::kBlock);
  parallel_for(boxes.size(), kBoxGrain / RayBoxes::kBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block)
      boxes[block] = box_of(mesh, of_mesh, block, positions);
  });
  return boxes;
}

bool overlap(const Bounds& a, const Bounds& b) {
  return glm::all(glm::lessThanEqual(a.low, b.high)) && glm::all(glm::lessThanEqual(b.low, a.high));
}

/// Marks the cells of a grid between bounds that contain points.
class MarkedCells {
 public:
  explicit MarkedCells(const Bounds& bounds)
      : bounds_(bounds),
        cells_per_unit_(float(kAlong) / glm::max(bounds.high - bounds.low, 1e-20f)) {}
  void mark(const glm::vec3& point) { marks_[place_of(cell_of(point))] = true; }
  /// True for a box that contains one of the points; sometimes also for other boxes.
  bool has_any_in(const Bounds& box) const {
    if (!overlap(box, bounds_)) return false;
    const glm::ivec3 first = cell_of(box.low), last = cell_of(box.high);
    for (int z = first.z; z <= last.z; ++z)
      for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x)
          if (marks_[place_of({x, y, z})]) return true;
    return false;
  }

 private:
  static constexpr int kAlong = 64;  ///< cells, along each axis
  glm::ivec3 cell_of(const glm::vec3& point) const {
    return glm::ivec3(glm::clamp((point - bounds_.low) * cells_per_unit_, 0.0f, float(kAlong - 1)));
  }
  static std::size_t place_of(const glm::ivec3& cell) {
    return std::size_t((cell.z * kAlong + cell.y) * kAlong + cell.x);
  }

  Bounds bounds_;
  glm::vec3 cells_per_unit_;
  std::vector<bool> marks_ = std::vector<bool>(std::size_t(kAlong) * kAlong * kAlong);
};

/// The boxes of blocks that these vertices may be in.
void renew_boxes(const DeformedMesh& mesh, const std::vector<std::uint32_t>& vertices,
                 RayBoxes::OfMesh& of_mesh) {
  Bounds around;
  for (const std::uint32_t vertex : vertices) around.add(mesh.bind_positions[vertex]);
  MarkedCells moved(around);
  for (const std::uint32_t vertex : vertices) moved.mark(mesh.bind_positions[vertex]);
  const std::vector<glm::vec3>& positions = mesh.positions();
  parallel_for(of_mesh.boxes.size(), kBoxGrain / RayBoxes::kBlock,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t block = begin; block < end; ++block)
                   if (moved.has_any_in(of_mesh.rest_boxes[block]))
                     of_mesh.boxes[block] = box_of(mesh, of_mesh, block, positions);
               });
}

/// The vertices that moved since the boxes were made, if only rows changed.
std::optional<std::vector<std::uint32_t>> moved_since(const DeformedMesh& mesh,
                                                      const RayBoxes::OfMesh& of_mesh) {
  if (of_mesh.pose_revision == 0 || !mesh.has_engine() || of_mesh.blend != mesh.blend ||
      of_mesh.rest_revision != mesh.rest_revision || of_mesh.skinning != mesh.skinning)
    return std::nullopt;
  return mesh.rows_changed_since(of_mesh.bind_revision);
}

void update_boxes(const DeformedMesh& mesh, RayBoxes::OfMesh& of_mesh) {
  if (of_mesh.rest_revision != mesh.rest_revision || of_mesh.rest_boxes.empty())
    of_mesh.rest_boxes = boxes_of(mesh, of_mesh, mesh.bind_positions);
  if (const auto moved = moved_since(mesh, of_mesh))
    renew_boxes(mesh, *moved, of_mesh);
  else
    of_mesh.boxes = boxes_of(mesh, of_mesh, mesh.positions());
  of_mesh.skinning = mesh.skinning;
  of_mesh.blend = mesh.blend;
  of_mesh.bind_revision = mesh.bind_revision;
  of_mesh.rest_revision = mesh.rest_revision;
  of_mesh.pose_revision = mesh.pose_revision;
}
}  // namespace

const RayBoxes::OfMesh& RayBoxes::of(const DeformedMesh& mesh) {
  OfMesh& of_mesh = meshes_[mesh.node];
  if (of_mesh.shape_revision != mesh.shape_revision) {
    of_mesh = {};
    of_mesh.triangles = sorted_by_cell(cells_of(mesh));
    of_mesh.shape_revision = mesh.shape_revision;
  }
  if (of_mesh.pose_revision != mesh.pose_revision) update_boxes(mesh, of_mesh);
  return of_mesh;
}

void RayBoxes::forget_all_but(const Deformer& deformer) {
  std::erase_if(meshes_, [&](const auto& entry) { return deformer.mesh(entry.first) == nullptr; });
}

}  // namespace marrow::view
