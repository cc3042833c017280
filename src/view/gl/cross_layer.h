// Crosses at vertices: small ones at uncovered, larger ones at emphasized vertices.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "view/gl/gl.h"
#include "view/gl/line_layer.h"
#include "view/gl/mesh_source.h"
#include "view/gl/uploads.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

class CrossLayer {
 public:
  CrossLayer();
  /// Of one drawable mesh, `changes` as its MeshSource said. Marks: nullptr for none.
  void update(const DeformedMesh& mesh, const MeshSource::Changes& changes,
              const std::shared_ptr<const std::vector<std::uint32_t>>& marks, Uploads& uploads);
  void forget_all_but(const Deformer& deformer);

  /// A cross at each uncovered vertex, faint where the mesh hides it. Where they would overlap only
  /// a part of them is drawn, the same from all sides; never more than 20,000 of a mesh.
  void draw_uncovered(const Picture& picture, const EyeView& view);
  /// The same for the emphasized vertices: larger, and as strong behind the mesh as before it.
  void draw_emphasized(const Picture& picture, const EyeView& view);

 private:
  struct Crosses {
    gl::VertexArray array;
    gl::Buffer centers;
    std::vector<std::uint32_t> vertices;  ///< shuffled: any first part of them is spread over all
    float spacing = 0.0f;                 ///< mean distance between neighbours there, output space
  };
  struct OfMesh {
    Crosses uncovered;
    std::unique_ptr<Crosses> emphasized;  ///< only where there are marks
    std::shared_ptr<const std::vector<std::uint32_t>> marks;
  };
  struct Look {
    float radius, stroke, rim;  ///< pixels at UI scale 1
    float hidden;               ///< strength behind the mesh
    float apart;                ///< the least distance from cross to cross, pixels at UI scale 1
    GLsizei least;              ///< this many are drawn even where they run into each other
  };
  static void make_array(Crosses& crosses);
  static void upload(const DeformedMesh& mesh, Crosses& crosses, Uploads& uploads);
  void draw(const Picture& picture, const EyeView& view, const Look& look,
            const Crosses* (*chosen)(const OfMesh&));

  gl::Program program_;
  QuadIndices quads_;
  std::map<Id, OfMesh> meshes_;
};

}  // namespace marrow::view
