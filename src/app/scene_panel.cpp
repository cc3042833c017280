// The tree of the scene: nodes and joints with what they capture, how far they reach, and an eye for the capsule.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>
#include <utility>

#include "app/field_edit.h"
#include "app/panels.h"
#include "app/theme.h"
#include "app/tree_rows.h"
#include "app/viewport_gizmo.h"
#include "app/viewport_menu.h"
#include "app/widgets.h"

namespace marrow::app {
namespace {

constexpr float kCapturedWidth = 64.0f, kRadiusWidth = 52.0f, kEyeWidth = 24.0f;
constexpr float kIndent = 12.0f;
constexpr const char* kDragType = "marrow row";

const Node& node_of(const Scene& scene, const TreeRow& row) { return scene.nodes[static_cast<std::size_t>(row.node)]; }

const Joint& joint_of(const Scene& scene, const TreeRow& row) {
  return node_of(scene, row).skeleton->joints[static_cast<std::size_t>(row.joint)];
}

const char* icon_of(RowKind kind) {
  switch (kind) {
    case RowKind::mesh:
      return icon::kMesh;
    case RowKind::skeleton:
      return icon::kSkeleton;
    case RowKind::group:
      return icon::kGroup;
    case RowKind::scene:
      return icon::kFolderOpen;
    case RowKind::joint:
      break;
  }
  return icon::kJoint;
}

void right_aligned(const std::string& text, ImU32 tone) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room - width, 0.0f));
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, tone);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

// ---- selecting, dragging, renaming -----------------------------------------------------------------------------------------

void click_row(Editor& editor, const std::vector<TreeRow>& rows, Id id) {
  const ImGuiIO& io = ImGui::GetIO();
  TreeState& tree = editor.tree;
  if (id == kNoId) {
    editor.document.select({});
  } else if (io.KeyShift && !rows_between(rows, tree.range_anchor, id).empty()) {
    std::vector<Id> range = rows_between(rows, tree.range_anchor, id);
    std::erase(range, id);
    range.push_back(id);  // the clicked one is the active one
    editor.document.select(range);
  } else if (io.KeyCtrl) {
    editor.document.toggle_selected(id);
    tree.range_anchor = id;
  } else {
    editor.document.select({id});
    tree.range_anchor = id;
  }
  editor.wants_redraw = true;
}

void drag_and_drop(Editor& editor, const TreeRow& row) {
  const Scene& scene = editor.document.scene();
  if (row.kind != RowKind::scene && ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(kDragType, &row.id, sizeof row.id);
    ImGui::TextUnformatted(row_name(scene, row).c_str());
    ImGui::EndDragDropSource();
  }
  const ImGuiPayload* carried = ImGui::GetDragDropPayload();
  if (!carried || !carried->IsDataType(kDragType)) return;
  const std::optional<Operation> operation = drop_operation(scene, *static_cast<const Id*>(carried->Data), row);
  if (!operation || !ImGui::BeginDragDropTarget()) return;
  if (ImGui::AcceptDragDropPayload(kDragType)) perform(editor, *operation);
  ImGui::EndDragDropTarget();
}

void row_menu(Editor& editor, const TreeRow& row) {
  if (row.kind == RowKind::scene) return;
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right) && !editor.document.is_selected(row.id)) editor.document.select({row.id});
  if (!ImGui::BeginPopupContextItem("##menu")) return;
  draw_target_menu(editor, row.id);
  ImGui::EndPopup();
}

/// The name as a text field: Enter or a click elsewhere takes it over, Esc leaves the old one.
void rename_field(Editor& editor, const TreeRow& row) {
  TreeState& tree = editor.tree;
  if (!tree.rename_began) {
    tree.rename_buffer = row_name(editor.document.scene(), row);
    tree.rename_began = true;
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1.0f);
  const bool entered =
      ImGui::InputText("##rename", &tree.rename_buffer, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool escaped = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (!entered && !ImGui::IsItemDeactivated()) return;
  const bool is_new = tree.rename_buffer != row_name(editor.document.scene(), row);
  editor.renaming = kNoId;
  tree.rename_began = false;
  if (is_new && !escaped) perform(editor, op::Rename{row.id, tree.rename_buffer});
}

void rename_on_double_click(Editor& editor, const TreeRow& row) {
  if (row.kind == RowKind::scene || !ImGui::IsItemHovered() || !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return;
  editor.renaming = row.id;
  editor.tree.rename_began = false;
}

// ---- the columns of a row --------------------------------------------------------------------------------------------------

/// A triangle that folds what is below; returns its width, the same without one.
void fold_arrow(TreeState& tree, const TreeRow& row, ImVec2 at) {
  const float side = px(16);
  if (!row.has_children || row.kind == RowKind::scene) return;
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("##fold", {side, px(kRowHeight)})) {
    if (row.is_open)
      tree.closed.insert(row.id);
    else
      tree.closed.erase(row.id);
  }
  const ImU32 tone = ImGui::IsItemHovered() ? color::kText : color::kTextFaint;
  const char* glyph = row.is_open ? icon::kTreeOpen : icon::kTreeShut;
  ImGui::GetWindowDrawList()->AddText({at.x + px(3), at.y + std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)}, tone, glyph);
}

ImU32 name_color(const Editor& editor, const TreeRow& row) {
  if (!row.is_match) return color::kTextFaint;
  if (row.id != kNoId && row.id == editor.document.active()) return color::kAmber;
  if (row.kind == RowKind::scene) return color::kTextDim;
  if (row.kind != RowKind::joint && !node_of(editor.document.scene(), row).visible) return color::kTextFaint;
  return color::kText;
}

void name_column(Editor& editor, const std::vector<TreeRow>& rows, const TreeRow& row) {
  const bool selected = row.id != kNoId && editor.document.is_selected(row.id);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImGuiSelectableFlags flags = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap;
  const bool lit = selected || (row.id != kNoId && row.id == editor.viewport.hovered.id);
  ImGui::PushStyleColor(ImGuiCol_Header, selected ? color::kAmberRow : color::rgb(0x2b3036));
  if (ImGui::Selectable("##row", lit, flags, {0.0f, px(kRowHeight)})) click_row(editor, rows, row.id);
  ImGui::PopStyleColor();
  ImGui::SetItemAllowOverlap();
  if (ImGui::IsItemHovered()) editor.tree.hovered = row.id;
  rename_on_double_click(editor, row);
  drag_and_drop(editor, row);
  row_menu(editor, row);
  const float indent = px(kIndent) * static_cast<float>(std::min(row.depth, 24));
  fold_arrow(editor.tree, row, {start.x + indent, start.y});
  const float text_y = start.y + std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f);
  const ImVec2 icon_at{start.x + indent + px(16), text_y};
  const ImU32 tone = name_color(editor, row);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (row.kind == RowKind::joint)
    list.AddCircleFilled({icon_at.x + px(7), start.y + px(kRowHeight) * 0.5f}, px(3), selected ? color::kAmber : color::kTextFaint);
  else
    list.AddText(icon_at, selected ? color::kAmber : color::kTextFaint, icon_of(row.kind));
  const ImVec2 name_at{icon_at.x + px(20), text_y};
  ImGui::SetCursorScreenPos({name_at.x, start.y});
  if (row.id != kNoId && editor.renaming == row.id) return rename_field(editor, row);
  const float room = start.x + ImGui::GetContentRegionAvail().x + (name_at.x - start.x) - name_at.x;
  list.AddText(name_at, tone, ellipsis(row_name(editor.document.scene(), row), std::max(room, px(16))).c_str());
}

void count_column(const Editor& editor, const TreeRow& row) {
  const Scene& scene = editor.document.scene();
  const Node* node = row.kind == RowKind::scene ? nullptr : &node_of(scene, row);
  if (row.kind == RowKind::joint) {
    const PosedSkeleton* posed = editor.deformer.skeleton(node->id);
    const auto index = static_cast<std::size_t>(row.joint);
    const std::uint32_t count = posed && index < posed->captured.size() ? posed->captured[index] : 0;
    right_aligned(with_separators(count), count == 0 ? color::kTextFaint : color::kTextDim);
  } else if (row.kind == RowKind::mesh) {
    right_aligned(with_separators(node->mesh->positions.size()) + " v", color::kTextFaint);
  } else if (row.kind == RowKind::skeleton) {
    right_aligned(fmt::format("{} {}", node->skeleton->joints.size(), node->skeleton->joints.size() == 1 ? "joint" : "joints"),
                  color::kTextFaint);
  }
}

void radius_column(Editor& editor, const TreeRow& row) {
  if (row.kind != RowKind::joint) return;
  float radius = joint_of(editor.document.scene(), row).radius;
  const float speed = 0.02f * radius_step(editor);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0u);
  ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, color::kWellHover);
  ImGui::PushStyleColor(ImGuiCol_Text, editor.document.is_selected(row.id) ? color::kAmber : color::kAccentText);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(4), std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)));
  ImGui::SetNextItemWidth(-1.0f);
  const float before = radius;
  FieldEvents events;
  const bool touched = ImGui::DragFloat("##radius", &radius, speed, 0.0f, 1e6f, "%.3f", ImGuiSliderFlags_NoRoundToFormat);
  radius = std::isfinite(radius) ? std::clamp(radius, 0.0f, 1e6f) : before;
  events = {ImGui::IsItemActivated(), touched && radius != before, ImGui::IsItemDeactivated()};
  if (!ImGui::IsItemActive()) tooltip("How far the joint reaches. Drag to change, double-click to type.");
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
  apply_field(editor, events, op::SetRadius{{row.id}, {radius}});
}

void eye_column(Editor& editor, const TreeRow& row) {
  if (row.kind == RowKind::scene) return;
  const bool is_joint = row.kind == RowKind::joint;
  const bool shown = is_joint ? editor.show.hidden.count(row.id) == 0 : node_of(editor.document.scene(), row).visible;
  const char* tip = is_joint ? "Show or hide this joint's capsule" : "Show or hide this node";
  if (!icon_button("##eye", shown ? icon::kEye : icon::kEyeOff, tip)) return;
  if (!is_joint)
    perform(editor, op::SetVisible{row.id, !shown});
  else if (shown)
    editor.show.hidden.insert(row.id);
  else
    editor.show.hidden.erase(row.id);
  editor.wants_redraw = true;
}

void draw_row(Editor& editor, const std::vector<TreeRow>& rows, const TreeRow& row) {
  ImGui::PushID(static_cast<int>(row.id));
  ImGui::TableNextRow(ImGuiTableRowFlags_None, px(kRowHeight));
  ImGui::TableNextColumn();
  name_column(editor, rows, row);
  ImGui::TableNextColumn();
  count_column(editor, row);
  ImGui::TableNextColumn();
  radius_column(editor, row);
  ImGui::TableNextColumn();
  eye_column(editor, row);
  ImGui::PopID();
}

// ---- the table ---------------------------------------------------------------------------------------------------------------

/// Brings a row asked for by the viewport or by F2 into view.
void scroll_to_asked(Editor& editor, const std::vector<TreeRow>& rows) {
  const Id asked = std::exchange(editor.viewport.scroll_to, kNoId);
  if (asked == kNoId) return;
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const TreeRow& one) { return one.id == asked; });
  if (row == rows.end()) return;
  const float top = px(kRowHeight) * static_cast<float>(row - rows.begin());
  const float seen = ImGui::GetWindowHeight(), from = ImGui::GetScrollY();
  if (top < from || top + px(kRowHeight) > from + seen) ImGui::SetScrollY(std::max(top - seen * 0.4f, 0.0f));
}

void draw_heads() {
  ImGui::PushFont(fonts().title);
  ImGui::TextUnformatted("Scene");
  ImGui::PopFont();
  ImGui::PushFont(fonts().small);
  const float edge = ImGui::GetWindowContentRegionMax().x - px(kEyeWidth) - ImGui::GetStyle().ScrollbarSize;
  const float radius = ImGui::CalcTextSize("radius").x, captured = ImGui::CalcTextSize("captured").x;
  ImGui::SameLine(edge - radius - px(4));
  dim_text("radius");
  ImGui::SameLine(edge - px(kRadiusWidth) - captured - px(4));
  dim_text("captured");
  ImGui::PopFont();
}

void draw_table(Editor& editor, const std::vector<TreeRow>& rows) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(px(2), 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), 0.0f));
  const ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoPadOuterX;
  if (ImGui::BeginTable("##tree", 4, flags, ImGui::GetContentRegionAvail())) {
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("captured", ImGuiTableColumnFlags_WidthFixed, px(kCapturedWidth));
    ImGui::TableSetupColumn("radius", ImGuiTableColumnFlags_WidthFixed, px(kRadiusWidth));
    ImGui::TableSetupColumn("eye", ImGuiTableColumnFlags_WidthFixed, px(kEyeWidth));
    scroll_to_asked(editor, rows);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), px(kRowHeight));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_row(editor, rows, rows[static_cast<std::size_t>(i)]);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace

void draw_scene_panel(Editor& editor) {
  TreeState& tree = editor.tree;
  tree.hovered = kNoId;
  draw_heads();
  ImGui::Dummy({0.0f, px(2)});
  search_box("##tree_search", tree.search, "Search joints");
  ImGui::Dummy({0.0f, px(2)});
  if (editor.document.scene().nodes.empty())
    return empty_hint("Nothing is open. Drop a .glb, .gltf or .obj file on the window, or press Ctrl+O.");
  reveal(editor.document.scene(), tree, editor.viewport.scroll_to);
  const std::vector<TreeRow> rows = tree_rows(editor.document.scene(), tree);
  draw_table(editor, rows);
  if (rows.size() == 1 && !tree.search.empty()) empty_hint("Nothing has this in its name.");
}

}  // namespace marrow::app
