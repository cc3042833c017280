// Touch-ups of a mesh's weights: strokes of a brush, their strength as a whole, and their removal.
#pragma once

#include <string>

#include "edit/operations/behavior.h"
#include "rig/paint/brush.h"

namespace marrow::op {

/// One stroke: PaintStroke::changed().
struct PaintWeights {
  Id mesh_node = kNoId;
  Brush brush = Brush::add;
  Id joint = kNoId;  ///< whose weight was painted; kNoId where the brush paints all
  TouchUps changed;  ///< new rows; one without entries takes the vertex's touch-ups away

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const PaintWeights&) const = default;
};

/// How much of the touch-ups counts, 0 to 1.
struct SetTouchUpStrength {
  Id mesh_node = kNoId;
  float strength = 1.0f;  ///< clamped

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetTouchUpStrength&) const = default;
};

/// All of a mesh; the strength is 1 again.
struct RemoveTouchUps {
  Id mesh_node = kNoId;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const RemoveTouchUps&) const = default;
};

}  // namespace marrow::op

namespace marrow {

/// The half of op::MirrorSide that mirrors touch-ups: of every mesh that the skeleton of
/// scene.nodes[node] deforms, those of one side take the place of the other's, with partners for
/// joints. `binds`: B.
void mirror_touch_ups(Scene& scene, int node, bool left_to_right,
                      const std::vector<glm::mat4>& binds);

}  // namespace marrow
