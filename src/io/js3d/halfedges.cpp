#include "io/js3d/halfedges.h"

#include <unordered_map>

namespace marrow::io {

namespace {

void demand_size(const Js3dValue& value, const char* key, std::size_t size, std::size_t wanted) {
  if (size != 0 && size != wanted)
    value.at(key).refuse(fmt::format("{} elements, found {}", wanted, size));
}

void demand_below(const Js3dValue& value, const char* key,
                  const std::vector<std::uint32_t>& indices, std::size_t count) {
  for (const std::uint32_t index : indices)
    if (index >= count)
      value.at(key).refuse(fmt::format("indices below {}, found {}", count, index));
}

/// The bits of all bytes, the highest bit first; the last 1 marks the end.
std::vector<bool> bits_of(const std::vector<unsigned char>& bytes) {
  std::vector<bool> bits;
  for (const unsigned char byte : bytes)
    for (int bit = 7; bit >= 0; --bit) bits.push_back((byte >> bit & 1) != 0);
  while (!bits.empty() && !bits.back()) bits.pop_back();
  if (!bits.empty()) bits.pop_back();
  return bits;
}

/// The vertex at which each half-edge begins; kNoIndex: none.
std::vector<std::uint32_t> vertices_of(const Halfedges& from, const Js3dValue& value) {
  std::vector<std::uint32_t> vertex_of(from.nexts.size(), kNoIndex);
  for (std::uint32_t v = 0; v < from.vertex_halfedges.size(); ++v) {
    std::uint32_t h = from.vertex_halfedges[v];
    do {
      if (vertex_of[h] != kNoIndex)
        value.at("vertex_halfedges").refuse(fmt::format("a half-edge of its own for vertex {}", v));
      vertex_of[h] = v;
      h = from.nexts[h ^ 1u];
    } while (h != from.vertex_halfedges[v]);
  }
  return vertex_of;
}

/// Gives corners indices into a list. Corners of a vertex that follow each other with the same
/// value share an element. A value of 0 means none.
template <typename Vector>
class CornerValues {
 public:
  CornerValues(std::vector<Vector>& list, std::vector<std::uint32_t>& corners, std::size_t vertices)
      : list_(list), corners_(corners), last_(vertices, kNoIndex) {}
  void add(std::uint32_t vertex, const Vector& value) {
    std::uint32_t& last = last_[vertex];
    if (value != Vector(0.0f) && (last == kNoIndex || list_[last] != value)) {
      last = std::uint32_t(list_.size());
      list_.push_back(value);
    }
    corners_.push_back(value == Vector(0.0f) ? kNoIndex : last);
  }
  void finish() {
    if (list_.empty()) corners_.clear();
  }

 private:
  std::vector<Vector>& list_;
  std::vector<std::uint32_t>& corners_;
  std::vector<std::uint32_t> last_;  ///< by vertex: its last index into list_
};

/// The faces of a mesh as rings of corners, which are numbered in face order.
struct Rings {
  std::vector<std::uint32_t> vertex, next, before;
  std::vector<std::uint32_t> corner;  ///< index of the mesh's corner
  std::vector<std::uint32_t> firsts;  ///< first corner of each face
  std::size_t flat_faces = 0;
};

Rings rings_of(const Mesh& mesh) {
  Rings rings;
  for (std::size_t f = 0; f < mesh.face_count(); ++f) {
    const std::uint32_t end = mesh.face_begin[f + 1], first = std::uint32_t(rings.vertex.size());
    std::uint32_t last = mesh.corner_vertex[end - 1];
    for (std::uint32_t c = mesh.face_begin[f]; c < end; ++c) {
      if (mesh.corner_vertex[c] != last) {
        rings.vertex.push_back(mesh.corner_vertex[c]);
        rings.corner.push_back(c);
      }
      last = mesh.corner_vertex[c];
    }
    const std::uint32_t count = std::uint32_t(rings.vertex.size()) - first;
    if (count < 3) {
      ++rings.flat_faces;
      rings.vertex.resize(first);
      rings.corner.resize(first);
      continue;
    }
    rings.firsts.push_back(first);
    for (std::uint32_t k = 0; k < count; ++k) {
      rings.next.push_back(first + (k + 1) % count);
      rings.before.push_back(first + (k + count - 1) % count);
    }
  }
  return rings;
}

/// Each corner's twin, whose edge is its edge reversed; kNoIndex: border, or more than two faces.
std::vector<std::uint32_t> twins_of(const Rings& rings) {
  const auto key = [&](std::uint32_t from, std::uint32_t to) {
    return std::uint64_t(from) << 32 | to;
  };
  std::unordered_map<std::uint64_t, std::uint32_t> corner_of;  // kNoIndex: several
  corner_of.reserve(rings.vertex.size());
  for (std::uint32_t c = 0; c < rings.vertex.size(); ++c) {
    const auto [found, is_new] =
        corner_of.try_emplace(key(rings.vertex[c], rings.vertex[rings.next[c]]), c);
    if (!is_new) found->second = kNoIndex;
  }
  std::vector<std::uint32_t> twins(rings.vertex.size(), kNoIndex);
  for (std::uint32_t c = 0; c < rings.vertex.size(); ++c) {
    const std::uint32_t from = rings.vertex[c], to = rings.vertex[rings.next[c]];
    const auto back = corner_of.find(key(to, from));
    if (back != corner_of.end() && corner_of.at(key(from, to)) == c) twins[c] = back->second;
  }
  return twins;
}

/// Numbers and links the half-edges of corners and borders; returns the half-edge of each corner.
std::vector<std::uint32_t> link_halfedges(const Rings& rings,
                                          const std::vector<std::uint32_t>& twins,
                                          Halfedges& made) {
  std::vector<std::uint32_t> halfedge_of(rings.vertex.size(), kNoIndex);
  std::uint32_t count = 0;
  for (std::uint32_t c = 0; c < halfedge_of.size(); ++c) {
    if (halfedge_of[c] != kNoIndex) continue;
    halfedge_of[c] = count;
    if (twins[c] != kNoIndex) halfedge_of[twins[c]] = count + 1;
    count += 2;
  }
  made.nexts.assign(count, kNoIndex);
  for (std::uint32_t c = 0; c < halfedge_of.size(); ++c) {
    made.nexts[halfedge_of[c]] = halfedge_of[rings.next[c]];
    if (twins[c] != kNoIndex) continue;
    // Walks around the vertex where the border's half-edge ends, to the end of the fan of faces.
    std::uint32_t x = rings.before[c];
    while (twins[x] != kNoIndex) x = rings.before[twins[x]];
    made.nexts[halfedge_of[c] ^ 1u] = halfedge_of[x] ^ 1u;
  }
  return halfedge_of;
}

void add_faces(const Rings& rings, const std::vector<std::uint32_t>& twins,
               const std::vector<std::uint32_t>& halfedge_of, Halfedges& made) {
  for (const std::uint32_t first : rings.firsts) made.face_halfedges.push_back(halfedge_of[first]);
  made.is_boundary.assign(rings.firsts.size(), false);
  std::vector<bool> is_seen(made.nexts.size(), false);
  for (std::uint32_t c = 0; c < twins.size(); ++c) {
    const std::uint32_t border = halfedge_of[c] ^ 1u;
    if (twins[c] != kNoIndex || is_seen[border]) continue;
    made.face_halfedges.push_back(border);
    made.is_boundary.push_back(true);
    for (std::uint32_t h = border; !is_seen[h]; h = made.nexts[h]) is_seen[h] = true;
  }
}

/// Vertices keep their order; copies are at the end.
void add_vertices(const Rings& rings, const std::vector<std::uint32_t>& halfedge_of,
                  std::size_t vertices, MadeHalfedges& result) {
  Halfedges& made = result.halfedges;
  std::vector<std::uint32_t> first_of(vertices, kNoIndex), copies, copy_source;
  std::vector<bool> is_seen(made.nexts.size(), false);
  for (std::uint32_t c = 0; c < halfedge_of.size(); ++c) {
    if (is_seen[halfedge_of[c]]) continue;
    for (std::uint32_t h = halfedge_of[c]; !is_seen[h]; h = made.nexts[h ^ 1u]) is_seen[h] = true;
    std::uint32_t& first = first_of[rings.vertex[c]];
    if (first == kNoIndex) {
      first = halfedge_of[c];
    } else {
      copies.push_back(halfedge_of[c]);
      copy_source.push_back(rings.vertex[c]);
    }
  }
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (first_of[v] == kNoIndex) continue;
    made.vertex_halfedges.push_back(first_of[v]);
    result.source.push_back(v);
  }
  result.lone_vertices = vertices - result.source.size();
  result.copies = copies.size();
  made.vertex_halfedges.insert(made.vertex_halfedges.end(), copies.begin(), copies.end());
  result.source.insert(result.source.end(), copy_source.begin(), copy_source.end());
}

/// The corners' values, one per half-edge.
template <typename Vector>
std::vector<Vector> values_of(const Rings& rings, const std::vector<std::uint32_t>& halfedge_of,
                              const std::vector<std::uint32_t>& corners,
                              const std::vector<Vector>& list, std::size_t halfedges) {
  std::vector<Vector> values(halfedges, Vector(0.0f));
  for (std::size_t c = 0; !corners.empty() && c < halfedge_of.size(); ++c)
    if (const std::uint32_t index = corners[rings.corner[c]]; index != kNoIndex)
      values[halfedge_of[c]] = list[index];
  return values;
}

std::string blob_text(std::string_view type, const void* data, std::size_t size) {
  std::string text = base64({static_cast<const char*>(data), size});
  while (!text.empty() && text.back() == '=') text.pop_back();
  return std::string(type) + text;
}

template <typename T>
std::string blob_text(std::string_view type, const std::vector<T>& list) {
  return blob_text(type, list.data(), list.size() * sizeof(T));
}

std::string blob_text(std::string_view type, const std::vector<bool>& bits) {
  std::string bytes;
  if (!bits.empty()) bytes.resize(bits.size() / 8 + 1, '\0');
  for (std::size_t i = 0; i <= bits.size() && !bits.empty(); ++i)
    if (i == bits.size() || bits[i]) bytes[i / 8] = char(bytes[i / 8] | 0x80 >> i % 8);
  return blob_text(type, bytes.data(), bytes.size());
}

}  // namespace

Halfedges read_halfedges(const Js3dValue& value, MemoryBudget& budget) {
  Halfedges read;
  const auto indices = [&](const char* key) {
    return value.list<std::uint32_t>(key, "uint32:", budget);
  };
  read.nexts = indices("halfedge_nexts");
  read.uvs = value.list<glm::vec2>("halfedge_corner_uvs", "vec2:", budget);
  read.normals = value.list<glm::vec3>("halfedge_corner_normals", "vec3:", budget);
  read.vertex_halfedges = indices("vertex_halfedges");
  read.positions = value.list<glm::vec3>("vertex_positions", "vec3:", budget);
  read.weight_ends = indices("vertex_bone_weight_ends");
  read.weight_bones = indices("bone_weight_bones");
  read.weights = value.list<float>("bone_weight_weights", "float:", budget);
  read.face_halfedges = indices("face_halfedges");
  read.is_boundary = bits_of(value.bytes("face_boundaries", "bool:", budget));

  const std::size_t halfedges = read.nexts.size();
  if (halfedges % 2 != 0) value.at("halfedge_nexts").refuse("pairs of half-edges");
  demand_below(value, "halfedge_nexts", read.nexts, halfedges);
  demand_below(value, "vertex_halfedges", read.vertex_halfedges, halfedges);
  demand_below(value, "face_halfedges", read.face_halfedges, halfedges);
  demand_size(value, "halfedge_corner_uvs", read.uvs.size(), halfedges);
  demand_size(value, "halfedge_corner_normals", read.normals.size(), halfedges);
  if (read.positions.size() != read.vertex_halfedges.size())
    value.refuse(fmt::format("a position for each of {} vertices, found {}",
                             read.vertex_halfedges.size(), read.positions.size()));
  demand_size(value, "vertex_bone_weight_ends", read.weight_ends.size(), read.positions.size());
  demand_size(value, "bone_weight_weights", read.weights.size(), read.weight_bones.size());
  demand_size(value, "face_boundaries", read.is_boundary.size(), read.face_halfedges.size());
  read.is_boundary.resize(read.face_halfedges.size(), false);
  return read;
}

Mesh mesh_of(const Halfedges& from, const Js3dValue& value, MemoryBudget& budget) {
  budget.take(from.nexts.size() * (sizeof(glm::vec3) + sizeof(glm::vec2) + 5 * sizeof(Id)) +
                  from.positions.size() * (sizeof(glm::vec3) + 2 * sizeof(Id)),
              value.place);
  const std::vector<std::uint32_t> vertex_of = vertices_of(from, value);
  Mesh mesh;
  mesh.positions = from.positions;
  CornerValues normals(mesh.normals, mesh.corner_normal, mesh.positions.size());
  CornerValues uvs(mesh.uvs, mesh.corner_uv, mesh.positions.size());
  std::vector<bool> is_seen(from.nexts.size(), false);
  for (std::size_t f = 0; f < from.face_halfedges.size(); ++f) {
    const auto refuse = [&](const char* expected) {
      value.child("face_halfedges", value.json).refuse(fmt::format("face {} {}", f, expected));
    };
    std::uint32_t h = from.face_halfedges[f];
    do {
      if (is_seen[h]) refuse("to share no half-edge with another, in a ring");
      is_seen[h] = true;
      if (!from.is_boundary[f]) {
        if (vertex_of[h] == kNoIndex) refuse("to have a vertex at each corner");
        mesh.corner_vertex.push_back(vertex_of[h]);
        normals.add(vertex_of[h], from.normals.empty() ? glm::vec3(0.0f) : from.normals[h]);
        uvs.add(vertex_of[h], from.uvs.empty() ? glm::vec2(0.0f) : from.uvs[h]);
      }
      h = from.nexts[h];
    } while (h != from.face_halfedges[f]);
    if (from.is_boundary[f]) continue;
    if (mesh.corner_vertex.size() < mesh.face_begin.back() + 3) refuse("to have 3 corners or more");
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
  normals.finish();
  uvs.finish();
  return mesh;
}

MadeHalfedges halfedges_of(const Mesh& mesh) {
  MadeHalfedges result;
  const Rings rings = rings_of(mesh);
  const std::vector<std::uint32_t> twins = twins_of(rings);
  Halfedges& made = result.halfedges;
  const std::vector<std::uint32_t> halfedge_of = link_halfedges(rings, twins, made);
  add_faces(rings, twins, halfedge_of, made);
  add_vertices(rings, halfedge_of, mesh.positions.size(), result);
  made.uvs = values_of(rings, halfedge_of, mesh.corner_uv, mesh.uvs, made.nexts.size());
  made.normals = values_of(rings, halfedge_of, mesh.corner_normal, mesh.normals, made.nexts.size());
  result.flat_faces = rings.flat_faces;
  return result;
}

nlohmann::json json_of(const Halfedges& halfedges) {
  return {{"FORMAT", "s3d-hm-1"},
          {"halfedge_nexts", blob_text("uint32:", halfedges.nexts)},
          {"halfedge_corner_uvs", blob_text("vec2:", halfedges.uvs)},
          {"halfedge_corner_normals", blob_text("vec3:", halfedges.normals)},
          {"bone_weight_bones", blob_text("uint32:", halfedges.weight_bones)},
          {"bone_weight_weights", blob_text("float:", halfedges.weights)},
          {"vertex_halfedges", blob_text("uint32:", halfedges.vertex_halfedges)},
          {"vertex_positions", blob_text("vec3:", halfedges.positions)},
          {"vertex_bone_weight_ends", blob_text("uint32:", halfedges.weight_ends)},
          {"edge_sharps", blob_text("bool:", std::vector<bool>(halfedges.nexts.size() / 2, false))},
          {"face_halfedges", blob_text("uint32:", halfedges.face_halfedges)},
          {"face_boundaries", blob_text("bool:", halfedges.is_boundary)}};
}

}  // namespace marrow::io
