// A soft dark patch on the ground where a mesh touches it, computed on the CPU.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow::view {

struct ContactShadow {
  static constexpr int kSide = 64;   ///< texels
  glm::vec4 rectangle{0.0f};         ///< on the plane y = 0: low x, low z, high x, high z
  std::vector<std::uint8_t> texels;  ///< kSide rows along z of kSide along x, 255 = fully dark;
                                     ///< empty: nothing is near the ground
};

/// Uses at most about 20,000 triangles of all shown meshes; of larger meshes, 8,000 of their
/// corners.
ContactShadow contact_shadow(const Scene& scene, const Deformer& deformed);

}  // namespace marrow::view
