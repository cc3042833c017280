// The window of the range-of-motion sheet: tiles worst first, filled while one looks on. Owns a
// renderer and the tiles' textures, so it lives and dies with the window's GL context; made empty,
// it takes nothing until the sheet is opened.
#pragma once

#include <map>
#include <memory>

#include "editor/session.h"
#include "rig/measure/range_of_motion.h"
#include "view/gl/gl.h"
#include "view/picture/renderer.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

class SheetWindow {
 public:
  /// Draws the sheet while editor.sheet is open, once a frame inside ImGui's frame; lets go
  /// of everything when it is not.
  void draw(Editor& editor);
  /// The context goes: pictures are drawn again in the next one, measurements stay.
  void lose_graphics();

 private:
  /// A picture of one joint's worst motion.
  struct Tile {
    view::Image image;
    view::gl::Texture texture;
  };
  struct Workshop {
    explicit Workshop(const Tasks& tasks) : deformer(Deformer::with(tasks)) {}
    view::Renderer renderer;
    Deformer deformer;
    Measures measures;
  };

  void advance(Editor& editor);
  void draw_head(Editor& editor);
  void draw_tiles(Editor& editor);
  bool draw_tile(Editor& editor, const JointTrial& trial, float width);
  const Tile* tile_of(Editor& editor, const JointTrial& trial);
  void save_png(Editor& editor);

  std::unique_ptr<Workshop> workshop_;
  std::map<Id, Tile> tiles_;         ///< by joint
  std::uint64_t revision_ = 0;       ///< of the document that the tiles show
  double picture_milliseconds_ = 0;  ///< spent on pictures in this frame
  bool was_shown_ = false;           ///< in the frame before
};

}  // namespace marrow::app
