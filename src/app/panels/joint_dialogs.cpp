// Dialogs about joints: find and replace in names, mirroring.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/imgui_version.h"
#include "app/panels/panels.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "edit/mirror.h"
#include "editor/panels/joint_actions.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

// Rows of a list before it scrolls; half a row shows that there are more.
constexpr float kMostListRows = 8.5f;
constexpr float kArrowWidth = 22.0f;

void enabled_flag(const char* label, bool& value, bool enabled, const char* tip) {
  ImGui::BeginDisabled(!enabled);
  flag(label, value, tip);
  ImGui::EndDisabled();
}

/// A list that scrolls when it has more than kMostListRows.
template <typename DrawRow>
void list(const char* id, std::size_t rows, DrawRow draw_row) {
  const float height = std::floor(px(kRowHeight) * std::min(float(rows), kMostListRows));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().well);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, px(4));
  if (ImGui::BeginChild(id, {0.0f, height})) for_visible_rows(rows, px(kRowHeight), draw_row);
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

/// Text in the present row of a list, cut to fit between two x, pixels from the row's left edge.
void row_text(const ImVec2& corner, float from, float to, const std::string& text, ImU32 tone) {
  const float y = corner.y + std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f);
  draw_text({corner.x + from, y}, tone, ellipsis(text, to - from));
}

/// Highlights a row, and its joint in the viewport, while the pointer is on the row; true then.
bool row_ground(PanelsState& panels, Id joint, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(),
               far{corner.x + width, corner.y + px(kRowHeight)};
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(corner, far)) return false;
  ImGui::GetWindowDrawList()->AddRectFilled(corner, far, colors().well_hover, px(4));
  panels.joints.hovered = joint;
  return true;
}

void arrow(const ImVec2& corner, float at) {
  row_text(corner, at, at + px(kArrowWidth), "\u2192", colors().text_faint);
}

const Skeleton* skeleton_or_hint(const Session& session) {
  const Node* node = find_node(session.document.scene(), shown_skeleton(session));
  if (node != nullptr && node->skeleton && !node->skeleton->joints.empty())
    return node->skeleton.get();
  const bool any =
      std::any_of(session.document.scene().nodes.begin(), session.document.scene().nodes.end(),
                  [](const Node& one) { return one.skeleton && !one.skeleton->joints.empty(); });
  empty_hint(any ? "There are several skeletons. Select a joint of the one to use."
                 : "There are no joints yet: press N to add one.");
  ImGui::Dummy({0.0f, px(4)});
  return nullptr;
}

void text_row(const char* label, const char* id, std::string& text, bool takes_focus) {
  field_label(label);
  if (takes_focus) focus_next_item();
  ImGui::SetNextItemWidth(-1.0f);
  bare_text_field(id, &text);
  note_spot(label);
}

void find_fields(Session& session, FindDialog& dialog) {
  text_row("Find", "##find", dialog.what.from, dialog.wants_focus);
  text_row("Replace with", "##replace", dialog.what.to, false);
  dialog.wants_focus = false;
  const std::size_t selected = selected_joints(session).size();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabelWidth));
  enabled_flag("Match case", dialog.what.match_case, true, "Otherwise \"arm\" finds \"Arm\" too");
  ImGui::SameLine(0.0f, px(16));
  bool only_selected = dialog.only_selected && selected > 0;
  enabled_flag(fmt::format("Only selected ({})###only_selected", selected).c_str(), only_selected,
               selected > 0,
               selected > 0 ? "Other joints keep their names" : "No joint is selected");
  if (selected > 0) dialog.only_selected = only_selected;
}

void draw_renaming(PanelsState& panels, const RenamePlan::Row& row) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x,
              middle = std::floor((width - px(kArrowWidth)) * 0.5f);
  const bool hovered = row_ground(panels, row.joint, width);
  const bool is_fine = row.conflict.empty();
  row_text(corner, px(8), middle - px(4), row.before, colors().text_dim);
  arrow(corner, middle);
  row_text(corner, middle + px(kArrowWidth), width - px(8),
           row.after.empty() ? "(empty)" : row.after, is_fine ? colors().text : colors().error);
  ImGui::Dummy({width, px(kRowHeight)});
  note_spot("rename " + row.before);
  if (hovered && !is_fine) ImGui::SetTooltip("%s", as_shown(row.conflict).c_str());
}

void draw_renamings(PanelsState& panels, const FindDialog& dialog, const RenamePlan& plan,
                    std::size_t joints) {
  if (plan.rows.empty()) {
    return empty_hint(dialog.what.from.empty() ? "Type what to find in the names of joints."
                                               : "No name contains this, or none would change.");
  }
  list("##renamings", plan.rows.size(),
       [&](std::size_t row) { draw_renaming(panels, plan.rows[row]); });
  ImGui::Dummy({0.0f, px(2)});
  if (plan.conflicts == 0)
    return small_note(fmt::format("{} of {} names change.", plan.rows.size(), joints));
  const auto first = std::find_if(plan.rows.begin(), plan.rows.end(),
                                  [](const RenamePlan::Row& row) { return !row.conflict.empty(); });
  small_note(fmt::format("{} conflict{}. {}", plan.conflicts, plan.conflicts == 1 ? "" : "s",
                         first->conflict),
             colors().error);
}

void draw_find(Session& session, PanelsState& panels) {
  FindDialog& dialog = *panels.joints.find;
  begin_float("###find_replace", dialog.wants_focus);
  bool closes = float_headline("Find and replace in names");
  if (const Skeleton* skeleton = skeleton_or_hint(session)) {
    find_fields(session, dialog);
    const std::vector<Id> selected = selected_joints(session);
    const RenamePlan plan = rename_plan(
        *skeleton, dialog.only_selected && !selected.empty() ? &selected : nullptr, dialog.what);
    ImGui::Dummy({0.0f, px(2)});
    draw_renamings(panels, dialog, plan, skeleton->joints.size());
    const std::optional<op::RenameJoints> operation = rename_operation(plan);
    const std::size_t count = plan.rows.size();
    const std::string words =
        count == 0 ? "Rename###rename_all" : fmt::format("Rename {}###rename_all", count);
    if (float_footer(words, operation.has_value(), closes) && perform(session, *operation)) {
      say(session, fmt::format("Renamed {} joint{}", count, count == 1 ? "" : "s"));
      closes = true;
    }
  }
  ImGui::End();
  if (closes) close_joint_dialogs(session, panels);
}

void mirror_fields(Session& session, MirrorDialog& dialog) {
  const std::size_t selected = selected_joints(session).size();
  int direction = dialog.left_to_right ? 0 : 1;
  segments("Direction", direction, {"Left \u2192 right", "Right \u2192 left"},
           "Sides are recognized by name: arm.L and arm.R, arm_l and arm_r, LeftArm and RightArm");
  dialog.left_to_right = direction == 0;
  const std::string words = fmt::format("Selected ({})###selected", selected);
  int whose = dialog.only_selected && selected > 0 ? 1 : 0;
  if (segments("Joints", whose, {"All of the side", words.c_str()},
               "Each selected joint is mirrored from the side it is on", selected == 0))
    dialog.only_selected = whose == 1;
  dialog.wants_focus = false;
}

void draw_image(Session& session, PanelsState& panels, const MirrorPlan::Row& row) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, fate = px(84),
              middle = std::floor((width - px(kArrowWidth) - fate) * 0.5f);
  row_ground(panels, row.from, width);
  const bool is_new = row.fate == MirrorPlan::Fate::make;
  row_text(corner, px(8), middle - px(4), name_of(session.document.scene(), row.from),
           colors().text_dim);
  arrow(corner, middle);
  row_text(corner, middle + px(kArrowWidth), width - fate, row.name, colors().text);
  row_text(corner, width - fate + px(4), width - px(4), is_new ? "new" : "overwritten",
           is_new ? colors().accent_text : colors().text_faint);
  ImGui::Dummy({width, px(kRowHeight)});
}

void draw_alone(Session& session, PanelsState& panels, const MirrorPlan::Row& row) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, button = px(60),
              name = std::floor((width - button) * 0.36f);
  const bool hovered = row_ground(panels, row.from, width - button);
  row_text(corner, px(8), name, name_of(session.document.scene(), row.from), colors().text);
  row_text(corner, name + px(8), width - button - px(4), row.why, colors().text_dim);
  if (hovered)
    ImGui::SetTooltip("%s: %s", as_shown(name_of(session.document.scene(), row.from)).c_str(),
                      as_shown(row.why).c_str());
  ImGui::SetCursorScreenPos({corner.x + width - button, corner.y + px(1)});
  ImGui::PushID(int(row.from));
  const bool asked = small_button("Select");
  note_spot("select " + name_of(session.document.scene(), row.from));
  ImGui::PopID();
  ImGui::SetCursorScreenPos({corner.x, corner.y + px(kRowHeight)});
  if (!asked) return;
  session.document.select({row.from});
  panels.tree.scroll_to = row.from;
}

void draw_plan(Session& session, PanelsState& panels, const MirrorPlan& plan) {
  std::vector<const MirrorPlan::Row*> images, alone;
  for (const MirrorPlan::Row& row : plan.rows)
    (row.fate == MirrorPlan::Fate::alone ? alone : images).push_back(&row);
  ImGui::Dummy({0.0f, px(2)});
  if (!plan.refusal.empty())
    small_note(plan.refusal, colors().amber);
  else
    list("##images", images.size(),
         [&](std::size_t row) { draw_image(session, panels, *images[row]); });
  if (alone.empty()) return;
  section("Could not be paired", std::to_string(alone.size()).c_str());
  list("##alone", alone.size(), [&](std::size_t row) { draw_alone(session, panels, *alone[row]); });
  ImGui::Dummy({0.0f, px(2)});
  small_note(
      "Rename a joint (F2) so that names differ only in the side's mark, or unlock it: the "
      "list follows.");
}

std::string mirror_words(const MirrorPlan& plan) {
  const auto count =
      std::count_if(plan.rows.begin(), plan.rows.end(),
                    [](const MirrorPlan::Row& row) { return row.fate != MirrorPlan::Fate::alone; });
  return count == 0 ? "Mirror###mirror_all" : fmt::format("Mirror {}###mirror_all", count);
}

void draw_mirror(Session& session, PanelsState& panels) {
  MirrorDialog& dialog = *panels.joints.mirror;
  begin_float("###mirror", dialog.wants_focus);
  bool closes = float_headline("Mirror to the other side");
  if (skeleton_or_hint(session) != nullptr) {
    mirror_fields(session, dialog);
    const std::optional<op::MirrorSide> operation = mirror_operation(session, dialog);
    const MirrorPlan plan =
        mirror_plan(session.document.scene(), *operation, session.document.tasks());
    draw_plan(session, panels, plan);
    if (float_footer(mirror_words(plan), plan.refusal.empty(), closes))
      closes |= mirror(session, *operation);
  }
  ImGui::End();
  if (closes) close_joint_dialogs(session, panels);
}

}  // namespace

void draw_joint_dialogs(Session& session, PanelsState& panels) {
  if (panels.joints.find) draw_find(session, panels);
  if (panels.joints.mirror) draw_mirror(session, panels);
}

}  // namespace marrow::app
