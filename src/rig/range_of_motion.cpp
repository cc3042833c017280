#include "rig/range_of_motion.h"

namespace marrow {

std::vector<Motion> motions_of(const Skeleton&, std::size_t) { return {}; }
double badness_of(const Meters&) { return 0.0; }
std::string complaint_of(const Meters&) { return {}; }
JointTrial try_joint(const Scene&, Id, std::size_t, Deformer&, Measures&) { return {}; }
std::vector<JointTrial> range_of_motion(const Scene&, Id, const Tasks&) { return {}; }

}  // namespace marrow
