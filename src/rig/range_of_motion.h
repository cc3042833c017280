// Every joint flexed and twisted in turn, from the present pose, and what the meters say: where a rig breaks before an animator finds out.
#pragma once

#include <string>
#include <vector>

#include "rig/measure.h"

namespace marrow {

/// One trial: a turn in the joint's own frame, applied on top of its present user transform (Ul' = R Ul).
struct Motion {
  Id joint = kNoId;
  std::string name;  ///< "flex +90", "twist -90"
  glm::mat4 user_local{1.0f};
};

/// Flex +90 and -90 degrees about an axis across the bone (of the joint's x and z axes the one further from the bone), twist +90 and -90
/// about the bone. A bone of no length twists about y.
std::vector<Motion> motions_of(const Skeleton& skeleton, std::size_t joint);

struct JointTrial {
  Id joint = kNoId;
  Motion worst;           ///< the motion with the highest badness
  Meters meters;          ///< of the joint in that motion
  double badness = 0.0;   ///< the worst of volume loss / 15 %, (1 - section) / 0.5, (stretch - 1) / 3, step / 0.3; 1 and more is poor
  std::string complaint;  ///< the meter that decides, in words: "section 0.42"
};

double badness_of(const Meters& meters);
std::string complaint_of(const Meters& meters);

/// One joint's trials with one deformer, so that a caller can go joint by joint and stay alive. `scene` is left as it is.
JointTrial try_joint(const Scene& scene, Id skeleton, std::size_t joint, Deformer& deformer, Measures& measures);

/// All joints of a skeleton that move a vertex, worst first (equal ones in joint order).
std::vector<JointTrial> range_of_motion(const Scene& scene, Id skeleton, const Tasks& tasks);

}  // namespace marrow
