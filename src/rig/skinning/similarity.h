// The similarity kernel of optimized centers of rotation (Le, Hodgins 2016): how similar the
// weights of triangles are to a vertex's, summed over many triangles at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace marrow {

/// A sum over triangles: of kernel values, and of kernel values times places.
struct SimilaritySum {
  double factor = 0.0;
  glm::dvec3 place{0.0};

  void operator+=(const SimilaritySum& other) {
    factor += other.factor;
    place += other.place;
  }
};

/// For two joints j and k, the kernel of a point and a vertex with the weights (p_j, p_k) and
/// (v_j, v_k) is p_j p_k v_j v_k exp(-(p_j v_k - p_k v_j)^2 / kWidth^2). The sum over triangles
/// depends on the vertex's two weights alone, so it is computed on a grid of weights and
/// interpolated. The grid's axes are s = v_j + v_k and d = v_j - v_k. With s' and d' of the point,
/// p_j v_k - p_k v_j = (s d' - d s') / 2, and vertices held by these two joints alone are one line.
/// Polynomials with kNodes nodes interpolate both ways: they spread a triangle's mass over the
/// nodes around it, and collect a vertex's sum from the nodes around it. Weights must be positive
/// with a sum of at most 1; others are clamped. The error is at most about 1e-5 of whole_mass(),
/// and a tenth of that where weights vary smoothly.
class SimilarityTable {
 public:
  static constexpr double kWidth = 0.1;  ///< the paper's sigma

  /// Adds a triangle: its weights of the two joints, its area and its middle.
  void add(double j, double k, double area, const glm::dvec3& middle);
  /// Announces that at() will be called with these weights. Precedes finish().
  void want(double j, double k);
  /// Computes the sums at the announced nodes. After it, nothing can be added.
  void finish();
  std::size_t steps_to_finish() const;  ///< amount of work of finish()
  /// The sum over all triangles for a vertex with these weights.
  SimilaritySum at(double j, double k) const;
  /// The sum of p_j p_k times area. It equals at() / (v_j v_k) if all triangles have the vertex's
  /// weights.
  double whole_mass() const { return whole_mass_; }

  /// One triangle's exact part of at(), without interpolation.
  static SimilaritySum exact(double vertex_j, double vertex_k, double j, double k, double area,
                             const glm::dvec3& middle);

 private:
  static constexpr int kSteps = 24;  ///< steps from weight 0 to 1
  static constexpr int kNodes = 8;   ///< nodes of a polynomial
  static constexpr int kBefore = kNodes / 2 - 1;
  static constexpr int kRows = kSteps + kNodes, kColumns = 2 * kSteps + kNodes;
  using Sum = std::array<double, 4>;  ///< factor, place
  /// Nodes of a polynomial, from `first` on, and their shares. At a node: that node alone.
  struct Stencil {
    int first = 0, count = 0;
    std::array<double, kNodes> share;
  };
  /// A node with a mass; s and d in steps.
  struct Source {
    int s, d;
    Sum sum;
  };
  static Stencil stencil(double place);
  static std::size_t node(int s, int d) {
    return std::size_t((s + kBefore) * kColumns + d + kSteps + kBefore);
  }
  /// Calls visit(node, share) for the nodes around a vertex's or a triangle's weights.
  template <typename Visit>
  static void visit_nodes(double j, double k, const Visit& visit);
  static Sum sum_at(int s, int d, const std::vector<Source>& sources);

  std::vector<Sum> sums_;                ///< one per node: masses; after finish() their sums
  std::vector<std::uint8_t> is_wanted_;  ///< one per node
  double whole_mass_ = 0.0;
};

}  // namespace marrow
