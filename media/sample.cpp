// Marching tetrahedra: cuts each cube into six tetrahedra around its main diagonal, so that
// neighboring cubes agree on every face.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>

#include "editor/session.h"
#include "skin_mesh.h"

namespace marrow::media {
namespace {

class Sampler {
 public:
  Sampler(const Field& field, const Box& box, double cell) : box_(box), cell_(cell) {
    for (int i = 0; i < 3; ++i)
      count_[i] = static_cast<int>(std::ceil((box.high[i] - box.low[i]) / cell)) + 1;
    values_.resize(static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) *
                   static_cast<std::size_t>(count_[2]));
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = value(field, place(static_cast<int>(i)));
  }

  Triangles triangles() {
    for (int z = 0; z + 1 < count_[2]; ++z) {
      for (int y = 0; y + 1 < count_[1]; ++y) {
        for (int x = 0; x + 1 < count_[0]; ++x) add_cube({x, y, z});
      }
    }
    return std::move(mesh_);
  }

 private:
  int index(const glm::ivec3& p) const { return (p.z * count_[1] + p.y) * count_[0] + p.x; }
  glm::dvec3 place(int index) const {
    const int x = index % count_[0];
    const int y = index / count_[0] % count_[1];
    const int z = index / (count_[0] * count_[1]);
    return box_.low + cell_ * glm::dvec3(x, y, z);
  }
  double at(int index) const { return values_[static_cast<std::size_t>(index)]; }

  /// Six paths from the low corner to the high corner, one for each order of the axes.
  void add_cube(const glm::ivec3& corner) {
    static constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                          {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int o = 0; o < 6; ++o) {
      std::array<int, 4> tetrahedron{};
      glm::ivec3 p = corner;
      tetrahedron[0] = index(p);
      for (int i = 0; i < 3; ++i) {
        ++p[kOrders[o][i]];
        tetrahedron[static_cast<std::size_t>(i) + 1] = index(p);
      }
      if (o >= 3)
        std::swap(tetrahedron[1],
                  tetrahedron[2]);  // odd orders are mirror images: all get the same handedness
      add_tetrahedron(tetrahedron);
    }
  }

  void add_tetrahedron(const std::array<int, 4>& t) {
    std::array<int, 4> inside{}, outside{};
    std::size_t n = 0, m = 0;
    for (const int corner : t) (at(corner) < 0.0 ? inside[n++] : outside[m++]) = corner;
    if (n == 1)
      add_face(crossing(inside[0], outside[0]), crossing(inside[0], outside[1]),
               crossing(inside[0], outside[2]), inside[0]);
    if (n == 3)
      add_face(crossing(inside[0], outside[0]), crossing(inside[1], outside[0]),
               crossing(inside[2], outside[0]), inside[0]);
    if (n == 2) {
      const int a = crossing(inside[0], outside[0]), b = crossing(inside[0], outside[1]);
      const int c = crossing(inside[1], outside[1]), d = crossing(inside[1], outside[0]);
      add_face(a, b, c, inside[0]);
      add_face(a, c, d, inside[0]);
    }
  }

  /// Winds the triangle so that the inner corner is behind it.
  void add_face(int a, int b, int c, int inner) {
    const auto& p = mesh_.points;
    const glm::dvec3 first = p[static_cast<std::size_t>(a)];
    const glm::dvec3 normal =
        glm::cross(p[static_cast<std::size_t>(b)] - first, p[static_cast<std::size_t>(c)] - first);
    if (glm::dot(normal, place(inner) - first) > 0.0) std::swap(b, c);
    mesh_.faces.push_back({a, b, c});
  }

  /// The point between two grid points where the field changes sign. It stays away from the grid
  /// points, so that every triangle has an area.
  int crossing(int a, int b) {
    if (a > b) std::swap(a, b);
    const std::int64_t key =
        static_cast<std::int64_t>(a) * static_cast<std::int64_t>(values_.size()) + b;
    const auto [entry, is_new] = crossings_.emplace(key, static_cast<int>(mesh_.points.size()));
    if (is_new) {
      const double t = std::clamp(at(a) / (at(a) - at(b)), 0.05, 0.95);
      mesh_.points.push_back(glm::mix(place(a), place(b), t));
    }
    return entry->second;
  }

  Box box_;
  double cell_;
  int count_[3] = {};
  std::vector<double> values_;
  std::unordered_map<std::int64_t, int> crossings_;
  Triangles mesh_;
};

}  // namespace

Triangles sampled(const Field& field, const Box& box, double cell) {
  return Sampler(field, box, cell).triangles();
}

Triangles with_mirror_image(const Triangles& half) {
  Triangles whole = half;
  std::vector<int> twin(half.points.size());
  for (std::size_t i = 0; i < half.points.size(); ++i) {
    twin[i] = static_cast<int>(half.points[i].x == 0.0 ? i : whole.points.size());
    if (half.points[i].x != 0.0)
      whole.points.emplace_back(-half.points[i].x, half.points[i].y, half.points[i].z);
  }
  for (const auto& [a, b, c] : half.faces) {
    whole.faces.push_back({twin[static_cast<std::size_t>(a)], twin[static_cast<std::size_t>(c)],
                           twin[static_cast<std::size_t>(b)]});
  }
  return whole;
}

Triangles skin_of(const Field& field, const Box& box, double cell, const EdgeLength& edge_length) {
  const Triangles whole =
      with_mirror_image(remeshed(sampled(field, box, cell), field, edge_length));
  const std::size_t edges = whole.faces.size() * 3 / 2;
  if (whole.faces.size() % 2 != 0 || whole.points.size() + whole.faces.size() != edges + 2) {
    throw std::runtime_error("the skin is not one closed surface without handles");
  }
  return whole;
}

}  // namespace marrow::media
