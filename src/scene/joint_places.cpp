#include "scene/joint_places.h"

namespace marrow {

static glm::dmat4 rest_local(const Joint& joint) { return glm::dmat4(joint.bind_local); }

static glm::dmat4 posed_local(const Joint& joint) {
  return glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local);
}

using LocalOf = glm::dmat4 (*)(const Joint&);

/// Multiplies from the root down, so that a joint's matrix always has the same bits.
static glm::dmat4 place_of(const Skeleton& skeleton, int joint, LocalOf local_of) {
  std::vector<const Joint*> chain;
  for (int above = joint; above >= 0; above = skeleton.joints[at(above)].parent)
    chain.push_back(&skeleton.joints[at(above)]);
  glm::dmat4 place(1.0);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) place = place * local_of(**link);
  return place;
}

static std::vector<glm::dmat4> places_of(const Skeleton& skeleton, LocalOf local_of) {
  std::vector<glm::dmat4> places;
  places.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints)
    places.push_back(joint.parent < 0 ? local_of(joint)
                                      : places[at(joint.parent)] * local_of(joint));
  return places;
}

glm::dmat4 rest_place(const Skeleton& skeleton, int joint) {
  return place_of(skeleton, joint, rest_local);
}

glm::dmat4 posed_place(const Skeleton& skeleton, int joint) {
  return place_of(skeleton, joint, posed_local);
}

std::vector<glm::dmat4> rest_places(const Skeleton& skeleton) {
  return places_of(skeleton, rest_local);
}

std::vector<glm::dmat4> posed_places(const Skeleton& skeleton) {
  return places_of(skeleton, posed_local);
}

}  // namespace marrow
