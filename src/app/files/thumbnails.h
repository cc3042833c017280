// Small pictures on the GPU. Needs a current context from construction to destruction.
#pragma once

#include <map>
#include <string>

#include "editor/session.h"
#include "view/gl/gl.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

class Thumbnails {
 public:
  /// Loads one wanted picture, drops unlisted ones; requests a frame when there is a new one.
  void update(Editor& editor);
  /// Before the context is lost: panels request their pictures again.
  void lose_graphics(Editor& editor);

 private:
  std::map<std::string, view::gl::Texture> textures_;  ///< by path of the file
};

}  // namespace marrow::app
