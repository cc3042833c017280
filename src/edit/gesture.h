// Gestures: the edit itself, its mirror image, and the joints that pins hold. Used by drags, fields
// and menus.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "edit/operation.h"

namespace marrow {

struct GestureRules {
  bool is_symmetric = false;  ///< partners by name follow as mirror images: see symmetry.h
  bool whole_body = false;    ///< pinned joints are held by all above them, not only by their limbs
};

/// The grasped objects. In the rest pose a bone is moved by one of its two ends.
enum class GestureMoves { nodes, joints, tip, base };

struct Grasp {
  GestureMoves moves = GestureMoves::joints;
  std::vector<Id>
      ids;  ///< not empty; the active one last; of an end of a bone only that one counts
  glm::mat4 increment{1.0f};  ///< U, in world space, since the gesture began
  /// Increments of the top-most objects, if several move about their own places.
  std::vector<std::pair<Id, glm::mat4>> each{};
  std::string verb = "Move";  ///< of nodes and joints: names the step ("Rotate")
  bool children_ride = true;  ///< of a tip: children that start there go with it
};

/// The edit that a grasp makes of `start`, the scene at the beginning of the gesture.
Operation gesture(const Scene& start, const Grasp& grasp, const GestureRules& rules,
                  const Tasks& tasks);

/// The edit of a field, a menu or a pulled tip: with its mirror image while editing is symmetric,
/// and with pinned joints below the posed ones held where they are in `start` (holding_pins() in
/// ik_edits.h).
Operation gesture(const Scene& start, const Operation& edit, const GestureRules& rules,
                  const Tasks& tasks);

}  // namespace marrow
