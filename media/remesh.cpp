// Isotropic remeshing (after Botsch and Kobbelt 2004) of half a body: split, collapse, flip, relax.
// Each pass works in index order on edges that do not touch each other, so that the result is
// always the same.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "editor/session.h"
#include "skin_mesh.h"

namespace marrow::media {
namespace {

using Edge = std::pair<int, int>;  // lower index first

std::size_t at(int i) { return static_cast<std::size_t>(i); }
Edge edge_of(int a, int b) { return {std::min(a, b), std::max(a, b)}; }
bool on_rim(const glm::dvec3& point) { return point.x == 0.0; }

glm::dvec3 area_normal(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  return glm::cross(b - a, c - a);
}

/// Edge -> the corners opposite to it: two inside the mesh, one at the rim.
std::map<Edge, std::vector<int>> opposite_corners(const Triangles& mesh) {
  std::map<Edge, std::vector<int>> opposite;
  for (const auto& f : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i)
      opposite[edge_of(f[i], f[(i + 1) % 3])].push_back(f[(i + 2) % 3]);
  }
  return opposite;
}

std::vector<std::vector<int>> faces_around(const Triangles& mesh) {
  std::vector<std::vector<int>> around(mesh.points.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    for (const int corner : mesh.faces[f]) around[at(corner)].push_back(static_cast<int>(f));
  }
  return around;
}

std::vector<std::set<int>> neighbors_of(const Triangles& mesh) {
  std::vector<std::set<int>> neighbors(mesh.points.size());
  for (const auto& f : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      neighbors[at(f[i])].insert(f[(i + 1) % 3]);
      neighbors[at(f[(i + 1) % 3])].insert(f[i]);
    }
  }
  return neighbors;
}

/// Adds a triangle whose edges may be cut in the middle, as 1, 2, 3 or 4 triangles.
void add_cut(std::vector<std::array<int, 3>>& faces, const std::array<int, 3>& f,
             const std::array<int, 3>& middle) {
  const auto cuts = std::count_if(middle.begin(), middle.end(), [](int m) { return m >= 0; });
  if (cuts == 0) {
    faces.push_back(f);
  } else if (cuts == 3) {
    faces.insert(faces.end(), {{f[0], middle[0], middle[2]},
                               {middle[0], f[1], middle[1]},
                               {middle[2], middle[1], f[2]},
                               middle});
  } else {
    std::size_t i = 0;  // turn until edge i is cut and the edge before it is not
    while (middle[i] < 0 || (cuts == 2 && middle[(i + 2) % 3] >= 0)) ++i;
    const int a = f[i], b = f[(i + 1) % 3], c = f[(i + 2) % 3], ab = middle[i],
              bc = middle[(i + 1) % 3];
    faces.push_back({a, ab, c});
    if (bc < 0) {
      faces.push_back({ab, b, c});
    } else {
      faces.insert(faces.end(), {{ab, b, bc}, {ab, bc, c}});
    }
  }
}

void split_long(Triangles& mesh, const EdgeLength& wanted) {
  std::map<Edge, int> middles;
  for (const auto& [edge, corners] : opposite_corners(mesh)) {
    const glm::dvec3 a = mesh.points[at(edge.first)], b = mesh.points[at(edge.second)];
    const glm::dvec3 middle = 0.5 * (a + b);
    if (glm::length(a - b) <= 4.0 / 3.0 * wanted(middle)) continue;
    middles[edge] = static_cast<int>(mesh.points.size());
    mesh.points.push_back(middle);
    // not on the rim, which is only where one side is open
    if (on_rim(a) && on_rim(b) && corners.size() == 2) mesh.points.back().x = 1e-4;
  }
  std::vector<std::array<int, 3>> faces;
  for (const auto& f : mesh.faces) {
    std::array<int, 3> middle{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto found = middles.find(edge_of(f[i], f[(i + 1) % 3]));
      middle[i] = found == middles.end() ? -1 : found->second;
    }
    add_cut(faces, f, middle);
  }
  mesh.faces = std::move(faces);
}

/// The place where both ends of an edge would meet.
glm::dvec3 meeting_place(const glm::dvec3& a, const glm::dvec3& b) {
  if (on_rim(a) != on_rim(b)) return on_rim(a) ? a : b;
  return 0.5 * (a + b);
}

/// True if no triangle around the edge would turn over and no edge would become too long.
bool may_collapse(const Triangles& mesh, const std::vector<std::vector<int>>& around,
                  const Edge& edge, const glm::dvec3& place, double longest) {
  for (const int end : {edge.first, edge.second}) {
    for (const int face : around[at(end)]) {
      const auto& f = mesh.faces[at(face)];
      glm::dvec3 before[3], after[3];
      int gone = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const bool moves = f[i] == edge.first || f[i] == edge.second;
        before[i] = mesh.points[at(f[i])];
        after[i] = moves ? place : before[i];
        gone += moves ? 1 : 0;
        if (glm::length(before[i] - place) > longest && !moves) return false;
      }
      if (gone == 2) continue;
      const glm::dvec3 old_normal = area_normal(before[0], before[1], before[2]),
                       normal = area_normal(after[0], after[1], after[2]);
      if (glm::dot(old_normal, normal) < 0.5 * glm::length(old_normal) * glm::length(normal))
        return false;
    }
  }
  return true;
}

void drop_unused_points(Triangles& mesh) {
  std::vector<int> moved(mesh.points.size(), -1);
  std::vector<glm::dvec3> points;
  for (auto& f : mesh.faces) {
    for (int& corner : f) {
      int& target = moved[at(corner)];
      if (target < 0) {
        target = static_cast<int>(points.size());
        points.push_back(mesh.points[at(corner)]);
      }
      corner = target;
    }
  }
  mesh.points = std::move(points);
}

/// One pass over edges whose surroundings do not touch. Returns the number of collapsed edges.
int collapse_short(Triangles& mesh, const EdgeLength& wanted) {
  const auto opposite = opposite_corners(mesh);
  const auto around = faces_around(mesh);
  const auto neighbors = neighbors_of(mesh);
  std::vector<bool> locked(mesh.points.size(), false);
  std::vector<int> becomes(mesh.points.size());
  for (std::size_t i = 0; i < becomes.size(); ++i) becomes[i] = static_cast<int>(i);
  int count = 0;
  for (const auto& [edge, corners] : opposite) {
    const auto [a, b] = edge;
    const glm::dvec3 pa = mesh.points[at(a)], pb = mesh.points[at(b)],
                     place = meeting_place(pa, pb);
    const double length = wanted(place);
    if (locked[at(a)] || locked[at(b)] || glm::length(pa - pb) >= 0.8 * length) continue;
    if (on_rim(pa) && on_rim(pb) && corners.size() == 2) continue;  // would pinch the rim
    std::vector<int> common;
    std::set_intersection(neighbors[at(a)].begin(), neighbors[at(a)].end(),
                          neighbors[at(b)].begin(), neighbors[at(b)].end(),
                          std::back_inserter(common));
    if (common.size() != corners.size() ||
        !may_collapse(mesh, around, edge, place, 4.0 / 3.0 * length))
      continue;
    for (const int end : {a, b}) {
      for (const int other : neighbors[at(end)]) locked[at(other)] = true;
    }
    mesh.points[at(a)] = place;
    becomes[at(b)] = a;
    ++count;
  }
  std::vector<std::array<int, 3>> faces;
  for (const auto& f : mesh.faces) {
    const std::array<int, 3> g{becomes[at(f[0])], becomes[at(f[1])], becomes[at(f[2])]};
    if (g[0] != g[1] && g[1] != g[2] && g[2] != g[0]) faces.push_back(g);
  }
  mesh.faces = std::move(faces);
  drop_unused_points(mesh);
  return count;
}

/// How much closer the quad's corners come to six neighbors each (four at the rim) if its diagonal
/// ab becomes cd.
int flip_gain(const Triangles& mesh, const std::vector<int>& valence, int a, int b, int c, int d) {
  const auto cost = [&](int corner, int change) {
    const int off = valence[at(corner)] + change - (on_rim(mesh.points[at(corner)]) ? 4 : 6);
    return off * off;
  };
  return cost(a, 0) + cost(b, 0) + cost(c, 0) + cost(d, 0) - cost(a, -1) - cost(b, -1) -
         cost(c, 1) - cost(d, 1);
}

bool is_flat_enough(const Triangles& mesh, int a, int b, int c, int d) {
  const auto p = [&](int corner) { return mesh.points[at(corner)]; };
  const glm::dvec3 before = area_normal(p(a), p(b), p(c)) + area_normal(p(b), p(a), p(d));
  const glm::dvec3 first = area_normal(p(c), p(d), p(b)), second = area_normal(p(d), p(c), p(a));
  const auto agrees = [&](const glm::dvec3& n) {
    return glm::dot(n, before) > 0.5 * glm::length(n) * glm::length(before);
  };
  return agrees(first) && agrees(second);
}

void flip_edges(Triangles& mesh) {
  const auto neighbors = neighbors_of(mesh);
  std::vector<int> valence;
  for (const auto& list : neighbors) valence.push_back(static_cast<int>(list.size()));
  std::map<Edge, std::vector<std::size_t>> faces_of;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i)
      faces_of[edge_of(mesh.faces[f][i], mesh.faces[f][(i + 1) % 3])].push_back(f);
  }
  std::vector<bool> touched(mesh.faces.size(), false);
  std::set<Edge> made;
  for (const auto& [edge, faces] : faces_of) {
    if (faces.size() != 2 || touched[faces[0]] || touched[faces[1]]) continue;
    const auto& f = mesh.faces[faces[0]];
    std::size_t i = 0;
    while (edge_of(f[i], f[(i + 1) % 3]) != edge) ++i;
    const int a = f[i], b = f[(i + 1) % 3], c = f[(i + 2) % 3];
    const auto& g = mesh.faces[faces[1]];
    const int d = g[0] + g[1] + g[2] - a - b;
    const bool exists =
        c == d || faces_of.count(edge_of(c, d)) > 0 || made.count(edge_of(c, d)) > 0;
    if (exists || flip_gain(mesh, valence, a, b, c, d) <= 0 || !is_flat_enough(mesh, a, b, c, d))
      continue;
    mesh.faces[faces[0]] = {c, d, b};
    mesh.faces[faces[1]] = {d, c, a};
    touched[faces[0]] = touched[faces[1]] = true;
    made.insert(edge_of(c, d));
    --valence[at(a)], --valence[at(b)], ++valence[at(c)], ++valence[at(d)];
  }
}

/// Moves each point towards the middle of its neighbors, only along the skin; points of the rim
/// only along the rim.
void relax(Triangles& mesh, const Field& field, const EdgeLength& wanted) {
  const auto neighbors = neighbors_of(mesh);
  std::vector<glm::dvec3> moved = mesh.points;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const bool rim = on_rim(mesh.points[i]);
    glm::dvec3 sum(0.0);
    double weights = 0.0;
    for (const int n : neighbors[i]) {
      const glm::dvec3 other = mesh.points[at(n)];
      if (rim && !on_rim(other)) continue;
      // Pulls points towards places where the mesh should be fine.
      const double weight = 1.0 / wanted(0.5 * (other + mesh.points[i]));
      sum += weight * other;
      weights += weight;
    }
    if (weights <= 0.0) continue;
    const glm::dvec3 slope = gradient(field, mesh.points[i]);
    const glm::dvec3 normal = slope / std::max(glm::length(slope), 1e-9);
    glm::dvec3 pull = sum / weights - mesh.points[i];
    pull -= normal * glm::dot(normal, pull);
    moved[i] = projected(field, mesh.points[i] + 0.7 * pull);
    moved[i].x = rim ? 0.0 : std::max(moved[i].x, 0.25 * wanted(moved[i]));
  }
  mesh.points = std::move(moved);
}

}  // namespace

Triangles remeshed(Triangles mesh, const Field& field, const EdgeLength& edge_length) {
  constexpr int kRounds = 10;
  constexpr int kCollapsePasses = 4;
  for (int round = 0; round < kRounds; ++round) {
    split_long(mesh, edge_length);
    for (int pass = 0; pass < kCollapsePasses; ++pass) {
      if (collapse_short(mesh, edge_length) == 0) break;
    }
    flip_edges(mesh);
    flip_edges(mesh);
    relax(mesh, field, edge_length);
    relax(mesh, field, edge_length);
  }
  return mesh;
}

}  // namespace marrow::media
