#include "rig/skinning/weights.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "rig/bones.h"
#include "rig/falloff_weight.h"
#include "rig/guarded.h"
#include "rig/rig_check.h"

namespace marrow {

namespace {

/// Sums this close to 1 are left unchanged.
constexpr double kSumTolerance = 1e-6;

/// Appends a row, empty if `weights` is empty.
void append_row(Influences& influences, const std::vector<int>& list,
                const std::vector<float>& weights, const std::vector<float>& distances) {
  for (std::size_t k = 0; k < weights.size(); ++k) {
    influences.joint.push_back(std::uint32_t(list[k]));
    influences.weight.push_back(weights[k]);
    influences.distance.push_back(distances[k]);
  }
  influences.end_row();
}

struct Entry {
  std::uint32_t joint;
  double weight;
};

/// Sorts entries by joint and merges those of one joint.
void sort_and_merge(std::vector<Entry>& row) {
  std::sort(row.begin(), row.end(),
            [](const Entry& a, const Entry& b) { return a.joint < b.joint; });
  std::size_t kept = 0;
  for (const Entry& entry : row) {
    if (kept > 0 && row[kept - 1].joint == entry.joint) {
      row[kept - 1].weight += entry.weight;
    } else {
      row[kept++] = entry;
    }
  }
  row.resize(kept);
}

void append_explicit_row(Influences& influences, std::vector<Entry>& row) {
  sort_and_merge(row);
  double sum = 0.0;
  for (const Entry& entry : row) sum += entry.weight;
  const double scale = std::abs(sum - 1.0) <= kSumTolerance ? 1.0 : 1.0 / sum;
  for (const Entry& entry : row) {
    influences.joint.push_back(entry.joint);
    influences.weight.push_back(float(entry.weight * scale));
  }
  influences.end_row();
}

}  // namespace

double falloff_weight(Falloff falloff, float distance, float radius) {
  return raw_falloff_weight(falloff, double(distance), double(radius));
}

void weigh_row(Falloff falloff, const std::vector<float>& distances,
               const std::vector<float>& radii, const Tasks& tasks, std::vector<float>& weights,
               std::vector<std::string>& problems) {
  if (falloff == Falloff::inverse) {
    weights = guarded::inverse_distance_weights(tasks, distances, problems);
    return;
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < distances.size(); ++k)
    sum += falloff_weight(falloff, distances[k], radii[k]);
  weights.resize(distances.size());
  for (std::size_t k = 0; k < distances.size(); ++k)
    weights[k] = float(falloff_weight(falloff, distances[k], radii[k]) / sum);
}

JointLists capsule_lists(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                         const std::vector<glm::vec3>& positions, const Tasks& tasks,
                         std::vector<std::string>& problems) {
  const auto is_tapered = [](const Joint& joint) { return joint.tip_radius.has_value(); };
  if (std::none_of(skeleton.joints.begin(), skeleton.joints.end(), is_tapered))
    return guarded::find_joints(tasks, skeleton, bind, positions, problems);
  Skeleton largest = skeleton;
  for (Joint& joint : largest.joints) {
    const float radius = joint.radii().largest();
    joint.set_radii({radius, radius});
  }
  JointLists lists = guarded::find_joints(tasks, largest, bind, positions, problems);
  const std::vector<Bone> bones = bones_of(skeleton, bind);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    std::erase_if(lists[i], [&](int held) {
      const auto j = std::size_t(held);
      const Joint& joint = skeleton.joints[j];
      return joint.tip_radius &&
             !is_in_capsule(guarded::distance_to_bone(tasks, bones[j].start, bones[j].end,
                                                      positions[i], problems),
                            radius_at(joint, bones[j], positions[i]));
    });
  }
  return lists;
}

Influences capsule_influences(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                              const std::vector<glm::vec3>& positions, const JointLists& lists,
                              const Tasks& tasks, std::vector<std::string>* problems) {
  RIG_CHECK(lists.size() == positions.size());
  std::vector<std::string> unheard;
  std::vector<std::string>& heard = problems ? *problems : unheard;
  const std::vector<Bone> bones = bones_of(skeleton, bind);

  Influences influences;
  influences.rows.reserve(positions.size());
  std::vector<float> distances, radii, weights;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    distances.clear(), radii.clear();
    for (const int joint : lists[i]) {
      const auto j = std::size_t(joint);
      distances.push_back(
          guarded::distance_to_bone(tasks, bones[j].start, bones[j].end, positions[i], heard));
      radii.push_back(radius_at(skeleton.joints[j], bones[j], positions[i]));
    }
    weigh_row(skeleton.falloff, distances, radii, tasks, weights, heard);
    append_row(influences, lists[i], weights, distances);
  }
  return influences;
}

Influences explicit_influences(const Skeleton& skeleton, const ExplicitWeights& weights) {
  std::unordered_map<Id, std::uint32_t> index_of;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
    index_of.emplace(skeleton.joints[j].id, std::uint32_t(j));

  Influences influences;
  influences.rows.reserve(weights.row_begin.size());
  std::vector<Entry> row;
  for (std::size_t i = 0; i + 1 < weights.row_begin.size(); ++i) {
    row.clear();
    for (std::uint32_t k = weights.row_begin[i]; k < weights.row_begin[i + 1]; ++k) {
      const auto found = index_of.find(weights.joint[k]);
      if (found != index_of.end() && weights.weight[k] > 0.0f)
        row.push_back({found->second, double(weights.weight[k])});
    }
    append_explicit_row(influences, row);
  }
  return influences;
}

}  // namespace marrow
