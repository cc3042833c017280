#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/commands/command_windows.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/commands/status_words.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/selection_actions.h"
#include "editor/shell_state.h"
#include "editor/viewport_state.h"

namespace marrow::app {

namespace {

/// The uncovered count with two buttons: go there, or fit the radii.
void coverage_chip(Editor& editor) {
  const std::vector<DeformedMesh>& meshes = editor.deformer.meshes();
  if (std::all_of(meshes.begin(), meshes.end(),
                  [](const DeformedMesh& mesh) { return mesh.skeleton == kNoId; }))
    return;
  const CoverageSummary summary = coverage(editor.deformer);
  if (summary.uncovered == 0) {
    chip("Coverage 100 %###coverage", ChipKind::good,
         "Every bound vertex is held by a capsule or an imported weight.");
    note_item_area("coverage");
  } else {
    // Never "100.0 %" while a vertex is uncovered.
    const double percent = std::min(summary.percent(), 99.9);
    const std::string text = fmt::format("\u2715 Coverage {:.1f} % \u00b7 {} uncovered###coverage",
                                         percent, with_separators(summary.uncovered));
    if (chip(text.c_str(), ChipKind::uncovered,
             "These vertices stay at rest: no capsule reaches them. Click to go there."))
      run_command(editor, "view.show_uncovered");
    note_item_area("coverage");
    ImGui::SameLine(0.0f, px(6));
    if (chip("Show###show", ChipKind::neutral,
             command_tooltip(editor, command("view.show_uncovered")).c_str()))
      run_command(editor, "view.show_uncovered");
    ImGui::SameLine(0.0f, px(6));
    if (chip("Fit all###fit", ChipKind::neutral,
             command_tooltip(editor, command("rig.fit_all")).c_str()))
      run_command(editor, "rig.fit_all");
  }
  ImGui::SameLine(0.0f, px(8));
}

void warnings_chip(const FilesState& files) {
  if (files.load_warnings.empty()) return;
  const std::string count =
      fmt::format("{} {}###warnings", icon::kWarning, files.load_warnings.size());
  if (chip(count.c_str(), ChipKind::neutral, "Repairs and guesses made while reading the file."))
    ImGui::OpenPopup("warnings");
  if (ImGui::BeginPopup("warnings")) {
    ImGui::PushTextWrapPos(px(480));
    for (const std::string& warning : files.load_warnings)
      ImGui::TextUnformatted(as_shown(warning).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndPopup();
  }
  ImGui::SameLine(0.0f, px(8));
}

/// A mouse symbol with one button filled. Returns its width.
float draw_mouse(ImVec2 corner, MouseButton button, float height) {
  const float width = std::floor(height * 0.66f), round = width * 0.45f,
              waist = corner.y + std::floor(height * 0.42f);
  const ImVec2 end{corner.x + width, corner.y + height};
  const float middle = corner.x + width * 0.5f, wheel = std::max(px(1.5f), 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (button == kLeft)
    list.AddRectFilled(corner, {middle, waist}, colors().accent_text, round,
                       ImDrawFlags_RoundCornersTopLeft);
  if (button == kRight)
    list.AddRectFilled({middle, corner.y}, {end.x, waist}, colors().accent_text, round,
                       ImDrawFlags_RoundCornersTopRight);
  list.AddRect(corner, end, colors().text_dim, round, 0, 1.0f);
  list.AddLine({corner.x, waist}, {end.x, waist}, colors().text_dim);
  if (button == kMiddle)
    list.AddRectFilled({middle - wheel, corner.y + px(2)}, {middle + wheel, waist - px(1)},
                       colors().accent_text, wheel);
  else
    list.AddLine({middle, corner.y}, {middle, waist}, colors().text_dim);
  return width;
}

/// What mouse and keys do now, most useful first, as many as fit.
void draw_hints(const Session& session, float room) {
  const ImGuiIO& io = ImGui::GetIO();
  const std::vector<NowHint> hints = hints_now(session, {io.KeyCtrl, io.KeyShift, io.KeyAlt});
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float y = start.y + std::floor((ImGui::GetFrameHeight() - ImGui::GetFontSize()) * 0.5f),
              mouse = px(16);
  float x = start.x;
  for (const NowHint& hint : hints) {
    const float sign = hint.button ? std::floor(mouse * 0.66f) : text_width(hint.keys);
    const float words = text_width(hint.words);
    if (x + sign + px(6) + words > start.x + room) break;
    if (hint.button)
      draw_mouse({x, std::floor(start.y + (ImGui::GetFrameHeight() - mouse) * 0.5f)}, *hint.button,
                 mouse);
    else
      draw_text({x, y}, colors().accent_text, hint.keys);
    x += sign + px(6);
    draw_text({x, y}, colors().text_dim, hint.words);
    x += words + px(16);
  }
  ImGui::Dummy({std::max(x - start.x - px(16), 1.0f), ImGui::GetFrameHeight()});
  note_item_area("mouse");
}

std::string right_words(const Session& session, const ShellState& shell) {
  std::size_t vertices = 0, joints = 0;
  for (const Node& node : session.document.scene().nodes) {
    if (node.mesh) vertices += node.mesh->positions.size();
    if (node.skeleton) joints += node.skeleton->joints.size();
  }
  const FrameCost& cost = shell.cost;
  std::string text = fmt::format("{} vertices \u00b7 {} joint{}", with_separators(vertices), joints,
                                 joints == 1 ? "" : "s");
  if (!shell.shows_cost) return text;
  text +=
      fmt::format(" \u00b7 bind {:.2f} skin {:.2f} measures {:.2f} upload {:.2f} draw {:.1f} ms",
                  cost.bind, cost.kinematics + cost.skin, cost.measures, cost.upload, cost.draw);
  if (cost.frames_per_second > 0.0)
    text += fmt::format(" \u00b7 {:.0f} fps", cost.frames_per_second);
  return text;
}

}  // namespace

void draw_status_bar(Editor& editor) {
  coverage_chip(editor);
  warnings_chip(editor.files);
  const std::string right = right_words(editor, editor.shell);
  const float right_width = text_width(as_shown(right));
  ImGui::AlignTextToFramePadding();
  const float room =
      ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorPosX() - right_width - px(24);
  if (room > px(80)) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(4));
    if (editor.viewport.awaits_picture)
      dim_text("Drawing the picture...");
    else
      draw_hints(editor, room);
    ImGui::SameLine(0.0f, 0.0f);
  }
  if (ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorPosX() > right_width)
    right_text(right, colors().text_dim);
}

}  // namespace marrow::app
