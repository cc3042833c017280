#include "rig/skinning/centers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rig/skinning/similarity.h"
#include "scene/parallel.h"
#include "scene/scene.h"

namespace marrow {

namespace {

constexpr std::size_t kCenterGrain = 1 << 14;  ///< vertices or triangles per piece of work
constexpr std::size_t kPairsAtOnce = 16;       ///< pairs whose sums are in memory

struct HeldBy {
  std::uint32_t index;  ///< of the vertex or triangle; of the joint in a JointRow
  float weight;
};
using JointRow = std::vector<HeldBy>;  ///< a vertex's or triangle's, in any order

/// The weights of two joints at one vertex or triangle.
struct HeldByTwo {
  std::uint32_t index;
  float j, k;
};

/// Rows by joint instead of by vertex or triangle.
struct Holdings {
  std::vector<std::size_t> begin;  ///< joints + 1
  std::vector<HeldBy> entries;     ///< ascending within a joint
};

/// row(index, into) fills the row of each of `count` vertices or triangles.
template <typename Row>
Holdings holdings_of(std::size_t count, std::size_t joints, const Row& row) {
  const std::size_t ranges = (count + kCenterGrain - 1) / kCenterGrain;
  std::vector<std::vector<std::size_t>> next(ranges);  // by range, then joint: sizes, then places
  const auto for_each_entry = [&](std::size_t begin, std::size_t end, const auto& visit) {
    JointRow held;
    for (std::size_t i = begin; i < end; ++i) {
      held.clear();
      row(i, held);
      for (const HeldBy& entry : held) visit(entry.index, HeldBy{std::uint32_t(i), entry.weight});
    }
  };
  parallel_for(count, kCenterGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<std::size_t>& sizes = next[begin / kCenterGrain];
    sizes.assign(joints, 0);
    for_each_entry(begin, end, [&](std::uint32_t joint, const HeldBy&) { ++sizes[joint]; });
  });
  Holdings found{{0}, {}};
  for (std::size_t j = 0, total = 0; j < joints; ++j) {
    for (std::vector<std::size_t>& of_range : next) total += std::exchange(of_range[j], total);
    found.begin.push_back(total);
  }
  found.entries.resize(found.begin.back());
  parallel_for(count, kCenterGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<std::size_t>& places = next[begin / kCenterGrain];
    for_each_entry(begin, end, [&](std::uint32_t joint, const HeldBy& entry) {
      found.entries[places[joint]++] = entry;
    });
  });
  return found;
}

/// The vertices or triangles that both joints hold, ascending.
std::vector<HeldByTwo> held_by_both(const Holdings& holdings, std::uint32_t j, std::uint32_t k) {
  std::vector<HeldByTwo> both;
  const HeldBy *a = holdings.entries.data() + holdings.begin[j],
               *const a_end = holdings.entries.data() + holdings.begin[j + 1],
               *b = holdings.entries.data() + holdings.begin[k],
               *const b_end = holdings.entries.data() + holdings.begin[k + 1];
  while (a != a_end && b != b_end) {
    if (a->index == b->index) both.push_back({a->index, a->weight, b->weight});
    const bool is_a_first = a->index <= b->index, is_b_first = b->index <= a->index;
    a += is_a_first;
    b += is_b_first;
  }
  return both;
}

/// Input of the sums. Places are relative to the mesh's box, so that nothing overflows.
struct CenterInput {
  const BoundMesh& mesh;
  glm::dvec3 origin;
  double size;
  Holdings vertices, triangles;

  std::array<std::uint32_t, 3> corners(std::size_t triangle) const {
    const std::uint32_t* const at = mesh.surface->triangles.data() + 3 * triangle;
    const std::vector<std::uint32_t>& source = mesh.surface->source;
    return {source[at[0]], source[at[1]], source[at[2]]};
  }
  glm::dvec3 place(std::uint32_t vertex) const {
    return (glm::dvec3(mesh.bind_positions[vertex]) - origin) / size;
  }
};

/// The mean of the corners' rows, without entries of weight 0.
void mean_row(const CenterInput& input, std::size_t triangle, JointRow& row) {
  const Influences& rows = input.mesh.influences;
  for (const std::uint32_t corner : input.corners(triangle))
    for (std::uint32_t e = rows.row_begin(corner); e < rows.row_end(corner); ++e) {
      const std::uint32_t joint = rows.joint[e];
      auto same = std::find_if(row.begin(), row.end(),
                               [&](const HeldBy& entry) { return entry.index == joint; });
      if (same == row.end()) same = row.insert(same, {joint, 0.0f});
      same->weight += rows.weight[e] / 3.0f;
    }
  std::erase_if(row, [](const HeldBy& entry) { return !(entry.weight > 0.0f); });
}

/// Reads a vertex's row if it has several joints; other vertices need no center.
void vertex_row(const CenterInput& input, std::size_t vertex, JointRow& row) {
  const Influences& rows = input.mesh.influences;
  if (rows.row_size(vertex) < 2) return;
  for (std::uint32_t e = rows.row_begin(vertex); e < rows.row_end(vertex); ++e)
    if (rows.weight[e] > 0.0f) row.push_back({rows.joint[e], rows.weight[e]});
}

CenterInput input_of(const BoundMesh& mesh) {
  const std::size_t vertices = mesh.mesh->positions.size();
  Bounds bounds;
  for (std::size_t v = 0; v < vertices; ++v) bounds.add(mesh.bind_positions[v]);
  const glm::dvec3 low(bounds.low), high(bounds.high);
  const double size = glm::length(high - low);
  CenterInput input{mesh, 0.5 * (low + high), size > 0.0 ? size : 1.0, {}, {}};
  const std::size_t joints = mesh.captured.size();
  input.vertices = holdings_of(vertices, joints,
                               [&](std::size_t v, JointRow& row) { vertex_row(input, v, row); });
  input.triangles = holdings_of(mesh.surface->triangles.size() / 3, joints,
                                [&](std::size_t t, JointRow& row) { mean_row(input, t, row); });
  return input;
}

using JointPair = std::pair<std::uint32_t, std::uint32_t>;

/// Pairs j < k of joints that some vertex has both of, by j, then k.
std::vector<JointPair> pairs_of(const CenterInput& input) {
  constexpr std::size_t kJointGrain = 16;
  const Influences& rows = input.mesh.influences;
  const std::size_t joints = input.vertices.begin.size() - 1;
  std::vector<std::vector<JointPair>> found((joints + kJointGrain - 1) / kJointGrain);
  parallel_for(joints, kJointGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<JointPair>& pairs = found[begin / kJointGrain];
    std::vector<std::uint32_t> last_with(joints, 0);  // by k: 1 + the last j paired with it
    for (auto j = std::uint32_t(begin); j < end; ++j)
      for (std::size_t n = input.vertices.begin[j]; n < input.vertices.begin[j + 1]; ++n) {
        const std::uint32_t vertex = input.vertices.entries[n].index;
        for (std::uint32_t e = rows.row_begin(vertex); e < rows.row_end(vertex); ++e) {
          const std::uint32_t k = rows.joint[e];
          if (k > j && rows.weight[e] > 0.0f && std::exchange(last_with[k], j + 1) != j + 1)
            pairs.emplace_back(j, k);
        }
      }
    std::sort(pairs.begin(), pairs.end());
  });
  std::vector<JointPair> all;
  for (const std::vector<JointPair>& pairs : found)
    all.insert(all.end(), pairs.begin(), pairs.end());
  return all;
}

/// The vertices that two joints hold, and the sums over the triangles that they hold.
struct PairSums {
  std::vector<HeldByTwo> vertices;
  std::vector<SimilaritySum> sums;
};

/// Calls visit(weight of j, weight of k, area, middle) for each triangle.
template <typename Visit>
void visit_triangles(const CenterInput& input, const std::vector<HeldByTwo>& triangles,
                     const Visit& visit) {
  for (const HeldByTwo& held : triangles) {
    const auto [a, b, c] = input.corners(held.index);
    const glm::dvec3 p = input.place(a), q = input.place(b), r = input.place(c);
    visit(double(held.j), double(held.k), 0.5 * glm::length(glm::cross(q - p, r - p)),
          (p + q + r) / 3.0);
  }
}

/// Sums triangle by triangle.
class ExactSums {
 public:
  ExactSums(const CenterInput& input, const std::vector<HeldByTwo>& triangles)
      : input_(input), triangles_(triangles) {}

  SimilaritySum of(const HeldByTwo& vertex) {
    if (parts_.empty()) {
      parts_.reserve(triangles_.size());
      visit_triangles(input_, triangles_,
                      [&](double j, double k, double area, const glm::dvec3& middle) {
                        parts_.push_back({j, k, area, middle});
                      });
    }
    SimilaritySum sum;
    for (const Part& part : parts_)
      sum += SimilarityTable::exact(vertex.j, vertex.k, part.j, part.k, part.area, part.middle);
    return sum;
  }

 private:
  struct Part {
    double j, k, area;
    glm::dvec3 middle;
  };
  const CenterInput& input_;
  const std::vector<HeldByTwo>& triangles_;
  std::vector<Part> parts_;  ///< one per triangle; filled at the first use
};

/// Sums by a table, or exactly if that is less work. Vertices whose weights resemble those of
/// almost no triangle are summed exactly, too, because the table's error would be visible: at most
/// kMostTerms terms; further such vertices get no sum.
PairSums pair_sums(const CenterInput& input, std::uint32_t j, std::uint32_t k) {
  constexpr std::size_t kExactTerm = 5, kMostTerms = 1 << 26;  // kExactTerm: in table steps
  constexpr double kLeastShare = 1e-3;                         // share of the triangles' mass
  PairSums found{held_by_both(input.vertices, j, k), {}};
  const std::vector<HeldByTwo> triangles = held_by_both(input.triangles, j, k);
  SimilarityTable table;
  visit_triangles(input, triangles,
                  [&](double of_j, double of_k, double area, const glm::dvec3& middle) {
                    table.add(of_j, of_k, area, middle);
                  });
  for (const HeldByTwo& vertex : found.vertices) table.want(vertex.j, vertex.k);
  const bool is_exact =
      triangles.size() * found.vertices.size() * kExactTerm <= table.steps_to_finish();
  if (!is_exact) table.finish();
  std::size_t left = kMostTerms / std::max<std::size_t>(1, triangles.size());
  ExactSums exact(input, triangles);
  found.sums.reserve(found.vertices.size());
  for (const HeldByTwo& vertex : found.vertices) {
    SimilaritySum sum = is_exact ? exact.of(vertex) : table.at(vertex.j, vertex.k);
    const double alike = double(vertex.j) * double(vertex.k) * table.whole_mass();
    if (!is_exact && !(sum.factor > kLeastShare * alike)) {
      sum = left > 0 ? exact.of(vertex) : SimilaritySum();
      left -= left > 0;
    }
    found.sums.push_back(sum);
  }
  return found;
}

/// The sum of each source vertex over all pairs of joints.
std::vector<SimilaritySum> all_sums(const CenterInput& input) {
  const std::vector<JointPair> pairs = pairs_of(input);
  std::vector<SimilaritySum> sums(input.mesh.mesh->positions.size());
  std::array<PairSums, kPairsAtOnce> found;
  for (std::size_t first = 0; first < pairs.size(); first += kPairsAtOnce) {
    const std::size_t count = std::min(kPairsAtOnce, pairs.size() - first);
    parallel_for(count, 1, [&](std::size_t n, std::size_t) {
      found[n] = pair_sums(input, pairs[first + n].first, pairs[first + n].second);
    });
    for (std::size_t n = 0; n < count; ++n)
      for (std::size_t v = 0; v < found[n].vertices.size(); ++v)
        sums[found[n].vertices[v].index] += found[n].sums[v];
  }
  return sums;
}

}  // namespace

std::vector<glm::vec3> centers_of(const BoundMesh& mesh) {
  const CenterInput input = input_of(mesh);
  const std::vector<SimilaritySum> sums = all_sums(input);
  const std::vector<std::uint32_t>& source = mesh.surface->source;
  std::vector<glm::vec3> centers(source.size(), kNoCenter);
  parallel_for_each(source.size(), kCenterGrain, [&](std::size_t i) {
    const SimilaritySum& sum = sums[source[i]];
    const glm::vec3 center(input.origin + sum.place * (input.size / sum.factor));
    if (sum.factor > 0.0 && is_finite(center)) centers[i] = center;
  });
  return centers;
}

std::vector<glm::vec3> rest_centers(const BoundMesh& mesh) {
  std::vector<glm::vec3> places(mesh.centers.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = center_or(mesh.centers[i], mesh.rest_positions()[i]);
  return places;
}

}  // namespace marrow
