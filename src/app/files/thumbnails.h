// The small pictures that panels ask for, on the GPU. Needs a current context from construction to
// destruction.
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
  /// Loads one of those that are wanted and drops those that are no longer listed; asks for a frame
  /// when something new is there.
  void update(Editor& editor);
  /// The context goes: panels ask again for what they show.
  void lose_graphics(Editor& editor);

 private:
  std::map<std::string, view::gl::Texture> textures_;  ///< by path of the file
};

}  // namespace marrow::app
