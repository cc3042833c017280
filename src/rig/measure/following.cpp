#include "rig/measure/following.h"

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

}  // namespace marrow
