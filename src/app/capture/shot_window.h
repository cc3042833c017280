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
  /// Draws it while editor.shots.shows_options, once a frame inside ImGui's frame; lets go of
  /// everything when it is not shown.
  void draw(Editor& editor);
  /// The context goes: the preview is drawn again.
  void lose_graphics() { preview_.reset(); }

 private:
  void draw_content(Editor& editor);
  ShotPreview preview_;
};

}  // namespace marrow::app
