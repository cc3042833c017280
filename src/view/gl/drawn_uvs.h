// How a material's base color texture lies on a mesh.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/mesh.h"

namespace marrow::view {

/// Texture coordinates with which a surface is drawn, one per shading vertex, origin at the lower
/// left. Vertices of faces whose material uses another set (TEXCOORD_n) have that set's
/// coordinates, all others the surface's. If materials share a vertex, the last one decides. A set
/// that the mesh lacks is replaced by the first.
std::vector<glm::vec2> drawn_uvs(const Mesh& mesh, const Surface& surface);

}  // namespace marrow::view
