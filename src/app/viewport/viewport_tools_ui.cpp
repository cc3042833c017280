// The tool strip at the picture's left edge and the tool options right of the mode word.
#include <algorithm>
#include <fmt/format.h>

#include "app/viewport/viewport.h"
#include "app/widgets/card.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/files/preference_table.h"
#include "editor/paint/paint.h"
#include "editor/preferences_state.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"

namespace marrow::app {
namespace {

struct ToolButton {
  const char* icon;
  const char* command;  ///< has the tooltip; nullptr: `words` are the tooltip
  const char* words;
};

/// Indexed by Tool.
constexpr ToolButton kToolButtons[] = {
    {icon::kPointer, nullptr,
     "Select\nClick, Shift+click adds, Ctrl+click takes away; drag a box. No handles in the way."},
    {icon::kMove, "tool.move", "move"},
    {icon::kRotate, "tool.rotate", "rotate"},
    {icon::kScale, "tool.scale", "scale"},
    {icon::kRadius, "tool.scale", "radius"},
    {icon::kPlus, "rig.add_joint", "add"},
    {icon::kBrush, "tool.paint", "paint"}};

std::string tip_of(const Session& session, const ToolButton& button) {
  return button.command ? command_tooltip(session, command(button.command)) : button.words;
}

struct Choice {
  const char* words;
  const char* tip;
};

constexpr Choice kOrientations[] = {
    {"World axes", "The world's axes."},
    {"Parent axes", "The axes of the joint above, or of the node above."},
    {"Own axes", "The joint's own axes at rest, in which its angles are counted."},
    {"View axes", "Right, up and towards you."}};
constexpr Choice kPivots[] = {{"Own pivots", "Each turns about its own base."},
                              {"Middle", "All turn about the middle of the selection."},
                              {"Skeleton base", "All turn about the base of the skeleton."}};

/// A drop-down on the picture for an enumeration whose values are the indices of `choices`.
template <typename Value, std::size_t kCount>
void draw_choice(Session& session, const char* id, Value& value, const Choice (&choices)[kCount],
                 const char* command_id) {
  const auto present = std::size_t(value);
  if (begin_choice(id, choices[present].words, px(118))) {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (ImGui::Selectable(choices[i].words, i == present)) {
        value = static_cast<Value>(i);
      }
      note_spot(choices[i].words);
      tooltip(choices[i].tip);
    }
    ImGui::EndCombo();
  }
  note_spot(choices[present].words);
  tooltip(command_tooltip(session, command(command_id)));
}

/// Lays the options out in a row, and in further rows if one is too short.
class OptionsFlow {
 public:
  /// Screen pixels. `low`: corner of the first row; further rows begin at `next_left`.
  OptionsFlow(ImVec2 low, float next_left, float right)
      : low_(low), at_(low), next_left_(std::max(next_left, low.x)), right_(right) {}
  /// Call before an item of this width. False if a card covers its place: then leave the item out.
  bool place(float width) {
    if (at_.x + width > right_ && !is_first_) at_ = {next_left_, at_.y + row()};
    is_first_ = false;
    if (is_under_card({{at_.x, at_.y}, {width, ImGui::GetFrameHeight()}})) return false;
    ImGui::SetCursorScreenPos(at_);
    at_.x += width + px(8);
    high_ = {std::max(high_.x, at_.x - px(8)), at_.y + ImGui::GetFrameHeight()};
    return true;
  }
  /// True if an item of this width fits into a row.
  bool has_room(float width) const { return next_left_ + width <= right_; }
  ImVec2 low() const { return low_; }
  ImVec2 high() const { return high_; }

 private:
  static float row() { return ImGui::GetFrameHeight() + px(6); }
  ImVec2 low_, at_, high_{0.0f, 0.0f};
  float next_left_, right_;
  bool is_first_ = true;
};

float words_width(const char* words) { return text_width(words); }

void draw_children_follow(Session& session) {
  ImGui::Checkbox("Children follow", &session.children_ride);
  note_spot("Children follow");
  tooltip("Child bones move along with this bone's tip; otherwise they keep their place.");
}

/// Which end of a bone the handles hold, and whether its children follow: in the row, or in the
/// drop-down if the picture is too narrow.
void draw_end_choice(Session& session, ViewportState& viewport, OptionsFlow& flow) {
  RigEnd& end = viewport.rig_end;
  const float follow = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
                       words_width("Children follow") + ImGui::GetStyle().FramePadding.x;
  const bool is_beside = flow.has_room(follow);
  if (!flow.place(px(112))) return;
  if (begin_choice("##end", end == RigEnd::tip ? "Moves tip" : "Moves base", px(112))) {
    if (ImGui::Selectable("Moves tip", end == RigEnd::tip)) end = RigEnd::tip;
    if (ImGui::Selectable("Moves base", end == RigEnd::base)) end = RigEnd::base;
    if (!is_beside && end == RigEnd::tip) draw_children_follow(session);
    ImGui::EndCombo();
  }
  note_spot(end == RigEnd::tip ? "Moves tip" : "Moves base");
  tooltip("Which end of the bone the handles hold. A click on the other end's dot changes it too.");
  if (end == RigEnd::base || !is_beside || !flow.place(follow)) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + follow, at.y + ImGui::GetFrameHeight()},
                                            colors().plate, ImGui::GetStyle().FrameRounding);
  draw_children_follow(session);
}

bool lit_button(const char* label, bool is_on) {
  ImGui::PushStyleColor(ImGuiCol_Button, is_on ? colors().accent : colors().plate);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                        is_on ? colors().accent_hover : colors().raised_hover);
  ImGui::PushStyleColor(ImGuiCol_Text, is_on ? colors().on_accent : colors().text);
  const bool clicked = ImGui::Button(label);
  note_spot(label);
  ImGui::PopStyleColor(3);
  return clicked;
}

/// The symmetry switch of the present tab, lit while it is on.
void draw_symmetry(Editor& editor, OptionsFlow& flow) {
  if (!flow.place(words_width("Symmetric") + 2.0f * ImGui::GetStyle().FramePadding.x)) return;
  if (lit_button("Symmetric", mirrors_edits(editor))) run_command(editor, "rig.symmetric");
  tooltip(command_tooltip(editor, command("rig.symmetric")));
}

/// A number to drag; its format begins with its name.
void brush_number(const char* name, float& value, const NumberStyle& style, OptionsFlow& flow) {
  if (!flow.place(px(112))) return;
  bare_number((std::string("##") + name).c_str(), value, style, px(112));
  note_spot(name);
}

/// The brush, its radius and strength.
void draw_brush_options(Editor& editor, OptionsFlow& flow) {
  PaintSettings& painting = editor.painting;
  if (flow.place(px(140))) {
    if (begin_choice("##brush", choice_row(painting.brush).title, px(140))) {
      for (const BrushRow& row : kBrushes) {
        if (ImGui::Selectable(row.title, row.value == painting.brush)) painting.brush = row.value;
        note_spot(row.title);
        tooltip(row.help);
      }
      ImGui::EndCombo();
    }
    note_spot("brush");
    tooltip(command_tooltip(editor, command("paint.next_brush")));
  }
  const std::string radius = command_tooltip(editor, command("paint.larger")),
                    strength = command_tooltip(editor, command("paint.stronger"));
  brush_number("brush radius", painting.radius,
               {.speed = 0.5f,
                .low = kSmallestBrush,
                .high = kLargestBrush,
                .format = "Radius %.0f",
                .tooltip = radius.c_str()},
               flow);
  brush_number("brush strength", painting.strength,
               {.speed = 0.005f,
                .low = 0.0f,
                .high = 1.0f,
                .format = "Strength %.2f",
                .tooltip = strength.c_str()},
               flow);
  if (!flow.place(words_width("Front only") + 2.0f * ImGui::GetStyle().FramePadding.x)) return;
  if (lit_button("Front only", painting.front_only)) run_command(editor, "paint.front_only");
  tooltip(command_tooltip(editor, command("paint.front_only")));
}

/// A step in the snapping window; 0 is automatic and shows its present value.
void step_field(const char* label, float& step, float automatic, const char* format,
                const char* tip) {
  const std::string shown =
      step > 0.0f ? std::string(format) : fmt::format("auto: {:.3g}", automatic);
  number_field(
      label, step,
      {.speed = 0.01f, .low = 0.0f, .high = kLargestStep, .format = shown.c_str(), .tooltip = tip});
}

void draw_snapping(Session& session, ViewportState& viewport) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(12), px(10)});
  ImGui::SetNextWindowSize({px(260), 0.0f});
  if (ImGui::BeginPopup("##snapping")) {
    Preferences& preferences = session.preferences;
    section("Steps");
    step_field("Move", preferences.move_step, move_step(session, viewport), "%.3f",
               "World units. 0: by the size of the scene.");
    constexpr auto kTurns = preference_range(&Preferences::rotate_step);
    number_field("Turn", preferences.rotate_step,
                 {.speed = 0.5f, .low = kTurns.low, .high = kTurns.high, .format = "%.1f\u00b0"});
    step_field("Radius", preferences.radius_step, radius_step(session, viewport), "%.3f",
               "Skeleton units. 0: a tenth of the step of moves.");
    ImGui::Checkbox("Snap always", &preferences.snaps_always);
    note_spot("Snap always");
    small_note(preferences.snaps_always ? "Drags go in steps. Hold Ctrl to move freely."
                                        : "Hold Ctrl in a drag to go in steps.");
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

/// The magnet below the tools: lit while drags snap by themselves.
void draw_magnet(Session& session, ViewportState& viewport, ImVec2 at) {
  const float side = px(32);
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side}, colors().plate, px(6));
  ImGui::SetCursorScreenPos(at);
  const char* tip = "Steps\nHow far Ctrl makes a drag jump: moves, turns, radii.";
  if (icon_button("snapping", icon::kMagnet, tip, session.preferences.snaps_always, 32.0f))
    ImGui::OpenPopup("##snapping");
  note_spot("Steps");
  ImGui::SetNextWindowPos({at.x + side + px(8), at.y}, ImGuiCond_Appearing);
  draw_snapping(session, viewport);
}

/// True for a tool that a card or message without other room covers; it is then not drawn.
bool is_hidden(ImVec2 at, float side) { return is_under_card({{at.x, at.y}, {side, side}}); }

}  // namespace

void draw_tool_strip(Session& session, ViewportState& viewport, const Area& area) {
  const float side = px(32), gap = px(6), margin = px(12);
  const ImVec2 first{area.low.x + margin, area.low.y + px(52)};
  ImVec2 at = first, high = first;
  // The drop-down of heat maps is below.
  const float bottom = area.high().y - px(14) - ImGui::GetFrameHeight() - gap;
  const auto next = [&](float before) {
    at.y += before;
    if (at.y + side > bottom && at.y > first.y) at = {at.x + side + gap, first.y};
    high = {at.x + side, std::max(high.y, at.y + side)};
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Tool tool : tools_of(session.tab)) {
    next(0.0f);
    const ImVec2 place = at;
    at.y += side + gap;
    if (is_hidden(place, side)) continue;
    const ToolButton button = kToolButtons[std::size_t(tool)];
    list.AddRectFilled(place, {place.x + side, place.y + side}, colors().plate, px(6));
    ImGui::SetCursorScreenPos(place);
    if (icon_button(button.words, button.icon, tip_of(session, button).c_str(),
                    session.tool == tool, 32.0f))
      set_tool(session, viewport, tool);
    if (button.command) note_spot(button.words);
  }
  next(gap);
  if (!is_hidden(at, side)) draw_magnet(session, viewport, at);
  note_area("tools", {first.x, first.y}, {high.x, high.y});
}

void draw_tool_options(Editor& editor, const Area& area) {
  const bool has_handles = editor.tool != Tool::select && editor.tool != Tool::radius &&
                           editor.tool != Tool::add_joint && editor.tool != Tool::paint;
  const bool has_symmetry = editor.tab != Tab::layout && editor.tool != Tool::select;
  if (editor.document.scene().nodes.empty() || is_dragging(editor) ||
      (!has_handles && !has_symmetry))
    return;
  ImGui::PushFont(fonts().title);
  const float word = text_width(mode_word(editor.tab));
  ImGui::PopFont();
  const ImVec2 low{area.low.x + px(12) + std::max(word, px(44)) + px(16), area.low.y + px(12)};
  const std::optional<Rect> tools = area_named("tools");
  // A row ends left of the axis balls if a choice has room there; else the balls are below it.
  const float edge = area.high().x - px(12), balls = area.high().x - px(14 + 88 + 6);
  OptionsFlow flow(low, tools ? tools->end().x + px(8) : low.x,
                   low.x + px(118) <= balls ? balls : edge);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, colors().plate);
  if (has_handles && flow.place(px(118)))
    draw_choice(editor, "##orientation", editor.orientation, kOrientations, "view.orientation");
  if (has_handles && editor.tab == Tab::rig) draw_end_choice(editor, editor.viewport, flow);
  if (has_handles && editor.tab != Tab::rig && flow.place(px(118)))
    draw_choice(editor, "##pivot", editor.pivot, kPivots, "view.pivot");
  if (paints(editor)) draw_brush_options(editor, flow);
  if (has_symmetry) draw_symmetry(editor, flow);
  if (flow.high().y > 0.0f)
    note_area("options", {flow.low().x, flow.low().y}, {flow.high().x, flow.high().y});
  ImGui::PopStyleColor();
}

}  // namespace marrow::app
