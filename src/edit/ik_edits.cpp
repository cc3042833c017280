#include "edit/ik_edits.h"

#include <algorithm>

#include "edit/operations/shared.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/ik.h"

namespace marrow {
namespace {

/// Edits that pose listed joints.
bool poses_joints(const Operation& operation) {
  if (const auto* sequence = std::get_if<op::Sequence>(&operation))
    return std::all_of(sequence->operations.begin(), sequence->operations.end(), poses_joints);
  return std::holds_alternative<op::ApplyIncrement>(operation) ||
         std::holds_alternative<op::SetUserLocal>(operation) ||
         std::holds_alternative<op::ResetPose>(operation);
}

/// Pinned joints at or below a moved one that free joints can hold. A reset begins at rest, but
/// its joints may turn away from it where a pin asks for that; others stay as the edit has them.
op::SolveIk ik_for_pins(const Scene& scene, int node, const std::vector<NamedJoint>& moved,
                        bool is_reset, bool whole_body) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  op::SolveIk ik{scene.nodes[at(node)].id, {}, whole_body, {}};
  for (const NamedJoint& joint : moved)
    if (!is_reset) ik.held.push_back(skeleton.joints[at(joint.joint)].id);
  const std::vector<char> is_held = held_in(skeleton, ik.held);
  for (int j = 0; j < int(skeleton.joints.size()); ++j) {
    const Joint& joint = skeleton.joints[at(j)];
    if (!joint.pinned || joint.locked) continue;
    const bool is_moved = std::any_of(moved.begin(), moved.end(), [&](const NamedJoint& top) {
      return is_in_subtree(skeleton, top.joint, j);
    });
    if (!is_moved || free_for(skeleton, j, whole_body, is_held).empty()) continue;
    const BoneStand stand = stand_of_bone(scene, {node, j});
    const glm::vec3 tip(stand.tip), base(stand.base), side(stand.side);
    if (!is_finite(tip) || !is_finite(base)) continue;
    ik.handles.push_back({joint.id, tip, base});
    if (is_finite(side) && joint.extent != glm::vec3(0.0f)) ik.handles.back().side = side;
  }
  return ik;
}

}  // namespace

std::optional<glm::dvec3> world_tip(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const glm::dvec3 tip = stand_of_bone(scene, ref).tip;
  return is_finite(glm::vec3(tip)) ? std::optional(tip) : std::nullopt;
}

std::string why_no_ik(const Scene& scene, Id joint, bool whole_body) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint).reason;
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  const Joint& itself = skeleton.joints[at(ref.joint)];
  if (itself.locked) return fmt::format("{} is locked: unlock it in the tree first.", itself.name);
  if (std::string why = why_flat(scene, ref.node, ref.joint); !why.empty()) return why;
  IkProblem problem;
  problem.skeleton = &skeleton;
  problem.world_from_skeleton = world_from_node(scene, ref.node);
  problem.handles = {{.joint = ref.joint}};
  problem.free = ik_chain(skeleton, ref.joint, whole_body);
  const double length = ik_chain_lengths(problem, user_locals_of(skeleton)).front();
  return length > 0.0 ? std::string() : why_idle(itself);
}

Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body) {
  if (!poses_joints(operation)) return operation;
  op::Sequence sequence{{operation}, {}};
  for (const std::vector<NamedJoint>& moved :
       by_skeleton(named_joints(scene, named_by(scene, operation)).joints)) {
    op::SolveIk ik = ik_for_pins(scene, moved.front().node, moved,
                                 std::holds_alternative<op::ResetPose>(operation), whole_body);
    if (!ik.handles.empty()) sequence.operations.push_back(std::move(ik));
  }
  return sequence.operations.size() > 1 ? Operation(std::move(sequence)) : operation;
}

}  // namespace marrow
