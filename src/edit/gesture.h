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
  bool whole_body = false;    ///< all ancestors of a pinned joint hold it, not only its limb
};

/// The grasped objects. In the rest pose a bone is moved by one of its two ends.
enum class GestureMoves { nodes, joints, tip, base };

struct Grasp {
  GestureMoves moves = GestureMoves::joints;
  /// Not empty; the active one is last. For tip and base only the active one counts.
  std::vector<Id> ids;
  glm::mat4 increment{1.0f};  ///< U, in world space, since the gesture began
  /// One increment per top-most object, if each moves about its own origin; otherwise empty.
  std::vector<std::pair<Id, glm::mat4>> each{};
  std::string verb = "Move";  ///< for nodes and joints: names the step ("Rotate")
  bool children_ride = true;  ///< for a tip: children that start there move along
};

/// The edit for a grasp. `start`: the scene at the beginning of the gesture.
Operation gesture(const Scene& start, const Grasp& grasp, const GestureRules& rules,
                  const Tasks& tasks);

/// `edit`, made by a field, a menu or a pulled tip, completed by the rules: with its mirror image
/// if editing is symmetric, and with pinned joints below the posed ones held where they are in
/// `start` (holding_pins() in ik_edits.h).
Operation gesture(const Scene& start, const Operation& edit, const GestureRules& rules,
                  const Tasks& tasks);

}  // namespace marrow
