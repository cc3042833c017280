#include <cmath>

#include "app/field_edit.h"
#include "app/inspector.h"
#include "app/theme.h"
#include "app/viewport_gizmo.h"

namespace marrow::app {
namespace {

constexpr float kLeastShear = 1e-4f;  // of the largest element: below it a matrix counts as translation, rotation, scale

void shear_note() {
  ImGui::PushStyleColor(ImGuiCol_Text, colors().amber);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted("This transform has a shear that these fields cannot show; a change here loses it.");
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

}  // namespace

ShownTransform shown_transform(InspectorState& state, Id id, const glm::mat4& matrix) {
  float shear = 0.0f;
  const JointPose pose = decompose(matrix, &shear);
  if (state.euler_of != id) {
    state.euler_of = id;
    state.euler = glm::vec3(0.0f);
  }
  state.euler = euler_near(pose.rotation, state.euler);
  return {pose.translation, glm::degrees(state.euler), pose.scale, shear > kLeastShear};
}

glm::mat4 matrix_of(const ShownTransform& shown) {
  return compose({shown.translation, quat_from_euler(glm::radians(shown.degrees)), shown.scale});
}

void transform_fields(Editor& editor, Id id, const glm::mat4& matrix, Operation (*operation_for)(Id, const glm::mat4&)) {
  ShownTransform shown = shown_transform(editor.inspector, id, matrix);
  NumberStyle lengths;
  lengths.speed = 0.05f * move_step(editor);
  lengths.tooltip = "Along x, y, z. Drag to change, double-click to type.";
  const FieldEvents moved = vector_field("Move", shown.translation, lengths);
  NumberStyle angles;
  angles.speed = 0.25f;
  angles.format = "%.1f\u00b0";
  angles.tooltip = "Degrees about x, then y, then z.";
  const FieldEvents turned = vector_field("Turn", shown.degrees, angles);
  if (turned.changed) editor.inspector.euler = glm::radians(shown.degrees);
  NumberStyle factors;
  factors.tooltip = "Factors along x, y, z.";
  const FieldEvents scaled = vector_field("Scale", shown.scale, factors);
  const Operation operation = operation_for(id, matrix_of(shown));
  for (const FieldEvents& events : {moved, turned, scaled}) apply_field(editor, events, operation);
  if (shown.has_shear) shear_note();
}

}  // namespace marrow::app
