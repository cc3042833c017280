#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace marrow {

/// The base or tip of a new bone: what the add tool shows under the pointer.
struct GhostPoint {
  glm::vec3 point{0.0f};
  float thickness = 0.0f;  ///< of the solid there, in the thinnest of three directions, world
                           ///< units; 0: the pointer is not over a mesh
  struct Solid {
    glm::vec3 front{0.0f}, back{0.0f};
  };
  std::vector<Solid> solids;  ///< all on the pointer's ray, front to back, world space
  int chosen = -1;            ///< the one with the point; -1 without one
  bool is_in_middle = false;  ///< moved onto the plane between the sides of the body
};

/// A bone not yet added: its place and what it would hold.
struct BonePlan {
  struct Capsule {
    glm::mat4 world_from_bone{
        1.0f};  ///< from a frame at the bone's base whose +z runs along it, skeleton units
    float length = 0.0f, radius = 0.0f;
    glm::vec3 base{0.0f}, tip{0.0f};  ///< world space
  };
  std::vector<Capsule>
      capsules;  ///< the bone's, then its mirror image's where symmetric editing makes one
  std::uint32_t captured = 0;       ///< source vertices that the bone would hold
  std::uint32_t newly_covered = 0;  ///< of these, those that nothing holds now
};

}  // namespace marrow
