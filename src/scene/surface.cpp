// make_surface(): from polygons with per-corner data to what is skinned and drawn.
#include <algorithm>
#include <cmath>

#include "scene/mesh.h"

namespace marrow {

namespace {

constexpr std::size_t kEarClippingLimit = 256;  ///< corners; above it a fan bounds the time
constexpr int kCopiesLooked = 64;               ///< copies compared before another is made: bounds the apex of a cone of 100k faces

glm::vec3 unit_or_zero(const glm::vec3& vector) {
  const glm::dvec3 wide(vector);  // in double: neither tiny nor huge lengths under- or overflow
  const double length = glm::length(wide);
  return length > 0.0 ? glm::vec3(wide / length) : glm::vec3(0.0f);
}

struct Face {
  const Mesh& mesh;
  std::size_t first, count;
  const glm::vec3& at(std::size_t corner) const { return mesh.positions[mesh.corner_vertex[first + corner]]; }
};

Face face_of(const Mesh& mesh, std::size_t face) {
  return {mesh, mesh.face_begin[face], mesh.face_begin[face + 1] - mesh.face_begin[face]};
}

/// Twice the area times the unit normal (Newell's sum about the first corner): right for concave and uneven polygons.
glm::dvec3 area_normal(const Face& face) {
  glm::dvec3 sum(0.0);
  const glm::dvec3 origin(face.at(0));
  for (std::size_t c = 1; c + 1 < face.count; ++c) {
    sum += glm::cross(glm::dvec3(face.at(c)) - origin, glm::dvec3(face.at(c + 1)) - origin);
  }
  return sum;
}

bool has_all_normals(const Mesh& mesh) {
  return !mesh.corner_normal.empty() &&
         std::find(mesh.corner_normal.begin(), mesh.corner_normal.end(), kNoIndex) == mesh.corner_normal.end();
}

std::vector<glm::vec3> smooth_normals(const Mesh& mesh) {
  std::vector<glm::dvec3> sums(mesh.positions.size(), glm::dvec3(0.0));
  for (std::size_t f = 0; f < mesh.face_count(); ++f) {
    const Face face = face_of(mesh, f);
    const glm::dvec3 normal = area_normal(face);
    for (std::size_t c = 0; c < face.count; ++c) sums[mesh.corner_vertex[face.first + c]] += normal;
  }
  std::vector<glm::vec3> normals(sums.size());
  std::transform(sums.begin(), sums.end(), normals.begin(), [](const glm::dvec3& sum) {
    const double length = glm::length(sum);
    return length > 0.0 ? glm::vec3(sum / length) : glm::vec3(0.0f);
  });
  return normals;
}

// ---- Cutting a polygon into triangles -------------------------------------------------------------------------------

using Corner = std::uint32_t;

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The polygon seen along its normal, counter-clockwise: the coordinate in which the normal is longest is dropped.
std::vector<glm::dvec2> flattened(const Face& face) {
  const glm::dvec3 normal = area_normal(face);
  const glm::dvec3 size = glm::abs(normal);
  const int drop = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  std::vector<glm::dvec2> flat(face.count);
  for (std::size_t c = 0; c < face.count; ++c) {
    const glm::dvec3 p(face.at(c));
    flat[c] = normal[drop] >= 0.0 ? glm::dvec2(p[u], p[v]) : glm::dvec2(p[v], p[u]);
  }
  return flat;
}

bool is_convex(const std::vector<glm::dvec2>& flat) {
  for (std::size_t c = 0; c < flat.size(); ++c) {
    if (turn(flat[c], flat[(c + 1) % flat.size()], flat[(c + 2) % flat.size()]) < 0.0) return false;
  }
  return true;
}

bool is_ear(const std::vector<glm::dvec2>& flat, const std::vector<Corner>& left, std::size_t at) {
  const std::size_t n = left.size();
  const Corner ia = left[(at + n - 1) % n], ib = left[at], ic = left[(at + 1) % n];
  const glm::dvec2 &a = flat[ia], &b = flat[ib], &c = flat[ic];
  if (turn(a, b, c) <= 0.0) return false;
  return std::none_of(left.begin(), left.end(), [&](Corner other) {
    if (other == ia || other == ib || other == ic) return false;
    const glm::dvec2& p = flat[other];
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0 && p != a && p != b && p != c;
  });
}

/// Triangles as corners of the face. A polygon that crosses itself runs out of ears: what is left becomes a fan.
void clip_ears(const std::vector<glm::dvec2>& flat, std::vector<Corner>& triangles) {
  std::vector<Corner> left(flat.size());
  for (std::size_t c = 0; c < left.size(); ++c) left[c] = static_cast<Corner>(c);
  std::size_t at = 0, misses = 0;
  while (left.size() > 3 && misses < left.size()) {
    const std::size_t n = left.size();
    at %= n;
    if (!is_ear(flat, left, at)) {
      ++at;
      ++misses;
      continue;
    }
    triangles.insert(triangles.end(), {left[(at + n - 1) % n], left[at], left[(at + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    misses = 0;
  }
  for (std::size_t c = 1; c + 1 < left.size(); ++c) triangles.insert(triangles.end(), {left[0], left[c], left[c + 1]});
}

void cut(const Face& face, std::vector<Corner>& triangles) {
  triangles.clear();
  if (face.count > 3 && face.count <= kEarClippingLimit) {
    const std::vector<glm::dvec2> flat = flattened(face);
    if (!is_convex(flat)) return clip_ears(flat, triangles);
  }
  for (std::size_t c = 1; c + 1 < face.count; ++c)
    triangles.insert(triangles.end(), {0, static_cast<Corner>(c), static_cast<Corner>(c + 1)});
}

// ---- Splitting source vertices into shading vertices ----------------------------------------------------------------

class Splitter {
 public:
  Splitter(const Mesh& mesh, Surface& surface) : mesh_(mesh), surface_(surface) {
    const std::size_t count = mesh.positions.size();
    if (!has_all_normals(mesh)) smooth_ = smooth_normals(mesh);
    surface_.source.resize(count);
    for (std::size_t v = 0; v < count; ++v) surface_.source[v] = static_cast<std::uint32_t>(v);
    surface_.normals = smooth_.empty() ? std::vector<glm::vec3>(count, glm::vec3(0.0f)) : smooth_;
    if (has_uvs()) surface_.uvs.resize(count, glm::vec2(0.0f));
    next_copy_.assign(count, kNoIndex);
    is_used_.assign(count, false);
  }

  std::uint32_t shading_vertex(std::size_t corner) {
    const std::uint32_t vertex = mesh_.corner_vertex[corner];
    const glm::vec3 normal = normal_of(corner);
    const glm::vec2 uv = uv_of(corner);
    if (!is_used_[vertex]) {
      is_used_[vertex] = true;
      set(vertex, normal, uv);
      return vertex;
    }
    std::uint32_t at = vertex;
    for (int looked = 0; at != kNoIndex && looked < kCopiesLooked; ++looked, at = next_copy_[at]) {
      if (surface_.normals[at] == normal && (!has_uvs() || surface_.uvs[at] == uv)) return at;
    }
    return add_copy(vertex, normal, uv);
  }

 private:
  bool has_uvs() const { return !mesh_.corner_uv.empty(); }

  glm::vec3 normal_of(std::size_t corner) const {
    const std::uint32_t index = mesh_.corner_normal.empty() ? kNoIndex : mesh_.corner_normal[corner];
    return index == kNoIndex ? smooth_[mesh_.corner_vertex[corner]] : unit_or_zero(mesh_.normals[index]);
  }

  glm::vec2 uv_of(std::size_t corner) const {
    const std::uint32_t index = has_uvs() ? mesh_.corner_uv[corner] : kNoIndex;
    return index == kNoIndex ? glm::vec2(0.0f) : mesh_.uvs[index];
  }

  void set(std::uint32_t at, const glm::vec3& normal, const glm::vec2& uv) {
    surface_.normals[at] = normal;
    if (has_uvs()) surface_.uvs[at] = uv;
  }

  std::uint32_t add_copy(std::uint32_t vertex, const glm::vec3& normal, const glm::vec2& uv) {
    const std::uint32_t copy = static_cast<std::uint32_t>(surface_.source.size());
    surface_.source.push_back(vertex);
    surface_.normals.push_back(normal);
    if (has_uvs()) surface_.uvs.push_back(uv);
    next_copy_.push_back(next_copy_[vertex]);  // newest first: neighbours in a file tend to agree
    next_copy_[vertex] = copy;
    return copy;
  }

  const Mesh& mesh_;
  Surface& surface_;
  std::vector<glm::vec3> smooth_;         ///< one a source vertex; empty when every corner has its own
  std::vector<std::uint32_t> next_copy_;  ///< the copies of one source vertex, as a list
  std::vector<bool> is_used_;
};

// ---- Parts ----------------------------------------------------------------------------------------------------------

/// Sorts the triangles by their material, those of clay last, and keeps the order inside each. Vertices were split in the order of the
/// faces before: they do not depend on materials. `materials` has one entry a triangle, or none when all have the first.
void group_by_material(const Mesh& mesh, const std::vector<std::uint32_t>& materials, Surface& surface) {
  if (surface.triangles.empty()) return;
  const auto end = static_cast<std::uint32_t>(surface.triangles.size());
  if (materials.empty()) {
    surface.parts = {{mesh.materials.empty() ? kNoIndex : 0, 0, end}};
    return;
  }
  const auto slot_of = [&](std::uint32_t material) { return std::min<std::size_t>(material, mesh.materials.size()); };
  std::vector<std::uint32_t> next(mesh.materials.size() + 2, 0);  // where the next triangle of each material goes
  for (const std::uint32_t material : materials) next[slot_of(material) + 1] += 3;
  for (std::size_t slot = 0; slot + 1 < next.size(); ++slot) {
    next[slot + 1] += next[slot];
    const bool is_clay = slot == mesh.materials.size();
    if (next[slot + 1] > next[slot])
      surface.parts.push_back({is_clay ? kNoIndex : static_cast<std::uint32_t>(slot), next[slot], next[slot + 1]});
  }
  if (surface.parts.size() == 1) return;
  std::vector<std::uint32_t> sorted(surface.triangles.size());
  for (std::size_t t = 0; t < materials.size(); ++t) {
    std::uint32_t& to = next[slot_of(materials[t])];
    std::copy_n(surface.triangles.begin() + static_cast<std::ptrdiff_t>(3 * t), 3, sorted.begin() + to);
    to += 3;
  }
  surface.triangles = std::move(sorted);
}

}  // namespace

Surface make_surface(const Mesh& mesh) {
  Surface surface;
  Splitter splitter(mesh, surface);
  std::vector<Corner> corners;
  std::vector<std::uint32_t> materials;  // of each triangle
  for (std::size_t f = 0; f < mesh.face_count(); ++f) {
    const Face face = face_of(mesh, f);
    cut(face, corners);
    for (const Corner corner : corners) surface.triangles.push_back(splitter.shading_vertex(face.first + corner));
    if (!mesh.face_material.empty()) materials.resize(surface.triangles.size() / 3, mesh.face_material[f]);
  }
  group_by_material(mesh, materials, surface);
  return surface;
}

Bounds bounds_of(const std::vector<glm::vec3>& points) {
  Bounds bounds;
  for (const glm::vec3& point : points) bounds.add(point);
  return bounds;
}

}  // namespace marrow
