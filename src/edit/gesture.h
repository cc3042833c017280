// Gestures: the edit itself, its mirror image, and the joints that pins hold. Used by drags, fields
// and menus.
#pragma once

#include <utility>

#include "edit/operation.h"

namespace marrow {

/// The operation together with its mirror image on the partners (by name) of its joints, as one
/// step. The partner becomes the mirror image across the plane of mirror_pairs(), whatever it was
/// before and however its axes run: poses as by mirrored_entries(), tips, bases, extents and radii
/// by their places at bind. A new joint below a paired one, or with a side in its name, gets a
/// partner ("joint.L" and "joint.R"), and so does an unnamed one that leads out of the middle (a
/// clavicle, a thigh); splitting, deleting, reparenting and renaming apply to both. A joint gets no
/// image if it is in the middle, has no partner, or has one that is locked or part of the
/// operation. Returns the operation itself if it has no image, if apply() would refuse it, or if
/// its result is symmetric. Edits of whole skeletons, nodes, locks, pins and limits have none.
Operation with_symmetry(const Scene& scene, const Operation& operation, const Tasks& tasks);

struct GestureRules {
  bool is_symmetric = false;  ///< partners by name follow as mirror images: with_symmetry()
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
/// `start` (holding_pins() in pose_edit.h).
Operation gesture(const Scene& start, const Operation& edit, const GestureRules& rules,
                  const Tasks& tasks);

}  // namespace marrow
