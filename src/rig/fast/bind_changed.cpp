// Rewrites the rows that a few changed capsules affect.
#include <algorithm>
#include <bit>
#include <cstring>
#include <hwy/cache_control.h>
#include <limits>
#include <memory>
#include <numeric>

#include "rig/falloff_weight.h"
#include "rig/fast/bind_blocks.h"
#include "rig/fast/capsule_kernel.h"
#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow::fast {

namespace {

constexpr std::size_t kSize = VertexBlock::kSize;
/// Blocks per thread: fewer are not worth waking another thread.
constexpr std::size_t kGrain = 128;
/// A block with more differing vertices than this is bound again as a whole.
constexpr std::size_t kDense = 8;

// Sums by the same steps as Sum in capsule_lanes.h, so that the bits are equal.
class Sum {
 public:
  void add(float value) {
    const float next = sum_ + value, added = next - sum_;
    lost_ += (sum_ - (next - added)) + (value - added);
    sum_ = next;
  }
  float total() const { return sum_ + lost_; }

 private:
  float sum_ = 0.0f, lost_ = 0.0f;
};

/// The blocks that changed capsules may affect, ascending, each with the capsules that affect it.
struct Visits {
  std::vector<std::uint32_t> blocks;
  /// Where the slots of each block begin; one more entry than blocks.
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> slots;  ///< ascending within a block; indices into the changed joints
  bool is_all = false;               ///< all blocks with all their vertices; no slots
};

Visits visits_to_all(std::size_t block_count) {
  Visits visits;
  visits.is_all = true;
  visits.blocks.resize(block_count);
  std::iota(visits.blocks.begin(), visits.blocks.end(), 0u);
  return visits;
}

Visits visits_from(std::vector<std::vector<std::uint32_t>> blocks_of_slot,
                   std::size_t block_count) {
  Visits visits;
  if (blocks_of_slot.size() == 1) {
    visits.blocks = std::move(blocks_of_slot[0]);
    visits.begins.resize(visits.blocks.size() + 1);
    for (std::size_t i = 0; i < visits.begins.size(); ++i) visits.begins[i] = std::uint32_t(i);
    visits.slots.resize(visits.blocks.size(), 0);
    return visits;
  }
  std::vector<std::uint32_t> at(block_count + 1, 0);
  for (const auto& blocks : blocks_of_slot) {
    for (const std::uint32_t block : blocks) ++at[block + 1];
  }
  visits.begins.push_back(0);
  for (std::size_t block = 0; block < block_count; ++block) {
    if (at[block + 1] != 0) visits.blocks.push_back(std::uint32_t(block));
    at[block + 1] += at[block];
    if (at[block + 1] != at[block]) visits.begins.push_back(at[block + 1]);
  }
  visits.slots.resize(at[block_count]);
  for (std::size_t slot = 0; slot < blocks_of_slot.size(); ++slot) {
    for (const std::uint32_t block : blocks_of_slot[slot])
      visits.slots[at[block]++] = std::uint32_t(slot);
  }
  return visits;
}

/// The joints whose capsules differ, with data about the change.
struct ChangedJoints {
  std::vector<std::uint32_t> joints;
  CapsuleTable before, after;  ///< one row per changed joint

  ChangedJoints(const Capsules& old, const Capsules& now)
      : joints(differing(old, now)),
        before(picked(old, joints), old.falloff),
        after(picked(now, joints), now.falloff) {}

  static std::vector<std::uint32_t> differing(const Capsules& old, const Capsules& now) {
    std::vector<std::uint32_t> joints;
    for (std::size_t j = 0; j < now.joints.size(); ++j) {
      if (old.joints[j] != now.joints[j]) joints.push_back(std::uint32_t(j));
    }
    return joints;
  }
  static std::vector<Capsule> picked(const Capsules& capsules,
                                     const std::vector<std::uint32_t>& joints) {
    std::vector<Capsule> all;
    for (const std::uint32_t joint : joints) all.push_back(capsules.joints[joint]);
    return all;
  }
  /// Whether whole neighborhoods of vertices get new weights.
  bool is_any_dense() const {
    bool is_dense = choice_row(after.falloff).at_surface == AtSurface::fades;
    for (std::size_t slot = 0; slot < joints.size(); ++slot) is_dense |= is_moved(slot);
    return is_dense;
  }
  bool is_moved(std::size_t slot) const {
    return before.joints[slot].start != after.joints[slot].start ||
           before.joints[slot].end != after.joints[slot].end;
  }
};

/// The blocks with vertices whose rows the change of a capsule may affect.
std::vector<std::uint32_t> blocks_to_visit(const VertexBlocks& blocks, const CapsuleKernel& kernel,
                                           const ChangedJoints& changed, std::size_t slot) {
  const CapsuleTable& before = changed.before;
  const CapsuleTable& after = changed.after;
  std::vector<std::uint32_t> found;
  if (changed.is_moved(slot)) {
    kernel.blocks_between(blocks, before, slot, 0.0f, before.farthest[slot], found);
    const auto half = std::ptrdiff_t(found.size());
    kernel.blocks_between(blocks, after, slot, 0.0f, after.farthest[slot], found);
    std::inplace_merge(found.begin(), found.begin() + half, found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  const Radii& old = before.joints[slot].radii;
  const Radii& now = after.joints[slot].radii;
  const CapsuleTable& larger = now.largest() > old.largest() ? after : before;
  // Where weights do not depend on radii, a vertex that stays held keeps its weights; only the
  // distances of an exact capsule differ.
  const bool is_any_exact = before.is_exact[slot] != 0.0f || after.is_exact[slot] != 0.0f;
  const bool is_shell = choice_row(after.falloff).at_surface == AtSurface::jumps && !is_any_exact;
  const float nearest =
      is_shell ? (std::min(now.smallest(), old.smallest()) - larger.slack[slot]) * (1.0f - 1e-5f)
               : 0.0f;
  kernel.blocks_between(blocks, larger, slot, nearest, larger.farthest[slot], found);
  return found;
}

Visits planned_visits(const VertexBlocks& blocks, const CapsuleKernel& kernel,
                      const ChangedJoints& changed) {
  // This many comparisons take as long as binding a block again.
  constexpr std::size_t kTooMany = 16;
  const std::size_t block_count = blocks.blocks().size();
  if (changed.before.falloff != changed.after.falloff) return visits_to_all(block_count);
  if (changed.joints.empty()) return {};
  std::vector<std::vector<std::uint32_t>> blocks_of_slot(changed.joints.size());
  std::size_t comparisons = 0;
  for (std::size_t slot = 0; slot < blocks_of_slot.size(); ++slot) {
    blocks_of_slot[slot] = blocks_to_visit(blocks, kernel, changed, slot);
    comparisons += blocks_of_slot[slot].size();
  }
  return comparisons > kTooMany * block_count ? visits_to_all(block_count)
                                              : visits_from(std::move(blocks_of_slot), block_count);
}

/// One vertex's entries.
struct RowEntries {
  const std::uint32_t* joint;
  const float *weight, *distance;
  std::uint32_t size;
};

/// Results of one range of the visited blocks. Rows that still fit are written in place at once.
struct RangeChanges {
  struct Grown {
    std::uint32_t vertex, size;
  };
  std::vector<std::uint32_t> touched;
  std::vector<Grown> grown;
  std::vector<std::uint32_t> joint;  ///< entries of the rows that grew
  std::vector<float> weight, distance;
  /// What to add to the counts, modulo 2^32.
  std::vector<std::uint32_t> histogram, captured;

  void resized(std::uint32_t before, std::uint32_t after) {
    if (histogram.size() <= std::max(before, after))
      histogram.resize(std::max(before, after) + 1, 0);
    --histogram[before];
    ++histogram[after];
  }

  void put(std::uint32_t vertex, const RowEntries& now, Influences& influences) {
    Influences::Row& row = influences.rows[vertex];
    if (now.size == row.size) {
      if (overwrite(now, influences, row.begin)) touched.push_back(vertex);
      return;
    }
    resized(row.size, now.size);
    touched.push_back(vertex);
    if (now.size < row.size) {
      row.size = now.size;
      overwrite(now, influences, row.begin);
      return;
    }
    grown.push_back({vertex, now.size});
    joint.insert(joint.end(), now.joint, now.joint + now.size);
    weight.insert(weight.end(), now.weight, now.weight + now.size);
    distance.insert(distance.end(), now.distance, now.distance + now.size);
  }

 private:
  /// Returns whether joints or weights differ from the old ones.
  static bool overwrite(const RowEntries& now, Influences& influences, std::uint32_t at) {
    std::uint32_t* const joints = influences.joint.data() + at;
    float* const weights = influences.weight.data() + at;
    float* const distances = influences.distance.data() + at;
    std::uint64_t different = 0;
    std::uint32_t k = 0;
    for (; k + 2 <= now.size; k += 2) {
      different |= exchange<std::uint64_t>(now.joint + k, joints + k) |
                   exchange<std::uint64_t>(now.weight + k, weights + k);
      exchange<std::uint64_t>(now.distance + k, distances + k);
    }
    if (k < now.size) {
      different |= exchange<std::uint32_t>(now.joint + k, joints + k) |
                   exchange<std::uint32_t>(now.weight + k, weights + k);
      exchange<std::uint32_t>(now.distance + k, distances + k);
    }
    return different != 0;
  }

  /// Copies the bytes of a Word; the result is 0 when both were equal before.
  template <class Word>
  static Word exchange(const void* from, void* to) {
    Word now, old;
    std::memcpy(&now, from, sizeof(Word));
    std::memcpy(&old, to, sizeof(Word));
    std::memcpy(to, &now, sizeof(Word));
    return now ^ old;
  }
};

/// Works through one range of the visited blocks.
class RangeChanger {
 public:
  RangeChanger(const VertexBlocks& blocks, const CapsuleKernel& kernel, const Capsules& capsules,
               const ChangedJoints& changed, const CapsuleTable* table, const Visits& visits,
               Influences& influences, RangeChanges& out)
      : blocks_(blocks),
        kernel_(kernel),
        capsules_(capsules),
        changed_(changed),
        table_(table),
        needs_radii_(table && table->has_tapers &&
                     choice_row(capsules.falloff).at_surface == AtSurface::fades),
        visits_(visits),
        influences_(influences),
        out_(out) {}

  void run(std::size_t begin, std::size_t end) {
    if (visits_.is_all) return bind_range(begin, end);
    out_.captured.resize(changed_.joints.size(), 0);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t different = compare(i);
      if (different == 0) continue;
      if (table_ && (needs_radii_ || std::size_t(std::popcount(different)) > kDense)) {
        dense_blocks_.push_back(visits_.blocks[i]);
        dense_vertices_.push_back(different);
      } else {
        change_one_by_one(i, different);
      }
      if (dense_blocks_.size() == kDenseAtOnce) bind_dense();
    }
    bind_dense();
  }

 private:
  static constexpr std::size_t kDenseAtOnce = 16;

  void bind_range(std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      dense_blocks_.push_back(std::uint32_t(b));
      dense_vertices_.push_back(~std::uint64_t(0) >> (kSize - blocks_.vertices_of(b)));
      if (dense_blocks_.size() == kDenseAtOnce) bind_dense();
    }
    bind_dense();
    out_.captured = bound_.captured;
    out_.captured.resize(capsules_.joints.size(), 0);
  }

  std::uint64_t compare(std::size_t i) {
    std::uint64_t different = 0;
    for (std::uint32_t v = visits_.begins[i]; v < visits_.begins[i + 1]; ++v) {
      const std::uint32_t slot = visits_.slots[v];
      const Difference difference =
          kernel_.compare(blocks_, changed_.before, changed_.after, visits_.blocks[i], slot);
      out_.captured[slot] += std::uint32_t(std::popcount(difference.after)) -
                             std::uint32_t(std::popcount(difference.before));
      different |= difference.different;
    }
    return different;
  }

  void change_one_by_one(std::size_t i, std::uint64_t different) {
    const std::uint32_t begin = visits_.begins[i], end = visits_.begins[i + 1];
    if (columns_.size() < (end - begin)) columns_.resize(end - begin);
    for (std::uint32_t v = begin; v < end; ++v) {
      kernel_.distances(blocks_, changed_.after, visits_.blocks[i], visits_.slots[v],
                        columns_[v - begin].distance);
    }
    for (; different != 0; different &= different - 1) {
      const auto lane = std::size_t(std::countr_zero(different));
      const std::uint32_t vertex = blocks_.blocks()[visits_.blocks[i]].source[lane];
      merge(vertex, lane, begin, end);
      weigh();
      out_.put(vertex,
               {joint_.data(), weight_.data(), distance_.data(), std::uint32_t(joint_.size())},
               influences_);
    }
  }

  /// Entries of the vertex: the new ones of visited joints, the old ones of all others.
  void merge(std::uint32_t vertex, std::size_t lane, std::uint32_t begin, std::uint32_t end) {
    joint_.clear();
    distance_.clear();
    std::uint32_t k = influences_.row_begin(vertex);
    const std::uint32_t k_end = influences_.row_end(vertex);
    for (std::uint32_t v = begin; v < end; ++v) {
      const std::uint32_t joint = changed_.joints[visits_.slots[v]];
      for (; k < k_end && influences_.joint[k] < joint; ++k) keep(k);
      if (k < k_end && influences_.joint[k] == joint) ++k;
      const float distance = columns_[v - begin].distance[lane];
      if (distance == kNotHeld) continue;
      joint_.push_back(joint);
      distance_.push_back(distance);
    }
    for (; k < k_end; ++k) keep(k);
  }

  void keep(std::uint32_t k) {
    joint_.push_back(influences_.joint[k]);
    distance_.push_back(influences_.distance[k]);
  }

  void weigh() {
    weight_.resize(joint_.size());
    Sum sum;
    for (std::size_t k = 0; k < joint_.size(); ++k) {
      weight_[k] = raw_falloff_weight(capsules_.falloff, distance_[k],
                                      capsules_.joints[joint_[k]].radii.at_origin);
      sum.add(weight_[k]);
    }
    const float total = sum.total();
    for (float& weight : weight_) weight /= total;
  }

  void bind_dense() {
    if (dense_blocks_.empty()) return;
    kernel_.bind_blocks(blocks_, *table_, dense_blocks_.data(), dense_blocks_.size(), bound_);
    for (std::size_t n = 0; n < dense_blocks_.size(); ++n) {
      if (n + 1 < dense_blocks_.size()) {  // the rows are far from each other
        for (const std::uint32_t source : blocks_.blocks()[dense_blocks_[n + 1]].source)
          hwy::Prefetch(&influences_.rows[source]);
      }
      const Influences::Row* const rows = bound_.rows.data() + n * kSize;
      for (std::uint64_t bits = dense_vertices_[n]; bits != 0; bits &= bits - 1) {
        const auto lane = std::size_t(std::countr_zero(bits));
        const std::uint32_t at = rows[lane].begin;
        out_.put(blocks_.blocks()[dense_blocks_[n]].source[lane],
                 {bound_.joint.data() + at, bound_.weight.data() + at, bound_.distance.data() + at,
                  rows[lane].size},
                 influences_);
      }
    }
    dense_blocks_.clear();
    dense_vertices_.clear();
  }

  struct Column {
    alignas(64) float distance[kSize];
  };

  const VertexBlocks& blocks_;
  const CapsuleKernel& kernel_;
  const Capsules& capsules_;
  const ChangedJoints& changed_;
  const CapsuleTable* const table_;  ///< of all joints; nullptr: no block is bound as a whole
  /// Weights depend on radii that change along bones, which rows do not keep: blocks are bound
  /// again as a whole.
  const bool needs_radii_;
  const Visits& visits_;
  Influences& influences_;
  RangeChanges& out_;
  std::vector<Column> columns_;  ///< one per visit of the block
  std::vector<std::uint32_t> joint_;
  std::vector<float> weight_, distance_;
  std::vector<std::uint32_t> dense_blocks_;
  std::vector<std::uint64_t> dense_vertices_;
  RangeRows bound_;
};

void append(const RangeChanges& range, Influences& influences) {
  auto at = std::uint32_t(influences.joint.size());
  influences.joint.insert(influences.joint.end(), range.joint.begin(), range.joint.end());
  influences.weight.insert(influences.weight.end(), range.weight.begin(), range.weight.end());
  influences.distance.insert(influences.distance.end(), range.distance.begin(),
                             range.distance.end());
  for (const RangeChanges::Grown& row : range.grown) {
    influences.rows[row.vertex] = {at, row.size};
    at += row.size;
  }
}

/// Sorts the vertices, ascending; if they are many, with one bit per vertex of the mesh.
void sort_vertices(std::size_t vertices, std::vector<std::uint32_t>& list) {
  constexpr std::size_t kBitsWorthOne = 1024;
  if (list.size() < vertices / kBitsWorthOne) return std::sort(list.begin(), list.end());
  std::vector<std::uint64_t> words((vertices + 63) / 64, 0);
  for (const std::uint32_t vertex : list) words[vertex / 64] |= std::uint64_t(1) << (vertex % 64);
  auto to = list.begin();
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1)
      *to++ = std::uint32_t(w * 64 + std::size_t(std::countr_zero(bits)));
  }
}

/// Removes entries that belong to no row.
void pack(const VertexBlocks& blocks, std::size_t live, Influences& influences) {
  Influences packed;
  packed.joint.resize(live);
  packed.weight.resize(live);
  packed.distance.resize(live);
  std::uint32_t to = 0;
  for (std::size_t b = 0; b < blocks.blocks().size(); ++b) {
    for (std::size_t i = 0; i < blocks.vertices_of(b); ++i) {
      Influences::Row& row = influences.rows[blocks.blocks()[b].source[i]];
      std::copy_n(influences.joint.data() + row.begin, row.size, packed.joint.data() + to);
      std::copy_n(influences.weight.data() + row.begin, row.size, packed.weight.data() + to);
      std::copy_n(influences.distance.data() + row.begin, row.size, packed.distance.data() + to);
      row.begin = to;
      to += row.size;
    }
  }
  influences.joint = std::move(packed.joint);
  influences.weight = std::move(packed.weight);
  influences.distance = std::move(packed.distance);
}

/// `joints`: the joints whose captured counts are updated.
void take_changes(const VertexBlocks& blocks, const std::vector<std::uint32_t>& joints,
                  const std::vector<RangeChanges>& ranges, BoundRows& bound,
                  std::vector<std::uint32_t>& touched) {
  std::vector<std::uint32_t>& histogram = bound.coverage.histogram;
  for (const RangeChanges& range : ranges) {
    append(range, bound.influences);
    touched.insert(touched.end(), range.touched.begin(), range.touched.end());
    if (histogram.size() < range.histogram.size()) histogram.resize(range.histogram.size(), 0);
    for (std::size_t k = 0; k < range.histogram.size(); ++k) histogram[k] += range.histogram[k];
    for (std::size_t slot = 0; slot < range.captured.size(); ++slot)
      bound.captured[joints[slot]] += range.captured[slot];
  }
  RIG_CHECK(bound.influences.joint.size() <= std::numeric_limits<std::uint32_t>::max());
  finish_coverage(blocks.vertices(), bound.coverage);
  sort_vertices(blocks.vertices(), touched);
  std::size_t live = 0;
  for (std::size_t k = 0; k < histogram.size(); ++k) live += k * histogram[k];
  if (bound.influences.joint.size() > 2 * live && !touched.empty())
    pack(blocks, live, bound.influences);
}

}  // namespace

void bind_changed(const VertexBlocks& blocks, const Capsules& before, const Capsules& after,
                  BoundRows& bound, std::vector<std::uint32_t>& touched) {
  RIG_CHECK(before.joints.size() == after.joints.size());
  RIG_CHECK(bound.influences.rows.size() >= blocks.vertices());
  touched.clear();
  const CapsuleKernel kernel = capsule_kernel();
  const ChangedJoints changed(before, after);
  const Visits visits = planned_visits(blocks, kernel, changed);
  if (visits.blocks.empty()) return;
  std::unique_ptr<const CapsuleTable> table;
  if (visits.is_all || changed.is_any_dense() || visits.blocks.size() > kGrain)
    table = std::make_unique<const CapsuleTable>(after);

  std::vector<RangeChanges> ranges((visits.blocks.size() + kGrain - 1) / kGrain);
  parallel_for(visits.blocks.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    RangeChanger(blocks, kernel, after, changed, table.get(), visits, bound.influences,
                 ranges[begin / kGrain])
        .run(begin, end);
  });
  std::vector<std::uint32_t> counted = changed.joints;
  if (visits.is_all) {
    counted.resize(after.joints.size());
    std::iota(counted.begin(), counted.end(), 0u);
    bound.captured.assign(after.joints.size(), 0);
  }
  take_changes(blocks, counted, ranges, bound, touched);
}

}  // namespace marrow::fast
