#include "rig/fit/fit_rig.h"

#include <algorithm>

#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow {

FitRig fit_rig(const Scene& scene, Id skeleton, const Deformer& deformer) {
  FitRig rig;
  rig.first.push_back(0);
  const Node* node = find_node(scene, skeleton);
  const PosedSkeleton* posed = deformer.skeleton(skeleton);
  if (!node || !node->skeleton || !posed) return rig;
  rig.skeleton = node->skeleton;
  rig.bones = bones_of(*node->skeleton, posed->bind);
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton) continue;
    const auto count = std::ptrdiff_t(mesh.mesh->positions.size());
    rig.positions.insert(rig.positions.end(), mesh.bind_positions.begin(),
                         mesh.bind_positions.begin() + count);
    rig.first.push_back(rig.positions.size());
    const glm::mat4& world_from_mesh = worlds[std::size_t(node_index(scene, mesh.node))];
    const glm::dmat4 to = glm::inverse(glm::dmat4(posed->world_from_skeleton));
    rig.parts.push_back({mesh.mesh, mesh.surface, glm::mat4(to * glm::dmat4(world_from_mesh))});
  }
  return rig;
}

namespace {

constexpr std::size_t kFitGrain = 4096;
constexpr std::size_t kRoughCells = 200'000;
constexpr std::size_t kMostFitPairs = 40'000'000;

struct ReachedColumn {
  std::vector<std::uint32_t> vertices;
  std::vector<float> distances;
};

ReachedColumn reached_straight(const FitRig& rig, std::size_t joint, float reach) {
  ReachedColumn column;
  const Bone& bone = rig.bones[joint];
  const glm::vec3 low = glm::min(bone.start, bone.end) - reach,
                  high = glm::max(bone.start, bone.end) + reach;
  for (std::uint32_t v = 0; v < rig.positions.size(); ++v) {
    const glm::vec3& p = rig.positions[v];
    if (p.x < low.x || p.y < low.y || p.z < low.z || p.x > high.x || p.y > high.y || p.z > high.z)
      continue;
    const auto distance = float(distance_to(bone, p));
    if (!is_in_capsule(distance, reach)) continue;
    column.vertices.push_back(v);
    column.distances.push_back(distance);
  }
  return column;
}

ReachedColumn reached_in_field(const FitRig& rig, const BoneField& field, float reach) {
  ReachedColumn column;
  for (std::size_t p = 0; p < field.parts.size(); ++p) {
    const BoneField::OfPart& part = field.parts[p];
    for (std::size_t k = 0; k < part.vertices.size(); ++k) {
      if (!is_in_capsule(part.distance[k], reach)) continue;
      column.vertices.push_back(std::uint32_t(rig.first[p] + part.vertices[k]));
      column.distances.push_back(part.distance[k]);
    }
  }
  return column;
}

BoneFields fields_of(const FitRig& rig, BodyDetail detail, const std::vector<float>& reaches) {
  return detail == BodyDetail::full ? Body::of(rig.parts)->fields(rig.bones, reaches)
                                    : Body(rig.parts, kRoughCells).fields(rig.bones, reaches);
}

std::vector<ReachedColumn> reached_by_all(const FitRig& rig, Metric metric, BodyDetail detail,
                                          const std::vector<float>& reaches) {
  std::vector<ReachedColumn> columns(rig.bones.size());
  BoneFields fields;
  if (metric == Metric::body) fields = fields_of(rig, detail, reaches);
  parallel_for_each(columns.size(), 1, [&](std::size_t j) {
    columns[j] = fields.empty() ? reached_straight(rig, j, reaches[j])
                                : reached_in_field(rig, *fields[j], reaches[j]);
  });
  return columns;
}

constexpr std::uint32_t kNoRow = 0xffffffffu;

/// Chooses every `stride`-th vertex of meshes with weights from a file; returns each vertex's row,
/// or kNoRow.
std::vector<std::uint32_t> choose_rows(const FitRig& rig, std::size_t stride, FitPairs& pairs) {
  std::vector<std::uint32_t> row_of(rig.positions.size(), kNoRow);
  std::size_t seen = 0;
  for (std::size_t m = 0; m < rig.parts.size(); ++m) {
    if (!rig.parts[m].mesh->weights) continue;
    for (std::size_t v = rig.first[m]; v < rig.first[m + 1]; ++v) {
      if (seen++ % stride != 0) continue;
      row_of[v] = std::uint32_t(pairs.vertices.size());
      pairs.vertices.push_back(std::uint32_t(v));
    }
  }
  return row_of;
}

void drop_others(const std::vector<std::uint32_t>& row_of, std::vector<ReachedColumn>& columns) {
  for (ReachedColumn& column : columns) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < column.vertices.size(); ++k) {
      if (row_of[column.vertices[k]] == kNoRow) continue;
      column.vertices[kept] = column.vertices[k];
      column.distances[kept++] = column.distances[k];
    }
    column.vertices.resize(kept);
    column.distances.resize(kept);
  }
}

void lay_out_pairs(const std::vector<ReachedColumn>& columns,
                   const std::vector<std::uint32_t>& row_of, FitPairs& pairs) {
  pairs.begin.assign(pairs.vertices.size() + 1, 0);
  pairs.column_begin = {0};
  for (const ReachedColumn& column : columns) {
    for (const std::uint32_t v : column.vertices) ++pairs.begin[row_of[v] + 1];
    pairs.column_begin.push_back(pairs.column_begin.back() + std::uint32_t(column.vertices.size()));
  }
  for (std::size_t r = 0; r + 1 < pairs.begin.size(); ++r) pairs.begin[r + 1] += pairs.begin[r];
}

}  // namespace

FitPairs fit_pairs(const FitRig& rig, Metric metric, BodyDetail detail,
                   const std::vector<float>& reaches) {
  RIG_CHECK(reaches.size() == rig.bones.size());
  std::vector<ReachedColumn> columns = reached_by_all(rig, metric, detail, reaches);
  std::size_t count = 0;
  for (const ReachedColumn& column : columns) count += column.vertices.size();
  FitPairs pairs;
  const std::size_t stride = (count + kMostFitPairs - 1) / kMostFitPairs;
  const std::vector<std::uint32_t> row_of =
      choose_rows(rig, std::max<std::size_t>(stride, 1), pairs);
  drop_others(row_of, columns);
  lay_out_pairs(columns, row_of, pairs);
  const std::size_t entries = pairs.column_begin.back();
  pairs.joint.resize(entries);
  pairs.distance.resize(entries);
  pairs.column_row.resize(entries);
  pairs.column_entry.resize(entries);
  std::vector<std::uint32_t> next(pairs.begin.begin(), pairs.begin.end() - 1);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t k = 0; k < columns[j].vertices.size(); ++k) {
      const std::uint32_t row = row_of[columns[j].vertices[k]], entry = next[row]++;
      pairs.joint[entry] = std::uint32_t(j);
      pairs.distance[entry] = columns[j].distances[k];
      pairs.column_row[pairs.column_begin[j] + k] = row;
      pairs.column_entry[pairs.column_begin[j] + k] = entry;
    }
  }
  pairs.place.resize(entries);
  parallel_for_each(pairs.vertices.size(), kFitGrain, [&](std::size_t r) {
    for (std::uint32_t e = pairs.begin[r]; e < pairs.begin[r + 1]; ++e)
      pairs.place[e] =
          float(parameter_on(rig.bones[pairs.joint[e]], rig.positions[pairs.vertices[r]]));
  });
  return pairs;
}

}  // namespace marrow
