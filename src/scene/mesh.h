// A polygon mesh as in its file: source vertices in order, polygons of any size, normals and
// texture coordinates per corner. Immutable: scenes share it by pointer.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace marrow {

/// Identity of a node or a joint. Never reused within a document; 0 (kNoId) identifies nothing.
using Id = std::uint32_t;
inline constexpr Id kNoId = 0;

/// "This corner has none" in Mesh::corner_normal and Mesh::corner_uv.
inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// The mesh's own weights (painted or imported). Compressed rows: vertex v owns entries
/// [row_begin[v], row_begin[v + 1]). Joints are named by id, so that a skeleton may be edited;
/// binding drops entries of missing joints and renormalises their rows.
struct ExplicitWeights {
  std::vector<std::uint32_t> row_begin;  ///< V + 1 entries
  std::vector<Id> joint;                 ///< one per entry
  std::vector<float> weight;             ///< one per entry, >= 0, a row sums to 1 (or is empty)
};

/// A picture on a surface, as its file had it and, where it is drawn, decoded.
struct Texture {
  std::string name;  ///< of the image in the file, may be empty
  std::string mime;  ///< "image/png" or "image/jpeg"; a texture that is not drawn may have another
                     ///< type, or none (unknown)
  std::vector<std::uint8_t> file;  ///< the image file's bytes, never empty: it is saved as it came
  int width = 0, height = 0;       ///< pixels; 0 where it is carried only
  std::vector<std::uint8_t> rgba;  ///< 4 bytes per pixel, rows top to bottom, straight alpha, sRGB;
                                   ///< empty where it is carried only
  bool repeats = true;             ///< outside [0, 1]; otherwise the edge goes on
  std::string sampler{};  ///< JSON text of the glTF sampler, carried; empty: none, or nothing but
                          ///< what `repeats` says
};

// "Carried": data that the editor neither draws nor edits, saved as it was loaded. `carried` is the
// JSON text of a glTF object with the members without a field ("": none). Its texture indices are
// indices into `textures` beside it.

/// The look of a surface; only its base colour is drawn.
struct Material {
  std::string name{};
  glm::vec4 base_color{1.0f};  ///< linear factor, as in glTF
  std::shared_ptr<const Texture> base_color_texture{};
  std::string
      carried{};  ///< of a glTF material: metal, roughness, emission, transparency, extensions, ...
  std::vector<std::shared_ptr<const Texture>> textures{};  ///< none of them null
};

/// A further attribute of each vertex, carried.
struct VertexAttribute {
  std::string name;           ///< glTF's semantic: COLOR_0, TANGENT, TEXCOORD_1, _HEAT
  int width = 0;              ///< components per vertex, 1 to 4
  int component_type = 5126;  ///< glTF's: 5120 byte, 5121 unsigned byte, 5122 short, 5123 unsigned
                              ///< short, 5125 unsigned int, 5126 float
  bool normalized = false;    ///< integers that stand for fractions
  std::vector<std::uint8_t> bytes;  ///< V * width components, little-endian, without gaps
  bool operator==(const VertexAttribute&) const = default;
};

/// A shape to blend towards: differences, one per vertex, or empty; see scene/morph.h. Tangents are
/// carried.
struct MorphTarget {
  std::string name;
  std::vector<glm::vec3> positions, normals, tangents;
  bool operator==(const MorphTarget&) const = default;
};

struct Mesh {
  std::vector<glm::vec3> positions;  ///< V source vertices, mesh space, in the source's order
  std::vector<std::uint32_t> face_begin{
      0};  ///< F + 1: face f owns corners [face_begin[f], face_begin[f + 1])
  std::vector<std::uint32_t> corner_vertex;  ///< C: index into positions
  std::vector<glm::vec3> normals;            ///< N, mesh space, need not be unit length
  std::vector<std::uint32_t>
      corner_normal;           ///< C entries into normals (or kNoIndex); empty: none at all
  std::vector<glm::vec2> uvs;  ///< texture coordinates, origin at the lower left as in OBJ
  std::vector<std::uint32_t> corner_uv;  ///< C entries into uvs (or kNoIndex); empty: none at all
  std::vector<Material> materials;       ///< empty: the editor's clay
  std::vector<std::uint32_t> face_material;  ///< F: index into materials (or kNoIndex); empty: all
                                             ///< faces have the first one
  std::optional<ExplicitWeights> weights;
  std::vector<std::string> groups;  ///< names, as an OBJ's g and o lines have them; empty: none
  std::vector<std::uint32_t>
      face_group;  ///< F: index into groups (or kNoIndex); empty: no face has one
  std::vector<VertexAttribute> attributes;
  std::vector<MorphTarget> morph_targets;
  std::string carried;  ///< of a glTF mesh

  std::size_t face_count() const { return face_begin.size() - 1; }
};

/// The triangles that are skinned and drawn, over shading vertices: first the mesh's V source
/// vertices in order, then copies where corners of one disagree about normal or uv.
struct Surface {
  std::vector<std::uint32_t>
      source;  ///< S: shading vertex -> source vertex; source[i] == i for i < V
  std::vector<glm::vec3>
      normals;  ///< S, mesh space, unit length (or zero where the mesh determines none)
  std::vector<glm::vec2> uvs;  ///< S, or empty
  std::vector<std::uint32_t>
      triangles;  ///< 3T indices into shading vertices, those of one material together
  /// A material's triangles: indices [begin, end) of `triangles`. By ascending material, clay last,
  /// without gaps and empty parts, in face order inside. None without triangles.
  struct Part {
    std::uint32_t material = kNoIndex;  ///< index into Mesh::materials; kNoIndex: clay
    std::uint32_t begin = 0, end = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
};

/// Splits corners and cuts polygons into triangles (ear clipping for concave ones; a fan above 256
/// corners, to bound the time). Corners without a normal get the area-weighted mean of the faces
/// around their source vertex.
Surface make_surface(const Mesh& mesh);

/// Area-weighted mean of face normals around each source vertex, for vertices at `positions` (one
/// each); unit length, or zero where undefined.
std::vector<glm::vec3> smooth_normals(const Mesh& mesh, const std::vector<glm::vec3>& positions);

/// What turns the normals of a surface that `matrix` moves, up to their length: the cofactors times
/// the sign of the determinant. Without an inverse, so that a singular matrix gives no NaN (a zero
/// normal, perhaps).
glm::dmat3 normal_matrix_of(const glm::mat4& matrix);

/// Axis-aligned bounds of points; empty input gives `empty() == true`.
struct Bounds {
  glm::vec3 low{1e30f};
  glm::vec3 high{-1e30f};
  bool empty() const { return low.x > high.x; }
  glm::vec3 center() const { return (low + high) * 0.5f; }
  float diagonal() const { return empty() ? 0.0f : glm::length(high - low); }
  bool holds(const glm::vec3& point) const {
    return glm::all(glm::greaterThanEqual(point, low)) && glm::all(glm::lessThanEqual(point, high));
  }
  void add(const glm::vec3& point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  std::array<glm::vec3, 8> corners() const {
    std::array<glm::vec3, 8> all;
    for (int n = 0; n < 8; ++n)
      all[static_cast<std::size_t>(n)] = glm::mix(low, high, glm::bvec3(n & 1, n & 2, n & 4));
    return all;
  }
};
Bounds bounds_of(const std::vector<glm::vec3>& points);

}  // namespace marrow
