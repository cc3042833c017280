// Skins on the graphics card and reads the result back, to check or measure GpuSkin.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "rig/skinning/deformer.h"
#include "view/gl/gl.h"

namespace marrow::view {

/// Needs a current context from construction to destruction.
class GpuSkinner {
 public:
  GpuSkinner();  ///< throws std::runtime_error as gl::Program does, and when GL is too old

  /// v' and n', one per shading vertex as in DeformedMesh::positions(); both are resized. The
  /// mesh's own where the card does not deform it (GpuSkin::can_skin). Throws std::runtime_error
  /// when the driver gives no result.
  void skin(const DeformedMesh& mesh, std::vector<glm::vec3>& positions,
            std::vector<glm::vec3>& normals) const;

 private:
  gl::Program program_;
};

}  // namespace marrow::view
