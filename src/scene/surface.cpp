// make_surface(): from polygons with per-corner data to the triangles that are skinned and drawn.
#include <algorithm>

#include "base/index.h"
#include "scene/mesh.h"
#include "scene/normals.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// Corners up to which a polygon's ears are clipped; larger ones become a fan, to bound the time.
constexpr std::size_t kEarClippingLimit = 256;
/// Copies of a vertex that are compared before another is made, to bound the time for the apex of a
/// cone with 100,000 faces.
constexpr int kCopiesLooked = 64;
/// Faces, corners or vertices per range of parallel_for().
constexpr std::size_t kSurfaceGrain = 16384;

struct Face {
  const Mesh& mesh;
  const std::vector<glm::vec3>& positions;
  std::size_t first, count;
  const glm::vec3& at(std::size_t corner) const {
    return positions[mesh.corner_vertex[first + corner]];
  }
  glm::dvec3 area_normal() const {
    glm::dvec3 sum(0.0);
    if (count == 0) return sum;
    const glm::dvec3 origin(at(0));
    for (std::size_t c = 1; c + 1 < count; ++c)
      sum += glm::cross(glm::dvec3(at(c)) - origin, glm::dvec3(at(c + 1)) - origin);
    return sum;
  }
};

Face face_of(const Mesh& mesh, const std::vector<glm::vec3>& positions, std::size_t face) {
  return {mesh, positions, mesh.face_begin[face],
          mesh.face_begin[face + 1] - mesh.face_begin[face]};
}

bool has_all_normals(const Mesh& mesh) {
  return !mesh.corner_normal.empty() && !list_has(mesh.corner_normal, kNoIndex);
}

using Corner = std::uint32_t;

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool is_ear(const std::vector<glm::dvec2>& flat, const std::vector<Corner>& left, std::size_t at) {
  const std::size_t n = left.size();
  const Corner ia = left[(at + n - 1) % n], ib = left[at], ic = left[(at + 1) % n];
  const glm::dvec2 &a = flat[ia], &b = flat[ib], &c = flat[ic];
  if (turn(a, b, c) <= 0.0) return false;
  return std::none_of(left.begin(), left.end(), [&](Corner other) {
    if (other == ia || other == ib || other == ic) return false;
    const glm::dvec2& p = flat[other];
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0 && p != a &&
           p != b && p != c;
  });
}

/// Cuts polygons of n corners into n - 2 triangles.
class Cutter {
 public:
  /// Writes the triangles to `to`, as corners of the mesh.
  void cut(const Face& face, std::uint32_t* to) {
    to_ = to;
    first_ = std::uint32_t(face.first);
    if (face.count > 3 && face.count <= kEarClippingLimit) {
      flatten(face);
      if (!is_convex()) return clip_ears();
    }
    for (std::size_t c = 1; c + 1 < face.count; ++c)
      add(0, static_cast<Corner>(c), static_cast<Corner>(c + 1));
  }

 private:
  void add(Corner a, Corner b, Corner c) {
    *to_++ = first_ + a;
    *to_++ = first_ + b;
    *to_++ = first_ + c;
  }

  /// Projects the polygon along the normal's longest coordinate, counter-clockwise.
  void flatten(const Face& face) {
    const glm::dvec3 normal = face.area_normal();
    const glm::dvec3 size = glm::abs(normal);
    const int drop = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    const int u = (drop + 1) % 3, v = (drop + 2) % 3;
    flat_.resize(face.count);
    for (std::size_t c = 0; c < face.count; ++c) {
      const glm::dvec3 p(face.at(c));
      flat_[c] = normal[drop] >= 0.0 ? glm::dvec2(p[u], p[v]) : glm::dvec2(p[v], p[u]);
    }
  }

  bool is_convex() const {
    const std::size_t n = flat_.size();
    for (std::size_t c = 0; c < n; ++c) {
      const std::size_t b = c + 1 < n ? c + 1 : 0, a = b + 1 < n ? b + 1 : 0;
      if (turn(flat_[c], flat_[b], flat_[a]) < 0.0) return false;
    }
    return true;
  }

  /// A polygon that crosses itself runs out of ears; its rest becomes a fan.
  void clip_ears() {
    left_.resize(flat_.size());
    for (std::size_t c = 0; c < left_.size(); ++c) left_[c] = static_cast<Corner>(c);
    std::size_t at = 0, misses = 0;
    while (left_.size() > 3 && misses < left_.size()) {
      const std::size_t n = left_.size();
      at %= n;
      if (!is_ear(flat_, left_, at)) {
        ++at;
        ++misses;
        continue;
      }
      add(left_[(at + n - 1) % n], left_[at], left_[(at + 1) % n]);
      left_.erase(left_.begin() + std::ptrdiff_t(at));
      misses = 0;
    }
    for (std::size_t c = 1; c + 1 < left_.size(); ++c) add(left_[0], left_[c], left_[c + 1]);
  }

  std::uint32_t* to_ = nullptr;
  std::uint32_t first_ = 0;  ///< first corner of the current face
  std::vector<glm::dvec2> flat_;
  std::vector<Corner> left_;
};

/// Three corners of the mesh per triangle, in face order.
std::vector<std::uint32_t> cut_faces(const Mesh& mesh) {
  const auto first_index = [&](std::size_t f) { return 3 * (mesh.face_begin[f] - 2 * f); };
  std::vector<std::uint32_t> corners(first_index(mesh.face_count()));
  parallel_for(mesh.face_count(), kSurfaceGrain, [&](std::size_t begin, std::size_t end) {
    Cutter cutter;
    for (std::size_t f = begin; f < end; ++f)
      cutter.cut(face_of(mesh, mesh.positions, f), corners.data() + first_index(f));
  });
  return corners;
}

/// A vertex gets the normal and uv of its first corner in triangle order. Corners with the same
/// normal and uv share it; others get copies.
class Splitter {
 public:
  Splitter(const Mesh& mesh, Surface& surface) : mesh_(mesh), surface_(surface) {
    if (!has_all_normals(mesh)) smooth_ = smooth_normals(mesh, mesh.positions);
    units_.resize(mesh.corner_normal.empty() ? 0 : mesh.normals.size());
    parallel_for_each(units_.size(), kSurfaceGrain, [&](std::size_t n) {
      // In double, so that tiny lengths do not underflow and huge ones not overflow.
      units_[n] = glm::vec3(unit_or_zero(glm::dvec3(mesh.normals[n])));
    });
  }

  /// Replaces the corners of the mesh in `triangles` by shading vertices.
  void split(std::vector<std::uint32_t>& triangles) {
    if (mesh_.corner_normal.empty() && !has_uvs()) return share_all(triangles);
    find_first_corners(triangles);
    fill_vertices();
    add_copies(triangles, share_first(triangles));
  }

 private:
  struct Look {
    glm::vec3 normal;
    glm::vec2 uv;
    bool operator==(const Look&) const = default;
  };

  bool has_uvs() const { return !mesh_.corner_uv.empty(); }

  Look look_of(std::size_t corner) const {
    const std::uint32_t normal =
        mesh_.corner_normal.empty() ? kNoIndex : mesh_.corner_normal[corner];
    const std::uint32_t uv = has_uvs() ? mesh_.corner_uv[corner] : kNoIndex;
    return {normal == kNoIndex ? smooth_[mesh_.corner_vertex[corner]] : units_[normal],
            uv == kNoIndex ? glm::vec2(0.0f) : mesh_.uvs[uv]};
  }

  bool look_equal(std::size_t a, std::size_t b) const {
    const bool same_normal =
        mesh_.corner_normal.empty() || mesh_.corner_normal[a] == mesh_.corner_normal[b];
    const bool same_uv = !has_uvs() || mesh_.corner_uv[a] == mesh_.corner_uv[b];
    return (same_normal && same_uv) || look_of(a) == look_of(b);
  }

  void name_sources(std::size_t count) {
    surface_.source.resize(count);
    parallel_for_each(mesh_.positions.size(), kSurfaceGrain,
                      [&](std::size_t v) { surface_.source[v] = std::uint32_t(v); });
  }

  /// For meshes without normals and uvs.
  void share_all(std::vector<std::uint32_t>& triangles) {
    name_sources(mesh_.positions.size());
    surface_.normals = std::move(smooth_);
    parallel_for_each(triangles.size(), kSurfaceGrain,
                      [&](std::size_t i) { triangles[i] = mesh_.corner_vertex[triangles[i]]; });
  }

  void find_first_corners(const std::vector<std::uint32_t>& triangles) {
    first_corner_.assign(mesh_.positions.size(), kNoIndex);
    for (const std::uint32_t corner : triangles) {
      std::uint32_t& first = first_corner_[mesh_.corner_vertex[corner]];
      if (first == kNoIndex) first = corner;
    }
  }

  /// A vertex that no triangle uses gets the smooth normal, if there is one.
  void fill_vertices() {
    const std::size_t count = mesh_.positions.size();
    surface_.normals.resize(count);
    if (has_uvs()) surface_.uvs.resize(count);
    parallel_for_each(count, kSurfaceGrain, [&](std::size_t v) {
      const bool is_used = first_corner_[v] != kNoIndex;
      const Look look = is_used
                            ? look_of(first_corner_[v])
                            : Look{smooth_.empty() ? glm::vec3(0.0f) : smooth_[v], glm::vec2(0.0f)};
      surface_.normals[v] = look.normal;
      if (has_uvs()) surface_.uvs[v] = look.uv;
    });
  }

  /// Corners that agree with their vertex share it. Returns the places of the other corners.
  std::vector<std::uint32_t> share_first(std::vector<std::uint32_t>& triangles) const {
    std::vector<std::vector<std::uint32_t>> others((triangles.size() + kSurfaceGrain - 1) /
                                                   kSurfaceGrain);
    parallel_for(triangles.size(), kSurfaceGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t vertex = mesh_.corner_vertex[triangles[i]];
        if (look_equal(triangles[i], first_corner_[vertex])) {
          triangles[i] = vertex;
        } else {
          others[begin / kSurfaceGrain].push_back(std::uint32_t(i));
        }
      }
    });
    std::vector<std::uint32_t> joined;
    for (const auto& some : others) joined.insert(joined.end(), some.begin(), some.end());
    return joined;
  }

  void add_copies(std::vector<std::uint32_t>& triangles, const std::vector<std::uint32_t>& others) {
    next_copy_.assign(others.empty() ? 0 : mesh_.positions.size(), kNoIndex);
    for (const std::uint32_t i : others) triangles[i] = copy_of(triangles[i]);
    const std::size_t count = mesh_.positions.size();
    name_sources(count + copies_.size());
    surface_.normals.resize(count + copies_.size());
    if (has_uvs()) surface_.uvs.resize(count + copies_.size());
    for (std::size_t c = 0; c < copies_.size(); ++c) {
      surface_.source[count + c] = copies_[c].vertex;
      surface_.normals[count + c] = copies_[c].look.normal;
      if (has_uvs()) surface_.uvs[count + c] = copies_[c].look.uv;
    }
  }

  /// The copy that equals this corner. Tries the newest copy first, because neighboring corners in
  /// a file tend to agree.
  std::uint32_t copy_of(std::uint32_t corner) {
    const std::size_t count = mesh_.positions.size();
    const std::uint32_t vertex = mesh_.corner_vertex[corner];
    const Look look = look_of(corner);
    std::uint32_t at = next_copy_[vertex];
    for (int looked = 1; at != kNoIndex && looked < kCopiesLooked; ++looked) {
      const Copy& copy = copies_[at - count];
      if (copy.look == look) return at;
      at = copy.next;
    }
    const auto fresh = std::uint32_t(count + copies_.size());
    copies_.push_back({vertex, next_copy_[vertex], look});
    next_copy_[vertex] = fresh;
    return fresh;
  }

  struct Copy {
    std::uint32_t vertex, next;  ///< next: the vertex's copy before this one, or kNoIndex
    Look look;
  };

  const Mesh& mesh_;
  Surface& surface_;
  /// one per source vertex; empty if every corner has its own normal
  std::vector<glm::vec3> smooth_;
  std::vector<glm::vec3> units_;  ///< the mesh's normals at unit length
  /// One per source vertex; kNoIndex: no triangle uses the vertex.
  std::vector<std::uint32_t> first_corner_;
  std::vector<std::uint32_t> next_copy_;  ///< one per source vertex: its newest copy
  std::vector<Copy> copies_;
};

/// Sorts the triangles by material, clay last, stable. Runs after the split, so that vertices do
/// not depend on materials.
void group_by_material(const Mesh& mesh, Surface& surface) {
  if (surface.triangles.empty()) return;
  const auto end = std::uint32_t(surface.triangles.size());
  if (mesh.face_material.empty()) {
    surface.parts = {{mesh.materials.empty() ? kNoIndex : 0, 0, end}};
    return;
  }
  const auto slot_of = [&](std::uint32_t material) {
    return std::min<std::size_t>(material, mesh.materials.size());
  };
  // where the next triangle of each material goes
  std::vector<std::uint32_t> next(mesh.materials.size() + 2, 0);
  const auto indices_of = [&](std::size_t f) {
    return 3 * (mesh.face_begin[f + 1] - mesh.face_begin[f] - 2);
  };
  for (std::size_t f = 0; f < mesh.face_count(); ++f)
    next[slot_of(mesh.face_material[f]) + 1] += indices_of(f);
  for (std::size_t slot = 0; slot + 1 < next.size(); ++slot) {
    next[slot + 1] += next[slot];
    const bool is_clay = slot == mesh.materials.size();
    if (next[slot + 1] > next[slot])
      surface.parts.push_back(
          {is_clay ? kNoIndex : std::uint32_t(slot), next[slot], next[slot + 1]});
  }
  if (surface.parts.size() == 1) return;
  std::vector<std::uint32_t> sorted(surface.triangles.size());
  auto from = surface.triangles.begin();
  for (std::size_t f = 0; f < mesh.face_count(); ++f) {
    std::uint32_t& to = next[slot_of(mesh.face_material[f])];
    std::copy_n(from, indices_of(f), sorted.begin() + to);
    from += indices_of(f);
    to += indices_of(f);
  }
  surface.triangles = std::move(sorted);
}

}  // namespace

glm::dvec3 area_normal(const Mesh& mesh, const std::vector<glm::vec3>& positions,
                       std::size_t face) {
  return face_of(mesh, positions, face).area_normal();
}

/// One thread sums in face order, because the last bits must not depend on the number of threads.
std::vector<glm::vec3> smooth_normals(const Mesh& mesh, const std::vector<glm::vec3>& positions) {
  constexpr std::size_t kAtOnce = 8 * kSurfaceGrain;  // faces whose areas fit the cache
  std::vector<glm::dvec3> areas(std::min(mesh.face_count(), kAtOnce)),
      sums(positions.size(), glm::dvec3(0.0));
  for (std::size_t first = 0; first < mesh.face_count(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, mesh.face_count() - first);
    parallel_for_each(count, kSurfaceGrain,
                      [&](std::size_t f) { areas[f] = area_normal(mesh, positions, first + f); });
    for (std::size_t f = 0; f < count; ++f) {
      for (std::size_t c = mesh.face_begin[first + f]; c < mesh.face_begin[first + f + 1]; ++c)
        sums[mesh.corner_vertex[c]] += areas[f];
    }
  }
  std::vector<glm::vec3> normals(sums.size());
  parallel_for_each(sums.size(), kSurfaceGrain,
                    [&](std::size_t v) { normals[v] = glm::vec3(unit_or_zero(sums[v])); });
  return normals;
}

Surface make_surface(const Mesh& mesh) {
  Surface surface;
  surface.triangles = cut_faces(mesh);
  Splitter(mesh, surface).split(surface.triangles);
  group_by_material(mesh, surface);
  return surface;
}

Bounds bounds_of(const std::vector<glm::vec3>& points) {
  Bounds bounds;
  for (const glm::vec3& point : points) bounds.add(point);
  return bounds;
}

glm::dmat3 normal_matrix_of(const glm::mat4& matrix) {
  const glm::dmat3 m{glm::mat3(matrix)};
  const glm::dmat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  return glm::determinant(m) < 0.0 ? -cofactor : cofactor;
}

void transform_surface(const glm::mat4& to_from_mesh, const std::vector<std::uint32_t>& source,
                       const std::vector<glm::vec3>& positions,
                       const std::vector<glm::vec3>& normals, std::vector<glm::vec3>& to_positions,
                       std::vector<glm::vec3>& to_normals) {
  const glm::dmat3 normal_matrix = normal_matrix_of(to_from_mesh);
  to_positions.resize(source.size());
  to_normals.resize(source.size());
  parallel_for_each(source.size(), 1 << 14, [&](std::size_t i) {
    to_positions[i] = glm::vec3(to_from_mesh * glm::vec4(positions[source[i]], 1.0f));
    const glm::dvec3 normal = normal_matrix * glm::dvec3(normals[i]);
    const double length = glm::length(normal);
    to_normals[i] = length > 0.0 ? glm::vec3(normal / length) : normals[i];
  });
}

}  // namespace marrow
