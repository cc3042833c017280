#include <fmt/format.h>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/files/files_state.h"
#include "editor/files/mesh_check.h"

namespace marrow::app {

namespace {

std::string heading(const MeshCheckState& state) {
  std::string name;
  std::size_t count = 0;
  for (const CheckedMesh& mesh : state.meshes)
    if (!is_sound(mesh.examined->findings) && count++ == 0) name = mesh.name;
  return count == 1 ? name + " has faults" : fmt::format("{} meshes have faults", count);
}

/// Words at the left, the button of the repair at the right. True if it is pressed.
bool fault_row(const MeshCheckRow& row) {
  bool is_pressed = false;
  ImGui::BeginGroup();
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  const float button = row.cure != nullptr ? text_button_width(row.cure->step) : 0.0f;
  ImGui::AlignTextToFramePadding();
  wrapped_text(row.words, width - button - px(12));
  if (row.cure != nullptr) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + width - button);
    is_pressed = text_button(row.cure->step, false, row.cure->help);
  }
  ImGui::EndGroup();
  return is_pressed;
}

void fault_rows(Editor& editor) {
  MeshCheckState& state = editor.files.mesh_check;
  card_heading(heading(state));
  card_words(
      "Crosses mark them; point at a row to see only its own. Rigging works without repairs.");
  ImGui::Dummy({0.0f, px(4)});
  const MeshCureRow* wanted = nullptr;
  state.hovered.reset();
  for (std::size_t i = 0; i < state.rows.size(); ++i) {
    ImGui::PushID(int(i));
    if (fault_row(state.rows[i])) wanted = state.rows[i].cure;
    ImGui::PopID();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) state.hovered = i;
  }
  ImGui::Dummy({0.0f, px(4)});
  if (wanted != nullptr) cure_meshes(editor, *wanted);
}

}  // namespace

void draw_mesh_card(Editor& editor, const Rect& viewport, float& y) {
  MeshCheckState& state = editor.files.mesh_check;
  bool is_closed = false;
  if (state.is_open) {
    draw_card(
        editor, "##mesh", viewport, y, [&] { fault_rows(editor); },
        [&] { is_closed = text_button("Close", false, "Rig > Mesh > Examine opens it again"); });
  } else if (state.job.has_begun() && state.purpose != MeshCheckState::Purpose::opened &&
             editor.now - state.began >= kCardAfter) {
    draw_card(
        editor, "##examining", viewport, y, [] { card_heading("Examining meshes"); },
        [&] { is_closed = phase_and_cancel(state.job.progress().text(), "Nothing is changed"); });
  }
  if (is_closed) close_mesh_check(state);
}

}  // namespace marrow::app
