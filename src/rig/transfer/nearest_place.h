// The place of a surface that is nearest to a point: a tree of boxes over its triangles.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <limits>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// A place on a triangle: sum_k share[k] * position of vertex[k].
struct SurfacePlace {
  std::array<std::uint32_t, 3> vertex{};
  glm::dvec3 share{0.0};  ///< sums to 1; at a corner exactly 1 and 0
  double distance = std::numeric_limits<double>::infinity();  ///< infinite: there is no such place

  bool exists() const { return distance < std::numeric_limits<double>::infinity(); }
};

class NearestPlace {
 public:
  /// `triangles`: 3T indices into `positions`. Both must outlive this.
  NearestPlace(const std::vector<glm::vec3>& positions,
               const std::vector<std::uint32_t>& triangles);

  using Allows = std::function<bool(const SurfacePlace&)>;
  /// The nearest place closer than `limit` that `allows` accepts (empty: any); the first in the
  /// tree of equally near ones. Safe to call from several threads.
  SurfacePlace find(const glm::vec3& point, double limit, const Allows& allows = {}) const;

 private:
  /// Inner: children are at `first` and `first` + 1. Leaf (count > 0): triangles [first, first +
  /// count) of order_.
  struct Box {
    Bounds bounds;
    std::uint32_t first = 0, count = 0;
    double squared_distance(const glm::dvec3& point) const;
  };
  void build(std::size_t box, std::uint32_t begin, std::uint32_t end,
             const std::vector<glm::vec3>& centers);
  SurfacePlace place_on(std::uint32_t triangle, const glm::dvec3& point) const;

  const std::vector<glm::vec3>& positions_;
  const std::vector<std::uint32_t>& triangles_;
  std::vector<std::uint32_t> order_;
  std::vector<Box> boxes_;
};

}  // namespace marrow
