// A polygon mesh as its file has it: source vertices in order, polygons of any size, normals and
// texture coordinates per corner. Immutable, because scenes share it by pointer.
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

/// A missing entry in lists of indices such as Mesh::corner_normal.
inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// The mesh's own weights (painted or imported). Compressed rows: vertex v owns entries
/// [row_begin[v], row_begin[v + 1]). Joints are named by id, so that the skeleton may be edited.
/// Binding drops the entries of missing joints and renormalizes their rows.
struct ExplicitWeights {
  std::vector<std::uint32_t> row_begin;  ///< V + 1 entries
  std::vector<Id> joint;                 ///< one per entry
  std::vector<float> weight;             ///< one per entry, >= 0, a row sums to 1 (or is empty)
  bool operator==(const ExplicitWeights&) const = default;
};

/// An image on a surface: the bytes of its file and, if it is drawn, its pixels.
struct Texture {
  std::string name;  ///< the image's name in the file, may be empty
  /// "image/png", "image/jpeg" or "image/webp". If the texture is only carried: any type, or empty
  /// (unknown).
  std::string mime;
  /// the image file's bytes, never empty; saving writes them unchanged
  std::vector<std::uint8_t> file;
  int width = 0, height = 0;  ///< pixels; 0 if the texture is only carried
  /// 4 bytes per pixel, rows top to bottom, straight alpha, sRGB; empty if the texture is only
  /// carried.
  std::vector<std::uint8_t> rgba;
  bool repeats = true;  ///< the picture repeats outside [0, 1]; if false, its edge pixels continue
  /// JSON text of the glTF sampler, carried. Empty: none, or nothing besides `repeats`.
  std::string sampler{};
  bool operator==(const Texture&) const = default;
};

// "Carried" data is neither drawn nor edited, and saved as it was loaded. A field `carried` is the
// JSON text of a glTF object with the members that have no field here (empty: none). Texture
// indices in it are indices into `textures` of the same struct.

/// The look of a surface. Only the base color is drawn.
struct Material {
  std::string name{};
  glm::vec4 base_color{1.0f};  ///< linear factor, as in glTF
  std::shared_ptr<const Texture> base_color_texture{};
  /// Members of a glTF material: metal, roughness, emission, transparency, extensions, ...
  std::string carried{};
  std::vector<std::shared_ptr<const Texture>> textures{};  ///< none of them null
  // How the base color's texture is used. io finds both members in `carried`, so they are not
  // saved.
  int uv_set = 0;  ///< n of TEXCOORD_n; 0: Mesh::uvs
  /// From texture coordinates with the origin at the upper left to those of the picture
  /// (KHR_texture_transform).
  glm::mat3 texel_from_uv{1.0f};
  bool operator==(const Material& other) const;  ///< compares textures by value
};

/// A further attribute of the vertices, carried.
struct VertexAttribute {
  std::string name;  ///< glTF's semantic: COLOR_0, TANGENT, TEXCOORD_1, _HEAT
  int width = 0;     ///< components per vertex, 1 to 4
  /// glTF's number: 5120 byte, 5121 unsigned byte, 5122 short, 5123 unsigned short, 5125 unsigned
  /// int, 5126 float.
  int component_type = 5126;
  bool normalized = false;          ///< integers represent fractions
  std::vector<std::uint8_t> bytes;  ///< V * width components, little-endian, tightly packed
  bool operator==(const VertexAttribute&) const = default;
};

/// A shape to blend towards: differences from the mesh, one per vertex, or empty; see
/// scene/morph.h. Tangents are carried.
struct MorphTarget {
  std::string name;
  std::vector<glm::vec3> positions, normals, tangents;
  bool operator==(const MorphTarget&) const = default;
};

struct Mesh {
  std::vector<glm::vec3> positions;  ///< V source vertices, mesh space, in the file's order
  /// F + 1: face f owns corners [face_begin[f], face_begin[f + 1])
  std::vector<std::uint32_t> face_begin{0};
  std::vector<std::uint32_t> corner_vertex;  ///< C: index into positions
  std::vector<glm::vec3> normals;            ///< N, mesh space, need not be unit length
  /// C: index into normals (or kNoIndex); empty: no corner has one
  std::vector<std::uint32_t> corner_normal;
  std::vector<glm::vec2> uvs;  ///< texture coordinates, origin at the lower left as in OBJ
  /// C: index into uvs (or kNoIndex); empty: no corner has one
  std::vector<std::uint32_t> corner_uv;
  std::vector<Material> materials;  ///< empty: drawn as clay
  /// F: index into materials (or kNoIndex). Empty: all faces have the first one.
  std::vector<std::uint32_t> face_material;
  std::optional<ExplicitWeights> weights;
  std::vector<std::string> groups;  ///< names from an OBJ's g and o lines
  /// F: index into groups (or kNoIndex); empty: no face has one
  std::vector<std::uint32_t> face_group;
  std::vector<VertexAttribute> attributes;
  std::vector<MorphTarget> morph_targets;
  std::string carried;  ///< members of a glTF mesh

  bool operator==(const Mesh&) const = default;
  std::size_t face_count() const { return face_begin.size() - 1; }
};

/// The triangles that are skinned and drawn. Their shading vertices are the mesh's V source
/// vertices in order, then copies of vertices whose corners differ in normal or uv.
struct Surface {
  /// S: shading vertex -> source vertex; source[i] == i for i < V
  std::vector<std::uint32_t> source;
  /// S, mesh space, unit length (or zero where the mesh does not determine one)
  std::vector<glm::vec3> normals;
  std::vector<glm::vec2> uvs;  ///< S, or empty
  /// 3T indices into shading vertices, grouped by material
  std::vector<std::uint32_t> triangles;
  /// The triangles of one material: indices [begin, end) of `triangles`, in face order. Parts are
  /// sorted by material, clay last, without gaps and empty parts.
  struct Part {
    std::uint32_t material = kNoIndex;  ///< index into Mesh::materials; kNoIndex: clay
    std::uint32_t begin = 0, end = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
};

/// Splits vertices and cuts polygons into triangles (ear clipping for concave polygons; a fan above
/// 256 corners, to bound the time). A corner without a normal gets the area-weighted mean of the
/// face normals around its source vertex.
Surface make_surface(const Mesh& mesh);

/// Area-weighted mean of the face normals around each source vertex, for the given positions (one
/// per source vertex). Unit length, or zero where undefined.
std::vector<glm::vec3> smooth_normals(const Mesh& mesh, const std::vector<glm::vec3>& positions);

/// The matrix that turns the normals of a surface transformed by `matrix`, up to their length: the
/// cofactors times the sign of the determinant. It needs no inverse, so a singular matrix gives no
/// NaN (but possibly zero normals).
glm::dmat3 normal_matrix_of(const glm::mat4& matrix);

/// Transforms a surface to another space. `positions`: one per source vertex. All other lists: one
/// per shading vertex; `source` has its source vertex. Normals of zero length stay.
void transform_surface(const glm::mat4& to_from_mesh, const std::vector<std::uint32_t>& source,
                       const std::vector<glm::vec3>& positions,
                       const std::vector<glm::vec3>& normals, std::vector<glm::vec3>& to_positions,
                       std::vector<glm::vec3>& to_normals);

/// Axis-aligned bounds of points; empty() without points.
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
      all[std::size_t(n)] = glm::mix(low, high, glm::bvec3(n & 1, n & 2, n & 4));
    return all;
  }
};
Bounds bounds_of(const std::vector<glm::vec3>& points);

}  // namespace marrow
