// The tree of the scene: nodes and joints with captured vertices, radius, and an eye for the
// capsule.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <utility>

#include "app/files/file_windows.h"
#include "app/imgui_version.h"
#include "app/panels/panels.h"
#include "app/panels/tree_columns.h"
#include "app/viewport/viewport.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"
#include "editor/panels/joint_actions.h"
#include "editor/panels/panel_state.h"
#include "editor/viewport_state.h"

namespace marrow::app {
namespace {

constexpr float kIndent = 12.0f;                        // per level, where there is room
constexpr float kLeastIndent = 3.0f;                    // in deep trees, to leave room for names
constexpr float kLeastName = 80.0f;                     // width of a name, however deep its row is
constexpr float kIconWidth = 20.0f, kDotWidth = 14.0f;  // signs before a name
constexpr const char* kDragType = "marrow row";

/// One per RowKind, in its order.
constexpr const char* kRowIcons[] = {icon::kFolderOpen, icon::kGroup, icon::kMesh, icon::kSkeleton,
                                     icon::kJoint};

void click_row(Session& session, PanelsState& panels, const std::vector<TreeRow>& rows, Id id) {
  const ImGuiIO& io = ImGui::GetIO();
  TreeState& tree = panels.tree;
  if (id == kNoId) {
    session.document.select({});
  } else if (io.KeyShift && !rows_between(rows, tree.range_anchor, id).empty()) {
    std::vector<Id> range = rows_between(rows, tree.range_anchor, id);
    std::erase(range, id);
    range.push_back(id);  // the clicked one is the active one
    session.document.select(range);
  } else if (io.KeyCtrl) {
    session.document.toggle_selected(id);
    tree.range_anchor = id;
  } else {
    session.document.select({id});
    tree.range_anchor = id;
  }
}

/// The ids that a dragged row carries: the selection if it contains the row, else the row alone.
std::vector<Id> dragged_with(const Session& session, Id row) {
  return session.document.is_selected(row) ? session.document.selection() : std::vector<Id>{row};
}

void drag_and_drop(Session& session, PanelsState& panels, const TreeRow& row) {
  const Scene& scene = session.document.scene();
  if (row.kind != RowKind::scene && ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(kDragType, &row.id, sizeof row.id);
    const std::size_t count = dragged_with(session, row.id).size();
    ImGui::TextUnformatted(count == 1 ? as_shown(row_name(scene, row)).c_str()
                                      : fmt::format("{} selected", count).c_str());
    ImGui::EndDragDropSource();
  }
  const ImGuiPayload* carried = ImGui::GetDragDropPayload();
  if (!carried || !carried->IsDataType(kDragType)) return;
  const std::optional<Operation> operation =
      drop_operation(scene, dragged_with(session, *static_cast<const Id*>(carried->Data)), row);
  if (!operation || !ImGui::BeginDragDropTarget()) return;
  // Highlights the whole row; ImGui would frame only the name's column.
  constexpr ImGuiDragDropFlags kFlags =
      ImGuiDragDropFlags_AcceptBeforeDelivery | ImGuiDragDropFlags_AcceptNoDrawDefaultRect;
  if (const ImGuiPayload* over = ImGui::AcceptDragDropPayload(kDragType, kFlags)) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, colors().accent_fill);
    if (over->IsDelivery()) panels.tree.dropped = *operation;
  }
  ImGui::EndDragDropTarget();
}

void ask_for_menu(Session& session, PanelsState& panels, const TreeRow& row) {
  if (row.kind == RowKind::scene || !ImGui::IsItemClicked(ImGuiMouseButton_Right)) return;
  if (!session.document.is_selected(row.id)) session.document.select({row.id});
  panels.tree.menu_for = row.id;
  panels.tree.menu_asked = true;
}

/// The name as a text field: Enter or a click elsewhere applies it, Esc keeps the old one.
void draw_name_field(Session& session, PanelsState& panels, const TreeRow& row) {
  TreeState& tree = panels.tree;
  if (!tree.rename_began) tree.rename_buffer = row_name(session.document.scene(), row);
  ImGui::SetNextItemWidth(-1.0f);
  bool is_canceled = false;
  if (!rename_field("##rename", tree.rename_buffer, tree.rename_began, is_canceled)) return;
  const bool is_new = tree.rename_buffer != row_name(session.document.scene(), row);
  tree.renaming = kNoId;
  tree.rename_began = false;
  if (is_new && !is_canceled) rename(session, row.id, tree.rename_buffer);
}

void rename_on_double_click(PanelsState& panels, const TreeRow& row) {
  if (row.kind == RowKind::scene || !ImGui::IsItemHovered() ||
      !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
    return;
  panels.tree.renaming = row.id;
  panels.tree.rename_began = false;
}

float sign_width(const TreeRow& row) {
  return px(row.kind == RowKind::joint ? kDotWidth : kIconWidth);
}

/// The sign before the name: an icon; for a joint a dot, or the triangle that folds its subtree.
void draw_sign(Session& session, PanelsState& panels, const TreeRow& row, ImVec2 at) {
  const bool selected = row.id != kNoId && session.document.is_selected(row.id);
  const bool folds = row.has_children && row.kind != RowKind::scene;
  bool hovered = false;
  if (folds) {
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton("##fold", {sign_width(row), px(kRowHeight)})) {
      if (row.is_open)
        panels.tree.closed.insert(row.id);
      else
        panels.tree.closed.erase(row.id);
    }
    hovered = ImGui::IsItemHovered();
  }
  const ImU32 tone = hovered ? colors().text : selected ? colors().amber : colors().text_faint;
  const float middle = at.y + px(kRowHeight) * 0.5f;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (row.kind == RowKind::joint && !folds)
    return list.AddCircleFilled({at.x + px(5), middle}, px(2.5f), tone);
  const bool shows_arrow = folds && (row.kind == RowKind::joint || !row.is_open || hovered);
  const char* arrow = row.is_open ? icon::kTreeOpen : icon::kTreeShut;
  draw_text({at.x, at.y + std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)}, tone,
            shows_arrow ? arrow : kRowIcons[std::size_t(row.kind)]);
}

ImU32 name_color(const Session& session, const TreeRow& row) {
  if (!row.is_match) return colors().text_faint;
  if (row.id != kNoId && row.id == session.document.active()) return colors().amber;
  if (row.kind == RowKind::scene) return colors().text_dim;
  if (row.kind != RowKind::joint && !node_of(session.document.scene(), row).visible)
    return colors().text_faint;
  return colors().text;
}

/// The row's item, as wide as the table: handles clicks, drags and drops, and draws the highlight.
void row_button(Session& session, PanelsState& panels, ViewportState& viewport,
                const std::vector<TreeRow>& rows, const TreeRow& row) {
  const bool selected = row.id != kNoId && session.document.is_selected(row.id);
  const bool lit = selected || (row.id != kNoId && row.id == viewport.hovered.id);
  const ImGuiSelectableFlags flags =
      ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap;
  ImGui::PushStyleColor(ImGuiCol_Header, selected ? colors().amber_row : colors().raised);
  if (draw_below([&] { return ImGui::Selectable("##row", lit, flags, {0.0f, px(kRowHeight)}); }))
    click_row(session, panels, rows, row.id);
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) panels.tree.hovered = row.id;
  rename_on_double_click(panels, row);
  drag_and_drop(session, panels, row);
  ask_for_menu(session, panels, row);
}

/// Pixels for a row's name: its column, and the part of the next that the count leaves free.
float name_room(const Session& session, const TreeRow& row, float name_width) {
  return name_width + px(kCapturedWidth) - text_width(count_text(session, row)) - px(4);
}

/// Pixels of indentation per level: as many, within limits, as let every name end before its
/// count.
float indent_of(const Session& session, const std::vector<TreeRow>& rows, float name_width) {
  float indent = px(kIndent);
  for (const TreeRow& row : rows) {
    if (row.depth == 0) continue;
    const std::string& name = row_name(session.document.scene(), row);
    const float room =
        name_room(session, row, name_width) - sign_width(row) - px(2) - text_width(as_shown(name));
    indent = std::min(indent, room / float(row.depth));
  }
  return std::max(std::floor(indent), px(kLeastIndent));
}

/// A row's indentation, pixels: less if the row is too deep for the panel to show its name.
float inset_of(const TreeRow& row, float indent, float room, const std::string& name) {
  const float width = std::min(text_width(as_shown(name)), px(kLeastName));
  return std::max(std::min(indent * float(row.depth), room - width), 0.0f);
}

void name_column(Session& session, PanelsState& panels, ViewportState& viewport,
                 const std::vector<TreeRow>& rows, const TreeRow& row, float indent) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float edge = start.x + name_room(session, row, width);
  row_button(session, panels, viewport, rows, row);
  const std::string& name = row_name(session.document.scene(), row);
  const float inset = inset_of(row, indent, edge - start.x - px(2) - sign_width(row), name);
  const ImVec2 sign_at{start.x + px(2) + inset, start.y};
  draw_sign(session, panels, row, sign_at);
  const float name_x = sign_at.x + sign_width(row);
  ImGui::SetCursorScreenPos({name_x, start.y});
  if (row.id != kNoId && panels.tree.renaming == row.id)
    return draw_name_field(session, panels, row);
  const std::string fitting = ellipsis(name, std::max(edge - name_x, px(12)));
  if (row.id != kNoId && row.id == session.document.active())
    note_area("active name", {name_x, start.y}, {edge, start.y + px(kRowHeight)});
  const float text_y = start.y + std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // Names may extend into the count's column, which is mostly empty.
  ImGui::PushClipRect({start.x, list.GetClipRectMin().y}, {edge, list.GetClipRectMax().y}, false);
  draw_text({name_x, text_y}, name_color(session, row), fitting);
  ImGui::PopClipRect();
}

void draw_row(Session& session, PanelsState& panels, ViewportState& viewport,
              const std::vector<TreeRow>& rows, const TreeRow& row, float indent,
              const RadiusScale& scale) {
  const IdScope id_scope{int(row.id)};
  ImGui::TableNextRow(ImGuiTableRowFlags_None, px(kRowHeight));
  ImGui::TableNextColumn();
  const float top = ImGui::GetCursorScreenPos().y, pointer = ImGui::GetMousePos().y;
  const bool is_lit = ImGui::IsWindowHovered() && pointer >= top && pointer < top + px(kRowHeight);
  name_column(session, panels, viewport, rows, row, indent);
  ImGui::TableNextColumn();
  count_column(session, row);
  ImGui::TableNextColumn();
  radius_column(session, panels, viewport, row, scale);
  ImGui::TableNextColumn();
  lock_column(session, row, is_lit);
  ImGui::TableNextColumn();
  eye_column(session, row, is_lit);
}

/// Scrolls to a row that the viewport or F2 asked for.
void scroll_to_asked(TreeState& tree, const std::vector<TreeRow>& rows) {
  const Id asked = std::exchange(tree.scroll_to, kNoId);
  if (asked == kNoId) return;
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const TreeRow& one) { return one.id == asked; });
  if (row == rows.end()) return;
  const float top = px(kRowHeight) * float(row - rows.begin());
  const float seen = ImGui::GetWindowHeight(), from = ImGui::GetScrollY();
  if (top < from || top + px(kRowHeight) > from + seen)
    ImGui::SetScrollY(std::max(top - seen * 0.4f, 0.0f));
}

/// The heads stay in view above the rows.
void draw_heads(bool shows_capture) {
  const FontScope font(fonts().small);
  ImGui::TableNextRow(ImGuiTableRowFlags_None, px(20));
  for (const char* head : {"", "captured", "radius", "", ""}) {
    ImGui::TableNextColumn();
    if (head[0] != '\0' && shows_capture) right_aligned(head, colors().text_dim);
  }
}

void draw_table(Session& session, PanelsState& panels, ViewportState& viewport,
                const std::vector<TreeRow>& rows) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(px(1), 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), 0.0f));
  const ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoPadOuterX;
  if (ImGui::BeginTable("##tree", 5, flags, ImGui::GetContentRegionAvail())) {
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("captured",
                            ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_NoClip,
                            px(kCapturedWidth));
    const float radius = px(radius_width(session));
    ImGui::TableSetupColumn(
        "radius",
        ImGuiTableColumnFlags_WidthFixed | (radius > 0.0f ? 0 : ImGuiTableColumnFlags_Disabled),
        radius);
    ImGui::TableSetupColumn("lock", ImGuiTableColumnFlags_WidthFixed, px(kSwitchWidth));
    ImGui::TableSetupColumn("eye", ImGuiTableColumnFlags_WidthFixed, px(kSwitchWidth));
    ImGui::TableSetupScrollFreeze(0, 1);
    scroll_to_asked(panels.tree, rows);
    draw_heads(shows_capture(session));
    const float other_columns =
        px(kCapturedWidth) + radius + 2.0f * px(kSwitchWidth) + 5.0f * px(2);
    const float indent =
        indent_of(session, rows, ImGui::GetWindowContentRegionMax().x - other_columns);
    RadiusScale scale;
    int scale_of = -1;  // the node that `scale` is for; rows of a node are adjacent
    for_visible_rows(rows.size(), px(kRowHeight), [&](std::size_t i) {
      const TreeRow& row = rows[i];
      if (row.kind == RowKind::joint && std::exchange(scale_of, row.node) != row.node)
        scale = radius_scale(session, row);
      draw_row(session, panels, viewport, rows, row, indent, scale);
    });
    ImGui::EndTable();
  }
  ImGui::PopStyleVar(2);
}

/// Carries out requests that change the rows, after the last row was drawn.
void finish_rows(Editor& editor) {
  TreeState& tree = editor.panels.tree;
  if (const std::optional<Operation> dropped = std::exchange(tree.dropped, std::nullopt))
    perform(editor, gesture(editor, *dropped));
  if (std::exchange(tree.menu_asked, false)) ImGui::OpenPopup("##row_menu");
  if (!ImGui::BeginPopup("##row_menu")) return;
  draw_target_menu(editor, tree.menu_for);
  ImGui::EndPopup();
}

}  // namespace

void draw_scene_panel(Editor& editor) {
  TreeState& tree = editor.panels.tree;
  tree.hovered = std::exchange(editor.panels.joints.hovered, kNoId);
  search_box("##tree_search", tree.search, "Search joints");
  if (editor.document.scene().nodes.empty()) return empty_hint(words_for_nothing(editor.files));
  reveal(editor.document.scene(), tree, tree.scroll_to);
  const std::vector<TreeRow> rows = tree_rows(editor.document.scene(), tree);
  draw_table(editor, editor.panels, editor.viewport, rows);
  finish_rows(editor);
  if (rows.size() == 1 && !tree.search.empty()) empty_hint("No matches.");
}

}  // namespace marrow::app
