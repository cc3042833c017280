// The deformed meshes on the GPU. Knows from revisions what is new, and uploads nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "view/eye_view.h"
#include "view/gl.h"
#include "view/line_layer.h"
#include "view/picture.h"
#include "view/target.h"

namespace marrow::view {

class MeshLayer {
 public:
  MeshLayer();

  struct Uploads {
    std::size_t count = 0;
    std::size_t bytes = 0;
    void add(std::size_t more) {
      ++count;
      bytes += more;
    }
  };
  /// Brings the GPU's copies up to date and forgets meshes that are gone.
  Uploads update(const Picture& picture);

  /// All shown meshes, with depth; blended when show.mesh_opacity < 1.
  void draw(const Picture& picture, const EyeView& view);
  /// A cross at each uncovered vertex, faint where the mesh hides it. Where they would run into each other a part of them stands for all,
  /// the same part from wherever they are seen; and never more than 20,000 of a mesh.
  void draw_uncovered(const Picture& picture, const EyeView& view);
  /// The border of each selected mesh, over what `target` holds. Uses a mask of its own.
  void draw_selection(const Picture& picture, const EyeView& view, const Target& target);

 private:
  /// Whose arrays were read. Revisions count anew in each Deformer: the surface (held, so that its address is no one else's) tells
  /// Deformers apart, the other two addresses tell a Deformer from its copy.
  struct Source {
    std::shared_ptr<const Surface> surface;
    const void* rows = nullptr;
    const void* positions = nullptr;
  };
  struct GpuMesh {
    gl::VertexArray array, crosses_array;
    gl::Buffer indices, vertices, tints, crosses;
    GLsizei index_count = 0, cross_count = 0;
    Source source;
    std::uint64_t shape_revision = 0, bind_revision = 0, pose_revision = 0;
    Id heat_joint = kNoId;                 ///< whose weights the tints show
    std::vector<std::uint32_t> uncovered;  ///< source vertices, shuffled: any first part of them is spread over all
    float spacing = 0.0f;                  ///< mean distance between neighbours there, output space
  };
  void update_mesh(const DeformedMesh& mesh, GpuMesh& gpu, Id heat_joint, int heat_index, Uploads& uploads);
  void upload_shape(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads);
  void upload_pose(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads);
  void upload_tints(const DeformedMesh& mesh, GpuMesh& gpu, int heat_index, Uploads& uploads);
  void upload_crosses(const DeformedMesh& mesh, GpuMesh& gpu, Uploads& uploads);
  void draw_mesh(const GpuMesh& gpu, const glm::mat4& world_from_mesh, const EyeView& view, const gl::Program& program) const;
  void draw_all(const Picture& picture, const EyeView& view) const;
  void draw_mask(Id node, const Picture& picture, const EyeView& view);

  std::map<Id, GpuMesh> meshes_;
  gl::Program program_, mask_program_, outline_program_, cross_program_;
  gl::VertexArray nothing_;  ///< for triangles that the vertex shader makes up
  Target mask_{Target::Format::mask};
  QuadIndices quads_;
};

}  // namespace marrow::view
