// Draws crosses at vertices: small ones at uncovered, larger ones at emphasized vertices.
#pragma once

#include "view/gl/gl.h"
#include "view/gl/line_layer.h"
#include "view/gl/uploads.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

class CrossLayer {
 public:
  CrossLayer();
  /// Updates one drawable mesh. `changes`: the result of its MeshSource. `marks`: emphasized
  /// vertices, nullptr: none.
  void update(const DeformedMesh& mesh, const MeshSource::Changes& changes,
              const std::shared_ptr<const std::vector<std::uint32_t>>& marks, Uploads& uploads);
  void forget_all_but(const Deformer& deformer);

  /// Draws a cross at each uncovered vertex, faint where the mesh hides it. If crosses would
  /// overlap, only some are drawn, the same ones from all sides; never more than 20,000 per mesh.
  void draw_uncovered(const Picture& picture, const EyeView& view);
  /// Draws larger crosses at the emphasized vertices, equally strong in front of the mesh and
  /// behind it.
  void draw_emphasized(const Picture& picture, const EyeView& view);

 private:
  struct Crosses {
    gl::VertexArray array;
    gl::Buffer centers;
    /// shuffled, so that any first part is spread over the mesh
    std::vector<std::uint32_t> vertices;
    float spacing = 0.0f;  ///< mean distance between neighbors, output space
  };
  struct OfMesh {
    Crosses uncovered;
    std::unique_ptr<Crosses> emphasized;  ///< nullptr: no marks
    std::shared_ptr<const std::vector<std::uint32_t>> marks;
  };
  struct Style {
    float radius, stroke, rim;  ///< pixels at UI scale 1
    float hidden;               ///< opacity behind the mesh
    float apart;                ///< smallest distance between crosses, pixels at UI scale 1
    GLsizei least;              ///< this many are drawn even if they overlap
  };
  static void make_array(Crosses& crosses);
  static void upload(const DeformedMesh& mesh, Crosses& crosses, Uploads& uploads);
  void draw(const Picture& picture, const EyeView& view, const Style& style,
            const Crosses* (*chosen)(const OfMesh&));

  gl::Program program_;
  QuadIndices quads_;
  std::map<Id, OfMesh> meshes_;
};

}  // namespace marrow::view
