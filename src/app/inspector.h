// The parts of the inspector, one file each. ImGui is current; node and joint indices are into the document's scene and valid.
#pragma once

#include "app/editor.h"
#include "rig/joint_pose.h"

namespace marrow::app {

void draw_joint_inspector(Editor& editor, const JointRef& ref);  ///< inspector_joint.cpp
void draw_node_inspector(Editor& editor, int node);              ///< inspector_node.cpp
void draw_skeleton_sections(Editor& editor, int node);           ///< inspector_skeleton.cpp: falloff, coverage, stored poses

/// A row that multiplies radii while it is dragged: those of the selected joints of a skeleton, of all when none is selected. One step.
void draw_radius_scale(Editor& editor, Id skeleton);  ///< inspector_skeleton.cpp

/// A matrix as it is shown: translation, angles in degrees nearest to those shown last for the same id, scale.
struct ShownTransform {
  glm::vec3 translation{0.0f};
  glm::vec3 degrees{0.0f};
  glm::vec3 scale{1.0f};
  bool has_shear = false;  ///< the fields cannot say all of the matrix: editing them loses the rest
};
ShownTransform shown_transform(InspectorState& state, Id id, const glm::mat4& matrix);
glm::mat4 matrix_of(const ShownTransform& shown);

/// Three rows (Move, Turn, Scale) for a matrix; `operation_for` makes the edit from the new one.
void transform_fields(Editor& editor, Id id, const glm::mat4& matrix, Operation (*operation_for)(Id, const glm::mat4&));

}  // namespace marrow::app
