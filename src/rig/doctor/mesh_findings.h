// Finds, counts and lists the faults of meshes from generators and scanners. cures.h repairs them.
//
// Words. A place is a position: vertices within the merge distance of each other are at one place,
// because files split vertices at seams. A side leads from a face's corner to the next one; sides
// between the same two places are one edge. A shell is a set of faces connected through places. A
// patch is a set of faces connected across edges of exactly two faces, so a wall inside a body is a
// patch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scene/influences.h"
#include "scene/mesh.h"

namespace marrow {

enum class MeshFault { duplicates, double_faces, inner, flipped, holes, needles };
enum class MeshCure { merge, inner, orient, holes };

struct MeshFaultRow {
  MeshFault fault;
  const char* key;  ///< in JSON
  const char* one;
  const char* many;
};
/// In the order of MeshFault.
inline constexpr std::array<MeshFaultRow, 6> kMeshFaults{{
    // A vertex closer to another one than 1e-5 of the diagonal. Copies at seams of texture or
    // normals do not count.
    {MeshFault::duplicates, "duplicate_vertices", "duplicate vertex", "duplicate vertices"},
    // A face with the vertices of another one, or without an area.
    {MeshFault::double_faces, "double_faces", "double face", "double faces"},
    // Shells and walls that the body hides.
    {MeshFault::inner, "inner", "inner wall", "inner walls"},
    {MeshFault::flipped, "flipped_faces", "flipped face", "flipped faces"},  // show their back
    // A hole of at most 64 sides and 5 % of the surface. Open ends such as sleeves do not count.
    {MeshFault::holes, "holes", "small hole", "small holes"},
    // A thousand times longer than high: their normals are arbitrary. Weights need no cure.
    {MeshFault::needles, "needles", "needle triangle", "needle triangles"},
}};

struct MeshCureRow {
  MeshCure cure;
  const char* id;    ///< on the command line and in operations
  const char* step;  ///< in the history, before "of body"
  const char* help;
};
/// In the order of MeshCure, which is also the order in which they are applied.
inline constexpr std::array<MeshCureRow, 4> kMeshCures{{
    {MeshCure::merge, "merge", "Merge duplicates",
     "Merges duplicate vertices where weights, morph targets and attributes agree, and drops "
     "double faces. Seams stay."},
    {MeshCure::inner, "inner", "Drop inner walls", "Drops shells and walls inside the body"},
    {MeshCure::orient, "orient", "Orient faces",
     "Turns faces like their neighbors, and closed shells outward"},
    {MeshCure::holes, "holes", "Fill holes", "Fills each small hole with one flat face"},
}};
/// nullptr for needles.
const MeshCureRow* cure_of(MeshFault fault);

/// Vertices, faces and corners are indices into the mesh; lists ascend.
struct MeshFindings {
  std::vector<std::uint32_t> place;       ///< V: the first vertex at this place
  std::vector<std::uint32_t> merges_to;   ///< V: the vertex it merges into; mostly itself
  std::vector<std::uint32_t> duplicates;  ///< vertices that merging removes or moves
  std::vector<std::uint32_t> double_faces;
  std::vector<std::uint32_t> inner_faces;
  std::uint32_t inner = 0;  ///< number of patches of inner faces
  std::vector<std::uint32_t> flipped_faces;
  /// Per hole, for each corner of the face that would fill it, a corner of a face around it.
  std::vector<std::vector<std::uint32_t>> holes;
  std::vector<std::uint32_t> needles;  ///< faces

  // Facts, not faults.
  std::uint32_t shells = 0;
  std::vector<std::uint32_t> shell;  ///< V: its shell, numbered by first face; kNoIndex: no face
  std::uint32_t openings = 0;        ///< borders that are not small holes
  std::uint32_t crowded_edges = 0;   ///< edges of three or more faces
};

using FaultCounts = std::array<std::size_t, kMeshFaults.size()>;  ///< by MeshFault
/// The number of each fault; for `inner`, of patches.
FaultCounts counts_of(const MeshFindings& findings);
/// True if no fault has been found.
bool is_sound(const MeshFindings& findings);
/// True if each edge has two faces.
bool is_closed(const MeshFindings& findings);
/// The counts of the faults that `cure` repairs (nullptr: of those without a cure); 0 for others.
FaultCounts repaired_by(const MeshCureRow* cure, FaultCounts counts);
/// "34 flipped faces, 2 small holes". Empty if there is none.
std::string words_of(const FaultCounts& counts);
/// The vertices to mark for a fault, ascending: duplicates, vertices of faces, or vertices around
/// holes.
std::vector<std::uint32_t> vertices_at(const Mesh& mesh, const MeshFindings& findings,
                                       MeshFault fault);

/// Examines a valid mesh, in time nearly proportional to its size. Does not change with the number
/// of threads. The thresholds are stated at kMeshFaults.
///
/// duplicates: each vertex goes to the first earlier place within the distance. Vertices at one
/// place merge if their weights, attributes and morph targets are equal and some of their corners
/// have equal normals and texture coordinates; else they are split at a seam. inner: a patch that
/// the rest of the mesh surrounds at the middle of each of its faces: at least four of six rays
/// along the axes cross the rest of its own shell, or another shell, not as often inward as outward
/// (the votes of body/solid.h). flipped: neighbors across an edge run along it in opposite
/// directions; the right orientation of a patch is the one with positive volume if the patch is
/// closed, else the one of most of its area. Inner patches are not judged.
MeshFindings examine(const Mesh& mesh);

struct ExaminedMesh {
  std::shared_ptr<const Mesh> mesh;
  MeshFindings findings;
};

struct HeldShell {
  std::uint32_t vertices = 0;
  int joint = -1;  ///< the one that holds each vertex alone; -1: there is none
};
/// One per shell. `rows`: of the mesh that was examined.
std::vector<HeldShell> held_shells(const MeshFindings& findings, const Influences& rows);

}  // namespace marrow
