// The window of the range-of-motion sheet: a tile per joint, worst first, filled in over several
// frames. While open, owns a renderer and textures in the window's GL context.
#pragma once

#include <map>
#include <memory>

#include "editor/editor.h"
#include "rig/measure/range_of_motion.h"
#include "view/gl/gl.h"
#include "view/gl/renderer.h"

namespace marrow::app {

class SheetWindow {
 public:
  /// Call once per frame, inside ImGui's frame. Frees everything while editor.sheet is closed.
  void draw(Editor& editor);
  /// Call before the context is lost. Measurements stay; pictures are drawn again later.
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
  bool was_shown_ = false;           ///< in the previous frame
};

}  // namespace marrow::app
