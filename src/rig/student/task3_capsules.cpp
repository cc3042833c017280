// Task 3: which capsules hold a vertex.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the point of the segment that is nearest to `point`.
// With d = end - start it is start + t d, where t = dot(point - start, d) / dot(d, d), clamped to
// [0, 1]. A bone may have zero length: then there is nothing to divide by, and the answer is start.
glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& /*end*/,
                                  const glm::vec3& /*point*/) {
  return start;
}

// TODO: for every vertex i the joints j with d_ij < r_j (strictly smaller), in ascending order.
// d_ij is the distance from positions[i] to the segment from the joint's origin to B_j e_j.
// positions are in skeleton space, and so must the segment be: the origin is the last column of
// bind[j], and e_j (skeleton.joints[j].extent) is in the joint's own frame. r_j is
// skeleton.joints[j].radius. The result has one list per vertex; a vertex that no capsule holds has
// an empty list.
JointLists find_joints(const Skeleton& /*skeleton*/, const std::vector<glm::mat4>& /*bind*/,
                       const std::vector<glm::vec3>& positions) {
  return JointLists(positions.size());
}

}  // namespace marrow::student
