// Small pictures of stored poses, one drawn per frame, kept while pose, mesh and skeleton are
// unchanged. They belong to the window's GL context.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "editor/editor.h"
#include "view/gl/gl.h"
#include "view/gl/renderer.h"

namespace marrow::app {

class ShelfThumbs {
 public:
  /// Once a frame, before the viewport's picture: drops pictures of deleted poses, draws at most
  /// one missing one, of `size` pixels, and requests a frame if more are missing. Leaves the
  /// editor's deformer in the drawn pose. True when it drew: then the renderer holds this picture.
  bool advance(Editor& editor, view::Renderer& renderer, glm::ivec2 size);

  /// The GL texture of a pose of the shelf's skeleton, first row on top; 0 while there is none.
  unsigned texture(const std::string& pose) const;

  /// Call before the context is lost. All pictures are missing then.
  void lose_graphics() { thumbs_.clear(); }

 private:
  struct Thumb {
    std::uint64_t key = 0;  ///< hash of everything visible in the picture
    view::gl::Texture texture;
  };
  void update_wanted(Editor& editor, const Node& node, glm::ivec2 size);
  void draw(Editor& editor, view::Renderer& renderer, Id skeleton, const Pose& pose,
            glm::ivec2 size);

  std::map<std::string, Thumb> thumbs_;               ///< by the pose's name
  std::map<std::string, std::uint64_t> wanted_keys_;  ///< the keys of up-to-date pictures
  Scene wanted_scene_;                                ///< the source of `wanted_keys_`
  glm::ivec2 wanted_size_{0};
  Id wanted_skeleton_ = kNoId;
  /// Hash of the functions that deform the meshes; a student's functions may be loaded later.
  std::uint64_t wanted_implementation_ = 0;
  Camera camera_;  ///< of all pictures
};

}  // namespace marrow::app
