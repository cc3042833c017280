// How a material's base color texture lies on a mesh.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/mesh.h"

namespace marrow::view {

/// Texture coordinates with which a surface is drawn, one per shading vertex, origin at the lower
/// left: those of the surface, or of another set (TEXCOORD_n) at the vertices of faces whose
/// material uses that one. Of a vertex that several materials share, the last decides. A set that
/// the mesh lacks is replaced by the first.
std::vector<glm::vec2> drawn_uvs(const Mesh& mesh, const Surface& surface);

}  // namespace marrow::view
