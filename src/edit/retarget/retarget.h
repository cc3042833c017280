// Retargeting: transfers the motion of one skeleton to another.
#pragma once

#include <glm/glm.hpp>

#include "edit/retarget/table.h"
#include "scene/motion.h"
#include "scene/skeleton.h"

namespace marrow {

struct RetargetOptions {
  glm::vec3 up{0.0f, 1.0f, 0.0f};  ///< upwards in the skeleton that gets the motion, unit
  glm::vec3 from_up{0.0f};         ///< upwards in the other skeleton, unit; zero: found by A below
  /// The carrier begins with its place over the ground and its heading at rest, unless it begins
  /// near them anyway (0.15 heights, 0.5 radians). False: it begins as in the file.
  bool begins_here = false;
  bool matches_rest = true;  ///< false: every row as RestMatch::kept
  bool in_place = false;     ///< the carrier moves along `up` only
  /// The carrier is lifted where a joint would be lower than the lowest one at rest. If all joints
  /// stay higher throughout, the whole motion is lowered until one reaches that height.
  bool on_floor = false;
};

/// The motion for `onto`. Spaces: W is joint -> skeleton, B at rest, R(M) the rotation of M; joint
/// t follows joint s.
///   R(W_t) = A R(W_s) R(B_s)^-1 A^-1 C_t R(B_t)
/// A is the identity or the quarter turn that brings the two skeleton spaces nearest to each other
/// at rest, among those that turn from_up to `up` (z-up files onto y-up figures). C_t is the turn
/// for RetargetRow::rest. So a joint turns in skeleton space by as much as its counterpart turns
/// from rest, whatever their axes and whatever joints are in between. Joints keep translation and
/// scale of their L, except for rows with held_by, and for the carrier, whose pivot moves to
///   t = t_rest + k A (s - s_rest)
/// where k is the ratio of the skeletons' sizes: of the carrier's height at rest above the lowest
/// paired joint, or of the diagonals of the paired joints if there is no such height. s_rest is the
/// carrier's rest place in the file, or that place with the figure's lowest joint or bone end at
/// height 0, because many files have the hips at rest at the origin: whichever is nearer in height
/// to the motion's beginning. If both are far off, that lowest point is put as low as the motion's
/// lowest joint. With begins_here the whole motion is turned about `up` and moved across it, so
/// that the first key has the carrier's heading and place at rest. Keys are at the times of the
/// motion's keys, and 30 per second between keys of steps and splines. If the table pairs joints of
/// equal L and parents throughout, the tracks are copied exactly. The result has the motion's name;
/// its targets are joints of `onto`. No tracks if nothing is paired. Rows whose joints do not exist
/// are skipped. Precondition: why_invalid(motion) is empty.
Motion retarget(const Motion& motion, const Skeleton& from, const Skeleton& onto,
                const RetargetTable& table, const RetargetOptions& options = {});

}  // namespace marrow
