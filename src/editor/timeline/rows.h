// The rows of the timeline, from a motion and the skeletons that it moves.
#pragma once

#include <vector>

#include "editor/session.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

/// The parts that a skeleton falls into: the first joint of each and all that belong to it, in the
/// order of the joints. A new one begins at each child of a joint with several children, at the
/// first two such joints on the way from the root: fingers belong to their arm.
std::vector<std::vector<int>> limbs_of(const Skeleton& skeleton);

/// Rows of everything, then limb by limb and node by node what the motion has keys of, as far as
/// they are unfolded.
std::vector<TimelineRow> timeline_rows(const Session& session, const Motion& motion,
                                       const TimelineState& timeline);

/// The keys of a row from one time to another, both included.
KeyPlaces keys_between(const Motion& motion, const TimelineRow& row, float from, float to);

/// "Rotation", as the timeline and its menus name it.
const char* name_of(MotionProperty property);

}  // namespace marrow
