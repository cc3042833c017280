// Patches inside a body.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "rig/body/side_of_line.h"
#include "rig/doctor/topology.h"
#include "scene/parallel.h"

namespace marrow {
namespace {

/// Triangles tested for all patches together, to bound the time for hostile meshes: a patch that is
/// not decided by then is not inner.
constexpr double kMostTests = 1e9;
constexpr int kInnerVotes = 4;  // of 6 rays

struct Triangle {
  std::uint32_t face;
  std::array<glm::vec3, 3> at;
};

/// The triangles that a line along an axis may cross: those in its cell of a grid across.
class Columns {
 public:
  Columns(const std::vector<Triangle>& triangles, const Bounds& bounds, int axis)
      : u_((axis + 1) % 3), v_((axis + 2) % 3), low_(bounds.low), size_(bounds.high - bounds.low) {
    // Coarse enough to keep the lists short, even for triangles as large as the mesh.
    constexpr std::size_t kMostPerTriangle = 16;
    side_ = std::clamp(int(std::sqrt(double(triangles.size())) / 2.0), 1, 1024);
    const auto entries = [&] {
      std::size_t sum = 0;
      for (const Triangle& triangle : triangles) visit(triangle, [&](std::size_t) { ++sum; });
      return sum;
    };
    while (side_ > 1 && entries() > kMostPerTriangle * triangles.size()) side_ /= 2;
    begin_.assign(std::size_t(side_) * std::size_t(side_) + 1, 0);
    for (const Triangle& triangle : triangles)
      visit(triangle, [&](std::size_t cell) { ++begin_[cell + 1]; });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    list_.resize(begin_.back());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
      visit(triangles[t], [&](std::size_t cell) { list_[next[cell]++] = t; });
  }

  std::pair<const std::uint32_t*, const std::uint32_t*> near(const glm::vec3& point) const {
    const std::size_t cell =
        std::size_t(cell_of(point, u_)) * std::size_t(side_) + std::size_t(cell_of(point, v_));
    return {list_.data() + begin_[cell], list_.data() + begin_[cell + 1]};
  }

 private:
  int cell_of(const glm::vec3& point, int axis) const {
    const float share = size_[axis] > 0.0f ? (point[axis] - low_[axis]) / size_[axis] : 0.0f;
    return int(std::clamp(share, 0.0f, 1.0f) * float(side_) * 0.999999f);
  }
  template <typename Visit>
  void visit(const Triangle& triangle, const Visit& each) const {
    const glm::vec3 low = glm::min(glm::min(triangle.at[0], triangle.at[1]), triangle.at[2]),
                    high = glm::max(glm::max(triangle.at[0], triangle.at[1]), triangle.at[2]);
    for (int x = cell_of(low, u_); x <= cell_of(high, u_); ++x)
      for (int y = cell_of(low, v_); y <= cell_of(high, v_); ++y)
        each(std::size_t(x) * std::size_t(side_) + std::size_t(y));
  }

  int u_, v_, side_ = 1;
  glm::vec3 low_, size_;
  std::vector<std::uint32_t> begin_, list_;
};

/// The net numbers of times that rays from a point cross a shell, by direction.
struct ShellCrossings {
  std::uint32_t shell;
  std::array<int, 6> sums{};
};

class Surroundings {
 public:
  explicit Surroundings(const MeshTopology& topology) : topology_(topology) {
    Bounds bounds;
    for (std::uint32_t face = 0; face < topology.patch.size(); ++face) {
      if (topology.is_live[face] == 0) continue;
      topology.visit_fan(face, [&](const auto& a, const auto& b, const auto& c) {
        triangles_.push_back({face, {glm::vec3(a), glm::vec3(b), glm::vec3(c)}});
        for (const glm::vec3& at : triangles_.back().at) bounds.add(at);
      });
    }
    on_surface_ = 1e-6 * double(bounds.diagonal());
    for (int axis = 0; axis < 3; ++axis) columns_.emplace_back(triangles_, bounds, axis);
  }

  /// True if the triangles for which counts(face) is true surround the point. Adds to `tests`.
  template <typename Counts>
  bool surround(const glm::vec3& point, const Counts& counts, double& tests) const {
    std::vector<ShellCrossings> all;
    for (int axis = 0; axis < 3; ++axis) {
      const auto [begin, end] = columns_[std::size_t(axis)].near(point);
      tests += double(end - begin);
      for (const std::uint32_t* t = begin; t != end; ++t)
        if (counts(triangles_[*t].face)) cross(triangles_[*t], point, axis, all);
    }
    return std::any_of(all.begin(), all.end(), [](const ShellCrossings& of) {
      return std::count(of.sums.begin(), of.sums.end(), 0) <= 6 - kInnerVotes;
    });
  }

 private:
  void cross(const Triangle& triangle, const glm::vec3& point, int axis,
             std::vector<ShellCrossings>& all) const {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<glm::dvec2, 3> at;
    for (std::size_t k = 0; k < 3; ++k) at[k] = {triangle.at[k][u], triangle.at[k][v]};
    const glm::dvec2 line(point[u], point[v]);
    glm::dvec3 share;
    for (int k = 0; k < 3; ++k)
      share[k] = side_of_line(at[std::size_t(k + 1) % 3], at[std::size_t(k + 2) % 3], line);
    const bool is_left = glm::all(glm::greaterThan(share, glm::dvec3(0.0)));
    if (!is_left && !glm::all(glm::lessThan(share, glm::dvec3(0.0)))) return;
    const glm::dvec3 depths(triangle.at[0][axis], triangle.at[1][axis], triangle.at[2][axis]);
    const double depth =
        glm::dot(share, depths) / (share.x + share.y + share.z) - double(point[axis]);
    if (std::abs(depth) <= on_surface_) return;
    const std::uint32_t shell = topology_.shell[triangle.face];
    auto its = std::find_if(all.begin(), all.end(),
                            [&](const ShellCrossings& one) { return one.shell == shell; });
    if (its == all.end()) its = all.insert(all.end(), ShellCrossings{shell});
    const bool is_turned = topology_.is_turned[triangle.face] != 0;
    its->sums[std::size_t(2 * axis + (depth > 0.0 ? 1 : 0))] += is_left != is_turned ? 1 : -1;
  }

  const MeshTopology& topology_;
  std::vector<Triangle> triangles_;
  std::vector<Columns> columns_;
  double on_surface_ = 0.0;
};

struct FacePatch {
  /// The six that reach farthest come first: if any face sticks out, one of these does.
  std::vector<std::uint32_t> faces;
  std::uint32_t shell = kNoIndex;
};

glm::vec3 middle_of(const MeshTopology& topology, std::uint32_t face) {
  const std::uint32_t begin = topology.mesh.face_begin[face],
                      end = topology.mesh.face_begin[face + 1];
  glm::dvec3 sum(0.0);
  for (std::uint32_t c = begin; c < end; ++c) sum += glm::dvec3(topology.point(c));
  return glm::vec3(sum / double(end - begin));
}

std::vector<FacePatch> patches_of(const MeshTopology& topology) {
  std::vector<FacePatch> patches(topology.patches);
  for (std::uint32_t face = 0; face < topology.patch.size(); ++face) {
    if (topology.is_live[face] == 0) continue;
    FacePatch& patch = patches[topology.patch[face]];
    patch.shell = topology.shell[face];
    patch.faces.push_back(face);
  }
  for (FacePatch& patch : patches) {
    for (std::size_t k = 0; k < 6 && k < patch.faces.size(); ++k) {
      const int axis = int(k / 2);
      const float sign = k % 2 == 0 ? 1.0f : -1.0f;
      const auto farthest = std::max_element(
          patch.faces.begin() + std::ptrdiff_t(k), patch.faces.end(),
          [&](std::uint32_t a, std::uint32_t b) {
            return sign * middle_of(topology, a)[axis] < sign * middle_of(topology, b)[axis];
          });
      std::iter_swap(patch.faces.begin() + std::ptrdiff_t(k), farthest);
    }
  }
  return patches;
}

/// True if the counted triangles surround all faces of the patch.
template <typename Counts>
bool is_surrounded(const MeshTopology& topology, const Surroundings& rest, const FacePatch& patch,
                   double most_tests, const Counts& counts) {
  double tests = 0.0;
  return std::all_of(patch.faces.begin(), patch.faces.end(), [&](std::uint32_t face) {
    return tests < most_tests && rest.surround(middle_of(topology, face), counts, tests);
  });
}

}  // namespace

std::vector<char> inner_patches(const MeshTopology& topology) {
  std::vector<char> is_inner(topology.patches, 0);
  if (topology.patches < 2) return is_inner;
  const Surroundings rest(topology);
  const std::vector<FacePatch> patches = patches_of(topology);
  const double most_tests = kMostTests / double(patches.size());
  constexpr std::size_t kPatchesAtOnce = 16;
  // Walls first, so that rays do not count the walls of other shells.
  parallel_for_each(patches.size(), kPatchesAtOnce, [&](std::size_t p) {
    is_inner[p] = is_surrounded(topology, rest, patches[p], most_tests, [&](std::uint32_t face) {
      return topology.shell[face] == patches[p].shell && topology.patch[face] != p;
    });
  });
  const std::vector<char> is_wall = is_inner;
  parallel_for_each(patches.size(), kPatchesAtOnce, [&](std::size_t p) {
    if (is_wall[p] != 0) return;
    is_inner[p] = is_surrounded(topology, rest, patches[p], most_tests, [&](std::uint32_t face) {
      return topology.shell[face] != patches[p].shell && is_wall[topology.patch[face]] == 0;
    });
  });
  return is_inner;
}

}  // namespace marrow
