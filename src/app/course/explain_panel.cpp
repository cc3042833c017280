// The Explain tab: the matrices of the active joint, live, with their formulas.
#include <fmt/format.h>
#include <imgui.h>

#include "app/course/course_panels.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/matrix_view.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/course/explain.h"
#include "editor/editor.h"

namespace marrow::app {
namespace {

struct Row {
  Letter letter;
  const glm::mat4& matrix;
};

/// The angle by which the matrix turns; left out if there is no room.
void draw_turn(ImDrawList& list, float from, float to, float y, const glm::mat4& matrix) {
  const FontScope font(fonts().small);
  const std::string words = turn_words(matrix);
  const float width = text_width(as_shown(words));
  if (from + width <= to)
    list.AddText({to - width, y + px(1)}, colors().text_dim, as_shown(words).c_str());
}

/// The letter with its formula, the angle, and at the right edge the copy buttons.
void draw_heading(const Row& row) {
  const LetterInfo& info = letter_info(row.letter);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float copies = small_button_width("C++") + small_button_width("NumPy") + px(2),
              room = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float baseline = at.y + px(3);
  ImGui::PushFont(fonts().semibold);
  const float letter = draw_formula(list, {at.x, baseline}, colors().accent_text, info.name);
  ImGui::PopFont();
  const bool is_formula = info.formula[0] == '=';
  ImGui::PushFont(is_formula ? fonts().regular : fonts().small);
  float x = at.x + letter + px(6);
  // A narrow panel shows the words in the tooltip only.
  if (is_formula || x + formula_width(info.formula) <= at.x + room - copies - px(6))
    x += draw_formula(list, {x, is_formula ? baseline : baseline + px(1)},
                      is_formula ? colors().text : colors().text_dim, info.formula);
  ImGui::PopFont();
  draw_turn(list, x + px(10), at.x + room - copies - px(6), baseline, row.matrix);
  ImGui::InvisibleButton("##meaning", {room - copies - px(4), px(22)});
  tooltip(info.meaning);
  ImGui::SameLine(0.0f, px(4));
  if (small_button("C++", "Copies it as C++ (GLM, column by column)"))
    ImGui::SetClipboardText(matrix_as_cpp(info.name, row.matrix).c_str());
  note_spot(fmt::format("{} as C++", info.name));
  ImGui::SameLine(0.0f, px(2));
  if (small_button("NumPy", "Copies it as NumPy (row by row)"))
    ImGui::SetClipboardText(matrix_as_numpy(info.name, row.matrix).c_str());
  note_spot(fmt::format("{} as NumPy", info.name));
}

void draw_letter(Session& session, ExplainPanelState& explain_panel, const Row& row) {
  const IdScope id{int(row.letter)};
  draw_heading(row);
  CellLights lights{};
  for (std::size_t cell = 0; cell < lights.size(); ++cell) {
    lights[cell] = cell_light(explain_panel.watch, row.letter, cell, session.now);
    if (lights[cell] > 0.0f) session.wants_redraw = true;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  draw_matrix(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), width, row.matrix, &lights);
  ImGui::Dummy({width, matrix_height()});
  tooltip(
      "Columns: where the x, y and z axes go, then where the origin goes. Above, at the right: the "
      "angle by which it turns.");
  if (const std::string words = matrix_words(row.matrix); !words.empty()) small_note(words);
}

void draw_title(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  const Joint& its = skeleton.joints[std::size_t(ref.joint)];
  const std::string parent = its.parent < 0
                                 ? std::string("a root")
                                 : "child of " + skeleton.joints[std::size_t(its.parent)].name;
  section(its.name.c_str(), parent.c_str());
}

void draw_lens_switch(Editor& editor) {
  bool on = lens_is_on(editor, editor.explain_panel);
  if (ImGui::Checkbox("Increment lens", &on)) run_command(editor, "view.lens");
  tooltip(
      "While a ring turns a joint: the world axis, its path through the parents, and the resulting "
      "Ul.");
  note_spot("Increment lens");
  if (editor.explain.mesh == kNoId)
    small_note(
        "Alt+click a vertex for its distances and weights, and its path through these matrices in "
        "slow motion.");
}

}  // namespace

void draw_explain(Editor& editor) {
  const Id joint = active_joint(editor);
  const auto letters = letters_of(editor, editor.shelf, joint);
  if (!letters) {
    empty_hint(
        "Select a joint to see its matrices here, live, while you pose.\n\nAlt+click a vertex: a "
        "card shows which joints hold it, how far they are, and where each would put it.");
    return draw_lens_switch(editor);
  }
  watch_letters(editor.explain_panel.watch, joint, *letters, editor.now);
  draw_title(editor.document.scene(), joint);
  for (std::size_t i = 0; i < kLetters; ++i)
    draw_letter(editor, editor.explain_panel, {static_cast<Letter>(i), (*letters)[i]});
  ImGui::Dummy({0.0f, px(2)});
  draw_lens_switch(editor);
}

}  // namespace marrow::app
