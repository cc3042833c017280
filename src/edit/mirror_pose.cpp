
#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "rig/guarded.h"

namespace marrow {
namespace {

glm::dmat4 of_parent(const std::vector<glm::dmat4>& matrices, int parent) {
  return parent < 0 ? glm::dmat4(1.0) : matrices[at(parent)];
}

/// A skeleton in a pose and its mirror image so far: joints are computed parents first.
struct MirroredPose {
  const Skeleton& skeleton;  ///< in the pose that is to be mirrored
  MirrorPairs pairs;
  glm::dmat4 mirror;
  std::vector<glm::dmat4> bind, posed;  ///< B, W
  std::vector<glm::dmat4> image;        ///< W of the mirrored pose

  MirroredPose(const Skeleton& of, const Tasks& tasks) : skeleton(of) {
    guarded::Problems unheard;  // ignored: the Deformer reports them
    const std::vector<glm::mat4> binds = guarded::bind_matrices(tasks, of, unheard);
    const std::vector<glm::mat4> poses = guarded::posed_matrices(tasks, of, binds, unheard);
    bind.assign(binds.begin(), binds.end());
    posed.assign(poses.begin(), poses.end());
    pairs = mirror_pairs(of, binds);
    mirror = reflection(pairs);
  }

  /// True if the parents are images of each other: partners, both none, or one shared joint in the
  /// middle (or without a partner).
  bool have_like_parents(int joint, int partner) const {
    const int one = skeleton.joints[at(joint)].parent, other = skeleton.joints[at(partner)].parent;
    if (one < 0 || other < 0) return one == other;
    return pairs.other[at(one)] == other || (one == other && pairs.other[at(one)] < 0);
  }

  /// Ul of `joint` as the image of the partner's Ul, for parents that are images of each other:
  /// then only the two frames count.
  glm::dmat4 beside_partner(int joint, int partner) const {
    const glm::dmat3 to_joint(glm::inverse(bind[at(joint)]) * mirror * bind[at(partner)]);
    return glm::dmat4(to_joint) * glm::dmat4(skeleton.joints[at(partner)].user_local) *
           glm::dmat4(glm::inverse(to_joint));
  }

  /// The Ul that places `joint` at W' = R T R B. Infinite below a parent without an inverse.
  glm::dmat4 by_skinning(int joint, int partner) const {
    const glm::dmat4 skinning = posed[at(partner)] * glm::inverse(bind[at(partner)]);
    const glm::dmat4 parent = of_parent(image, skeleton.joints[at(joint)].parent) *
                              glm::dmat4(skeleton.joints[at(joint)].bind_local);
    return glm::inverse(parent) * mirror * skinning * mirror * bind[at(joint)];
  }

  /// Ul of every joint in the mirrored pose; joints without a partner keep theirs.
  std::vector<glm::mat4> user_locals() {
    std::vector<glm::mat4> all;
    for (int j = 0; j < int(skeleton.joints.size()); ++j) {
      const Joint& joint = skeleton.joints[at(j)];
      const int partner = pairs.other[at(j)];
      const glm::dmat4 user_local = partner < 0                     ? glm::dmat4(joint.user_local)
                                    : have_like_parents(j, partner) ? beside_partner(j, partner)
                                                                    : by_skinning(j, partner);
      image.push_back(of_parent(image, joint.parent) * glm::dmat4(joint.bind_local) * user_local);
      all.push_back(without_rounding(glm::mat4(user_local)));
    }
    return all;
  }
};

}  // namespace

glm::dmat4 reflection(const MirrorPairs& pairs) {
  glm::dmat4 matrix(1.0);
  matrix[pairs.axis][pairs.axis] = -1.0;
  matrix[3][pairs.axis] = 2.0 * double(pairs.offset);
  return matrix;
}

glm::vec3 mirrored_place(const Scene& scene, int node, const glm::vec3& place, const Tasks& tasks) {
  const glm::dmat4 world = exact_world_from_node(scene, node);
  const MirroredPose pose(*scene.nodes[at(node)].skeleton, tasks);
  return glm::vec3(world * pose.mirror * glm::inverse(world) * glm::dvec4(place, 1.0));
}

std::vector<Pose::Entry> mirrored_entries(const Skeleton& skeleton,
                                          const std::vector<Pose::Entry>& entries,
                                          const Tasks& tasks) {
  Skeleton posed = skeleton;
  std::vector<char> is_named(skeleton.joints.size(), 0);
  for (const Pose::Entry& entry : entries) {
    const int joint = joint_index(skeleton, entry.joint);
    if (joint < 0) continue;
    posed.joints[at(joint)].user_local = entry.user_local;
    is_named[at(joint)] = 1;
  }
  MirroredPose mirrored(posed, tasks);
  const std::vector<glm::mat4> user_locals = mirrored.user_locals();
  std::vector<Pose::Entry> result;
  for (std::size_t j = 0; j < user_locals.size(); ++j) {
    const int partner = mirrored.pairs.other[j];
    if (partner >= 0 && is_named[at(partner)] && is_usable(user_locals[j]))
      result.push_back({skeleton.joints[j].id, user_locals[j]});
  }
  return result;
}

}  // namespace marrow
