// The parts of the inspector, one file each. ImGui is current; node and joint indices are into the document's scene and valid.
#pragma once

#include "app/editor.h"
#include "rig/joint_pose.h"

namespace marrow::app {

void draw_joint_inspector(Editor& editor, const JointRef& ref);  ///< inspector_joint.cpp
void draw_limits(Editor& editor, Id joint);                      ///< inspector_limits.cpp: pinned, locked, how far it turns
void draw_node_inspector(Editor& editor, int node);              ///< inspector_node.cpp
void draw_morph_targets(Editor& editor, Id node);                ///< inspector_morph.cpp: a slider each
void draw_skeleton_sections(Editor& editor, int node);           ///< inspector_skeleton.cpp: falloff, coverage, stored poses

/// A row that multiplies radii while it is dragged: those of the selected joints of a skeleton, of all when none is selected. One step.
void draw_radius_scale(Editor& editor, Id skeleton);  ///< inspector_skeleton.cpp

/// A matrix as it is shown: translation, angles in degrees nearest to those shown last for the same id, scale.
struct ShownTransform {
  glm::vec3 translation{0.0f};
  glm::vec3 degrees{0.0f};
  glm::vec3 scale{1.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  ///< what `degrees` say
  bool has_shear = false;                      ///< the fields cannot say all of the matrix: editing them loses the rest
};
/// At rest (exactly) the angles are 0, however many turns led there.
ShownTransform shown_transform(InspectorState& state, Id id, const glm::mat4& matrix);
glm::mat4 matrix_of(const ShownTransform& shown);
/// `start` with what differs between the two: a row that was not touched keeps its part, bit for bit where neither angles nor factors were.
glm::mat4 edited_matrix(const glm::mat4& start, const ShownTransform& before, const ShownTransform& after);
/// Whether two numbers are shown as the same digits.
bool reads_the_same(float a, float b, const char* format);
/// "0.966  0.000  0.259  0.000", w first: of the two quaternions of a turn the one whose w is not negative.
std::string quaternion_text(const glm::quat& rotation);

/// Three rows (Move, Turn, Scale) for a matrix; `operation_for` makes the edit from the new one.
void transform_fields(Editor& editor, Id id, const glm::mat4& matrix, Operation (*operation_for)(Id, const glm::mat4&));

}  // namespace marrow::app
