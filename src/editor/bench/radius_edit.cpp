#include "editor/bench/radius_edit.h"

#include <utility>

#include "edit/mirror.h"
#include "edit/symmetry.h"

namespace marrow {

Operation radius_operation(const Editor& editor, std::vector<Id> joints, std::vector<float> radii) {
  const op::SetRadius operation{std::move(joints), std::move(radii)};
  if (!editor.is_symmetric) return operation;
  return with_symmetry(editor.document.gesture_start(), operation, editor.document.tasks());
}

Id mirror_partner(const Editor& editor, Id joint) {
  const JointRef ref = find_joint(editor.document.scene(), joint);
  if (ref.node < 0) return kNoId;
  const Skeleton& skeleton = *editor.document.scene().nodes[static_cast<std::size_t>(ref.node)].skeleton;
  const auto name = mirrored_name(skeleton.joints[static_cast<std::size_t>(ref.joint)].name);
  const int partner = name ? joint_index(skeleton, *name) : -1;
  return partner < 0 ? kNoId : skeleton.joints[static_cast<std::size_t>(partner)].id;
}

}  // namespace marrow
