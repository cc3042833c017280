// Holds the deformed meshes on the GPU and draws them. Uploads only changed data, by revisions.
#pragma once

#include <array>

#include "view/gl/cross_layer.h"
#include "view/gl/gl.h"
#include "view/gl/target.h"
#include "view/gl/texture_store.h"
#include "view/gl/uploads.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

class MeshLayer {
 public:
  /// The textures must outlive the layer.
  explicit MeshLayer(TextureStore& textures);

  /// Updates the copies on the GPU and deletes those of meshes that no longer exist.
  Uploads update(const Picture& picture);

  /// Draws all shown meshes, with depth; blended if show.mesh_opacity < 1.
  void draw(const Picture& picture, const EyeView& view);
  /// Draws all shown meshes as flat shapes, into the bound target.
  void draw_shapes(const Picture& picture, const EyeView& view) const;
  /// Draws the border of each selected mesh over the picture in `target`, by a separate mask.
  void draw_selection(const Picture& picture, const EyeView& view, const Target& target);
  /// Draws crosses at uncovered vertices if show.uncovered is set (unless they are so many that
  /// they are tinted instead), and at emphasized vertices.
  void draw_crosses(const Picture& picture, const EyeView& view);

 private:
  struct GpuMesh {
    gl::VertexArray array;
    gl::IndexBuffer indices;
    gl::Buffer vertices, tints, hatches, uvs;
    GLsizei index_count = 0;
    MeshSource source;
    /// key of what the tints depend on besides influences; empty: no tints
    std::vector<std::uint64_t> heat_key;
    std::shared_ptr<const std::vector<std::uint32_t>> marks;  ///< hatched vertices; nullptr: none
    bool is_tinted = false;  ///< uncovered vertices are tinted, by the second number of `hatches`
    bool has_uvs = false;    ///< `uvs` is filled
  };
  void update_mesh(const Picture& picture, const DeformedMesh& mesh, Uploads& uploads);
  static void read_attributes(const GpuMesh& gpu, std::size_t vertices);
  void upload_order(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads);
  void upload_pose(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads);
  void update_tints(const Picture& picture, const DeformedMesh& mesh, GpuMesh& gpu,
                    const MeshSource::Changes& changes, Uploads& uploads);
  void update_hatches(const Picture& picture, const DeformedMesh& mesh, GpuMesh& gpu,
                      const MeshSource::Changes& changes, Uploads& uploads);
  void update_materials(const Picture& picture, const DeformedMesh& mesh, GpuMesh& gpu,
                        Uploads& uploads);

  void set_light(const Picture& picture, const EyeView& view) const;
  const gl::Program& program_for(const GpuMesh& gpu, bool is_textured) const;
  void draw_all(const Picture& picture, const EyeView& view) const;
  void draw_with_materials(const EyeView& view, const DeformedMesh& mesh, const GpuMesh& gpu,
                           float glow) const;
  void draw_shape(Id node, const Picture& picture, const EyeView& view) const;

  TextureStore& textures_;
  std::map<Id, GpuMesh> meshes_;
  std::array<gl::Program, 4> lit_programs_;  ///< by index: 1 hatched, 2 textured, 3 both
  gl::Program mask_program_, outline_program_;
  gl::VertexArray nothing_;  ///< for triangles that the vertex shader generates
  Target mask_{Target::Format::mask};
  CrossLayer crosses_;
};

}  // namespace marrow::view
