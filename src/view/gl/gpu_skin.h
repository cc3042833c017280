// Skinning on the graphics card. Rows and weights stay there, so a new pose uploads only the
// joints' matrices. Picking, meters and files use the deformer's vertices. Single precision:
// positions agree with the engine's to 1e-5 of the mesh's size and normals to 1e-3, but where a
// blend is (nearly) flat, with its determinant lost in rounding, a normal may be reversed, and
// where it is a line arbitrary.
#pragma once

#include <cstdint>
#include <vector>

#include "view/gl/gl.h"
#include "view/gl/mesh_source.h"
#include "view/gl/uploads.h"

namespace marrow::view {

/// Of one mesh.
class GpuSkin {
 public:
  /// True for a mesh with DeformedMesh::has_engine whose rows fit this driver's textures. No row is
  /// too long, but all entries behind the fourth ones together may be too many: then draw it
  /// without this.
  static bool can_skin(const DeformedMesh& mesh);
  /// The same for a driver whose textures have at most so many texels per side.
  static bool fits(const Coverage& coverage, std::size_t joints, int largest_side);

  /// kDefine goes before both sources of a program that skins, shaders::kSkin before the vertex
  /// shader's.
  static constexpr const char* kDefine = "#define SKINNED\n";
  /// Sets the units of the textures that bind() binds, for the program in use.
  static void set_textures(const gl::Program& program);

  /// Uploads changes: rest vertices in mesh.order(), rows, matrices; everything the first time.
  /// Precondition: can_skin(mesh).
  void update(const DeformedMesh& mesh, const MeshSource::Changes& changes, Uploads& uploads);
  /// Makes the bound vertex array read the uploads. Call again when rows or centers changed.
  void read_attributes() const;
  void bind() const;

 private:
  void upload_vertices(const DeformedMesh& mesh, Uploads& uploads);
  void upload_centers(const DeformedMesh& mesh, Uploads& uploads);
  void upload_rows(const DeformedMesh& mesh, Uploads& uploads);
  void upload_matrices(const DeformedMesh& mesh, Uploads& uploads);
  void upload_pairs(const DeformedMesh& mesh, const std::vector<std::uint32_t>& begins,
                    Uploads& uploads);

  gl::Buffer vertices_;  ///< positions, then normals
  gl::Buffer rows_;      ///< shares of the second to fourth joint, then the joints
  gl::Buffer rests_;     ///< where longer rows go on; not used when there is none
  gl::Buffer centers_;   ///< of rotation; not used for other blends
  gl::Texture matrices_, pairs_;
  std::size_t count_ = 0;  ///< vertices
  bool is_new_ = true, has_wide_joints_ = false, has_rests_ = false, has_centers_ = false;
};

}  // namespace marrow::view
