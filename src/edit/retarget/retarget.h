// Retargeting: the motion of one skeleton for another.
#pragma once

#include <glm/glm.hpp>

#include "edit/retarget/table.h"
#include "scene/motion.h"
#include "scene/skeleton.h"

namespace marrow {

struct RetargetOptions {
  glm::vec3 up{0.0f, 1.0f, 0.0f};  ///< upwards in the skeleton that is to move, unit
  glm::vec3 from_up{0.0f};         ///< upwards in the other one, unit; zero: as A below has it
  bool begins_here = false;  ///< the first key stands above where the carrier is at rest and looks
                             ///< where it looks; else as the file has it
  bool matches_rest = true;  ///< false: every row as RestMatch::kept
  bool in_place = false;     ///< the carrier moves along `up` only
};

/// The motion for `onto`. Spaces: W is joint -> skeleton, B at rest, R(M) the rotation of M; s
/// follows t.
///   R(W_t) = A R(W_s) R(B_s)^-1 A^-1 C_t R(B_t)
/// A is the quarter turn or none that brings the two skeleton spaces nearest to each other at rest,
/// of those that take from_up to `up` (z-up files onto y-up figures), C_t what `rest` asks for. So
/// a joint is turned in skeleton space by as much as the other is turned from its rest, whatever
/// way their axes run and whatever stands between. Joints keep their own L for translation and
/// scale, but for the carrier, which goes
///   t = t_rest + k A (s - s_rest)
/// where k is the ratio of the skeletons' sizes: the carrier's height above the lowest joint that
/// is paired, at rest (of the diagonals of the paired joints where there is no such height). s_rest
/// is where the file has it at rest, or that place with the figure's lowest joint or bone end at
/// height 0: whichever is nearer in height to how the motion begins, as many files have the hips at
/// rest in their origin; or, where both are far off, with that lowest point as low as the motion's
/// lowest joint. With begins_here all of it is turned about `up`, and moved across it, so
/// that the first key has the carrier's heading and place at rest. Keys stand where the motion has
/// some, and 30 a second between those of steps and splines. When the table pairs joints of equal L
/// and parents throughout, the tracks come out exactly as they were. The result has the motion's
/// name, its targets are joints of `onto`; no tracks when nothing is paired. Rows of joints that
/// are not there are passed over. Precondition: why_invalid(motion) is empty.
Motion retarget(const Motion& motion, const Skeleton& from, const Skeleton& onto,
                const RetargetTable& table, const RetargetOptions& options = {});

}  // namespace marrow
