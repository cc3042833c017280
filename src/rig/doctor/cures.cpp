#include "rig/doctor/cures.h"

#include <algorithm>
#include <numeric>

#include "base/index.h"
#include "scene/normals.h"

namespace marrow {
namespace {

std::vector<std::uint32_t> identity(std::size_t count) {
  std::vector<std::uint32_t> same(count);
  std::iota(same.begin(), same.end(), 0u);
  return same;
}

/// Keeps the items of these old vertices, `width` items per vertex.
template <typename Item>
void keep_vertices(std::vector<Item>& items, const std::vector<std::uint32_t>& kept,
                   std::size_t width = 1) {
  if (items.empty()) return;
  for (std::size_t v = 0; v < kept.size(); ++v)  // ascending, so none is overwritten too early
    std::copy_n(items.begin() + std::ptrdiff_t(kept[v] * width), width,
                items.begin() + std::ptrdiff_t(v * width));
  items.resize(kept.size() * width);
}

void keep_rows(ExplicitWeights& rows, const std::vector<std::uint32_t>& kept) {
  ExplicitWeights left{.row_begin = {0}, .joint = {}, .weight = {}};
  for (const std::uint32_t v : kept) {
    const auto begin = std::ptrdiff_t(rows.row_begin[v]),
               end = std::ptrdiff_t(rows.row_begin[v + 1]);
    left.joint.insert(left.joint.end(), rows.joint.begin() + begin, rows.joint.begin() + end);
    left.weight.insert(left.weight.end(), rows.weight.begin() + begin, rows.weight.begin() + end);
    left.row_begin.push_back(std::uint32_t(left.joint.size()));
  }
  rows = std::move(left);
}

/// Keeps the vertices v with to[v] == v. In faces, to[v] replaces every other vertex; kNoIndex: no
/// face uses it.
CuredMesh with_vertices(Mesh mesh, const std::vector<std::uint32_t>& to) {
  std::vector<std::uint32_t> kept, new_of_old(to.size(), kNoIndex);
  for (std::uint32_t v = 0; v < to.size(); ++v) {
    if (to[v] != v) continue;
    new_of_old[v] = std::uint32_t(kept.size());
    kept.push_back(v);
  }
  for (std::uint32_t v = 0; v < to.size(); ++v)
    if (to[v] != kNoIndex) new_of_old[v] = new_of_old[to[v]];
  if (mesh.weights) keep_rows(*mesh.weights, kept);
  for (VertexAttribute& attribute : mesh.attributes)
    keep_vertices(attribute.bytes, kept, attribute.bytes.size() / mesh.positions.size());
  for (MorphTarget& target : mesh.morph_targets)
    for (auto* of : {&target.positions, &target.normals, &target.tangents})
      keep_vertices(*of, kept);
  keep_vertices(mesh.positions, kept);
  for (std::uint32_t& vertex : mesh.corner_vertex) vertex = new_of_old[vertex];
  return {std::move(mesh), std::move(new_of_old)};
}

/// Keeps the corners with keeps(corner), and the faces with at least one.
template <typename Keeps>
void keep_corners(Mesh& mesh, const Keeps& keeps) {
  std::vector<std::uint32_t> corners, faces, begin{0};
  for (std::uint32_t face = 0; face < mesh.face_count(); ++face) {
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c)
      if (keeps(face, c)) corners.push_back(c);
    if (corners.size() == begin.back()) continue;
    faces.push_back(face);
    begin.push_back(std::uint32_t(corners.size()));
  }
  for (auto* list : {&mesh.corner_vertex, &mesh.corner_normal, &mesh.corner_uv})
    keep_vertices(*list, corners);
  for (auto* list : {&mesh.face_material, &mesh.face_group}) keep_vertices(*list, faces);
  mesh.face_begin = std::move(begin);
}

void keep_faces(Mesh& mesh, const std::vector<std::uint32_t>& dropped) {
  std::vector<char> is_dropped(mesh.face_count(), 0);
  for (const std::uint32_t face : dropped) is_dropped[face] = 1;
  keep_corners(mesh, [&](std::uint32_t face, std::uint32_t) { return is_dropped[face] == 0; });
}

}  // namespace

void reverse_face(Mesh& mesh, std::size_t face) {
  for (auto* list : {&mesh.corner_vertex, &mesh.corner_normal, &mesh.corner_uv})
    if (!list->empty())
      std::reverse(list->begin() + mesh.face_begin[face] + 1,
                   list->begin() + mesh.face_begin[face + 1]);
}

CuredMesh merged(const Mesh& mesh, const MeshFindings& findings) {
  Mesh result = mesh;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    result.positions[v] = mesh.positions[findings.place[v]];
  keep_faces(result, findings.double_faces);
  // A corner at the place of the next one would be a side without length.
  const Mesh faces = result;
  keep_corners(result, [&](std::uint32_t face, std::uint32_t c) {
    const std::uint32_t end = faces.face_begin[face + 1];
    const std::uint32_t next = c + 1 < end ? c + 1 : faces.face_begin[face];
    return findings.place[faces.corner_vertex[c]] != findings.place[faces.corner_vertex[next]];
  });
  return with_vertices(std::move(result), findings.merges_to);
}

CuredMesh without_inner(const Mesh& mesh, const MeshFindings& findings) {
  Mesh result = mesh;
  keep_faces(result, findings.inner_faces);
  std::vector<std::uint32_t> to = identity(mesh.positions.size());
  for (const std::uint32_t face : findings.inner_faces)
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c)
      to[mesh.corner_vertex[c]] = kNoIndex;
  for (const std::uint32_t v : result.corner_vertex) to[v] = v;
  return with_vertices(std::move(result), to);
}

CuredMesh oriented(const Mesh& mesh, const MeshFindings& findings) {
  Mesh result = mesh;
  std::vector<std::uint32_t> negated(mesh.normals.size(), kNoIndex);
  std::vector<char> has_unturned(mesh.positions.size(), 0), has_turned = has_unturned;
  std::vector<char> is_flipped(mesh.face_count(), 0);
  for (const std::uint32_t face : findings.flipped_faces) {
    is_flipped[face] = 1;
    reverse_face(result, face);
  }
  for (std::uint32_t face = 0; face < mesh.face_count(); ++face) {
    const glm::dvec3 outward = area_normal(result, mesh.positions, face);
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c) {
      const std::uint32_t normal = mesh.corner_normal.empty() ? kNoIndex : result.corner_normal[c];
      const bool turns = is_flipped[face] != 0 && normal != kNoIndex &&
                         glm::dot(glm::dvec3(mesh.normals[normal]), outward) < 0.0;
      (turns ? has_turned : has_unturned)[result.corner_vertex[c]] = 1;
      if (!turns) continue;
      if (negated[normal] == kNoIndex) {
        negated[normal] = std::uint32_t(result.normals.size());
        result.normals.push_back(-mesh.normals[normal]);
      }
      result.corner_normal[c] = negated[normal];
    }
  }
  for (MorphTarget& target : result.morph_targets)
    for (std::size_t v = 0; v < target.normals.size(); ++v)
      if (has_turned[v] != 0 && has_unturned[v] == 0) target.normals[v] = -target.normals[v];
  return {std::move(result), identity(mesh.positions.size())};
}

CuredMesh filled(const Mesh& mesh, const MeshFindings& findings) {
  Mesh result = mesh;
  for (const std::vector<std::uint32_t>& hole : findings.holes) {
    const auto after = std::upper_bound(mesh.face_begin.begin(), mesh.face_begin.end(), hole[0]);
    const std::size_t face = std::size_t(after - mesh.face_begin.begin()) - 1;
    for (auto* list : {&result.corner_vertex, &result.corner_normal, &result.corner_uv})
      if (!list->empty())
        for (const std::uint32_t corner : hole) list->push_back((*list)[corner]);
    for (auto* list : {&result.face_material, &result.face_group})
      if (!list->empty()) list->push_back((*list)[face]);
    result.face_begin.push_back(std::uint32_t(result.corner_vertex.size()));
  }
  return {std::move(result), identity(mesh.positions.size())};
}

CuredMesh cured(const Mesh& mesh, std::span<const MeshCure> cures, const MeshFindings* known) {
  CuredMesh result{mesh, identity(mesh.positions.size())};
  constexpr CuredMesh (*kWork[])(const Mesh&, const MeshFindings&) = {
      merged, without_inner, oriented, filled};  // in the order of MeshCure
  for (const MeshCureRow& row : kMeshCures) {
    if (!list_has(cures, row.cure)) continue;
    CuredMesh next =
        kWork[std::size_t(row.cure)](result.mesh, known != nullptr ? *known : examine(result.mesh));
    known = nullptr;
    for (std::uint32_t& vertex : result.new_of_old)
      if (vertex != kNoIndex) vertex = next.new_of_old[vertex];
    result.mesh = std::move(next.mesh);
  }
  return result;
}

TouchUps renamed(const TouchUps& touch_ups, const std::vector<std::uint32_t>& new_of_old) {
  std::vector<std::pair<std::uint32_t, std::size_t>> rows;  // new vertex, row
  for (std::size_t row = 0; row < touch_ups.vertices.size(); ++row)
    if (const std::uint32_t vertex = new_of_old[touch_ups.vertices[row]]; vertex != kNoIndex)
      rows.emplace_back(vertex, row);
  std::sort(rows.begin(), rows.end());
  TouchUps result;
  for (const auto& [vertex, row] : rows) {
    if (!result.vertices.empty() && result.vertices.back() == vertex) continue;
    const auto begin = std::ptrdiff_t(touch_ups.row_begin[row]),
               end = std::ptrdiff_t(touch_ups.row_begin[row + 1]);
    result.joint.insert(result.joint.end(), touch_ups.joint.begin() + begin,
                        touch_ups.joint.begin() + end);
    result.difference.insert(result.difference.end(), touch_ups.difference.begin() + begin,
                             touch_ups.difference.begin() + end);
    result.end_row(vertex);
  }
  return result;
}

}  // namespace marrow
