// The window "Screenshot": preview, size, look, folder.
#pragma once

#include "app/capture/shot_preview.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

class ShotWindow {
 public:
  /// Once a frame, inside ImGui's frame. Frees everything while editor.shots.shows_options is
  /// false.
  void draw(Editor& editor);
  void lose_graphics() { preview_.reset(); }

 private:
  void draw_content(Editor& editor);
  ShotPreview preview_;
};

}  // namespace marrow::app
