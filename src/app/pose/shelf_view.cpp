// The shelf below the picture: a card for each stored pose.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <optional>
#include <utility>

#include "app/imgui_version.h"
#include "app/pose/pose_panels.h"
#include "app/pose/shelf_thumbs.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"

namespace marrow::app {

namespace {

constexpr float kCardWidth = 76.0f, kPoseHeight = 62.0f, kNameHeight = 20.0f, kStoreWidth = 44.0f;
constexpr float kUnitsPerPercent = 2.0f;  // design units of dragging
constexpr float kSlop = 5.0f;             // design units that a click may move
constexpr float kRounding = 5.0f;

struct Card {
  const Pose& pose;
  ImVec2 low, high;
  bool is_hovered = false, is_present = false;
};

ImVec2 card_size() { return {px(kCardWidth), px(kPoseHeight) + px(kNameHeight)}; }

void draw_picture(const Card& card, unsigned texture) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = card.low.y + px(kPoseHeight);
  list.AddRectFilled(card.low, card.high, card.is_hovered ? colors().raised_hover : colors().raised,
                     px(kRounding));
  list.AddRectFilled(card.low, {card.high.x, bottom}, colors().well, px(kRounding),
                     ImDrawFlags_RoundCornersTop);
  if (texture == 0) return;
  const auto id = texture_id(texture);
  list.AddImageRounded(id, card.low, {card.high.x, bottom}, {0.0f, 0.0f}, {1.0f, 1.0f},
                       IM_COL32_WHITE, px(kRounding), ImDrawFlags_RoundCornersTop);
}

/// "75 %" over the picture, and a bar with a mark at 100 %.
void draw_blend(const Card& card, float share) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = card.low.y + px(kPoseHeight), width = card.high.x - card.low.x;
  const std::string words = fmt::format("{:.0f} %", share * 100.0f);
  ImGui::PushFont(fonts().title);
  const ImVec2 text = ImGui::CalcTextSize(words.c_str());
  const ImVec2 at{std::round(card.low.x + (width - text.x) * 0.5f),
                  std::round(card.low.y + (px(kPoseHeight) - text.y) * 0.5f)};
  list.AddRectFilled({at.x - px(7), at.y - px(3)}, {at.x + text.x + px(7), at.y + text.y + px(3)},
                     color::rgb(0x14171a, 215), px(6));
  draw_text(at, color::rgb(0xffffff), words);
  ImGui::PopFont();
  const float top = bottom - px(4);
  list.AddRectFilled({card.low.x, top}, {card.high.x, bottom}, color::rgb(0x14171a, 170));
  list.AddRectFilled({card.low.x, top}, {card.low.x + width * share / kMostBlend, bottom},
                     colors().accent_hover);
  const float whole = std::round(card.low.x + width / kMostBlend);
  list.AddRectFilled({whole - px(1), top - px(2)}, {whole + px(1), bottom},
                     color::rgb(0xffffff, 220));
}

void draw_frame(const Card& card, bool is_focused) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = std::max(px(2), 1.0f), half = line * 0.5f;
  const ImVec2 low{card.low.x + half, card.low.y + half},
      high{card.high.x - half, card.high.y - half};
  if (is_focused)
    list.AddRect(low, high, colors().accent_hover, px(kRounding), 0, line);
  else if (card.is_present)
    list.AddRect(low, high, colors().amber, px(kRounding), 0, line);
  else if (card.is_hovered)
    list.AddRect(low, high, colors().text_faint, px(kRounding), 0, std::max(px(1), 1.0f));
}

void draw_name(const Card& card) {
  const FontScope font(fonts().small);
  const float width = card.high.x - card.low.x;
  const std::string words = ellipsis(card.pose.name, width - px(10));
  const ImVec2 text = ImGui::CalcTextSize(words.c_str());
  const float top = card.low.y + px(kPoseHeight) + (px(kNameHeight) - text.y) * 0.5f;
  draw_text({std::round(card.low.x + (width - text.x) * 0.5f), std::round(top)},
            card.is_present ? colors().amber : colors().text, words);
}

void draw_name_field(Session& session, ShelfState& shelf, const Card& card) {
  ImGui::SetCursorScreenPos({card.low.x, card.low.y + px(kPoseHeight)});
  ImGui::SetNextItemWidth(card.high.x - card.low.x);
  const RowPadding padding(4.0f, kNameHeight);
  bool is_canceled = false;
  if (!rename_field("##name", shelf.rename_buffer, shelf.rename_began, is_canceled)) return;
  const std::string name = std::exchange(shelf.renaming, {});
  if (!is_canceled) rename_pose(session, shelf, name, shelf.rename_buffer);
}

/// The share by which a card dragged `moved` pixels blends its pose in.
float share_of_drag(float moved) {
  const float percent = std::max(moved - px(kSlop), 0.0f) / px(kUnitsPerPercent);
  return (ImGui::GetIO().KeyCtrl ? std::round(percent / 10.0f) * 10.0f : std::round(percent)) /
         100.0f;
}

/// From press to release: a click applies the pose, a sideways drag blends it in, and a drop on a
/// time of the motion makes keys.
void follow_pointer(Editor& editor, const Card& card, bool was_clicked) {
  ShelfState& shelf = editor.shelf;
  if (ImGui::IsItemActivated()) shelf.blend_was_canceled = false;
  const bool is_mine = shelf.blend && shelf.blend->name == card.pose.name;
  const std::optional<float> drop =
      is_mine ? std::exchange(shelf.blend->drops_at, std::nullopt) : std::nullopt;
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float moved = std::abs(mouse.x - ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left].x);
    const bool is_out = mouse.y < card.low.y - px(kSlop);
    const bool begins = !is_mine && !shelf.blend_was_canceled && (moved > px(kSlop) || is_out);
    if (begins && !begin_blend(editor, shelf, card.pose.name)) return;
    if (!is_mine && !begins) return;
    if (drop)
      ImGui::SetTooltip("%s as keys at %s", card.pose.name.c_str(),
                        time_text(double(*drop)).c_str());
    return update_blend(editor, shelf, drop ? 0.0f : share_of_drag(moved));
  }
  if (is_mine)
    return drop ? drop_pose(editor, shelf, editor.transport, *drop) : end_blend(editor, shelf);
  if (was_clicked && !std::exchange(shelf.blend_was_canceled, false))
    apply_pose(editor, shelf, card.pose.name);
}

bool menu_entry(const char* label, bool is_enabled = true) {
  const bool chosen = ImGui::MenuItem(label, nullptr, false, is_enabled);
  note_spot(label);
  return chosen;
}

void draw_menu(Editor& editor, const std::string& name) {
  ShelfState& shelf = editor.shelf;
  if (!ImGui::BeginPopup("##pose_menu")) return;
  ImGui::PushFont(fonts().semibold);
  ImGui::TextUnformatted(ellipsis(name, px(220)).c_str());
  ImGui::PopFont();
  ImGui::Separator();
  if (menu_entry("Apply")) apply_pose(editor, shelf, name);
  if (menu_entry("Apply flipped")) apply_pose(editor, shelf, name, PoseUse::flipped);
  if (menu_entry("Apply to selection", active_joint(editor) != kNoId))
    apply_pose(editor, shelf, name, PoseUse::on_selection);
  const TransportState& transport = editor.transport;
  const std::string key = "Key at " + time_text(transport.seconds) + "###key_pose";
  if (menu_entry(key.c_str(), chosen_motion(editor, transport) != nullptr))
    key_stored_pose(editor, shelf, editor.transport, name, transport.seconds);
  ImGui::Separator();
  if (menu_entry("Rename pose")) {
    shelf.renaming = shelf.rename_buffer = name;
    shelf.rename_began = false;
  }
  if (menu_entry("Replace by the present pose")) replace_pose(editor, shelf, name);
  if (menu_entry("Delete pose")) delete_pose(editor, shelf, name);
  ImGui::EndPopup();
}

void draw_card(Editor& editor, const Pose& pose, const Pose* present, unsigned texture) {
  ShelfState& shelf = editor.shelf;
  const IdScope id(pose.name.c_str());
  const ImVec2 low = ImGui::GetCursorScreenPos(), size = card_size();
  const bool was_clicked = ImGui::InvisibleButton("##card", size);
  note_spot(pose.name);
  const bool is_focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  const bool is_blended = shelf.blend && shelf.blend->name == pose.name;
  Card card{pose,
            low,
            {low.x + size.x, low.y + size.y},
            ImGui::IsItemHovered() || is_blended,
            &pose == present};
  const bool is_shown =
      (ImGui::IsItemHovered() || is_focused) && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (is_shown && !popup_is_open() && !ImGui::GetIO().WantTextInput) shelf.hovered = pose.name;
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right) && !is_dragging(editor))
    ImGui::OpenPopup("##pose_menu");
  follow_pointer(editor, card, was_clicked);
  draw_picture(card, texture);
  if (shelf.blend && shelf.blend->name == pose.name) draw_blend(card, shelf.blend->share);
  draw_frame(card, is_focused);
  if (shelf.renaming == pose.name)
    draw_name_field(editor, shelf, card);
  else
    draw_name(card);
  draw_menu(editor, pose.name);
  ImGui::SetCursorScreenPos(low);
  ImGui::Dummy(size);
}

void fold_button(ShelfState& shelf, const char* glyph, const char* tip) {
  if (icon_button("##fold", glyph, tip, false, 20.0f)) shelf.is_open = !shelf.is_open;
  note_spot("fold shelf");
}

/// The card with the plus.
void draw_store_card(Editor& editor) {
  const ImVec2 low = ImGui::GetCursorScreenPos(), size{px(kStoreWidth), card_size().y};
  const bool clicked = ImGui::InvisibleButton("##store", size);
  note_spot("Store pose");
  const bool is_hovered = ImGui::IsItemHovered(),
             is_focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high{low.x + size.x, low.y + size.y};
  if (is_hovered) list.AddRectFilled(low, high, colors().raised, px(kRounding));
  list.AddRect(low, high, is_hovered || is_focused ? colors().accent_hover : colors().text_faint,
               px(kRounding), 0, std::max(px(1), 1.0f));
  const ImVec2 text = ImGui::CalcTextSize(icon::kPlus);
  draw_text(
      {std::round(low.x + (size.x - text.x) * 0.5f), std::round(low.y + (size.y - text.y) * 0.5f)},
      is_hovered ? colors().text : colors().text_dim, icon::kPlus);
  tooltip(command_tooltip(editor, command("pose.store")));
  if (clicked) run_command(editor, "pose.store");
}

/// The wheel scrolls the strip sideways.
void scroll_with_wheel() {
  const ImGuiIO& io = ImGui::GetIO();
  const float wheel = io.MouseWheel + io.MouseWheelH;
  if (wheel == 0.0f || !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    return;
  ImGui::SetScrollX(
      std::clamp(ImGui::GetScrollX() - wheel * px(kCardWidth), 0.0f, ImGui::GetScrollMaxX()));
}

void draw_cards(Editor& editor, const Skeleton& skeleton, const ShelfThumbs& thumbs) {
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_HorizontalScrollbar |
                                      ImGuiWindowFlags_NoScrollbar |
                                      ImGuiWindowFlags_NoScrollWithMouse |
                                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NavFlattened;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(6), px(6)));
  if (ImGui::BeginChild("##cards", {0.0f, card_size().y}, false, kFlags)) {
    scroll_with_wheel();
    const Pose* present = editor.shelf.blend ? nullptr : present_stored_pose(skeleton);
    for (const Pose& pose : skeleton.poses) {
      draw_card(editor, pose, present, thumbs.texture(pose.name));
      ImGui::SameLine();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void draw_empty(Editor& editor) {
  if (text_button("Store pose", false, command_tooltip(editor, command("pose.store")).c_str()))
    run_command(editor, "pose.store");
  ImGui::SameLine(0.0f, px(12));
  ImGui::AlignTextToFramePadding();
  const float room = ImGui::GetContentRegionAvail().x - px(8);
  for (const char* words : {"Stored poses appear here. Click one to apply it, drag sideways to "
                            "blend it in, or onto a time.",
                            "Stored poses appear here.", "No pose yet"})
    if (text_width(words) <= room) return dim_text(words);
}

void draw_folded(ShelfState& shelf, std::size_t count) {
  fold_button(shelf, icon::kTreeShut, "Unfold the shelf of poses");
  ImGui::SameLine(0.0f, px(4));
  const FontScope font(fonts().small);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::floor((px(20) - ImGui::GetFontSize()) * 0.5f));
  dim_text(count == 0 ? "Poses" : fmt::format("Poses \u00b7 {}", count));
}

}  // namespace

glm::ivec2 thumb_size() { return 2 * glm::ivec2(glm::vec2(px(kCardWidth), px(kPoseHeight))); }

void take_card(ShelfState& shelf, ImVec2 low, ImVec2 high, float x, float seconds) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!shelf.blend || mouse.x < low.x || mouse.x > high.x || mouse.y < low.y || mouse.y > high.y)
    return;
  shelf.blend->drops_at = seconds;
  ImGui::GetForegroundDrawList()->AddLine({x, low.y}, {x, high.y}, colors().amber, px(2));
}

void draw_shelf(Editor& editor, const ShelfThumbs& thumbs) {
  const Node* node = find_node(editor.document.scene(), editor.shelf.skeleton);
  if (node == nullptr || !node->skeleton) return;
  // Kept alive, because requests below replace the scene.
  const std::shared_ptr<const Skeleton> skeleton = node->skeleton;
  if (!editor.shelf.is_open) return draw_folded(editor.shelf, skeleton->poses.size());
  fold_button(editor.shelf, icon::kTreeOpen, "Fold the shelf of poses away");
  ImGui::SameLine(0.0f, px(6));
  if (skeleton->poses.empty()) return draw_empty(editor);
  draw_store_card(editor);
  ImGui::SameLine(0.0f, px(6));
  draw_cards(editor, *skeleton, thumbs);
}

}  // namespace marrow::app
