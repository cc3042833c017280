#include "rig/fit/moving_pairs.h"

#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// Distances of source vertices in a field; `far` where it does not lead.
std::vector<float> distances_in(const FitRig& rig, const BoneField& field, float far) {
  std::vector<float> distances(rig.positions.size(), far);
  for (std::size_t p = 0; p < field.parts.size(); ++p)
    for (std::size_t k = 0; k < field.parts[p].vertices.size(); ++k)
      distances[rig.first[p] + field.parts[p].vertices[k]] = field.parts[p].distance[k];
  return distances;
}

}  // namespace

MovingPairs::MovingPairs(const FitRig& rig, Metric metric, std::vector<float> reaches,
                         std::size_t most_pairs)
    : rig_(rig),
      reaches_(std::move(reaches)),
      bones_(rig.bones),
      pairs_(fit_pairs(rig, metric, BodyDetail::rough, reaches_, most_pairs)) {
  if (metric == Metric::body) body_ = rough_body(rig);
}

void MovingPairs::move(std::vector<Bone> bones) {
  RIG_CHECK(bones.size() == bones_.size());
  if (bones == bones_) return;
  bones.swap(bones_);
  if (body_) fields_ = body_->fields(bones_, reaches_);
  parallel_for(bones.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j)
      if (!(bones[j] == bones_[j])) measure(j);
  });
}

void MovingPairs::measure(std::size_t joint) {
  const Bone& bone = bones_[joint];
  const std::vector<float> in_body =
      body_ ? distances_in(rig_, *fields_[joint], 2.0f * reaches_[joint]) : std::vector<float>{};
  for (std::uint32_t k = pairs_.column_begin[joint]; k < pairs_.column_begin[joint + 1]; ++k) {
    const std::uint32_t entry = pairs_.column_entry[k],
                        vertex = pairs_.vertices[pairs_.column_row[k]];
    const glm::vec3& position = rig_.positions[vertex];
    pairs_.place[entry] = float(parameter_on(bone, position));
    pairs_.distance[entry] = body_ ? in_body[vertex] : float(distance_to(bone, position));
  }
}

}  // namespace marrow
