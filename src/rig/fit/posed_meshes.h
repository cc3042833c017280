// Posed meshes: how the bones moved, found from the surface, and the best that any
// weights with these bones can do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/fit/fit_rig.h"
#include "rig/fit/fit_target.h"

namespace marrow {

/// A surface with the same vertices in another pose.
struct PosedSurface {
  std::string name;
  std::vector<glm::vec3> positions;  ///< one per vertex of all mesh nodes of a scene, in node
                                     ///< order, or of those that the skeleton deforms; world space
  bool operator==(const PosedSurface&) const = default;
};

/// What the posed surfaces say of a rig. All in the skeleton's space now.
struct PosedTargets {
  std::size_t surfaces = 0, joints = 0, vertices = 0;
  std::vector<glm::mat4> skinning;   ///< T, `joints` for each surface
  std::vector<glm::vec3> positions;  ///< v', `vertices` for each surface
  std::vector<glm::vec3> bind;       ///< v
  Influences best;                   ///< the weights that come nearest, over nearby bones
  const glm::mat4& of(std::size_t surface, std::size_t joint) const {
    return skinning[surface * joints + joint];
  }
  const glm::vec3& at(std::size_t surface, std::size_t vertex) const {
    return positions[surface * vertices + vertex];
  }
};

/// How each bone moved: a rigid motion, first of the skin that is nearest to it, then by turns with
/// the weights that fit best (least squares; "smooth skinning decomposition with rigid bones", Le
/// and Deng 2012, for given bones). A stored pose of a surface's name is taken as it is instead.
/// None, and `problem` says why, where a surface has another number of vertices.
std::optional<PosedTargets> posed_targets(const Scene& scene, const FitRig& rig,
                                          const std::vector<PosedSurface>& surfaces,
                                          const FitProgress& progress, std::string& problem);

/// Mean distance of vertices, blended linearly by these rows, from where the surfaces have them.
/// `of_vertex`, if given: one mean per vertex.
double posed_error(const PosedTargets& targets, const Influences& rows,
                   std::vector<float>* of_vertex = nullptr);

/// x_j = T_j v - v', over all surfaces.
class PosedTarget : public FitTarget {
 public:
  explicit PosedTarget(const PosedTargets& targets) : targets_(targets) {}
  double error(std::uint32_t vertex, const FitRow& row) const override;
  void products(std::uint32_t vertex, const FitRow& row, double* products) const override;

 private:
  const PosedTargets& targets_;
};

}  // namespace marrow
