#include "rig/skinning/painted_rows.h"

#include <algorithm>
#include <limits>

#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kRowsPerRange = 1 << 12;
constexpr std::size_t kUnownedAllowed = 1 << 16;  // entries, in addition to as many as are owned

bool same_rows(const TouchUps& a, std::size_t row_a, const TouchUps& b, std::size_t row_b) {
  const std::uint32_t a_begin = a.row_begin[row_a], a_end = a.row_begin[row_a + 1],
                      b_begin = b.row_begin[row_b], b_end = b.row_begin[row_b + 1];
  return std::equal(a.joint.begin() + a_begin, a.joint.begin() + a_end, b.joint.begin() + b_begin,
                    b.joint.begin() + b_end) &&
         std::equal(a.difference.begin() + a_begin, a.difference.begin() + a_end,
                    b.difference.begin() + b_begin, b.difference.begin() + b_end);
}

/// Counts one more (`step` 1) or less (-1) row of this length.
void count_row(std::size_t size, int step, Coverage& coverage) {
  std::vector<std::uint32_t>& histogram = coverage.histogram;
  if (histogram.size() <= size) histogram.resize(size + 1, 0);
  histogram[size] += std::uint32_t(step);
  (size == 0 ? coverage.uncovered : coverage.covered) += std::uint32_t(step);
  while (!histogram.empty() && histogram.back() == 0) histogram.pop_back();
}

/// Visits two rows by ascending joint: visit(joint, a, b), with 0 for a row without the joint.
template <typename Visit>
void merge_rows(std::span<const RowEntry> a, std::span<const RowEntry> b, const Visit& visit) {
  std::size_t i = 0, k = 0;
  while (i < a.size() || k < b.size()) {
    const std::uint32_t joint =
        std::min(i < a.size() ? a[i].joint : kNoIndex, k < b.size() ? b[k].joint : kNoIndex);
    const float from_a = i < a.size() && a[i].joint == joint ? a[i++].value : 0.0f;
    const float from_b = k < b.size() && b[k].joint == joint ? b[k++].value : 0.0f;
    visit(joint, from_a, from_b);
  }
}

void take_entries(const Influences& influences, const Influences::Row& row,
                  std::vector<RowEntry>& entries) {
  entries.clear();
  for (std::uint32_t k = row.begin; k < row.begin + row.size; ++k)
    entries.push_back({influences.joint[k], influences.weight[k]});
}

}  // namespace

void paint_row(std::span<const RowEntry> own, std::span<const RowEntry> painted, float strength,
               std::vector<RowEntry>& result) {
  result.assign(own.begin(), own.end());
  if (painted.empty() || strength <= 0.0f) return;
  const auto changed = [&](float weight, float difference) {
    return fixed_point(std::max(0.0, double(weight) + double(strength) * double(difference)));
  };
  std::int64_t sum = 0;
  merge_rows(own, painted, [&](std::uint32_t, float w, float d) { sum += changed(w, d); });
  if (sum == 0) return;
  result.clear();
  merge_rows(own, painted, [&](std::uint32_t joint, float w, float d) {
    const std::int64_t weight = changed(w, d);
    if (weight > 0) result.push_back({joint, float(double(weight) / double(sum))});
  });
}

JointIndex::JointIndex(const Skeleton& skeleton) {
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
    index_.emplace_back(skeleton.joints[j].id, std::uint32_t(j));
  std::sort(index_.begin(), index_.end());
}

void JointIndex::take_row(const TouchUps& touch_ups, std::size_t row,
                          std::vector<RowEntry>& entries) const {
  entries.clear();
  for (std::uint32_t k = touch_ups.row_begin[row]; k < touch_ups.row_begin[row + 1]; ++k) {
    const Id id = touch_ups.joint[k];
    const auto found = std::lower_bound(index_.begin(), index_.end(), std::pair(id, 0u));
    if (found != index_.end() && found->first == id)
      entries.push_back({found->second, touch_ups.difference[k]});
  }
  std::sort(entries.begin(), entries.end(),
            [](const RowEntry& a, const RowEntry& b) { return a.joint < b.joint; });
}

/// Input for writing rows.
struct PaintedRows::Below {
  const std::vector<Bone>& bones;
  std::span<const glm::vec3> positions;
};

const PaintedRows::Painted* PaintedRows::find(std::uint32_t vertex) const {
  const auto found =
      std::lower_bound(painted_.begin(), painted_.end(), vertex,
                       [](const Painted& each, std::uint32_t v) { return each.vertex < v; });
  return found != painted_.end() && found->vertex == vertex ? &*found : nullptr;
}

Influences::Row PaintedRows::own_row(const Influences& influences, std::uint32_t vertex) const {
  const Painted* const painted = find(vertex);
  return painted ? painted->own : influences.rows[vertex];
}

bool PaintedRows::changes(const Influences& influences, std::uint32_t vertex) const {
  const Painted* const painted = find(vertex);
  return painted && influences.rows[vertex] != painted->own;
}

/// Adds the vertex's present row to all counts (`step` 1), or subtracts it (-1).
void PaintedRows::count(const Painted& painted, int step, BoundRows& bound) {
  const Influences& influences = bound.influences;
  const Influences::Row row = influences.rows[painted.vertex];
  count_row(row.size, step, bound.coverage);
  const auto first = influences.joint.begin() + row.begin, last = first + row.size;
  for (auto joint = first; joint != last; ++joint) bound.captured[*joint] += std::uint32_t(step);
  if (row == painted.own) return;
  joints_.take_row(*touch_ups_, painted.row, scratch_);
  for (const RowEntry& entry : scratch_) {
    counts_.painted[entry.joint] += std::uint32_t(step);
    if (!std::binary_search(first, last, entry.joint))
      counts_.lost[entry.joint] += std::uint32_t(step);
  }
}

std::vector<std::uint32_t> PaintedRows::remove_touch_ups(BoundRows& bound) {
  std::vector<std::uint32_t> lifted;
  lifted.reserve(painted_.size());
  for (const Painted& painted : painted_) {
    lifted.push_back(painted.vertex);
    count(painted, -1, bound);
    bound.influences.rows[painted.vertex] = painted.own;
    count(painted, 1, bound);
  }
  *this = {};
  return lifted;
}

/// Replaces the painted vertices by those of `now`; those that stay keep the places of their rows.
/// `fresh`: indices into painted_ of rows to write, which are in no count. Returns the vertices
/// that change.
std::vector<std::uint32_t> PaintedRows::take_layer(const TouchUps* now, bool is_other,
                                                   std::vector<std::size_t>& fresh,
                                                   BoundRows& bound) {
  std::vector<std::uint32_t> changed;
  std::vector<Painted> next;
  auto old = painted_.begin();
  const auto drop_before = [&](std::uint32_t vertex) {
    for (; old != painted_.end() && old->vertex < vertex; ++old) {
      count(*old, -1, bound);
      bound.influences.rows[old->vertex] = old->own;
      count(*old, 1, bound);
      changed.push_back(old->vertex);
    }
  };
  for (std::size_t n = 0; now && n < now->vertices.size(); ++n) {
    const std::uint32_t vertex = now->vertices[n];
    drop_before(vertex);
    Painted painted{.vertex = vertex, .row = 0, .own = bound.influences.rows[vertex]};
    const bool was_there = old != painted_.end() && old->vertex == vertex;
    const bool stays = was_there && !is_other && same_rows(*touch_ups_, old->row, *now, n);
    if (was_there) painted = *old++;
    if (!stays) {
      count(painted, -1, bound);
      changed.push_back(vertex);
      fresh.push_back(next.size());
    }
    painted.row = std::uint32_t(n);
    next.push_back(painted);
  }
  drop_before(kNoIndex);
  painted_ = std::move(next);
  return changed;
}

/// Rows keep their places if they have room there, otherwise they move behind all others.
void PaintedRows::make_room(const std::vector<std::size_t>& fresh, Influences& influences) {
  const bool has_distances = influences.distance.size() == influences.joint.size();
  std::size_t total = influences.joint.size();
  for (const std::size_t n : fresh) {
    Painted& painted = painted_[n];
    const std::uint32_t room = painted.own.size + touch_ups_->row_begin[painted.row + 1] -
                               touch_ups_->row_begin[painted.row];
    if (room <= painted.room) continue;
    painted.begin = std::uint32_t(total);
    painted.room = room;
    total += room;
  }
  RIG_CHECK(total <= std::numeric_limits<std::uint32_t>::max());
  influences.joint.resize(total);
  influences.weight.resize(total);
  if (has_distances) influences.distance.resize(total);
}

/// Joints that hold the vertex without touch-ups, too, keep their distances.
void PaintedRows::write(const Painted& painted, const std::vector<RowEntry>& row,
                        const Below& below, Influences& influences) const {
  const std::uint32_t own_end = painted.own.begin + painted.own.size;
  std::uint32_t at = painted.begin, own = painted.own.begin;
  for (const RowEntry& entry : row) {
    influences.joint[at] = entry.joint;
    influences.weight[at] = entry.value;
    while (own < own_end && influences.joint[own] < entry.joint) ++own;
    const bool is_own = own < own_end && influences.joint[own] == entry.joint;
    if (!influences.distance.empty())
      influences.distance[at] =
          is_own ? influences.distance[own]
                 : float(distance_to(below.bones[entry.joint], below.positions[painted.vertex]));
    ++at;
  }
}

void PaintedRows::write_all(const std::vector<std::size_t>& fresh, const Below& below,
                            BoundRows& bound) {
  Influences& influences = bound.influences;
  make_room(fresh, influences);
  parallel_for(fresh.size(), kRowsPerRange, [&](std::size_t begin, std::size_t end) {
    std::vector<RowEntry> own, layer, row;
    for (std::size_t i = begin; i < end; ++i) {
      const Painted& painted = painted_[fresh[i]];
      take_entries(influences, painted.own, own);
      joints_.take_row(*touch_ups_, painted.row, layer);
      paint_row(own, layer, strength_, row);
      influences.rows[painted.vertex] = painted.own;
      if (row == own) continue;
      write(painted, row, below, influences);
      influences.rows[painted.vertex] = {painted.begin, std::uint32_t(row.size())};
    }
  });
  for (const std::size_t n : fresh) count(painted_[n], 1, bound);
}

/// Removes entries that belong to no row, if there are many.
void PaintedRows::pack(std::size_t vertices, BoundRows& bound) {
  Influences& influences = bound.influences;
  std::size_t owned = 0;
  for (std::size_t k = 0; k < bound.coverage.histogram.size(); ++k)
    owned += k * bound.coverage.histogram[k];
  for (const Painted& painted : painted_) owned += painted.own.size;
  if (influences.joint.size() <= 2 * owned + kUnownedAllowed) return;
  Influences packed;
  packed.joint.reserve(owned);
  packed.weight.reserve(owned);
  if (!influences.distance.empty()) packed.distance.reserve(owned);
  const auto move = [&](Influences::Row& row) {
    const auto to = std::uint32_t(packed.joint.size());
    const auto append = [&](const auto& from, auto& into) {
      if (!from.empty())
        into.insert(into.end(), from.begin() + row.begin, from.begin() + row.begin + row.size);
    };
    append(influences.joint, packed.joint);
    append(influences.weight, packed.weight);
    append(influences.distance, packed.distance);
    row.begin = to;
  };
  auto painted = painted_.begin();
  for (std::uint32_t v = 0; v < vertices; ++v) {
    Influences::Row& row = influences.rows[v];
    const bool is_painted = painted != painted_.end() && painted->vertex == v;
    const bool is_own = is_painted && row == painted->own;
    move(row);
    if (!is_painted) continue;
    if (is_own)
      painted->own = row;
    else
      move(painted->own);
    painted->begin = is_own ? 0 : row.begin;
    painted->room = is_own ? 0 : row.size;
    ++painted;
  }
  influences.joint = std::move(packed.joint);
  influences.weight = std::move(packed.weight);
  influences.distance = std::move(packed.distance);
}

std::vector<std::uint32_t> PaintedRows::apply_touch_ups(std::shared_ptr<const TouchUps> touch_ups,
                                                        float strength, const Skeleton& skeleton,
                                                        const std::vector<Bone>& bones,
                                                        std::span<const glm::vec3> positions,
                                                        BoundRows& bound) {
  RIG_CHECK(bones.size() == skeleton.joints.size());
  if (strength <= 0.0f) touch_ups.reset();
  if (!touch_ups && painted_.empty()) return {};
  const std::size_t joints = skeleton.joints.size();
  counts_.painted.resize(joints, 0);
  counts_.lost.resize(joints, 0);
  if (painted_.empty()) joints_ = JointIndex(skeleton);
  std::vector<std::size_t> fresh;
  std::vector<std::uint32_t> changed =
      take_layer(touch_ups.get(), strength != strength_, fresh, bound);
  touch_ups_ = std::move(touch_ups);
  strength_ = strength;
  write_all(fresh, {bones, positions}, bound);
  if (!changed.empty()) pack(positions.size(), bound);
  if (painted_.empty()) *this = {};
  return changed;
}

}  // namespace marrow
