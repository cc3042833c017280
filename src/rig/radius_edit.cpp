#include "rig/radius_edit.h"

#include <algorithm>

#include "rig/check.h"
#include "rig/deformer.h"
#include "rig/guarded.h"
#include "rig/weights.h"

namespace marrow {

namespace {

/// Distances kept of one mesh: those to 320 bones at 100,000 vertices, to 32 at a million.
constexpr std::size_t kMostBytesKept = std::size_t(128) << 20;

std::vector<int> joints_with_other_radii(const Reach& before, const Skeleton& skeleton) {
  std::vector<int> joints;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    if (before.radii[j] != skeleton.joints[j].radius) joints.push_back(int(j));
  }
  return joints;
}

/// Marks the vertices that enter or leave a capsule and, when weights depend on radii, all that it holds. Returns how many more it holds.
std::int64_t mark_touched(const std::vector<float>& distances, float before, float after, bool weights_follow_radius,
                          std::vector<std::uint8_t>& is_touched) {
  std::int64_t gained = 0;
  const std::uint8_t stays = weights_follow_radius ? 1 : 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const auto was = std::uint8_t(distances[i] < before), is = std::uint8_t(distances[i] < after);
    is_touched[i] = std::uint8_t(is_touched[i] | (was ^ is) | (was & is & stays));
    gained += int(is) - int(was);
  }
  return gained;
}

void append_rows(const Influences& from, std::size_t begin, std::size_t end, Influences& to) {
  const auto first = std::ptrdiff_t(from.row_begin[begin]), last = std::ptrdiff_t(from.row_begin[end]);
  const auto shift = std::uint32_t(to.joint.size()) - from.row_begin[begin];  // modulo 2^32, as the sum below
  to.joint.insert(to.joint.end(), from.joint.begin() + first, from.joint.begin() + last);
  to.weight.insert(to.weight.end(), from.weight.begin() + first, from.weight.begin() + last);
  to.distance.insert(to.distance.end(), from.distance.begin() + first, from.distance.begin() + last);
  for (std::size_t i = begin; i < end; ++i) to.row_begin.push_back(from.row_begin[i + 1] + shift);
}

void clear(Influences& influences) {
  influences.row_begin.assign(1, 0);
  influences.joint.clear();
  influences.weight.clear();
  influences.distance.clear();
}

/// One vertex had `before` influences and has `after`.
void recount(std::uint32_t before, std::uint32_t after, Coverage& coverage) {
  --(before == 0 ? coverage.uncovered : coverage.covered);
  ++(after == 0 ? coverage.uncovered : coverage.covered);
  if (coverage.histogram.size() <= after) coverage.histogram.resize(after + 1, 0);
  --coverage.histogram[before];
  ++coverage.histogram[after];
}

}  // namespace

Reach reach_of(const Skeleton& skeleton) {
  Reach reach;
  reach.falloff = skeleton.falloff;
  reach.radii.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) reach.radii.push_back(joint.radius);
  return reach;
}

bool RadiusEdit::find_touched(const BoundMesh& mesh, const Reach& before) {
  RIG_CHECK(before.radii.size() == mesh.skeleton.joints.size());
  const std::vector<int> joints = joints_with_other_radii(before, mesh.skeleton);
  if (!measure(mesh, joints)) return false;
  const bool other_falloff = before.falloff != mesh.skeleton.falloff;
  is_touched_.assign(mesh.vertices, other_falloff ? 1 : 0);
  changes_.clear();
  for (const int joint : joints) {
    const auto j = std::size_t(joint);
    Change change{joint, &distances_.at(joint), mesh.skeleton.joints[j].radius, 0};
    change.gained = mark_touched(*change.distances, before.radii[j], change.radius, mesh.skeleton.falloff != Falloff::inverse, is_touched_);
    changes_.push_back(change);
  }
  vertices_.clear();
  for (std::size_t i = 0; i < mesh.vertices; ++i) {
    if (is_touched_[i]) vertices_.push_back(std::uint32_t(i));
  }
  return true;
}

/// Has the distances of all source vertices to these joints' bones. False when they are too many to keep.
bool RadiusEdit::measure(const BoundMesh& mesh, const std::vector<int>& joints) {
  const std::size_t most = kMostBytesKept / sizeof(float) / std::max<std::size_t>(1, mesh.vertices);
  if (joints.size() > most) return false;
  for (const int joint : joints) {
    if (distances_.contains(joint)) continue;
    if (distances_.size() >= most) {
      std::erase_if(distances_, [&](const auto& kept) { return !std::binary_search(joints.begin(), joints.end(), kept.first); });
    }
    const auto j = std::size_t(joint);
    const glm::vec3 start(mesh.bind[j][3]);
    const glm::vec3 end(mesh.bind[j] * glm::vec4(mesh.skeleton.joints[j].extent, 1.0f));
    std::vector<float>& distances = distances_[joint];
    distances.resize(mesh.vertices);
    for (std::size_t i = 0; i < mesh.vertices; ++i) {
      distances[i] = guarded::distance_to_bone(mesh.tasks, start, end, mesh.positions[i], problems_);
    }
  }
  return true;
}

bool RadiusEdit::rewrite(const BoundMesh& mesh, const BoundRows& rows) {
  clear(new_rows_);
  for (const std::uint32_t vertex : vertices_) {
    collect_row(rows.influences, vertex);
    weigh_row(mesh.skeleton, joints_, row_distances_, mesh.tasks, row_weights_, problems_);
    new_rows_.joint.insert(new_rows_.joint.end(), joints_.begin(), joints_.end());
    new_rows_.weight.insert(new_rows_.weight.end(), row_weights_.begin(), row_weights_.end());
    new_rows_.distance.insert(new_rows_.distance.end(), row_distances_.begin(), row_distances_.end());
    new_rows_.row_begin.push_back(std::uint32_t(new_rows_.joint.size()));
  }
  if (!problems_.empty()) return false;
  for (const Change& change : changes_) {
    std::uint32_t& captured = rows.captured[std::size_t(change.joint)];
    captured = std::uint32_t(std::int64_t(captured) + change.gained);
  }
  splice(mesh, rows);
  return true;
}

/// The list of a vertex under the new radii: the old one, without the changed joints, merged with those of them that hold the vertex now.
void RadiusEdit::collect_row(const Influences& influences, std::uint32_t vertex) {
  joints_.clear();
  row_distances_.clear();
  const auto add = [&](int joint, float distance) {
    joints_.push_back(joint);
    row_distances_.push_back(distance);
  };
  auto change = changes_.begin();
  const auto add_changed_until = [&](int joint) {
    for (; change != changes_.end() && change->joint <= joint; ++change) {
      const float distance = (*change->distances)[vertex];
      if (distance < change->radius) add(change->joint, distance);
    }
    return change != changes_.begin() && std::prev(change)->joint == joint;
  };
  for (std::uint32_t k = influences.row_begin[vertex]; k < influences.row_begin[vertex + 1]; ++k) {
    const int joint = int(influences.joint[k]);
    if (!add_changed_until(joint)) add(joint, influences.distance[k]);
  }
  if (!changes_.empty()) add_changed_until(changes_.back().joint);
}

/// Old rows and new ones in one linear copy; copies of a source vertex follow it.
void RadiusEdit::splice(const BoundMesh& mesh, const BoundRows& rows) {
  touched_.clear();
  if (vertices_.empty()) return;
  const Influences& old = rows.influences;
  new_row_of_.assign(mesh.vertices, kNoIndex);
  for (std::size_t n = 0; n < vertices_.size(); ++n) {
    const std::uint32_t vertex = vertices_[n];
    new_row_of_[vertex] = std::uint32_t(n);
    recount(old.row_size(vertex), new_rows_.row_size(n), rows.coverage);
  }
  while (!rows.coverage.histogram.empty() && rows.coverage.histogram.back() == 0) rows.coverage.histogram.pop_back();

  clear(spliced_);
  std::size_t copied = 0;
  for (std::size_t i = 0; i < mesh.source.size(); ++i) {
    const std::uint32_t row = new_row_of_[mesh.source[i]];
    if (row == kNoIndex) continue;
    append_rows(old, copied, i, spliced_);
    append_rows(new_rows_, row, row + 1, spliced_);
    copied = i + 1;
    touched_.push_back(std::uint32_t(i));
  }
  append_rows(old, copied, mesh.source.size(), spliced_);
  std::swap(rows.influences, spliced_);
}

}  // namespace marrow
