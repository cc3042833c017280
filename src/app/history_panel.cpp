// What was done, oldest first: a click goes there.
#include <algorithm>
#include <imgui.h>

#include "app/panels.h"
#include "app/theme.h"
#include "app/widgets.h"

namespace marrow::app {
namespace {

void draw_step(Editor& editor, std::size_t index) {
  const History& history = editor.document.history();
  const bool is_current = index == history.current(), is_undone = index > history.current();
  ImGui::PushID(static_cast<int>(index));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = px(kRowHeight), width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Header, colors().accent_ground);
  const bool clicked = ImGui::Selectable("##step", is_current, ImGuiSelectableFlags_None, {0.0f, height});
  ImGui::PopStyleColor();
  if (is_undone) tooltip("Taken back. Click to do it again, with all before it; a new edit forgets it.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float text_y = corner.y + (height - ImGui::GetFontSize()) * 0.5f;
  const ImU32 tone = is_undone ? colors().text_faint : colors().text;
  if (is_current)
    list.AddCircleFilled({corner.x + px(8), corner.y + height * 0.5f}, px(3.5f), colors().accent_text);
  else
    list.AddCircle({corner.x + px(8), corner.y + height * 0.5f}, px(3), is_undone ? colors().line : colors().text_faint, 0, px(1.5f));
  ImFont* font = is_current ? fonts().semibold : fonts().regular;
  ImGui::PushFont(font);
  const std::string words = ellipsis(history.steps()[index].label, width - px(24));
  ImGui::PopFont();
  list.AddText(font, font->FontSize, {corner.x + px(20), text_y}, tone, words.c_str());
  ImGui::PopID();
  if (clicked && !is_current) {
    if (!editor.document.travel(index)) say(editor, editor.document.reason(), true);
    editor.wants_redraw = true;
  }
}

/// The present step stays in view when it changes.
void follow_current(Editor& editor) {
  const std::size_t current = editor.document.history().current();
  if (editor.inspector.history_at == current) return;
  editor.inspector.history_at = current;
  const float top = px(kRowHeight) * static_cast<float>(current), seen = ImGui::GetWindowHeight(), from = ImGui::GetScrollY();
  if (top < from || top + px(kRowHeight) > from + seen) ImGui::SetScrollY(std::max(top - seen * 0.5f, 0.0f));
}

}  // namespace

void draw_history_panel(Editor& editor) {
  const std::size_t count = editor.document.history().steps().size();
  if (count <= 1) {
    empty_hint("Each edit becomes a step here. Click a step to go back to it; Ctrl+Z undoes, Ctrl+Shift+Z does again.");
    ImGui::Dummy({0.0f, px(4)});
  }
  ImGui::BeginChild("##steps");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  follow_current(editor);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), px(kRowHeight));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_step(editor, static_cast<std::size_t>(i));
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace marrow::app
