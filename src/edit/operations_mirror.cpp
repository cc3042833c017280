// The rest side of one joint from its partner on the other side of the body.
#include <array>

#include "edit/mirror.h"
#include "edit/operations.h"
#include "rig/guarded.h"

namespace marrow {
namespace {

/// How far the directions of two frames are from each other, lengths left aside.
double apart(const glm::dmat4& a, const glm::dmat4& b) {
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const glm::dvec3 difference = glm::normalize(glm::dvec3(a[axis])) - glm::normalize(glm::dvec3(b[axis]));
    sum += glm::dot(difference, difference);
  }
  return sum;
}

/// The flip of a joint's own frame by which `image`, a reflected frame, comes nearest to the frame that is there now. With several as near
/// (a frame that was never a mirror image) the flip across the plane's own axis.
glm::dvec3 flip_of(const glm::dmat4& image, const glm::dmat4& present, int plane_axis) {
  constexpr double kClearly = 0.1;
  std::array<glm::dvec3, 4> flips{glm::dvec3(1.0), glm::dvec3(1.0), glm::dvec3(1.0), glm::dvec3(-1.0)};
  for (int axis = 0; axis < 3; ++axis) flips[static_cast<std::size_t>(axis)][axis] = -1.0;
  const auto distance = [&](const glm::dvec3& flip) {
    return apart(image * glm::dmat4(glm::dmat3(flip.x, 0, 0, 0, flip.y, 0, 0, 0, flip.z)), present);
  };
  glm::dvec3 best = flips[static_cast<std::size_t>(plane_axis)];
  double least = distance(best) - kClearly;
  for (const glm::dvec3& flip : flips)
    if (const double now = distance(flip); now < least) {
      least = now;
      best = flip;
    }
  return best;
}

}  // namespace

Applied applied(const Scene& scene, const op::MirrorJoint& operation, const Tasks& tasks) {
  const JointRef from = find_joint(scene, operation.from), to = find_joint(scene, operation.to);
  if (from.node < 0) return refused_missing("joint", operation.from);
  if (to.node < 0) return refused_missing("joint", operation.to);
  const Skeleton& old = *scene.nodes[at(to.node)].skeleton;
  const Joint& source = scene.nodes[at(from.node)].skeleton->joints[at(from.joint)];
  const Joint& target = old.joints[at(to.joint)];
  if (from.node != to.node) return refused("{} cannot mirror {}: it belongs to another skeleton.", target.name, source.name);
  if (from.joint == to.joint) return refused("{} cannot mirror itself: choose its partner on the other side.", target.name);

  guarded::Problems unheard;  // the Deformer says them
  const std::vector<glm::mat4> bind = guarded::bind_matrices(tasks, old, unheard);
  const MirrorPairs plane = mirror_pairs(old, bind);
  const glm::dmat4 image = reflection(plane) * glm::dmat4(bind[at(from.joint)]);
  const glm::dvec3 flip = flip_of(image, glm::dmat4(bind[at(to.joint)]), plane.axis);
  glm::dmat4 mirrored = image;
  for (int axis = 0; axis < 3; ++axis) mirrored[axis] *= flip[axis];
  const glm::mat4 parent_bind = target.parent < 0 ? glm::mat4(1.0f) : bind[at(target.parent)];
  if (!is_invertible(parent_bind) || !is_invertible(glm::mat4(mirrored))) {
    return refused("{} cannot mirror {}: the bind matrices above them cannot be inverted.", target.name, source.name);
  }

  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, to.node);
  Joint& joint = skeleton.joints[at(to.joint)];
  joint.bind_local = without_rounding(glm::mat4(glm::inverse(glm::dmat4(parent_bind)) * mirrored));
  joint.extent = glm::vec3(flip) * source.extent;
  joint.radius = source.radius;
  joint.extent_guessed = source.extent_guessed;
  const glm::dmat4 joint_from_skeleton = glm::inverse(mirrored);
  for (std::size_t child = 0; child < skeleton.joints.size(); ++child)
    if (skeleton.joints[child].parent == to.joint)
      skeleton.joints[child].bind_local = without_rounding(glm::mat4(joint_from_skeleton * glm::dmat4(bind[child])));
  return {std::move(result), {}};
}

Applied applied(const Scene&, const op::MirrorSide&, const Tasks&) { return refused("Sides cannot be mirrored yet."); }

}  // namespace marrow
