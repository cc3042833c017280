#include "rig/skinning/capsule_settings.h"

#include <cstddef>

namespace marrow {

CapsuleSettings capsule_settings_of(const Skeleton& skeleton) {
  CapsuleSettings capsules{.falloff = skeleton.falloff, .metric = skeleton.metric};
  for (const Joint& joint : skeleton.joints) capsules.radii.push_back(joint.radii());
  return capsules;
}

Scene with_capsules(const Scene& scene, Id skeleton, const CapsuleSettings& capsules) {
  Scene result = scene;
  const int place = node_index(scene, skeleton);
  if (place < 0 || !scene.nodes[std::size_t(place)].skeleton ||
      scene.nodes[std::size_t(place)].skeleton->joints.size() != capsules.radii.size())
    return result;
  Skeleton& edited = edit_skeleton(result, place);
  edited.falloff = capsules.falloff;
  edited.metric = capsules.metric;
  for (std::size_t j = 0; j < capsules.radii.size(); ++j)
    edited.joints[j].set_radii(capsules.radii[j]);
  for (Node& node : result.nodes)
    if (node.mesh && node.bound_to == skeleton) node.explicit_weights = false;
  return result;
}

}  // namespace marrow
