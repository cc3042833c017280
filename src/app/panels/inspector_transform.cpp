#include <cmath>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <imgui_internal.h>

#include "app/panels/inspector.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"
#include "editor/viewport/gizmo_target.h"

namespace marrow::app {
namespace {

void shear_note() {
  ImGui::PushStyleColor(ImGuiCol_Text, colors().amber);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(
      "This transform has a shear that these fields cannot show; a change here loses it.");
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

/// The axis edited in this frame, over the values shown while no field was active. Typing the shown
/// digits again is no edit, though the value has more digits.
glm::vec3 edited_row(const glm::vec3& start, const glm::vec3& before, const glm::vec3& now,
                     const char* format) {
  const bool is_typed = ImGui::GetActiveID() != 0 && ImGui::TempInputIsActive(ImGui::GetActiveID());
  glm::vec3 row = start;
  for (int axis = 0; axis < 3; ++axis)
    if (now[axis] != before[axis] && !(is_typed && has_same_digits(now[axis], start[axis], format)))
      row[axis] = now[axis];
  return row;
}

}  // namespace

void transform_fields(Session& session, PanelsState& panels, ViewportState& viewport, Id id,
                      const glm::mat4& matrix, Operation (*operation_for)(Id, const glm::mat4&)) {
  InspectorState& state = panels.inspector;
  const ShownTransform live = shown_transform(state, id, matrix);
  if (!session.document.in_gesture()) remember_angles(state, id, matrix);
  ShownTransform shown = live;
  InspectorState::FieldStart& start = state.field_start;
  if (start.of != id || !session.document.in_gesture()) start = {id, matrix, state.eulers[id]};
  InspectorState at_start;
  at_start.eulers[id] = start.euler;
  const ShownTransform before = shown_transform(at_start, id, start.matrix);
  NumberStyle lengths;
  lengths.speed = 0.05f * move_step(session, viewport);
  lengths.tooltip = "Along x, y, z. Drag to change, double-click to type.";
  const FieldEvents moved = vector_field("Move", shown.translation, lengths);
  NumberStyle angles;
  angles.speed = 0.25f;
  angles.format = "%.1f\u00b0";
  angles.tooltip =
      "Degrees about x, then y, then z: of all that say this turn the nearest to those shown "
      "before.";
  const FieldEvents turned = vector_field("Turn", shown.degrees, angles);
  if (turned.changed) state.eulers[id] = glm::radians(shown.degrees);
  NumberStyle factors;
  factors.tooltip = "Factors along x, y, z.";
  const FieldEvents scaled = vector_field("Scale", shown.scale, factors);
  value_row("Quaternion", quaternion_text(shown.rotation),
            "w, x, y, z: the same turn without an order of axes; what slerp and files work with.");
  ShownTransform after = before;
  after.translation =
      edited_row(before.translation, live.translation, shown.translation, lengths.format);
  after.degrees = edited_row(before.degrees, live.degrees, shown.degrees, angles.format);
  after.scale = edited_row(before.scale, live.scale, shown.scale, factors.format);
  const Operation operation = operation_for(id, edited_matrix(start.matrix, before, after));
  for (const FieldEvents& events : {moved, turned, scaled})
    apply_field(session, panels, events, operation);
  if (shown.has_shear) shear_note();
}

}  // namespace marrow::app
