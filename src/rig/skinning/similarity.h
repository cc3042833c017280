// How much triangles are weighed like a vertex: the similarity kernel of optimized centers of
// rotation (Le, Hodgins 2016), summed over many triangles at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace marrow {

/// Of triangles: the sum of factors, and of factors times places.
struct SimilaritySum {
  double factor = 0.0;
  glm::dvec3 place{0.0};

  void operator+=(const SimilaritySum& other) {
    factor += other.factor;
    place += other.place;
  }
};

/// For two joints j and k the kernel of a point and a vertex with the weights (p_j, p_k) and
/// (v_j, v_k) is p_j p_k v_j v_k exp(-(p_j v_k - p_k v_j)^2 / kWidth^2). What triangles add up to
/// depends on the vertex's two weights alone, so it is known on a grid of them and interpolated:
/// by s = v_j + v_k and d = v_j - v_k, in which the kernel's exponent is ((d s' - s d') / 2)^2 and
/// two joints that hold a vertex alone are one line. Both ways polynomials of kNodes nodes carry
/// weights to the grid: a triangle's mass to the nodes around it, and the nodes' sums to a vertex.
/// Weights are positive, and together no more than 1; others count as such. The error is about 1e-5
/// of whole_mass() at most, and a tenth of that where weights run evenly.
class SimilarityTable {
 public:
  static constexpr double kWidth = 0.1;  ///< the paper's sigma

  /// Adds a triangle: its weights of the two joints, its area and its middle.
  void add(double j, double k, double area, const glm::dvec3& middle);
  /// Says that at() will be asked for these weights. Precedes finish().
  void want(double j, double k);
  /// Sums up at the nodes that are wanted. Ends adding.
  void finish();
  std::size_t steps_to_finish() const;  ///< how much work that is
  /// The sum over all triangles for a vertex with these weights.
  SimilaritySum at(double j, double k) const;
  /// The sum of p_j p_k times the area: at() over v_j v_k where all triangles are weighed alike.
  double whole_mass() const { return whole_mass_; }

  /// One triangle's part of at(): what is interpolated, exactly.
  static SimilaritySum exact(double vertex_j, double vertex_k, double j, double k, double area,
                             const glm::dvec3& middle);

 private:
  static constexpr int kSteps = 24;  ///< from 0 to 1
  static constexpr int kNodes = 8;   ///< of a polynomial
  static constexpr int kBefore = kNodes / 2 - 1;
  static constexpr int kRows = kSteps + kNodes, kColumns = 2 * kSteps + kNodes;
  using Sum = std::array<double, 4>;  ///< factor, place
  /// The nodes of a polynomial from `first` on, and their shares. At a node it is that one alone.
  struct Stencil {
    int first = 0, count = 0;
    std::array<double, kNodes> share;
  };
  /// A node (s, d) with a mass, in steps.
  struct Source {
    int s, d;
    Sum sum;
  };
  static Stencil stencil(double place);
  static std::size_t node(int s, int d) {
    return std::size_t((s + kBefore) * kColumns + d + kSteps + kBefore);
  }
  /// visit(node, share) of the nodes around a vertex's or a triangle's weights.
  template <typename Visit>
  static void visit_nodes(double j, double k, const Visit& visit);
  static Sum sum_at(int s, int d, const std::vector<Source>& sources);

  std::vector<Sum> sums_;  ///< one per node: masses, and after finish() what they add up to
  std::vector<std::uint8_t> is_wanted_;  ///< one per node
  double whole_mass_ = 0.0;
};

}  // namespace marrow
