// The rows that a few changed capsules reach, written anew one by one.
#include <algorithm>
#include <bit>
#include <cstring>

#include "rig/check.h"
#include "rig/fast/capsule_kernel.h"
#include "rig/fast/capsules.h"

namespace marrow::fast {

namespace {

// The same steps as raw_weight() and Sum in capsule_kernel.cpp, and so the same bits.
float raw_weight(Falloff falloff, float distance, float radius) {
  if (falloff == Falloff::inverse) return 1.0f / std::max(distance, 1e-6f);
  float x = std::min(std::max((radius - distance) / radius, 0.0f), 1.0f);
  if (falloff == Falloff::smooth) x = (x * x) * (3.0f - (x + x));
  return std::max(x, 1e-7f);
}

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

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

/// A block that a changed capsule may have touched.
struct Visit {
  std::uint32_t block, joint;
  auto operator<=>(const Visit&) const = default;
};

class Change {
 public:
  Change(const VertexBlocks& blocks, const Capsules& before, const Capsules& after, BoundRows& bound, std::vector<std::uint32_t>& touched)
      : blocks_(blocks), before_(before), after_(after), kernel_(capsule_kernel()), bound_(bound), touched_(touched) {}

  void make() {
    plan();
    columns_.resize(2);
    for (std::size_t begin = 0, end; begin < visits_.size(); begin = end) {
      for (end = begin + 1; end < visits_.size() && visits_[end].block == visits_[begin].block; ++end) {
      }
      visit(begin, end);
    }
    finish();
  }

 private:
  struct Entry {
    std::uint32_t joint;
    float distance, weight;
  };

  /// Which blocks must be looked at, for each changed capsule.
  void plan() {
    std::vector<std::uint32_t> found;
    std::size_t changed = 0;
    for (std::size_t j = 0; j < after_.joints.size(); ++j) {
      const Capsule& old = before_.joints[j];
      const Capsule& now = after_.joints[j];
      if (old == now) continue;
      ++changed;
      found.clear();
      add_blocks(j, found);
      for (const std::uint32_t block : found) visits_.push_back({block, std::uint32_t(j)});
    }
    if (changed > 1) {
      std::sort(visits_.begin(), visits_.end());
      visits_.erase(std::unique(visits_.begin(), visits_.end()), visits_.end());
    }
  }

  void add_blocks(std::size_t j, std::vector<std::uint32_t>& found) {
    const Capsule& old = before_.joints[j];
    const Capsule& now = after_.joints[j];
    const bool is_moved = old.start != now.start || old.end != now.end;
    if (is_moved) {
      kernel_.blocks_between(blocks_, before_, j, 0.0f, before_.reach[j], found);
      const std::size_t half = found.size();
      kernel_.blocks_between(blocks_, after_, j, 0.0f, after_.reach[j], found);
      std::inplace_merge(found.begin(), found.begin() + std::ptrdiff_t(half), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      return;
    }
    const CapsuleTable& larger = now.radius > old.radius ? after_ : before_;
    const CapsuleTable& smaller = now.radius > old.radius ? before_ : after_;
    const bool is_shell = after_.falloff == Falloff::inverse && !smaller.is_exact[j] && !larger.is_exact[j];
    const float nearest = is_shell ? (smaller.joints[j].radius - smaller.slack[j]) * (1.0f - 1e-5f) : 0.0f;
    kernel_.blocks_between(blocks_, larger, j, nearest, larger.reach[j], found);
  }

  /// The visits in [begin, end) have the same block, and joints that ascend.
  void visit(std::size_t begin, std::size_t end) {
    const std::size_t block = visits_[begin].block;
    if (columns_.size() < 2 * (end - begin)) columns_.resize(2 * (end - begin));
    std::uint64_t different = 0;
    for (std::size_t v = begin; v < end; ++v) {
      const std::size_t joint = visits_[v].joint;
      Column& old = columns_[2 * (v - begin)];
      Column& now = columns_[2 * (v - begin) + 1];
      kernel_.column(blocks_, before_, block, joint, old);
      kernel_.column(blocks_, after_, block, joint, now);
      different |= old.held ^ now.held;
      const std::uint64_t both = old.held & now.held;
      if (after_.falloff != Falloff::inverse) different |= both;
      for (std::uint64_t bits = both & ~different; bits != 0; bits &= bits - 1) {
        const int i = std::countr_zero(bits);
        if (!same_bits(old.distance[i], now.distance[i])) different |= std::uint64_t(1) << i;
      }
      bound_.captured[joint] += std::uint32_t(std::popcount(now.held)) - std::uint32_t(std::popcount(old.held));
    }
    for (std::uint64_t bits = different; bits != 0; bits &= bits - 1) {
      rewrite(blocks_.blocks()[block].source[std::countr_zero(bits)], std::size_t(std::countr_zero(bits)), begin, end);
    }
  }

  void rewrite(std::uint32_t vertex, std::size_t lane, std::size_t begin, std::size_t end) {
    merge(vertex, lane, begin, end);
    weigh();
    store(vertex);
  }

  /// The vertex's entries: those of joints that are not visited as they stand, those of the others as they are now.
  void merge(std::uint32_t vertex, std::size_t lane, std::size_t begin, std::size_t end) {
    const Influences& influences = bound_.influences;
    row_.clear();
    std::uint32_t k = influences.row_begin(vertex);
    const std::uint32_t k_end = influences.row_end(vertex);
    for (std::size_t v = begin; v < end; ++v) {
      for (; k < k_end && influences.joint[k] < visits_[v].joint; ++k) row_.push_back({influences.joint[k], influences.distance[k], 0.0f});
      if (k < k_end && influences.joint[k] == visits_[v].joint) ++k;
      const Column& now = columns_[2 * (v - begin) + 1];
      if ((now.held >> lane) & 1) row_.push_back({visits_[v].joint, now.distance[lane], 0.0f});
    }
    for (; k < k_end; ++k) row_.push_back({influences.joint[k], influences.distance[k], 0.0f});
  }

  void weigh() {
    Sum sum;
    for (Entry& entry : row_) {
      entry.weight = raw_weight(after_.falloff, entry.distance, after_.joints[entry.joint].radius);
      sum.add(entry.weight);
    }
    const float total = sum.total();
    for (Entry& entry : row_) entry.weight /= total;
  }

  void store(std::uint32_t vertex) {
    Influences& influences = bound_.influences;
    Influences::Row& row = influences.rows[vertex];
    const auto size = std::uint32_t(row_.size());
    bool is_new = size != row.size;
    if (size != row.size) count(row.size, size);
    if (size > row.size) {
      row.begin = std::uint32_t(influences.joint.size());
      influences.joint.resize(influences.joint.size() + size);
      influences.weight.resize(influences.joint.size());
      influences.distance.resize(influences.joint.size());
    }
    row.size = size;
    for (std::uint32_t k = 0; k < size; ++k) {
      const std::uint32_t at = row.begin + k;
      is_new |= influences.joint[at] != row_[k].joint || !same_bits(influences.weight[at], row_[k].weight);
      influences.joint[at] = row_[k].joint;
      influences.weight[at] = row_[k].weight;
      influences.distance[at] = row_[k].distance;
    }
    if (is_new) touched_.push_back(vertex);
  }

  void count(std::uint32_t size_before, std::uint32_t size_now) {
    std::vector<std::uint32_t>& histogram = bound_.coverage.histogram;
    if (histogram.size() <= size_now) histogram.resize(size_now + 1, 0);
    --histogram[size_before];
    ++histogram[size_now];
  }

  void finish() {
    std::sort(touched_.begin(), touched_.end());
    Coverage& coverage = bound_.coverage;
    while (!coverage.histogram.empty() && coverage.histogram.back() == 0) coverage.histogram.pop_back();
    coverage.uncovered = coverage.histogram.empty() ? 0 : coverage.histogram[0];
    coverage.covered = std::uint32_t(blocks_.vertices()) - coverage.uncovered;
    std::size_t live = 0;
    for (std::size_t k = 0; k < coverage.histogram.size(); ++k) live += k * coverage.histogram[k];
    if (bound_.influences.joint.size() > 2 * live && !touched_.empty()) pack();
  }

  void pack() {
    Influences packed;
    Influences& influences = bound_.influences;
    packed.joint.reserve(influences.joint.size() / 2);
    packed.weight.reserve(influences.joint.size() / 2);
    packed.distance.reserve(influences.joint.size() / 2);
    for (std::size_t b = 0; b < blocks_.blocks().size(); ++b) {
      for (std::size_t i = 0; i < blocks_.vertices_of(b); ++i) {
        Influences::Row& row = influences.rows[blocks_.blocks()[b].source[i]];
        const std::uint32_t from = row.begin;
        row.begin = std::uint32_t(packed.joint.size());
        for (std::uint32_t k = from; k < from + row.size; ++k) {
          packed.joint.push_back(influences.joint[k]);
          packed.weight.push_back(influences.weight[k]);
          packed.distance.push_back(influences.distance[k]);
        }
      }
    }
    influences.joint.swap(packed.joint);
    influences.weight.swap(packed.weight);
    influences.distance.swap(packed.distance);
  }

  const VertexBlocks& blocks_;
  const CapsuleTable before_, after_;
  const CapsuleKernel kernel_;
  BoundRows& bound_;
  std::vector<std::uint32_t>& touched_;
  std::vector<Visit> visits_;
  std::vector<Column> columns_;  ///< two a visit of the block: before, after
  std::vector<Entry> row_;
};

/// Everything anew; then only what differs counts as touched.
void bind_anew(const VertexBlocks& blocks, const Capsules& after, BoundRows& bound, std::vector<std::uint32_t>& touched) {
  std::vector<Influences::Row> copies(bound.influences.rows.begin() + std::ptrdiff_t(blocks.vertices()), bound.influences.rows.end());
  const Influences old = std::move(bound.influences);
  bound.influences = Influences();
  bind_all(blocks, after, bound);
  const Influences& now = bound.influences;
  for (std::size_t v = 0; v < blocks.vertices(); ++v) {
    bool is_new = old.row_size(v) != now.row_size(v);
    for (std::uint32_t k = 0; !is_new && k < now.row_size(v); ++k) {
      const std::size_t a = old.row_begin(v) + k, b = now.row_begin(v) + k;
      is_new = old.joint[a] != now.joint[b] || !same_bits(old.weight[a], now.weight[b]);
    }
    if (is_new) touched.push_back(std::uint32_t(v));
  }
  bound.influences.rows.insert(bound.influences.rows.end(), copies.begin(), copies.end());
}

}  // namespace

void bind_changed(const VertexBlocks& blocks, const Capsules& before, const Capsules& after, BoundRows& bound,
                  std::vector<std::uint32_t>& touched) {
  RIG_CHECK(before.joints.size() == after.joints.size());
  RIG_CHECK(bound.influences.rows.size() >= blocks.vertices());
  touched.clear();
  if (before.falloff != after.falloff) return bind_anew(blocks, after, bound, touched);
  Change(blocks, before, after, bound, touched).make();
}

}  // namespace marrow::fast
