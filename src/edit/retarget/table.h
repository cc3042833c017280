// Which joint follows which in retargeting: a table of pairs, which users can edit.
#pragma once

#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// How the rest pose of a joint is aligned with that of the joint that it follows.
enum class RestMatch {
  carried,  ///< turned like its parent
  /// The bone is first turned to the direction of the other bone: a figure with hanging arms can
  /// follow one with arms stretched out.
  bone,
  /// Not aligned: a foot that is flat on the ground at rest is flat when the other foot is at rest.
  kept,
};

struct RetargetRow {
  Id onto = kNoId;
  /// kNoId: `onto` keeps its pose, or is held at rest if a joint below it follows.
  Id from = kNoId;
  RestMatch rest = RestMatch::carried;
  /// A joint of the same skeleton that is neither above nor below `onto`, to which `onto` keeps its
  /// place at rest: the shin of a foot that is below the root, as in rigs for inverse kinematics.
  /// kNoId: `onto` is moved by its parent only.
  Id held_by = kNoId;
  bool operator==(const RetargetRow&) const = default;
};

struct RetargetTable {
  std::vector<RetargetRow> rows;  ///< one per joint of the skeleton that gets the motion, in order
  /// The joint that is moved as well as turned: the hips, or the lowest joint above them that has
  /// the thighs below it. kNoId: the first row that follows.
  Id carrier = kNoId;
  /// The joint whose place is carried, if the carrier is above it: the hips. kNoId: the carrier.
  Id pivot = kNoId;
  bool operator==(const RetargetTable&) const = default;
};

/// Pairs joints by role (joint_roles.h), and joints without a role by plain_name() unless a
/// figure's roles were found by shape. Spines and necks with different numbers of joints are paired
/// so that the last joints match; fingers from the hand outwards. Bones of arms and legs are
/// aligned, feet keep their rest; a limb of one joint is not aligned, because the end of its bone
/// is only guessed. A carrier above the hips follows in place of the hips. No joint occurs twice on
/// either side.
RetargetTable guessed_table(const Skeleton& from, const Skeleton& onto);

std::size_t paired(const RetargetTable& table);

}  // namespace marrow
