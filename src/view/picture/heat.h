// Heat maps: computes vertex colors for MeshColors.
#pragma once

#include <glm/gtc/type_precision.hpp>

#include "view/picture/picture.h"

namespace marrow::view {

/// True if `colors` replaces the meshes' own colors. False for plain, or if the required joint or
/// reference is missing.
bool has_heat_map(const Picture& picture);

/// True if more than half of a bound mesh's source vertices follow no joint. Crosses at all of them
/// would hide the mesh, so they are tinted instead (tints_uncovered()), except in the heat map of
/// uncovered vertices.
bool is_mostly_uncovered(const DeformedMesh& mesh);
bool tints_uncovered(const Picture& picture, const DeformedMesh& mesh);

/// The numbers that map values to the palette.
struct HeatScale {
  float high = 1.0f;
  float zero = 0.0f;  ///< values up to this one are neutral gray
};
HeatScale heat_scale(const Picture& picture);

/// One color per shading vertex of `mesh`, which must be in picture.deformed. Precondition:
/// has_heat_map(picture).
std::vector<glm::u8vec4> heat_colors(const Picture& picture, const DeformedMesh& mesh,
                                     const HeatScale& scale);

/// Adds the revisions and the world transform of a posed mesh.
void add_pose(std::vector<std::uint64_t>& key, const DeformedMesh& mesh);

/// A key of everything that the colors of `mesh` depend on, except its influences. Empty without a
/// heat map.
std::vector<std::uint64_t> heat_key(const Picture& picture, const DeformedMesh& mesh);

}  // namespace marrow::view
