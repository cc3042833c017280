// The history panel: steps, oldest first; a click goes to one.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "editor/panels/panel_state.h"

namespace marrow::app {
namespace {

/// A step's name and its effect: ", +212 vertices" is drawn dimmer.
struct StepWords {
  std::string name, note;
};

StepWords words_of(const std::string& label) {
  const std::size_t comma = label.rfind(", ");
  const bool has_note = comma != std::string::npos && comma + 2 < label.size() &&
                        std::string_view("+-0123456789").find(label[comma + 2]) < 12;
  if (!has_note ||
      !(label.ends_with("vertices") || label.ends_with("vertex") || label.ends_with("covered")))
    return {label, {}};
  return {label.substr(0, comma), label.substr(comma + 2)};
}

/// Shorter notes for long rows: "+212 vertices" as "+212 v", "6,881 vertices uncovered" as "6,881
/// uncovered".
std::string shorter(std::string note) {
  for (const char* word : {" vertices", " vertex"}) {
    const std::size_t at = note.find(word);
    if (at == std::string::npos) continue;
    const bool is_last = at + std::strlen(word) == note.size();
    return note.replace(at, std::strlen(word), is_last ? " v" : "");
  }
  return note;
}

void draw_mark(ImVec2 middle, bool is_current, bool is_undone) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_current) return list.AddCircleFilled(middle, px(3.5f), colors().accent_text);
  list.AddCircle(middle, px(3), is_undone ? colors().line : colors().text_faint, 0, px(1.5f));
}

void draw_words(const std::string& label, ImVec2 at, float width, bool is_current, bool is_undone) {
  StepWords words = words_of(label);
  ImGui::PushFont(is_current ? fonts().semibold : fonts().regular);
  if (text_width(as_shown(label)) > width) words.note = shorter(words.note);
  const float note_width = words.note.empty() ? 0.0f : text_width(as_shown(words.note)) + px(8);
  const std::string name = ellipsis(words.name, std::max(width - note_width, px(40)));
  draw_text(at, is_undone ? colors().text_faint : colors().text, name);
  ImGui::PopFont();
  if (words.note.empty()) return;
  const float taken = text_width(name) + px(8);
  draw_text({at.x + taken, at.y}, is_undone ? colors().text_faint : colors().text_dim,
            ellipsis(words.note, width - taken));
}

std::string tip_of(const std::string& label, bool is_saved, bool is_undone) {
  std::string tip = label;
  if (is_saved) tip += "\nAs in the file.";
  if (is_undone)
    tip += "\nUndone. Click to redo it and the steps before it; a new edit removes it.";
  return tip;
}

/// The menu that a right click on a step opens.
void step_menu(Editor& editor, std::size_t index) {
  constexpr const char* kSave = "Save the steps from here on as a script...";
  if (!ImGui::BeginPopupContextItem("##step_menu")) return;
  if (ImGui::MenuItem(kSave)) {
    editor.files.script_from = index - 1;
    open_browser(editor, editor.bench, editor.files, FileTask::save_script);
  }
  note_spot(kSave);
  ImGui::EndPopup();
}

void draw_step(Editor& editor, std::size_t index) {
  const History& history = editor.document.history();
  const bool is_current = index == history.current(), is_undone = index > history.current();
  const bool is_saved = editor.document.is_saved_step(index);
  const std::string& label = history.steps()[index].label;
  ImGui::PushID(int(index));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = px(kRowHeight), width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Header, colors().accent_ground);
  const bool clicked =
      ImGui::Selectable("##step", is_current, ImGuiSelectableFlags_None, {0.0f, height});
  ImGui::PopStyleColor();
  note_spot("Step " + std::to_string(index));
  tooltip(tip_of(label, is_saved, is_undone));
  if (index > 0 && !is_undone) step_menu(editor, index);
  const float text_y = std::floor(corner.y + (height - ImGui::GetFontSize()) * 0.5f),
              saved_width = is_saved ? px(20) : 0.0f;
  draw_mark({corner.x + px(8), corner.y + height * 0.5f}, is_current, is_undone);
  draw_words(label, {corner.x + px(20), text_y}, width - px(24) - saved_width, is_current,
             is_undone);
  if (is_saved)
    draw_text({corner.x + width - px(18), text_y},
              is_undone ? colors().text_faint : colors().accent_text, icon::kSave);
  ImGui::PopID();
  if (!clicked || is_current) return;
  if (!editor.document.travel(index)) say(editor, editor.document.reason(), true);
}

/// Keeps the present step in view when it changes.
void follow_current(Session& session, PanelsState& panels) {
  const std::size_t current = session.document.history().current();
  if (panels.inspector.history_at == current) return;
  panels.inspector.history_at = current;
  const float top = px(kRowHeight) * float(current), seen = ImGui::GetWindowHeight(),
              from = ImGui::GetScrollY();
  if (top < from || top + px(kRowHeight) > from + seen)
    ImGui::SetScrollY(std::max(top - seen * 0.5f, 0.0f));
}

/// The number of steps, and the share of their memory that is used.
void draw_footer(const History& history) {
  const std::size_t edits = history.steps().size() - 1;
  const std::string count = edits == 1 ? "1 step" : with_separators(edits) + " steps";
  progress_bar(float(history.memory()) / float(history.memory_cap()), 3.0f);
  ImGui::PushFont(fonts().small);
  dim_text(count);
  right_text(
      fmt::format("{} of {}", bytes_text(history.memory()), bytes_text(history.memory_cap())),
      colors().text_dim);
  ImGui::PopFont();
  tooltip(
      "Memory used by the steps; shared meshes count once. When it is full, the oldest steps are "
      "removed.");
}

}  // namespace

void draw_history_panel(Editor& editor) {
  const History& history = editor.document.history();
  const std::size_t count = history.steps().size();
  if (count <= 1) {
    empty_hint(
        "Each edit becomes a step here. Click a step to go back to it. Ctrl+Z undoes, Ctrl+Shift+Z "
        "redoes.");
    ImGui::Dummy({0.0f, px(4)});
  }
  const float footer = px(10) + ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("##steps", {0.0f, std::max(ImGui::GetContentRegionAvail().y - footer, px(48))});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  follow_current(editor, editor.panels);
  for_visible_rows(count, px(kRowHeight), [&](std::size_t i) { draw_step(editor, i); });
  ImGui::PopStyleVar();
  ImGui::EndChild();
  draw_footer(history);
}

}  // namespace marrow::app
