#include "rig/fast/bind_blocks.h"

#include <algorithm>
#include <hwy/cache_control.h>
#include <limits>
#include <numeric>

#include "rig/fast/capsule_kernel.h"
#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow::fast {

namespace {

constexpr std::size_t kBlocksInRange = 2 * VertexBlocks::kGroup;

/// Number of block ranges in work at once, each with its own memory: few enough for the cache.
std::size_t ranges_at_once() { return thread_limit() == 1 ? 1 : 8; }

/// Beyond this number of vertices the rows leave the caches before they are read.
constexpr std::size_t kTooManyToCache = std::size_t(1) << 19;

void copy(const CapsuleKernel& kernel, const float* from, std::size_t count, bool past_caches,
          float* to) {
  past_caches ? kernel.stream(from, count, to) : void(std::copy_n(from, count, to));
}

/// Copies the rows of the blocks [begin, end) to their places and their entries to `at`.
void place(const CapsuleKernel& kernel, const VertexBlocks& blocks, std::size_t begin,
           std::size_t end, const RangeRows& from, std::uint32_t at, Influences& to) {
  const bool past_caches = blocks.vertices() > kTooManyToCache;
  static_assert(sizeof(float) == sizeof(std::uint32_t));
  copy(kernel, reinterpret_cast<const float*>(from.joint.data()), from.size, past_caches,
       reinterpret_cast<float*>(to.joint.data() + at));
  copy(kernel, from.weight.data(), from.size, past_caches, to.weight.data() + at);
  copy(kernel, from.distance.data(), from.size, past_caches, to.distance.data() + at);
  const Influences::Row* row = from.rows.data();
  for (std::size_t b = begin; b < end; ++b, row += VertexBlock::kSize) {
    const VertexBlock& block = blocks.blocks()[b];
    if (past_caches && b + 1 < end) {  // the rows are far from each other
      for (const std::uint32_t source : blocks.blocks()[b + 1].source)
        hwy::Prefetch(&to.rows[source]);
    }
    for (std::size_t i = 0; i < blocks.vertices_of(b); ++i)
      to.rows[block.source[i]] = {at + row[i].begin, row[i].size};
  }
}

void resize_entries(Influences& influences, std::size_t count) {
  influences.joint.resize(count);
  influences.weight.resize(count);
  influences.distance.resize(count);
}

/// Resizes to at least `entries`; new memory has room for `entries` * `share`, the expected total.
void make_room(Influences& influences, std::size_t entries, double share) {
  // Rows from the mesh's file have no distances.
  if (std::min(influences.joint.size(), influences.distance.size()) >= entries) return;
  const auto expected = std::size_t(double(entries) * share * 1.05);
  if (influences.joint.capacity() < entries || influences.distance.capacity() < entries) {
    influences.joint.reserve(expected);
    influences.weight.reserve(expected);
    influences.distance.reserve(expected);
  }
  resize_entries(influences, std::max(entries, influences.joint.size()));
}

void add_counts(std::vector<std::uint32_t>& sum, const std::vector<std::uint32_t>& counts) {
  if (sum.size() < counts.size()) sum.resize(counts.size(), 0);
  for (std::size_t i = 0; i < counts.size(); ++i) sum[i] += counts[i];
}

void count_rows(const std::vector<RangeRows>& ranges, std::size_t vertices, std::size_t joints,
                BoundRows& bound) {
  std::vector<std::uint32_t>& histogram = bound.coverage.histogram;
  histogram.clear();
  bound.captured.assign(joints, 0);
  for (const RangeRows& range : ranges) {
    add_counts(histogram, range.histogram);
    add_counts(bound.captured, range.captured);
  }
  finish_coverage(vertices, bound.coverage);
}

}  // namespace

void finish_coverage(std::size_t vertices, Coverage& coverage) {
  while (!coverage.histogram.empty() && coverage.histogram.back() == 0)
    coverage.histogram.pop_back();
  coverage.uncovered = coverage.histogram.empty() ? 0 : coverage.histogram[0];
  coverage.covered = std::uint32_t(vertices) - coverage.uncovered;
}

Capsules capsules_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind) {
  RIG_CHECK(bind.size() == skeleton.joints.size());
  Capsules capsules;
  capsules.falloff = skeleton.falloff;
  capsules.joints.reserve(bind.size());
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    capsules.joints.push_back(
        {glm::vec3(bind[j][3]), glm::vec3(bind[j] * glm::vec4(joint.extent, 1.0f)), joint.radii()});
  }
  return capsules;
}

void bind_all(const VertexBlocks& blocks, const Capsules& capsules, BoundRows& bound) {
  const CapsuleKernel kernel = capsule_kernel();
  const CapsuleTable table(capsules);
  Influences& influences = bound.influences;
  influences.rows.resize(blocks.vertices());
  const std::size_t count = blocks.blocks().size();
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0u);
  std::vector<RangeRows> ranges(ranges_at_once());
  std::vector<std::size_t> begins(ranges.size());
  std::size_t entries = 0;
  for (std::size_t first = 0; first < count; first += ranges.size() * kBlocksInRange) {
    const std::size_t last = std::min(count, first + ranges.size() * kBlocksInRange);
    parallel_for(last - first, kBlocksInRange, [&](std::size_t begin, std::size_t end) {
      kernel.bind_blocks(blocks, table, list.data() + first + begin, end - begin,
                         ranges[begin / kBlocksInRange]);
    });
    for (std::size_t r = 0; first + r * kBlocksInRange < last; ++r) {
      begins[r] = entries;
      entries += ranges[r].size;
    }
    RIG_CHECK(entries <= std::numeric_limits<std::uint32_t>::max());
    make_room(influences, entries, double(count) / double(last));
    parallel_for(last - first, kBlocksInRange, [&](std::size_t begin, std::size_t end) {
      const std::size_t r = begin / kBlocksInRange;
      place(kernel, blocks, first + begin, first + end, ranges[r], std::uint32_t(begins[r]),
            influences);
    });
  }
  resize_entries(influences, entries);
  count_rows(ranges, blocks.vertices(), capsules.joints.size(), bound);
}

}  // namespace marrow::fast
