// Elbows and knees: joints that bend about one axis and to one side. Used by inverse kinematics and
// by the arrow that shows the side.
#pragma once

#include <optional>
#include <vector>

#include "rig/ik/problem.h"
#include "scene/scene.h"

namespace marrow {

/// The source of an elbow's side. The first source that applies is used.
enum class ElbowSource {
  pole,    ///< Joint::pole, set by the user
  limits,  ///< only one axis may turn: the joint bends to the side with more room
  motion,  ///< the motions bend it to one side, by 20 degrees or more
  rest,    ///< the rest pose bends it by 3 degrees or more, and its name is an elbow's or a knee's
  name,    ///< the name is an elbow's or a knee's: knees point to where the toes do, elbows back
};

struct Elbow {
  int joint = -1;
  glm::dvec3 axis{0.0};  ///< as in IkElbow
  glm::dvec3 pole{0.0};  ///< as Joint::pole: unit, across the bone above
  ElbowSource source = ElbowSource::pole;
};

/// The elbows among `joints` of the node's skeleton, in that order. Excludes roots, joints without
/// a bone above or below them, and joints with a pole of zero.
std::vector<Elbow> elbows_of(const Scene& scene, int node, const std::vector<int>& joints);
std::optional<Elbow> elbow_of(const Scene& scene, Id joint);
/// As elbows_of(), for the solver.
std::vector<IkElbow> ik_elbows(const Scene& scene, int node, const std::vector<int>& joints);

/// The bone above a joint, from the nearest ancestor with another origin, in the frame of L. Zero
/// if there is none. A pole is perpendicular to it.
glm::dvec3 bone_above(const Skeleton& skeleton, int joint);

/// S W_p L: the frame of the posed joint before Ul. Poles are stored in this frame.
glm::dmat4 world_from_rest_frame(const Scene& scene, const JointRef& joint);

/// Default pole for a joint that is not an elbow, in the frame of L: to the front of the skeleton,
/// perpendicular to the bone above. Zero without a bone above.
glm::vec3 first_pole(const Scene& scene, Id joint);

}  // namespace marrow
