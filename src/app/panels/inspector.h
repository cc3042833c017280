// The parts of the inspector, one file each. Node and joint indices are valid in the scene.
#pragma once

#include <functional>

#include "editor/editor.h"
#include "editor/panels/shown_transform.h"

namespace marrow::app {

/// inspector_joint.cpp
void draw_joint_inspector(Editor& editor, const JointRef& ref);
/// inspector_limits.cpp: whether the joint is pinned or locked, limits of its angles.
void draw_limits(Session& session, PanelsState& panels, Id joint);
/// inspector_springs.cpp: how the active joint swings.
void draw_springs(Editor& editor);
/// The sections of a skeleton: falloff, coverage.
void draw_skeleton_sections(Editor& editor, int index);

/// A row whose drag multiplies, as one step, the radii of a skeleton's selected joints, or of all
/// its joints if none is selected.
void draw_radius_scale(Session& session, BenchState& bench, PanelsState& panels, Id skeleton);

/// Three rows (Move, Turn, Scale) for a matrix; `operation_for` makes the edit from the new matrix.
void transform_fields(Session& session, PanelsState& panels, ViewportState& viewport, Id id,
                      const glm::mat4& matrix,
                      const std::function<Operation(Id, const glm::mat4&)>& operation_for);

}  // namespace marrow::app
