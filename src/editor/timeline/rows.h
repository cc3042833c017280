// The rows of the timeline, from a motion and the skeletons that it moves.
#pragma once

#include <vector>

#include "editor/session.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

/// The limbs of a skeleton, each with its joints in order. A limb begins at each child of a joint
/// with several children, for the first two such joints from the root: fingers belong to their arm.
std::vector<std::vector<int>> limbs_of(const Skeleton& skeleton);

/// The row of all keys, then limbs, joints and nodes with keys, as far as they are unfolded.
std::vector<TimelineRow> timeline_rows(const Session& session, const Motion& motion,
                                       const TimelineState& timeline);

/// The keys of a row from one time to another, both included.
KeyPlaces keys_between(const Motion& motion, const TimelineRow& row, float from, float to);

/// "Rotation"
const char* name_of(MotionProperty property);

}  // namespace marrow
