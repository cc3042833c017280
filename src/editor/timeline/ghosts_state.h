// State of what a motion shows of other times in the picture. No ImGui.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "scene/motion.h"

namespace marrow {

/// Which times before and after the one shown have ghosts.
enum class GhostTimes { none, keys, frames };

/// Bones at another time, world space.
struct Ghost {
  struct Bone {
    glm::vec3 base{0.0f}, tip{0.0f};
  };
  float seconds = 0.0f;
  int steps = 0;  ///< from the time shown: before it negative
  std::vector<Bone> bones;
};

/// A point of the way of a joint's tip, world space.
struct TrailPoint {
  float seconds = 0.0f;
  glm::vec3 place{0.0f};
  bool is_key = false;  ///< the joint, or one that carries it, has a key there
};

struct GhostsState {
  GhostTimes times = GhostTimes::none;
  bool has_trail = false;  ///< of the active joint

  std::vector<Ghost> ghosts;      ///< the farthest first
  std::vector<TrailPoint> trail;  ///< by time

  /// What they were made of.
  struct MadeOf {
    std::shared_ptr<const Motion> motion;
    std::uint64_t revision = 0;  ///< the document's where it is in a gesture, else its commits
    GhostTimes times = GhostTimes::none;
    float seconds = 0.0f;
    Id trailed = kNoId;
    std::vector<Id> selected;
    bool operator==(const MadeOf&) const = default;
  } made_of;
};

}  // namespace marrow
