#include <fmt/format.h>
#include <imgui.h>

#include "app/command_actions.h"
#include "app/keymap.h"
#include "app/panels.h"
#include "app/theme.h"
#include "app/widgets.h"

namespace marrow::app {

namespace {

struct Counts {
  std::size_t vertices = 0, joints = 0;
};

Counts counts_of(const Editor& editor) {
  Counts counts;
  for (const Node& node : editor.document.scene().nodes) {
    if (node.mesh) counts.vertices += node.mesh->positions.size();
    if (node.skeleton) counts.joints += node.skeleton->joints.size();
  }
  return counts;
}

bool is_bound_at_all(const Editor& editor) {
  for (const DeformedMesh& mesh : editor.deformer.meshes())
    if (mesh.skeleton != kNoId) return true;
  return false;
}

/// What is uncovered, and two ways out: go there, or let the radii be fitted.
void coverage_chip(Editor& editor) {
  if (!is_bound_at_all(editor)) return;
  const CoverageSummary summary = coverage(editor);
  if (summary.uncovered == 0) {
    chip("Coverage 100 %###coverage", ChipKind::good, "Every bound vertex is held by a capsule or an imported weight.");
  } else {
    // Never "100.0 %" while something is uncovered.
    const double percent = std::min(summary.percent(), 99.9);
    const std::string text =
        fmt::format("\u2715 Coverage {:.1f} % \u00b7 {} uncovered###coverage", percent, with_separators(summary.uncovered));
    if (chip(text.c_str(), ChipKind::uncovered, "These vertices stay at rest: no capsule reaches them. Click to go there."))
      run_command(editor, "view.show_uncovered");
    ImGui::SameLine(0.0f, px(6));
    if (chip("Show###show", ChipKind::neutral, command_tooltip(editor, command("view.show_uncovered")).c_str()))
      run_command(editor, "view.show_uncovered");
    ImGui::SameLine(0.0f, px(6));
    if (chip("Auto-fit###fit", ChipKind::neutral, command_tooltip(editor, command("rig.fit_all")).c_str()))
      run_command(editor, "rig.fit_all");
  }
  ImGui::SameLine(0.0f, px(8));
}

void warnings_chip(Editor& editor) {
  if (editor.load_warnings.empty()) return;
  const std::string count = fmt::format("{} {}###warnings", icon::kWarning, editor.load_warnings.size());
  if (chip(count.c_str(), ChipKind::neutral, "What was repaired or guessed while reading the file.")) ImGui::OpenPopup("warnings");
  if (ImGui::BeginPopup("warnings")) {
    ImGui::PushTextWrapPos(px(480));
    for (const std::string& warning : editor.load_warnings) ImGui::TextUnformatted(warning.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndPopup();
  }
  ImGui::SameLine(0.0f, px(8));
}

/// What the mouse buttons do now, by the tool in hand.
const char* mouse_words(const Editor& editor) {
  if (std::holds_alternative<BoxSession>(editor.viewport.session))
    return "Shift: add to the selection \u00b7 Ctrl: take away \u00b7 right button: never mind";
  if (is_dragging(editor) && !std::holds_alternative<CameraSession>(editor.viewport.session))
    return "Ctrl: whole steps \u00b7 Shift: fine \u00b7 type a number \u00b7 Esc or right button: take it back";
  switch (editor.tool) {
    case Tool::add_joint:
      return "left: place a joint in the mesh \u00b7 Esc: done";
    case Tool::radius:
      return "left: drag a capsule's rim \u00b7 middle or Alt+left: orbit \u00b7 right: pan \u00b7 wheel: zoom";
    case Tool::select:
      return "left: select \u00b7 middle or Alt+left: orbit \u00b7 right: pan \u00b7 wheel: zoom";
    default:
      return "left: select, drag a handle \u00b7 middle or Alt+left: orbit \u00b7 right: pan \u00b7 wheel: zoom";
  }
}

std::string right_words(const Editor& editor) {
  const Counts counts = counts_of(editor);
  const FrameCost& cost = editor.shell.cost;
  std::string text =
      fmt::format("{} vertices \u00b7 {} joint{}", with_separators(counts.vertices), counts.joints, counts.joints == 1 ? "" : "s");
  if (!editor.shell.shows_cost) return text;
  text += fmt::format(" \u00b7 bind {:.2f} skin {:.2f} measures {:.2f} upload {:.2f} draw {:.1f} ms", cost.bind,
                      cost.kinematics + cost.skin, cost.measures, cost.upload, cost.draw);
  if (cost.frames_per_second > 0.0) text += fmt::format(" \u00b7 {:.0f} fps", cost.frames_per_second);
  return text;
}

}  // namespace

void draw_status_bar(Editor& editor) {
  coverage_chip(editor);
  warnings_chip(editor);
  const std::string right = right_words(editor);
  const float right_width = ImGui::CalcTextSize(right.c_str()).x;
  ImGui::AlignTextToFramePadding();
  const float room = ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorPosX() - right_width - px(24);
  if (room > px(80)) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(4));
    dim_text(ellipsis(mouse_words(editor), room));
    ImGui::SameLine(0.0f, 0.0f);
  }
  if (ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorPosX() > right_width) right_text(right, colors().text_dim);
}

}  // namespace marrow::app
