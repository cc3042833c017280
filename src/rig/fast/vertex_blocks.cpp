#include "rig/fast/vertex_blocks.h"

#include <cmath>
#include <limits>

#include "scene/parallel.h"

namespace marrow::fast {

namespace {

constexpr int kBitsPerAxis = 10;
constexpr std::uint32_t kCells = 1u << kBitsPerAxis;
constexpr float kLarge = 1e18f;  ///< the squares of larger numbers overflow

struct Box {
  glm::vec3 low{std::numeric_limits<float>::max()}, high{-std::numeric_limits<float>::max()};
  void add(const glm::vec3& point) {  // NaN adds nothing
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
};

/// Inserts two zeros between each two bits of v.
std::uint32_t spread(std::uint32_t v) {
  v = (v | (v << 16)) & 0x030000ffu;
  v = (v | (v << 8)) & 0x0300f00fu;
  v = (v | (v << 4)) & 0x030c30c3u;
  return (v | (v << 2)) & 0x09249249u;
}

/// A grid over a box. The key of a point is its cell.
struct Grid {
  glm::vec3 low{0.0f}, scale{0.0f};

  explicit Grid(const Box& box) : low(box.low) {
    for (int axis = 0; axis < 3; ++axis) {
      const float size =
          std::max({box.high[0] - box.low[0], box.high[1] - box.low[1], box.high[2] - box.low[2]});
      scale[axis] = size > 0.0f ? float(kCells) / size : 0.0f;
    }
  }
  std::uint32_t cell(float at) const {
    return at > 0.0f ? std::uint32_t(std::min(at, float(kCells - 1))) : 0u;  // NaN: 0
  }
  std::uint32_t key(const glm::vec3& point) const {
    const glm::vec3 at = (point - low) * scale;
    return spread(cell(at.x)) | (spread(cell(at.y)) << 1) | (spread(cell(at.z)) << 2);
  }
};

/// The key, then 32 bits for the vertex: sorts by key, and by index within a cell.
using KeyedVertex = std::uint64_t;

void sort_by_key(std::vector<KeyedVertex>& vertices, std::vector<KeyedVertex>& scratch) {
  constexpr int kDigitBits = 10;
  constexpr std::size_t kDigits = 1u << kDigitBits, kGrain = 1u << 16;
  const std::size_t chunks = (vertices.size() + kGrain - 1) / kGrain;
  std::vector<std::uint32_t> at(chunks * kDigits);
  scratch.resize(vertices.size());
  for (int shift = 32; shift < 32 + 3 * kBitsPerAxis; shift += kDigitBits) {
    const auto digit = [&](std::size_t i) { return (vertices[i] >> shift) & (kDigits - 1); };
    std::fill(at.begin(), at.end(), 0u);
    parallel_for(vertices.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const counts = at.data() + begin / kGrain * kDigits;
      for (std::size_t i = begin; i < end; ++i) ++counts[digit(i)];
    });
    std::uint32_t sum = 0;
    for (std::size_t d = 0; d < kDigits; ++d) {
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const std::uint32_t count = at[chunk * kDigits + d];
        at[chunk * kDigits + d] = sum;
        sum += count;
      }
    }
    parallel_for(vertices.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const places = at.data() + begin / kGrain * kDigits;
      for (std::size_t i = begin; i < end; ++i) scratch[places[digit(i)]++] = vertices[i];
    });
    vertices.swap(scratch);
  }
}

class CurveOrder {
 public:
  explicit CurveOrder(const std::vector<glm::vec3>& positions, std::size_t vertices)
      : positions_(positions), order_(vertices) {
    for (std::size_t i = 0; i < vertices; ++i) order_[i] = i;
    sort(0, vertices, 0);
  }
  std::uint32_t operator[](std::size_t i) const { return std::uint32_t(order_[i]); }

 private:
  /// Sorts [begin, end) by cell. An outlier makes the grid coarse, so a cell with more vertices
  /// than a block gets another grid.
  void sort(std::size_t begin, std::size_t end, int depth) {
    constexpr std::size_t kSmall = 4096;
    constexpr int kDeepest = 6;
    set_keys(begin, end);
    if (end - begin < kSmall) {
      std::sort(order_.begin() + std::ptrdiff_t(begin), order_.begin() + std::ptrdiff_t(end));
    } else if (end - begin == order_.size()) {
      sort_by_key(order_, scratch_);
    } else {
      std::vector<KeyedVertex> part(order_.begin() + std::ptrdiff_t(begin),
                                    order_.begin() + std::ptrdiff_t(end));
      sort_by_key(part, scratch_);
      std::copy(part.begin(), part.end(), order_.begin() + std::ptrdiff_t(begin));
    }
    if (depth == kDeepest) return;
    for (std::size_t from = begin, to; from < end; from = to) {
      const std::uint64_t key = order_[from] >> 32;
      for (to = from + 1; to < end && order_[to] >> 32 == key; ++to) {
      }
      const bool is_whole = from == begin && to == end;
      if (to - from > VertexBlock::kSize && !is_whole) sort(from, to, depth + 1);
    }
  }

  void set_keys(std::size_t begin, std::size_t end) {
    constexpr std::size_t kGrain = 1u << 16;
    const auto point = [&](std::size_t i) -> const glm::vec3& {
      return positions_[std::uint32_t(order_[i])];
    };
    std::vector<Box> boxes((end - begin + kGrain - 1) / kGrain);
    parallel_for(end - begin, kGrain, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) boxes[from / kGrain].add(point(begin + i));
    });
    Box box;
    for (const Box& part : boxes) {
      box.add(part.low);
      box.add(part.high);
    }
    const Grid grid(box);
    parallel_for(end - begin, kGrain, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = begin + from; i < begin + to; ++i) {
        order_[i] = (std::uint64_t(grid.key(point(i))) << 32) | std::uint32_t(order_[i]);
      }
    });
  }

  const std::vector<glm::vec3>& positions_;
  std::vector<KeyedVertex> order_, scratch_;
};

/// The radius, enlarged so that rounding of distances does not matter; NaN if squares overflow.
float outer(float radius, const glm::vec3& center) {
  const float size = std::max({std::abs(center.x), std::abs(center.y), std::abs(center.z)});
  const float outer = radius * (1.0f + 1e-5f) + size * 1e-6f;
  return outer + size < kLarge ? outer : std::numeric_limits<float>::quiet_NaN();
}

struct Sphere {
  glm::vec3 center{0.0f};
  float radius = 0.0f;
};

Sphere sphere_around(const VertexBlock& block, std::size_t vertices) {
  const auto point = [&](std::size_t i) { return glm::vec3(block.x[i], block.y[i], block.z[i]); };
  Box box;
  for (std::size_t i = 0; i < vertices; ++i) box.add(point(i));
  const glm::vec3 center = box.low * 0.5f + box.high * 0.5f;
  float squared = 0.0f;
  for (std::size_t i = 0; i < vertices; ++i) {
    const glm::vec3 from = point(i) - center;
    squared = std::max(squared, glm::dot(from, from));
  }
  return {center, outer(std::sqrt(squared), center)};
}

void set_sphere(Spheres& spheres, std::size_t at, const Sphere& sphere) {
  spheres.x[at] = sphere.center.x;
  spheres.y[at] = sphere.center.y;
  spheres.z[at] = sphere.center.z;
  spheres.radius[at] = sphere.radius;
}

Sphere sphere_around(const Spheres& spheres, std::size_t begin, std::size_t end) {
  Box box;
  for (std::size_t i = begin; i < end; ++i) {
    box.add(glm::vec3(spheres.x[i], spheres.y[i], spheres.z[i]) - spheres.radius[i]);
    box.add(glm::vec3(spheres.x[i], spheres.y[i], spheres.z[i]) + spheres.radius[i]);
  }
  Sphere sphere{box.low * 0.5f + box.high * 0.5f, 0.0f};
  for (std::size_t i = begin; i < end; ++i) {
    const glm::vec3 from = glm::vec3(spheres.x[i], spheres.y[i], spheres.z[i]) - sphere.center;
    const float needed = std::sqrt(glm::dot(from, from)) + spheres.radius[i];
    sphere.radius = needed <= sphere.radius ? sphere.radius : needed;  // keeps NaN
    if (std::isnan(needed)) break;
  }
  sphere.radius = outer(sphere.radius, sphere.center);
  return sphere;
}

}  // namespace

void Spheres::resize(std::size_t count) {
  const std::size_t padded = (count + kPadding - 1) / kPadding * kPadding;
  for (std::vector<float>* const array : {&x, &y, &z, &radius}) array->assign(padded, 0.0f);
}

void VertexBlocks::build(const std::vector<glm::vec3>& positions, std::size_t vertices) {
  vertices_ = vertices;
  blocks_.resize((vertices + VertexBlock::kSize - 1) / VertexBlock::kSize);
  blocks_.shrink_to_fit();
  const CurveOrder order(positions, vertices);
  constexpr std::size_t kGrain = 256;
  parallel_for_each(blocks_.size(), kGrain, [&](std::size_t b) {
    VertexBlock& block = blocks_[b];
    for (std::size_t i = 0; i < VertexBlock::kSize; ++i) {
      const std::size_t at = b * VertexBlock::kSize + i;
      const glm::vec3 point =
          at < vertices ? positions[order[at]] : glm::vec3(std::numeric_limits<float>::quiet_NaN());
      block.x[i] = point.x;
      block.y[i] = point.y;
      block.z[i] = point.z;
      block.source[i] = at < vertices ? order[at] : 0;
    }
  });
  bound();
}

void VertexBlocks::bound() {
  block_spheres_.resize(blocks_.size());
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    set_sphere(block_spheres_, b, sphere_around(blocks_[b], vertices_of(b)));
  group_spheres_.resize(groups());
  for (std::size_t g = 0; g < groups(); ++g) {
    set_sphere(
        group_spheres_, g,
        sphere_around(block_spheres_, g * kGroup, std::min(blocks_.size(), (g + 1) * kGroup)));
  }
}

}  // namespace marrow::fast
