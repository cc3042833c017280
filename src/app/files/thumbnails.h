// OpenGL textures of the thumbnails of files: recent files, autosaves. Needs a current GL context
// from construction to destruction.
#pragma once

#include <map>
#include <string>

#include "editor/editor.h"
#include "view/gl/gl.h"

namespace marrow::app {

class Thumbnails {
 public:
  /// Loads at most one of SafetyState::wanted_thumbnails and requests a frame after it. Deletes
  /// textures that are no longer in SafetyState::thumbnails.
  void update(Editor& editor);
  /// Call before the OpenGL context is lost. Panels then request their thumbnails again.
  void lose_graphics(Editor& editor);

 private:
  std::map<std::string, view::gl::Texture> textures_;  ///< by file path
};

}  // namespace marrow::app
