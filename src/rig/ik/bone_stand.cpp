#include "rig/ik/bone_stand.h"

#include "base/index.h"
#include "rig/ik/ik.h"

namespace marrow {

namespace {

IkProblem problem_of(const Scene& scene, int node) {
  return {scene.nodes[at(node)].skeleton.get(), world_from_node(scene, node), {}, {}};
}

}  // namespace

BoneStand stand_of_bone(const IkProblem& problem, int joint) {
  IkProblem ends{problem.skeleton, problem.world_from_skeleton, {}, {}};
  ends.handles = {
      {.joint = joint}, {.joint = joint, .is_base = true}, {.joint = joint, .is_side = true}};
  const std::vector<glm::dvec3> places = ik_tips(ends, user_locals_of(*problem.skeleton));
  return {places[0], places[1], places[2]};
}

BoneStand stand_of_bone(const Scene& scene, const JointRef& bone) {
  return stand_of_bone(problem_of(scene, bone.node), bone.joint);
}

double limb_length(const IkProblem& problem, int joint) {
  const IkProblem alone{problem.skeleton,
                        problem.world_from_skeleton,
                        {{.joint = joint}},
                        ik_limb(*problem.skeleton, joint)};
  return ik_chain_lengths(alone, user_locals_of(*problem.skeleton)).front();
}

double limb_length(const Scene& scene, const JointRef& bone) {
  return limb_length(problem_of(scene, bone.node), bone.joint);
}

void pull_bone(IkProblem& problem, int joint, const BoneStand& to, double weight) {
  problem.handles.push_back({.joint = joint, .target = to.tip, .weight = weight});
  problem.handles.push_back(
      {.joint = joint, .target = to.base, .weight = kBaseWeight, .is_base = true});
  if (problem.skeleton->joints[at(joint)].extent != glm::vec3(0.0f))
    problem.handles.push_back(
        {.joint = joint, .target = to.side, .weight = kBaseWeight, .is_side = true});
}

}  // namespace marrow
