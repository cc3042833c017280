#include "rig/measure/bleeding_pairs.h"

#include <algorithm>
#include <map>

namespace marrow {

std::vector<BleedingPair> bleeding_pairs(const Skeleton& skeleton, Measures& measures) {
  std::vector<BleedingPair> pairs;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    std::map<std::size_t, std::uint32_t> held;  // by the joint whose bone is nearest
    for (const Bleed::Patch& patch : measures.bleed(skeleton.joints[j].id).patches) {
      const NearestBones& nearest = measures.nearest(patch.mesh);
      for (const std::uint32_t v : patch.vertices) ++held[std::size_t(nearest.joint[v])];
    }
    for (const auto& [of, vertices] : held)
      pairs.push_back(
          {j, of, vertices,
           !is_in_subtree(skeleton, int(j), int(of)) && !is_in_subtree(skeleton, int(of), int(j))});
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const BleedingPair& a, const BleedingPair& b) {
    return a.vertices > b.vertices;
  });
  return pairs;
}

}  // namespace marrow
