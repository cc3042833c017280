#include "editor/radius_edit.h"

#include <utility>

#include "edit/gesture.h"
#include "edit/mirror.h"
#include "editor/length_text.h"
#include "editor/session.h"

namespace marrow {

std::string radius_text(const Session& session, Id joint_or_node, float radius) {
  return length_text(radius, skeleton_size(session.document.scene(), joint_or_node));
}

std::string radii_text(const Session& session, Id joint, const Radii& radii) {
  const std::string origin = radius_text(session, joint, radii.at_origin);
  return radii.is_tapered() ? origin + " \u2192 " + radius_text(session, joint, radii.at_tip)
                            : origin;
}

Operation radii_operation(const Session& session, std::vector<Id> joints,
                          const std::vector<Radii>& radii) {
  const Document& document = session.document;
  return gesture(document.gesture_start(), op::SetRadius::to(std::move(joints), radii),
                 {session.is_symmetric, session.whole_body}, document.tasks());
}

Operation radius_operation(const Session& session, std::vector<Id> joints,
                           const std::vector<float>& radii) {
  std::vector<Radii> shaped;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const Joint* joint =
        i < joints.size() ? joint_of(session.document.gesture_start(), joints[i]) : nullptr;
    shaped.push_back(joint ? joint->radii().with_largest(radii[i]) : Radii{radii[i], radii[i]});
  }
  return radii_operation(session, std::move(joints), shaped);
}

std::vector<Id> with_partners(const Session& session, std::vector<Id> joints) {
  for (std::size_t i = 0, count = joints.size(); session.is_symmetric && i < count; ++i)
    if (const Id partner = mirror_partner(session, joints[i]); partner != kNoId)
      joints.push_back(partner);
  return joints;
}

Id mirror_partner(const Session& session, Id joint) {
  return marrow::mirror_partner(session.document.scene(), joint);
}

}  // namespace marrow
