// The window "Screenshot": size, background, what is shown, where to.
#pragma once

#include "app/capture/shot_preview.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

class ShotWindow {
 public:
  /// Drawn while editor.shots.shows_options, once a frame inside ImGui's frame; otherwise frees
  /// everything.
  void draw(Editor& editor);
  void lose_graphics() { preview_.reset(); }

 private:
  void draw_content(Editor& editor);
  ShotPreview preview_;
};

}  // namespace marrow::app
