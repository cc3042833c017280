#include "scene/joint_places.h"

namespace marrow {

/// Multiplies from the root down, so that a joint's matrix always has the same bits.
template <typename LocalOf>
static glm::dmat4 place_of(const Skeleton& skeleton, int joint, LocalOf local_of) {
  std::vector<const Joint*> chain;
  for (int above = joint; above >= 0; above = skeleton.joints[at(above)].parent)
    chain.push_back(&skeleton.joints[at(above)]);
  glm::dmat4 place(1.0);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) place = place * local_of(**link);
  return place;
}

glm::dmat4 rest_place(const Skeleton& skeleton, int joint) {
  return place_of(skeleton, joint, [](const Joint& link) { return glm::dmat4(link.bind_local); });
}

glm::dmat4 posed_place(const Skeleton& skeleton, int joint) {
  return place_of(skeleton, joint, [](const Joint& link) {
    return glm::dmat4(link.bind_local) * glm::dmat4(link.user_local);
  });
}

}  // namespace marrow
