// The window of the range-of-motion sheet: tiles worst first, filled progressively. Owns a renderer
// and textures of the window's GL context; empty until the sheet is opened.
#pragma once

#include <map>
#include <memory>

#include "editor/session.h"
#include "rig/measure/range_of_motion.h"
#include "view/gl/gl.h"
#include "view/gl/renderer.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

class SheetWindow {
 public:
  /// Draws the sheet while editor.sheet is open, once a frame inside ImGui's frame; otherwise frees
  /// everything.
  void draw(Editor& editor);
  /// Before the context is lost: pictures are drawn again later, measurements stay.
  void lose_graphics();

 private:
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
