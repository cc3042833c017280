// Rows and skeletons for tests of touch-ups and brushes.
#pragma once

#include "rig/paint/stroke.h"
#include "rig/support.h"
#include "support/random_rig.h"

namespace marrow::test {

/// "spine" and pairs "arm.L" "arm.R", "hand.L" "hand.R", every second pair in reverse order. Bind
/// matrices mirror each other to the bit.
inline Skeleton sided_joints() {
  Skeleton skeleton;
  const auto add = [&](const char* name, const glm::vec3& at, const glm::vec3& extent,
                       float radius) {
    skeleton.joints.push_back({.id = Id(100 + skeleton.joints.size()),
                               .name = name,
                               .bind_local = translation(at),
                               .extent = extent,
                               .radius = radius});
  };
  add("arm.R", {-0.5f, 0.5f, 0.0f}, {-0.75f, 0.25f, 0.0f}, 0.75f);
  add("spine", {0.0f, 0.25f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.875f);
  add("arm.L", {0.5f, 0.5f, 0.0f}, {0.75f, 0.25f, 0.0f}, 0.75f);
  add("hand.L", {1.25f, 0.75f, 0.0f}, {0.5f, 0.5f, 0.0f}, 0.625f);
  add("hand.R", {-1.25f, 0.75f, 0.0f}, {-0.5f, 0.5f, 0.0f}, 0.625f);
  return skeleton;
}

inline const std::vector<int> kPartners{2, 1, 0, 4, 3};

inline std::vector<RowEntry> entries_of(const Influences& influences, std::uint32_t vertex) {
  std::vector<RowEntry> row;
  for (std::uint32_t k = influences.row_begin(vertex); k < influences.row_end(vertex); ++k)
    row.push_back({influences.joint[k], influences.weight[k]});
  return row;
}

inline double sum_of(const std::vector<RowEntry>& row) {
  double sum = 0.0;
  for (const RowEntry& entry : row) sum += double(entry.value);
  return sum;
}

/// True if the row is sorted, its weights are positive and they sum to 1, or it is empty.
inline bool is_good(const std::vector<RowEntry>& row) {
  bool is_sorted = true;
  for (std::size_t k = 0; k < row.size(); ++k)
    is_sorted = is_sorted && row[k].value > 0.0f && row[k].value <= 1.0f &&
                (k == 0 || row[k - 1].joint < row[k].joint);
  return is_sorted && (row.empty() || std::abs(sum_of(row) - 1.0) < 1e-6);
}

inline Scene with_touch_ups(Scene scene, std::shared_ptr<const TouchUps> touch_ups,
                            float strength = 1.0f) {
  if (touch_ups && touch_ups->vertices.empty()) touch_ups.reset();
  scene.nodes[1].touch_ups = std::move(touch_ups);
  scene.nodes[1].touch_up_strength = strength;
  return scene;
}

/// The painted row, computed by the definition joint by joint.
inline std::vector<RowEntry> expected_row(const std::vector<RowEntry>& own, const Scene& scene,
                                          std::uint32_t vertex) {
  const Node& node = scene.nodes[1];
  const TouchUps& touch_ups = *node.touch_ups;
  const auto found = std::find(touch_ups.vertices.begin(), touch_ups.vertices.end(), vertex);
  if (found == touch_ups.vertices.end()) return own;
  const auto n = std::size_t(found - touch_ups.vertices.begin());
  std::vector<double> weights(scene.nodes[0].skeleton->joints.size(), 0.0);
  for (const RowEntry& entry : own) weights[entry.joint] = double(entry.value);
  for (std::uint32_t k = touch_ups.row_begin[n]; k < touch_ups.row_begin[n + 1]; ++k)
    if (const int j = joint_index(*scene.nodes[0].skeleton, touch_ups.joint[k]); j >= 0)
      weights[std::size_t(j)] += double(node.touch_up_strength) * double(touch_ups.difference[k]);
  double sum = 0.0;
  for (double& weight : weights) sum += weight = std::max(0.0, weight);
  if (sum <= 0.0) return own;
  std::vector<RowEntry> row;
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (weights[j] > 0.0) row.push_back({std::uint32_t(j), float(weights[j] / sum)});
  return row;
}

inline void check_counts(const DeformedMesh& mesh) {
  Coverage coverage;
  std::vector<std::uint32_t> captured(mesh.captured.size(), 0);
  for (std::uint32_t v = 0; v < mesh.mesh->positions.size(); ++v) {
    const std::vector<RowEntry> row = entries_of(mesh.influences, v);
    ++(row.empty() ? coverage.uncovered : coverage.covered);
    if (coverage.histogram.size() <= row.size()) coverage.histogram.resize(row.size() + 1, 0);
    ++coverage.histogram[row.size()];
    for (const RowEntry& entry : row) ++captured[entry.joint];
  }
  CHECK(mesh.coverage.covered == coverage.covered);
  CHECK(mesh.coverage.uncovered == coverage.uncovered);
  CHECK(mesh.coverage.histogram == coverage.histogram);
  CHECK(mesh.captured == captured);
  for (std::size_t i = mesh.mesh->positions.size(); i < mesh.surface->source.size(); ++i)
    CHECK(mesh.influences.rows[i] == mesh.influences.rows[mesh.surface->source[i]]);
}

}  // namespace marrow::test
