// Touch-ups of a mesh's weights: brush strokes, their overall strength, and their removal.
#pragma once

#include "edit/operations/behavior.h"
#include "rig/paint/brush.h"

namespace marrow::op {

/// One stroke, the result of PaintStroke::changed().
struct PaintWeights {
  Id mesh_node = kNoId;
  Brush brush = Brush::add;
  Id joint = kNoId;  ///< the painted joint; kNoId if the brush paints all joints
  TouchUps changed;  ///< new rows; one without entries removes the vertex's touch-ups

  MARROW_OPERATION(PaintWeights);
  Locks locks(const Scene&) const {
    return {Locks::Rule::refuse, joint == kNoId ? std::vector<Id>() : std::vector<Id>{joint}};
  }
};

/// The share of the touch-ups that is applied, 0 to 1.
struct SetTouchUpStrength {
  Id mesh_node = kNoId;
  float strength = 1.0f;  ///< clamped

  MARROW_OPERATION(SetTouchUpStrength);
  Locks locks(const Scene&) const { return {}; }
};

/// Removes all touch-ups of a mesh and resets the strength to 1.
struct RemoveTouchUps {
  Id mesh_node = kNoId;

  MARROW_OPERATION(RemoveTouchUps);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op

namespace marrow {

/// The part of op::MirrorSide that mirrors touch-ups, for every mesh that the skeleton of
/// scene.nodes[node] deforms: the touch-ups of one side, with partners in place of joints, replace
/// those of the other side. `binds`: B, one per joint.
void mirror_touch_ups(Scene& scene, int node, bool left_to_right,
                      const std::vector<glm::mat4>& binds);

}  // namespace marrow
