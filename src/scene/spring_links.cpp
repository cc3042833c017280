#include "scene/spring_links.h"

#include <algorithm>
#include <tuple>

#include "base/index.h"

namespace marrow {

namespace {

/// The joints after `from` down to `to`. Precondition: `to` is below `from`.
std::vector<int> path_between(const Skeleton& skeleton, int from, int to) {
  std::vector<int> path;
  for (int joint = to; joint != from; joint = skeleton.joints[at(joint)].parent)
    path.push_back(joint);
  std::reverse(path.begin(), path.end());
  return path;
}

bool is_below(const Skeleton& skeleton, int ancestor, int joint) {
  return joint >= 0 && joint != ancestor && is_in_subtree(skeleton, ancestor, joint);
}

bool is_mirrored(const Joint& joint) {
  return glm::determinant(glm::dmat3(joint.bind_local)) *
             glm::determinant(glm::dmat3(joint.user_local)) <
         0.0;
}

void add_links(const Scene& scene, std::size_t index, std::vector<SpringLink>& links) {
  const SpringChain& chain = scene.springs->chains[index];
  const PresentChain found = present_chain(scene, chain);
  if (found.node < 0) return;
  const Skeleton& skeleton = *scene.nodes[at(found.node)].skeleton;
  SpringLink link{.node = found.node,
                  .center = spring_target(scene, chain.center),
                  .colliders = colliders_of(*scene.springs, index)};
  for (std::size_t j = 0; j < found.joints.size(); ++j) {
    link.joint = found.joints[j];
    link.settings = *found.settings[j];
    const int tail = j + 1 < found.joints.size() ? found.joints[j + 1] : found.end;
    link.tail_path = tail >= 0 ? path_between(skeleton, link.joint, tail) : std::vector<int>();
    if (!is_mirrored(skeleton.joints[at(link.joint)])) links.push_back(link);
  }
}

}  // namespace

SpringTarget spring_target(const Scene& scene, Id target) {
  if (target == kNoId) return {};
  if (const JointRef ref = find_joint(scene, target); ref.node >= 0) return {ref.node, ref.joint};
  return {node_index(scene, target), -1};
}

PresentChain present_chain(const Scene& scene, const SpringChain& chain) {
  PresentChain found;
  for (const SpringJoint& next : chain.joints) {
    const JointRef ref = find_joint(scene, next.joint);
    if (ref.node < 0) continue;
    if (found.node >= 0 && (ref.node != found.node || !is_below(*scene.nodes[at(ref.node)].skeleton,
                                                                found.joints.back(), ref.joint)))
      break;
    found.node = ref.node;
    found.joints.push_back(ref.joint);
    found.settings.push_back(&next);
  }
  if (found.node < 0) return found;
  const Skeleton& skeleton = *scene.nodes[at(found.node)].skeleton;
  const int end = joint_index(skeleton, chain.end);
  if (is_below(skeleton, found.joints.back(), end)) found.end = end;
  return found;
}

std::vector<SpringLink> spring_links(const Scene& scene) {
  std::vector<SpringLink> links;
  if (!scene.springs) return links;
  for (std::size_t chain = 0; chain < scene.springs->chains.size(); ++chain)
    add_links(scene, chain, links);
  std::sort(links.begin(), links.end(), [](const SpringLink& a, const SpringLink& b) {
    return std::tie(a.node, a.joint) < std::tie(b.node, b.joint);
  });
  return links;
}

}  // namespace marrow
