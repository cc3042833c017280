#include "rig/measure/following.h"

#include "rig/falloff_weight.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// Whether joint `below` is joint `above` or one of its descendants, at [above * J + below].
std::vector<char> subtrees_of(const std::vector<Joint>& joints) {
  const std::size_t count = joints.size();
  std::vector<char> is_below(count * count, 0);
  for (std::size_t below = 0; below < count; ++below)
    for (int above = int(below); above >= 0; above = joints[std::size_t(above)].parent)
      is_below[std::size_t(above) * count + below] = 1;
  return is_below;
}

}  // namespace

std::vector<Meter> following_of(const SkinnedRig& rig) {
  const std::vector<Joint>& joints = rig.rig->skeleton->joints;
  const std::vector<char> subtrees = subtrees_of(joints);
  std::vector<Meter> meters(joints.size());
  parallel_for(joints.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      const char* const is_below = subtrees.data() + j * joints.size();
      double turned = 0.0;
      std::size_t vertices = 0;
      for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
        const OwnSkin& skin = *rig.meshes[m].skin;
        const Influences& rows = rig.rig->meshes[m].now->influences;
        for (std::uint32_t k = skin.begin[j]; k < skin.begin[j + 1]; ++k)
          for (std::uint32_t i = rows.row_begin(skin.vertices[k]);
               i < rows.row_end(skin.vertices[k]); ++i)
            if (is_below[rows.joint[i]]) turned += double(rows.weight[i]);
        vertices += skin.begin[j + 1] - skin.begin[j];
      }
      if (vertices == 0) continue;
      const double share = turned / double(vertices);
      meters[j] = {.value = share,
                   .band = share >= 0.7    ? Band::good
                           : share >= 0.25 ? Band::fair
                                           : Band::poor,
                   .where = {}};
    }
  });
  return meters;
}

double own_share(const SkinnedRig& rig, std::size_t joint, const std::vector<float>& radii) {
  const Falloff falloff = rig.rig->skeleton->falloff;
  double share = 0.0;
  std::size_t vertices = 0;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    if (!rig.rig->meshes[m].has_capsules) continue;
    const OwnSkin& skin = *rig.meshes[m].skin;
    const Distances distances = rig.rig->distances(m);
    for (std::uint32_t k = skin.begin[joint]; k < skin.begin[joint + 1]; ++k) {
      const double nearest = distances.of(joint, skin.vertices[k]);
      double own = 0.0, sum = 0.0;
      for (std::size_t j = 0; j < radii.size(); ++j) {
        const double distance = distances.of(j, skin.vertices[k]);
        if (!is_held(distance, double(radii[j]))) continue;
        const double weight = raw_falloff_weight(falloff, distance, double(radii[j]));
        sum += weight;
        if (distance <= nearest) own += weight;
      }
      if (sum > 0.0) share += own / sum;
    }
    vertices += skin.begin[joint + 1] - skin.begin[joint];
  }
  return vertices == 0 ? 1.0 : share / double(vertices);
}

}  // namespace marrow
