// Which joint follows which in retargeting: a table of pairs, which users can edit.
#pragma once

#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// How a joint's rest is aligned with the rest of the joint that it follows.
enum class RestMatch {
  carried,  ///< as the joint that it hangs on was turned
  bone,     ///< its bone is first laid along the other's bone: arms that hang at rest do what arms
            ///< that reach out do
  kept,  ///< not at all: a foot flat on the ground at rest is flat where the other's is as at rest
};

struct RetargetRow {
  Id onto = kNoId;
  Id from = kNoId;  ///< kNoId: this joint keeps its pose; above one that follows it is held at rest
  RestMatch rest = RestMatch::carried;
  bool operator==(const RetargetRow&) const = default;
};

struct RetargetTable {
  std::vector<RetargetRow> rows;  ///< one per joint of the skeleton that is to move, in its order
  Id carrier = kNoId;  ///< of those, the joint that is moved along as well as turned: the hips;
                       ///< kNoId: the first row that follows
  bool operator==(const RetargetTable&) const = default;
};

/// Pairs joints by role (joint_roles.h), or by plain_name() without one. Spines and necks of
/// different lengths are paired along their length, last joints with each other; fingers from the
/// hand outwards. Bones of arms and legs are aligned, feet keep their rest. No joint occurs twice
/// on either side.
RetargetTable guessed_table(const Skeleton& from, const Skeleton& onto);

std::size_t paired(const RetargetTable& table);

}  // namespace marrow
