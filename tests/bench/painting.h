// A brush over a large mesh, from the hand's movement to vertices in a buffer.
#pragma once

#include <memory>
#include <vector>

#include "bench/cases.h"
#include "rig/paint/stroke.h"

namespace marrow::bench {

/// Strokes of 32 dabs along the mesh. A dab has 0.5 % of the vertices: of a million, about 5,000.
class PaintWalk {
 public:
  PaintWalk(const Case& source, Brush brush, bool is_mirrored);
  /// One dab: shares, new rows, touch-ups of the stroke so far, a new scene into the deformer.
  void run();
  /// Writes all vertices into the buffer, as for the next picture.
  void draw();
  std::size_t vertices() const { return vertices_; }  ///< under the last dab

 private:
  void begin_stroke();

  Scene scene_;
  BrushSettings settings_;
  PaintTarget brush_on_;
  std::vector<Dab> dabs_;
  std::size_t next_ = 0, vertices_ = 0;
  std::unique_ptr<PaintStroke> stroke_;
  Deformer deformer_;
  TargetMemory target_;
};

}  // namespace marrow::bench
