// Weights and touch-ups of a mesh carried over to another mesh: a remeshed copy, or clothes.
//
// After Abdrashitov, Raichstat, Monsen, Hill 2023, "Robust Skin Weights Transfer via Weight
// Inpainting": each vertex gets the weights of the nearest place of the other surface if that is
// near and faces the same way. The rest is filled in smoothly between (smooth_fill.h).
#pragma once

#include "rig/transfer/nearest_place.h"
#include "rig/transfer/smooth_fill.h"
#include "scene/touch_ups.h"

namespace marrow {

/// When a place is sure.
struct TransferLimits {
  double distance = 0.05;  ///< share of the diagonal of the target's bounds
  double angle = 30.0;     ///< degrees between the normals at that distance; more where it is near
};

/// Numbers of the target's vertices by the source of their weights.
struct TransferCounts {
  std::size_t found = 0;   ///< the place is sure
  std::size_t filled = 0;  ///< weights continued from sure vertices
  std::size_t unsure = 0;  ///< of pieces without a sure vertex: nearest place nevertheless
};

/// The place of each vertex of a target on the surface of a source.
struct Transfer {
  MeshGraph target;
  /// V: only representatives of `target` have one; its vertices are the source's.
  std::vector<SurfacePlace> places;
  std::vector<FillRegion> regions;  ///< without islands
  TransferCounts counts;            ///< sum to V
};

/// Finds the places. The matrices lead to one space, in which both meshes are at rest. Where the
/// nearest place does not face the vertex's way, one that does and is little farther away counts:
/// walls may be thin. Otherwise one that faces the opposite way is sure as well: linings, and
/// meshes that are inside out. Where most of a piece (a shell that touches no other) lies on one
/// piece of the source, the rest of it does so too if it can. A vertex without a normal faces every
/// way. Seams are sewn: vertices at one position have one place. Precondition: the source has a
/// triangle.
Transfer find_transfer(const Mesh& source, const glm::mat4& from_source, const Mesh& target,
                       const glm::mat4& from_target, const TransferLimits& limits = {});

/// The weights of the target: at each place, between the weights of the triangle's three corners.
/// At most as many per vertex as the largest row of `rows` has, and 4 in any case; at least half of
/// a row's weight must come from joints, otherwise it is empty. `rows`: of the source.
ExplicitWeights carried_weights(const Transfer& transfer, const ExplicitWeights& rows);

/// The touch-ups of the target, without differences below 1e-4.
TouchUps carried_touch_ups(const Transfer& transfer, const TouchUps& touch_ups);

}  // namespace marrow
