// Heat maps: MeshColors as colours of vertices.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>
#include <vector>

#include "view/picture/picture.h"

namespace marrow::view {

/// True when meshes get other colours than their own: not for plain, nor without the needed joint
/// or reference.
bool has_heat_map(const Picture& picture);

/// More than half of a bound mesh's source vertices follow no joint. Crosses at all of them would
/// hide it: they have a tint instead (tints_uncovered()), except in the heat map of just that.
bool is_mostly_uncovered(const DeformedMesh& mesh);
bool tints_uncovered(const Picture& picture, const DeformedMesh& mesh);

/// The palette's end in numbers that colours are made with.
struct HeatScale {
  float high = 1.0f;
  float zero = 0.0f;  ///< values up to here are neutral grey
};
HeatScale heat_scale(const Picture& picture);

/// One colour per shading vertex of `mesh`, one of picture.deformed. Precondition:
/// has_heat_map(picture).
std::vector<glm::u8vec4> heat_colors(const Picture& picture, const DeformedMesh& mesh,
                                     const HeatScale& scale);

/// The input of the colours of `mesh` beside its influences, as numbers; empty without a heat map.
std::vector<std::uint64_t> heat_key(const Picture& picture, const DeformedMesh& mesh);

}  // namespace marrow::view
