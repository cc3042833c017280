// Carries weights and touch-ups of a mesh over to another mesh: a remeshed copy, or clothes.
//
// After Abdrashitov, Raichstat, Monsen, Hill 2023, "Robust Skin Weights Transfer via Weight
// Inpainting": each vertex gets the weights of the nearest place of the other surface if that is
// near and faces the same way. The other vertices are filled in smoothly (smooth_fill.h).
#pragma once

#include "rig/transfer/nearest_place.h"
#include "rig/transfer/smooth_fill.h"
#include "scene/touch_ups.h"

namespace marrow {

/// The limits within which a place is sure.
struct TransferLimits {
  double distance = 0.05;  ///< share of the diagonal of the target's bounds
  double angle = 30.0;     ///< degrees between the normals at that distance; more at smaller ones
};

/// Numbers of the target's vertices by the source of their weights.
struct TransferCounts {
  std::size_t found = 0;   ///< the place is sure
  std::size_t filled = 0;  ///< weights continued from sure vertices
  std::size_t unsure = 0;  ///< in pieces without a sure vertex: the nearest place all the same
};

/// The place of each vertex of a target on the surface of a source.
struct Transfer {
  MeshGraph target;
  /// V: only representatives of `target` have one. SurfacePlace::vertex: of the source.
  std::vector<SurfacePlace> places;
  std::vector<FillRegion> regions;  ///< without islands
  TransferCounts counts;            ///< sum to V
};

/// Finds the places. The matrices lead to one space, in which both meshes are at rest. If the
/// nearest place does not face the vertex's way, a slightly farther one that does is used, because
/// walls may be thin. If there is none, a place that faces the opposite way is sure too: linings,
/// and meshes that are inside out. If most of a piece of the target (a shell that touches no other)
/// lies on one piece of the source, its other vertices are placed there too if possible. A vertex
/// without a normal faces every way. Seams are sewn: vertices at one position have one place.
/// Precondition: the source has a triangle.
Transfer find_transfer(const Mesh& source, const glm::mat4& from_source, const Mesh& target,
                       const glm::mat4& from_target, const TransferLimits& limits = {});

/// The weights of the target, interpolated at each place between the triangle's three corners. A
/// row has at most as many weights as the largest row of `rows`, or 4 if that is more. It is empty
/// if its weights sum to less than 0.5. `rows`: of the source.
ExplicitWeights carried_weights(const Transfer& transfer, const ExplicitWeights& rows);

/// The touch-ups of the target, without differences below 1e-4.
TouchUps carried_touch_ups(const Transfer& transfer, const TouchUps& touch_ups);

}  // namespace marrow
