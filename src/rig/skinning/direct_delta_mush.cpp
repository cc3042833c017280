#include "rig/skinning/direct_delta_mush.h"

#include <array>

#include "rig/skinning/delta_mush.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kDirectGrain = 128 * kMushLanes;  ///< vertices
constexpr float kLeastMass = 1e-6f;

/// 1, x, y, z, xx, xy, xz, yy, yz, zz: the upper half of w u u^T.
using Moments = std::array<double, 10>;

Moments moments_of(double weight, const glm::dvec3& u) {
  return {weight,
          weight * u.x,
          weight * u.y,
          weight * u.z,
          weight * u.x * u.x,
          weight * u.x * u.y,
          weight * u.x * u.z,
          weight * u.y * u.y,
          weight * u.y * u.z,
          weight * u.z * u.z};
}

void add(const Moments& more, Moments& sum) {
  for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += more[n];
}

/// The same masses seen from `place`.
Moments moments_about(const Moments& m, const glm::vec3& place) {
  const glm::dvec3 p(place), first(m[1], m[2], m[3]), own = first - m[0] * p;
  const auto second = [&](std::size_t n, int a, int b) {
    return m[n] - first[a] * p[b] - p[a] * own[b];
  };
  return {m[0],
          own.x,
          own.y,
          own.z,
          second(4, 0, 0),
          second(5, 0, 1),
          second(6, 0, 2),
          second(7, 1, 1),
          second(8, 1, 2),
          second(9, 2, 2)};
}

/// The graph that DeltaMush smooths along: representatives that move, and what they are next to.
struct MushGraph {
  const Connectivity& of;
  std::vector<std::uint8_t> moves;  ///< one per source vertex

  template <typename Visit>
  void visit_neighbors(std::uint32_t vertex, const Visit& visit) const {
    for (std::uint32_t k = of.neighbor_begin[vertex]; k < of.neighbor_begin[vertex + 1]; ++k)
      visit(of.neighbors[k]);
  }
  bool is_beside_moving(std::uint32_t vertex) const {
    bool is_beside = false;
    visit_neighbors(vertex, [&](std::uint32_t other) { is_beside |= moves[other] != 0; });
    return is_beside;
  }
  /// One step for one vertex. moments(v): nullptr where all are 0.
  template <typename Find>
  Moments smoothed(std::uint32_t vertex, const Moments& own, const Find& moments) const {
    if (moves[vertex] == 0) return own;
    Moments mean{};
    visit_neighbors(vertex, [&](std::uint32_t other) {
      if (const Moments* const its = moments(other)) add(*its, mean);
    });
    const double neighbors = double(of.neighbor_begin[vertex + 1] - of.neighbor_begin[vertex]);
    const auto share = double(DeltaMush::kShare);
    for (std::size_t n = 0; n < mean.size(); ++n)
      mean[n] = own[n] + share * (mean[n] / neighbors - own[n]);
    return mean;
  }
};

MushGraph graph_of(const Connectivity& connectivity, const BoundMesh& mesh) {
  MushGraph graph{connectivity, std::vector<std::uint8_t>(connectivity.representative.size())};
  for (std::uint32_t v = 0; v < graph.moves.size(); ++v)
    graph.moves[v] = connectivity.representative[v] == v && mesh.influences.row_size(v) > 0 &&
                     connectivity.neighbor_begin[v] < connectivity.neighbor_begin[v + 1];
  return graph;
}

/// Moments of some vertices; all others' are 0.
struct MushField {
  std::vector<std::uint32_t> vertices;
  std::vector<Moments> moments;
};

/// Of each joint w u u^T, and after the joints of what does not move.
std::vector<MushField> fields_of(const MushGraph& graph, const BoundMesh& mesh) {
  const std::size_t joints = mesh.captured.size();
  const Influences& rows = mesh.influences;
  std::vector<MushField> fields(joints + 1);
  const auto put = [&](std::uint32_t vertex, std::size_t joint, float weight) {
    if (!(weight > 0.0f)) return;
    fields[joint].vertices.push_back(vertex);
    fields[joint].moments.push_back(
        moments_of(double(weight), glm::dvec3(mesh.bind_positions[vertex])));
  };
  for (std::uint32_t v = 0; v < graph.moves.size(); ++v) {
    if (graph.moves[v] != 0) {
      for (std::uint32_t e = rows.row_begin(v); e < rows.row_end(v); ++e)
        put(v, rows.joint[e], rows.weight[e]);
    } else if (graph.is_beside_moving(v)) {
      put(v, joints, 1.0f);
    }
  }
  return fields;
}

/// All steps. The field grows by a ring of vertices with each.
void smooth(const MushGraph& graph, MushField& field) {
  std::vector<std::uint32_t> place(graph.moves.size(), kNoIndex);
  for (std::uint32_t n = 0; n < field.vertices.size(); ++n) place[field.vertices[n]] = n;
  std::size_t ring = 0;
  std::vector<Moments> next;
  for (int step = 0; step < DeltaMush::kSteps; ++step) {
    for (const std::size_t ring_end = field.vertices.size(); ring < ring_end; ++ring)
      graph.visit_neighbors(field.vertices[ring], [&](std::uint32_t other) {
        if (place[other] != kNoIndex || graph.moves[other] == 0) return;
        place[other] = std::uint32_t(field.vertices.size());
        field.vertices.push_back(other);
      });
    field.moments.resize(field.vertices.size());
    next.resize(field.vertices.size());
    for (std::size_t n = 0; n < next.size(); ++n)
      next[n] = graph.smoothed(field.vertices[n], field.moments[n], [&](std::uint32_t other) {
        return place[other] == kNoIndex ? nullptr : &field.moments[place[other]];
      });
    field.moments.swap(next);
  }
}

/// Of all vertices together, w being 1.
std::vector<Moments> whole_moments(const MushGraph& graph, const BoundMesh& mesh) {
  std::vector<Moments> whole(graph.moves.size()), next(whole.size());
  for (std::size_t v = 0; v < whole.size(); ++v)
    whole[v] = moments_of(1.0, glm::dvec3(mesh.bind_positions[v]));
  for (int step = 0; step < DeltaMush::kSteps; ++step) {
    parallel_for(whole.size(), kDirectGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v)
        next[v] = graph.smoothed(std::uint32_t(v), whole[v],
                                 [&](std::uint32_t other) { return &whole[other]; });
    });
    whole.swap(next);
  }
  return whole;
}

/// p_i as it is kept: moments are taken about what is left after rounding.
glm::vec3 center_of(const Moments& whole) { return glm::vec3(whole[1], whole[2], whole[3]); }

MushMoments rounded(const Moments& m) {
  MushMoments rounded{.mass = float(m[0])};
  for (std::size_t n = 0; n < 3; ++n) rounded.first[n] = float(m[n + 1]);
  for (std::size_t n = 0; n < 6; ++n) rounded.second[n] = float(m[n + 4]);
  return rounded;
}

Moments exact(const MushMoments& m) {
  Moments exact{double(m.mass)};
  for (std::size_t n = 0; n < 3; ++n) exact[n + 1] = double(m.first[n]);
  for (std::size_t n = 0; n < 6; ++n) exact[n + 4] = double(m.second[n]);
  return exact;
}

/// A joint's Omega_ij about p_i.
struct JointOmegas {
  std::vector<std::uint32_t> vertices;
  std::vector<MushMoments> moments;
};

JointOmegas omegas_of(const MushGraph& graph, MushField field, const std::vector<Moments>& whole) {
  smooth(graph, field);
  JointOmegas omegas;
  for (std::size_t n = 0; n < field.vertices.size(); ++n) {
    const std::uint32_t vertex = field.vertices[n];
    const MushMoments moments = rounded(moments_about(field.moments[n], center_of(whole[vertex])));
    if (graph.moves[vertex] == 0 || !(moments.mass > kLeastMass)) continue;
    omegas.vertices.push_back(vertex);
    omegas.moments.push_back(moments);
  }
  return omegas;
}

/// Adds to the row's heaviest entry what it lacks of `whole`, so that what all joints move alike
/// moves as one.
void complete(const Moments& whole, std::uint32_t begin, std::uint32_t end,
              std::vector<MushMoments>& moments) {
  Moments left = whole;
  std::uint32_t heaviest = begin;
  for (std::uint32_t k = begin; k < end; ++k) {
    if (moments[k].mass > moments[heaviest].mass) heaviest = k;
    const Moments its = exact(moments[k]);
    for (std::size_t n = 0; n < left.size(); ++n) left[n] -= its[n];
  }
  add(exact(moments[heaviest]), left);
  moments[heaviest] = rounded(left);
}

/// Rows by vertex of what is there by joint; row_of[v]: kNoIndex where it has none.
MushRows rows_of(const std::vector<JointOmegas>& joints, const std::vector<Moments>& whole,
                 std::vector<std::uint32_t>& row_of) {
  std::vector<std::uint32_t> sizes(whole.size(), 0), next(whole.size(), 0);
  for (const JointOmegas& joint : joints)
    for (const std::uint32_t v : joint.vertices) ++sizes[v];
  MushRows rows;
  row_of.assign(whole.size(), kNoIndex);
  for (std::size_t v = 0; v < whole.size(); ++v) {
    if (sizes[v] == 0) continue;
    row_of[v] = std::uint32_t(rows.center.size());
    rows.center.push_back(center_of(whole[v]));
    next[v] = rows.begin.back();
    rows.begin.push_back(rows.begin.back() + sizes[v]);
  }
  rows.joint.resize(rows.begin.back());
  rows.moments.resize(rows.begin.back());
  for (std::size_t j = 0; j < joints.size(); ++j)
    for (std::size_t n = 0; n < joints[j].vertices.size(); ++n) {
      const std::uint32_t at = next[joints[j].vertices[n]]++;
      rows.joint[at] = std::uint32_t(j);
      rows.moments[at] = joints[j].moments[n];
    }
  for (std::size_t v = 0; v < whole.size(); ++v)
    if (row_of[v] != kNoIndex)
      complete(moments_about(whole[v], center_of(whole[v])), next[v] - sizes[v], next[v],
               rows.moments);
  return rows;
}

/// The shading vertices of each row.
void take_copies(const std::vector<std::uint32_t>& row_of, const Connectivity& graph,
                 const std::vector<std::uint32_t>& source, MushRows& rows) {
  rows.copy_begin.assign(rows.begin.size(), 0);
  const auto row = [&](std::size_t i) { return row_of[graph.representative[source[i]]]; };
  for (std::size_t i = 0; i < source.size(); ++i)
    if (row(i) != kNoIndex) ++rows.copy_begin[row(i) + 1];
  for (std::size_t r = 0; r + 1 < rows.copy_begin.size(); ++r)
    rows.copy_begin[r + 1] += rows.copy_begin[r];
  rows.copy.resize(rows.copy_begin.back());
  std::vector<std::uint32_t> next(rows.copy_begin.begin(), rows.copy_begin.end() - 1);
  for (std::size_t i = 0; i < source.size(); ++i)
    if (row(i) != kNoIndex) rows.copy[next[row(i)]++] = std::uint32_t(i);
}

}  // namespace

DirectDeltaMush::DirectDeltaMush(const BoundMesh& mesh)
    : graph_(connectivity_of(*mesh.mesh, *mesh.surface)) {}

void DirectDeltaMush::take_rows(const BoundMesh& mesh) {
  const MushGraph graph = graph_of(graph_, mesh);
  const std::vector<Moments> whole = whole_moments(graph, mesh);
  std::vector<MushField> fields = fields_of(graph, mesh);
  std::vector<JointOmegas> joints(fields.size());
  parallel_for(fields.size(), 1, [&](std::size_t j, std::size_t) {
    if (!fields[j].vertices.empty()) joints[j] = omegas_of(graph, std::move(fields[j]), whole);
  });
  std::vector<std::uint32_t> row_of;
  rows_ = rows_of(joints, whole, row_of);
  take_copies(row_of, graph_, mesh.surface->source, rows_);
}

void DirectDeltaMush::apply(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                            std::vector<glm::vec3>& positions,
                            std::vector<glm::vec3>& normals) const {
  std::vector<glm::mat4> matrices = skinning;
  matrices.emplace_back(1.0f);
  const MushJob job{rows_, matrices, mesh.rest_positions(), mesh.rest_normals()};
  parallel_for(rows_.center.size(), kDirectGrain, [&](std::size_t begin, std::size_t end) {
    mush_vertices(job, begin, end, positions.data(), normals.data());
  });
}

}  // namespace marrow
