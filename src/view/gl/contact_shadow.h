// A soft dark patch on the ground where a mesh touches it, computed on the CPU.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow::view {

struct ContactShadow {
  static constexpr int kSide = 64;  ///< texels
  glm::vec4 rectangle{0.0f};        ///< on y = 0: low x, low z, high x, high z
  /// kSide rows along z of kSide texels along x; 255: fully dark. Empty: no mesh is near the
  /// ground.
  std::vector<std::uint8_t> texels;
};

/// Uses at most about 20,000 triangles of all shown meshes; of very dense meshes only 8,000
/// corners.
ContactShadow contact_shadow(const Scene& scene, const Deformer& deformed);

}  // namespace marrow::view
