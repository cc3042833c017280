// Textures of files' pictures. Needs a current GL context from construction to destruction.
#pragma once

#include <map>
#include <string>

#include "editor/editor.h"
#include "view/gl/gl.h"

namespace marrow::app {

class Thumbnails {
 public:
  /// Loads at most one wanted picture, drops those no longer listed; requests a frame after a load.
  void update(Editor& editor);
  /// Before the context is lost. Panels then request their pictures again.
  void lose_graphics(Editor& editor);

 private:
  std::map<std::string, view::gl::Texture> textures_;  ///< by path of the file
};

}  // namespace marrow::app
