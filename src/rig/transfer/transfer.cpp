#include "rig/transfer/transfer.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"
#include "scene/normals.h"
#include "scene/parallel.h"

namespace marrow {
namespace {

constexpr std::size_t kVerticesAtOnce = 512;
constexpr std::size_t kLeastRow = 4;  // a row may have at least this many joints
constexpr float kLeastWeight = 1e-5f, kLeastDifference = 1e-4f;
/// A place that faces the right way may be this many times as far away as the nearest place, plus
/// this share of the diagonal.
constexpr double kFartherTimes = 2.0, kFartherShare = 0.005;
/// The limit of the angle for a vertex on the surface, in degrees: normals of coarse meshes differ
/// there too. With growing distance it approaches TransferLimits::angle.
constexpr double kAngleOnSurface = 85.0;
/// A piece's partner is the piece with more than this share of its sure places.
constexpr double kMostOfPiece = 2.0 / 3.0;

/// A mesh at rest in the common space. Normals are per representative, weighted by angles
/// (Thuermer, Wuethrich 1998); zero if the faces cancel out.
struct RestSurface {
  MeshGraph graph;
  std::vector<glm::vec3> positions;
  std::vector<glm::dvec3> normals;
};

RestSurface rest_surface(const Mesh& mesh, const glm::mat4& from_mesh) {
  RestSurface surface{mesh_graph_of(mesh, make_surface(mesh)), {}, {}};
  for (const glm::vec3& position : mesh.positions)
    surface.positions.emplace_back(glm::dmat4(from_mesh) * glm::dvec4(position, 1.0));
  surface.normals.resize(mesh.positions.size(), glm::dvec3(0.0));
  const std::vector<std::uint32_t>& triangles = surface.graph.triangles;
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const glm::dvec3 at = surface.positions[triangles[t + k]];
      const glm::dvec3 a = glm::dvec3(surface.positions[triangles[t + (k + 1) % 3]]) - at,
                       b = glm::dvec3(surface.positions[triangles[t + (k + 2) % 3]]) - at;
      const glm::dvec3 across = glm::cross(a, b);
      surface.normals[triangles[t + k]] +=
          std::atan2(glm::length(across), glm::dot(a, b)) * unit_or_zero(across);
    }
  }
  const double side = glm::determinant(glm::dmat3(from_mesh)) < 0.0 ? -1.0 : 1.0;
  for (glm::dvec3& normal : surface.normals) normal = side * unit_or_zero(normal);
  return surface;
}

/// The cosine between a vertex's normal and the surface's normal; 1 if one of them is zero.
double agreement(const RestSurface& source, const SurfacePlace& place, const glm::dvec3& normal) {
  glm::dvec3 there(0.0);
  for (int k = 0; k < 3; ++k)
    there += place.share[k] * source.normals[place.vertex[std::size_t(k)]];
  there = unit_or_zero(there);
  return there == glm::dvec3(0.0) || normal == glm::dvec3(0.0) ? 1.0 : glm::dot(there, normal);
}

/// Finds places on a source for the vertices of a target.
struct PlaceSearch {
  const RestSurface& source;
  const RestSurface& target;
  const TransferLimits& limits;
  NearestPlace tree{source.positions, source.graph.triangles};
  double size = double(bounds_of(target.positions).diagonal());
  double near = limits.distance * size;

  /// `side`: 1 if vertex and place should face the same way, -1 for opposite ways.
  bool agree(std::size_t vertex, const SurfacePlace& place, double side) const {
    const double share = near > 0.0 ? std::min(1.0, place.distance / near) : 0.0;
    const double angle = glm::mix(kAngleOnSurface, limits.angle, share);
    return side * agreement(source, place, target.normals[vertex]) >= std::cos(glm::radians(angle));
  }
  std::uint32_t piece(const SurfacePlace& place) const {
    return source.graph.pieces.of[place.vertex[0]];
  }
  /// A place that faces the vertex's way, little farther away than `nearest`. `wanted`: a piece of
  /// the source; kNoIndex: any.
  SurfacePlace facing(std::size_t vertex, const SurfacePlace& nearest, std::uint32_t wanted) const {
    const double farther = std::min(near, kFartherTimes * nearest.distance + kFartherShare * size);
    return tree.find(target.positions[vertex], farther, [&](const SurfacePlace& place) {
      return (wanted == kNoIndex || piece(place) == wanted) && agree(vertex, place, 1.0);
    });
  }
  /// Writes the place; returns whether it is sure.
  bool find(std::size_t vertex, SurfacePlace& place) const {
    place = tree.find(target.positions[vertex], std::numeric_limits<double>::infinity());
    if (!(place.distance <= near)) return false;
    if (agree(vertex, place, 1.0)) return true;
    const SurfacePlace other = facing(vertex, place, kNoIndex);
    if (!other.exists()) return agree(vertex, place, -1.0);
    place = other;
    return true;
  }
};

/// For each piece of the target, the piece of the source that has most of its sure places; kNoIndex
/// if none has.
std::vector<std::uint32_t> partners(const PlaceSearch& search,
                                    const std::vector<SurfacePlace>& places,
                                    const std::vector<char>& is_sure) {
  const Parts& pieces = search.target.graph.pieces;
  std::vector<std::map<std::uint32_t, std::uint32_t>> votes(pieces.count);
  std::vector<std::uint32_t> sum(pieces.count, 0), result(pieces.count, kNoIndex);
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (is_sure[v] == 0) continue;
    ++votes[pieces.of[v]][search.piece(places[v])];
    ++sum[pieces.of[v]];
  }
  for (std::size_t piece = 0; piece < votes.size(); ++piece)
    for (const auto& [partner, count] : votes[piece])
      if (double(count) > kMostOfPiece * double(sum[piece])) result[piece] = partner;
  return result;
}

/// A vertex's numbers by joint.
using Row = std::vector<std::pair<Id, double>>;

/// Adds up the entries of equal joints; sorts by their ids.
void add_up(Row& row) {
  std::stable_sort(row.begin(), row.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t count = 0;
  for (const auto& [joint, value] : row) {
    if (count > 0 && row[count - 1].first == joint)
      row[count - 1].second += value;
    else
      row[count++] = {joint, value};
  }
  row.resize(count);
}

Row row_at(const SurfacePlace& place, const ExplicitWeights& rows) {
  Row row;
  for (std::size_t c = 0; c < 3; ++c) {
    const double share = place.share[int(c)];
    if (share <= 0.0) continue;
    for (std::uint32_t k = rows.row_begin[place.vertex[c]]; k < rows.row_begin[place.vertex[c] + 1];
         ++k)
      row.emplace_back(rows.joint[k], share * double(rows.weight[k]));
  }
  add_up(row);
  return row;
}

double value_of(const Row& row, Id joint) {
  for (const auto& [its, value] : row)
    if (its == joint) return value;
  return 0.0;
}

void fill(const FillRegion& region, std::vector<Row>& rows) {
  std::vector<Id> joints;
  for (std::size_t n = region.unknown; n < region.vertices.size(); ++n)
    for (const auto& [joint, value] : rows[region.vertices[n]]) joints.push_back(joint);
  sort_unique(joints);
  std::vector<std::vector<double>> values(joints.size());
  parallel_for_each(joints.size(), 1, [&](std::size_t j) {
    for (const std::uint32_t vertex : region.vertices)
      values[j].push_back(value_of(rows[vertex], joints[j]));
    region.solve(values[j]);
  });
  for (std::size_t n = 0; n < region.unknown; ++n)
    for (std::size_t j = 0; j < joints.size(); ++j)
      rows[region.vertices[n]].emplace_back(joints[j], values[j][n]);
}

/// One per vertex: 1 for representatives that are filled in.
std::vector<char> filled_ones(const Transfer& transfer) {
  std::vector<char> is_filled(transfer.places.size(), 0);
  for (const FillRegion& region : transfer.regions)
    for (std::size_t n = 0; n < region.unknown; ++n) is_filled[region.vertices[n]] = 1;
  return is_filled;
}

/// The rows of the representatives, copied to the other vertices at their positions.
std::vector<Row> carried_rows(const Transfer& transfer, const ExplicitWeights& rows) {
  const std::vector<std::uint32_t>& representative = transfer.target.connectivity.representative;
  const std::vector<char> is_filled = filled_ones(transfer);
  std::vector<Row> result(representative.size());
  parallel_for_each(representative.size(), kVerticesAtOnce, [&](std::size_t v) {
    if (representative[v] == v && is_filled[v] == 0) result[v] = row_at(transfer.places[v], rows);
  });
  for (const FillRegion& region : transfer.regions) fill(region, result);
  for (std::size_t v = 0; v < result.size(); ++v)
    if (representative[v] != v) result[v] = result[representative[v]];
  return result;
}

/// Keeps the `most` largest weights in order of joints, scaled to the sum 1; none if all sum to <
/// 0.5.
void normalize(Row& row, std::size_t most) {
  std::erase_if(row, [](const auto& entry) { return !(entry.second > double(kLeastWeight)); });
  double sum = 0.0;
  for (const auto& [joint, weight] : row) sum += weight;
  if (sum < 0.5) return row.clear();
  if (row.size() > most) {
    std::stable_sort(row.begin(), row.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    row.resize(most);
    add_up(row);
    sum = 0.0;
    for (const auto& [joint, weight] : row) sum += weight;
  }
  for (auto& [joint, weight] : row) weight /= sum;
}

}  // namespace

Transfer find_transfer(const Mesh& source, const glm::mat4& from_source, const Mesh& target,
                       const glm::mat4& from_target, const TransferLimits& limits) {
  const RestSurface from = rest_surface(source, from_source),
                    to = rest_surface(target, from_target);
  const PlaceSearch search{from, to, limits};
  const std::vector<std::uint32_t>& representative = to.graph.connectivity.representative;
  Transfer transfer{to.graph, std::vector<SurfacePlace>(to.positions.size()), {}, {}};
  std::vector<char> is_sure(to.positions.size(), 0);
  parallel_for_each(is_sure.size(), kVerticesAtOnce, [&](std::size_t v) {
    if (representative[v] == v && search.find(v, transfer.places[v])) is_sure[v] = 1;
  });
  // Shells may be inside each other, with gaps smaller than the difference between the meshes.
  const std::vector<std::uint32_t> partner = partners(search, transfer.places, is_sure);
  parallel_for_each(is_sure.size(), kVerticesAtOnce, [&](std::size_t v) {
    if (representative[v] != v || !transfer.places[v].exists()) return;
    const std::uint32_t wanted = partner[to.graph.pieces.of[v]];
    if (wanted == kNoIndex || search.piece(transfer.places[v]) == wanted) return;
    const SurfacePlace other = search.facing(v, transfer.places[v], wanted);
    if (!other.exists()) return;
    transfer.places[v] = other;
    is_sure[v] = 1;
  });
  transfer.regions = fill_regions(transfer.target, to.positions, is_sure);
  std::erase_if(transfer.regions, [](const FillRegion& region) { return region.is_island; });
  const std::vector<char> is_filled = filled_ones(transfer);
  for (const std::uint32_t v : representative)
    ++(is_sure[v] != 0     ? transfer.counts.found
       : is_filled[v] != 0 ? transfer.counts.filled
                           : transfer.counts.unsure);
  return transfer;
}

ExplicitWeights carried_weights(const Transfer& transfer, const ExplicitWeights& rows) {
  std::size_t most = kLeastRow;
  for (std::size_t v = 0; v + 1 < rows.row_begin.size(); ++v)
    most = std::max<std::size_t>(most, rows.row_begin[v + 1] - rows.row_begin[v]);
  ExplicitWeights result{{0}, {}, {}};
  for (Row& row : carried_rows(transfer, rows)) {
    normalize(row, most);
    for (const auto& [joint, weight] : row) {
      result.joint.push_back(joint);
      result.weight.push_back(float(weight));
    }
    result.row_begin.push_back(std::uint32_t(result.joint.size()));
  }
  return result;
}

TouchUps carried_touch_ups(const Transfer& transfer, const TouchUps& touch_ups) {
  std::size_t vertices = 0;
  for (const SurfacePlace& place : transfer.places)
    for (const std::uint32_t vertex : place.vertex)
      vertices = std::max<std::size_t>(vertices, vertex + 1);
  if (!touch_ups.vertices.empty())
    vertices = std::max<std::size_t>(vertices, touch_ups.vertices.back() + 1);
  ExplicitWeights rows{{0}, touch_ups.joint, touch_ups.difference};
  for (std::size_t n = 0; n < touch_ups.vertices.size(); ++n)
    rows.row_begin.resize(touch_ups.vertices[n] + 1, touch_ups.row_begin[n]);
  rows.row_begin.resize(vertices + 1, std::uint32_t(touch_ups.joint.size()));
  TouchUps result;
  std::uint32_t vertex = 0;
  for (const Row& row : carried_rows(transfer, rows)) {
    for (const auto& [joint, difference] : row) {
      if (std::abs(difference) < double(kLeastDifference)) continue;
      result.joint.push_back(joint);
      result.difference.push_back(float(std::clamp(difference, -1.0, 1.0)));
    }
    if (result.joint.size() > result.row_begin.back()) result.end_row(vertex);
    ++vertex;
  }
  return result;
}

}  // namespace marrow
