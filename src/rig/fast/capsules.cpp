#include "rig/fast/capsules.h"

#include <algorithm>
#include <limits>

#include "rig/check.h"
#include "rig/fast/capsule_kernel.h"
#include "scene/parallel.h"

namespace marrow::fast {

namespace {

constexpr std::size_t kBlocksInRange = 2 * VertexBlocks::kGroup;

/// Ranges of blocks that are worked on at once, each into its own memory: few enough to stay in the cache until they are appended.
std::size_t ranges_at_once() { return thread_limit() == 1 ? 1 : 8; }

/// Moves the rows of one range to where they belong.
void place(const VertexBlocks& blocks, std::size_t begin, std::size_t end, const RangeRows& from, std::uint32_t at, Influences& to) {
  std::copy_n(from.joint.begin(), from.size, to.joint.begin() + at);
  std::copy_n(from.weight.begin(), from.size, to.weight.begin() + at);
  std::copy_n(from.distance.begin(), from.size, to.distance.begin() + at);
  const Influences::Row* row = from.rows.data();
  for (std::size_t b = begin; b < end; ++b, row += VertexBlock::kSize) {
    const VertexBlock& block = blocks.blocks()[b];
    for (std::size_t i = 0; i < blocks.vertices_of(b); ++i) to.rows[block.source[i]] = {at + row[i].begin, row[i].size};
  }
}

void resize_entries(Influences& influences, std::size_t count) {
  influences.joint.resize(count);
  influences.weight.resize(count);
  influences.distance.resize(count);
}

void add_counts(std::vector<std::uint32_t>& sum, const std::vector<std::uint32_t>& counts) {
  if (sum.size() < counts.size()) sum.resize(counts.size(), 0);
  for (std::size_t i = 0; i < counts.size(); ++i) sum[i] += counts[i];
}

void set_coverage(std::vector<std::uint32_t> histogram, std::size_t vertices, Coverage& coverage) {
  while (!histogram.empty() && histogram.back() == 0) histogram.pop_back();
  coverage.uncovered = histogram.empty() ? 0 : histogram[0];
  coverage.covered = std::uint32_t(vertices) - coverage.uncovered;
  coverage.histogram = std::move(histogram);
}

}  // namespace

Capsules capsules_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind) {
  RIG_CHECK(bind.size() == skeleton.joints.size());
  Capsules capsules;
  capsules.falloff = skeleton.falloff;
  capsules.joints.reserve(bind.size());
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    capsules.joints.push_back({glm::vec3(bind[j][3]), glm::vec3(bind[j] * glm::vec4(joint.extent, 1.0f)), joint.radius});
  }
  return capsules;
}

void bind_all(const VertexBlocks& blocks, const Capsules& capsules, BoundRows& bound) {
  const CapsuleKernel kernel = capsule_kernel();
  const CapsuleTable table(capsules);
  Influences& influences = bound.influences;
  influences.rows.resize(blocks.vertices());
  std::vector<RangeRows> ranges(ranges_at_once());
  for (RangeRows& range : ranges) range.captured.resize(capsules.joints.size(), 0);

  const std::size_t count = blocks.blocks().size();
  std::vector<std::size_t> begins(ranges.size() + 1);
  std::size_t entries = 0;
  for (std::size_t first = 0; first < count; first += ranges.size() * kBlocksInRange) {
    const std::size_t last = std::min(count, first + ranges.size() * kBlocksInRange);
    parallel_for(last - first, kBlocksInRange, [&](std::size_t begin, std::size_t end) {
      kernel.bind_blocks(blocks, table, first + begin, first + end, ranges[begin / kBlocksInRange]);
    });
    const std::size_t used = (last - first + kBlocksInRange - 1) / kBlocksInRange;
    for (std::size_t r = 0; r < used; ++r) {
      begins[r] = entries;
      entries += ranges[r].size;
    }
    RIG_CHECK(entries <= std::numeric_limits<std::uint32_t>::max());
    if (influences.joint.size() < entries) resize_entries(influences, std::max(entries, influences.joint.size() * 3 / 2));
    parallel_for(last - first, kBlocksInRange, [&](std::size_t begin, std::size_t end) {
      const std::size_t r = begin / kBlocksInRange;
      place(blocks, first + begin, first + end, ranges[r], std::uint32_t(begins[r]), influences);
    });
  }
  resize_entries(influences, entries);

  std::vector<std::uint32_t> histogram;
  bound.captured.assign(capsules.joints.size(), 0);
  for (const RangeRows& range : ranges) {
    add_counts(histogram, range.histogram);
    add_counts(bound.captured, range.captured);
  }
  set_coverage(std::move(histogram), blocks.vertices(), bound.coverage);
}

}  // namespace marrow::fast
