// Elbows and knees: joints that bend about one axis and to one side, for inverse kinematics and for
// the arrow that shows the side.
#pragma once

#include <optional>
#include <vector>

#include "rig/ik/problem.h"
#include "scene/scene.h"

namespace marrow {

/// What says how an elbow bends; the first that says something counts.
enum class ElbowSource {
  pole,    ///< Joint::pole, set by the user
  limits,  ///< one axis alone may turn: to the side with more room
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

/// The elbows among `joints` of the node's skeleton, in their order. Roots are none, nor joints
/// without a bone above or below them, nor such with a pole of zero.
std::vector<Elbow> elbows_of(const Scene& scene, int node, const std::vector<int>& joints);
std::optional<Elbow> elbow_of(const Scene& scene, Id joint);
/// The same for the solver.
std::vector<IkElbow> ik_elbows(const Scene& scene, int node, const std::vector<int>& joints);

/// The bone above a joint, from the nearest ancestor with another origin, in the frame of L: a pole
/// stands across it. Zero where there is none.
glm::dvec3 bone_above(const Skeleton& skeleton, int joint);

/// S W_p L: the frame of the posed joint before Ul, in which its pole is kept.
glm::dmat4 world_from_rest_frame(const Scene& scene, const JointRef& joint);

/// The side for a joint that nothing makes an elbow, in the frame of L: to the front of the
/// skeleton, across the bone above. Zero where there is no bone above.
glm::vec3 first_pole(const Scene& scene, Id joint);

}  // namespace marrow
