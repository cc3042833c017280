#include "app/panels/tree_columns.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/length_text.h"
#include "editor/paint/paint.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/joint_actions.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/viewport/gizmo_target.h"

namespace marrow::app {
namespace {

const Joint& joint_of(const Scene& scene, const TreeRow& row) {
  return node_of(scene, row).skeleton->joints[std::size_t(row.joint)];
}

/// The slider's track, a line below the number: the radius as a share of the widest one.
void draw_track(ImVec2 at, float width, float radius, float widest, bool is_lit) {
  if (widest <= 0.0f) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = std::max(px(2), 1.0f), share = std::clamp(radius / widest, 0.0f, 1.0f);
  list.AddRectFilled(at, {at.x + width, at.y + height}, colors().veil);
  list.AddRectFilled(at, {at.x + std::round(width * share), at.y + height},
                     is_lit ? colors().accent_text : colors().accent);
}

/// An icon as a switch, clear while on, faint otherwise. True when clicked.
bool row_switch(const char* id, const char* glyph, const char* tip, bool is_on, bool is_lit) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size{px(kSwitchWidth), px(kRowHeight)};
  const bool clicked = ImGui::InvisibleButton(id, size);
  const bool hovered = ImGui::IsItemHovered();
  constexpr float kFaint = 0.35f;
  ImVec4 faded = ImGui::ColorConvertU32ToFloat4(colors().text_faint);
  faded.w *= kFaint;
  const ImU32 faint = ImGui::ColorConvertFloat4ToU32(faded);
  const ImU32 tone = hovered  ? colors().text
                     : is_on  ? colors().amber
                     : is_lit ? colors().text_faint
                              : faint;
  const ImVec2 extent = ImGui::CalcTextSize(glyph);
  draw_text({std::floor(corner.x + (size.x - extent.x) * 0.5f),
             std::floor(corner.y + (size.y - extent.y) * 0.5f)},
            tone, glyph);
  tooltip(tip);
  return clicked;
}

}  // namespace

void right_aligned(const std::string& text, ImU32 tone) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = text_width(as_shown(text));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
  ImGui::AlignTextToFramePadding();
  colored_text(text, tone);
}

bool shows_capture(const Session& session) { return session.tab == Tab::rig || paints(session); }

std::string count_text(const Session& session, const TreeRow& row) {
  if (row.kind == RowKind::scene || row.kind == RowKind::group) return {};
  const Node& node = node_of(session.document.scene(), row);
  if (row.kind == RowKind::mesh) return with_separators(node.mesh->positions.size()) + " v";
  if (row.kind == RowKind::skeleton) {
    const std::size_t joints = node.skeleton->joints.size();
    return with_separators(joints) + (joints == 1 ? " joint" : " joints");
  }
  if (!shows_capture(session)) return {};
  const PosedSkeleton* posed = session.deformer.skeleton(node.id);
  const auto index = std::size_t(row.joint);
  return with_separators(posed && index < posed->captured.size() ? posed->captured[index] : 0);
}

void count_column(const Session& session, const TreeRow& row) {
  const std::string count = count_text(session, row);
  if (row.kind != RowKind::joint) {
    // "1,000 joints" is wider than its column; name_room() leaves space for it.
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
    ImGui::PushClipRect({ImGui::GetWindowPos().x, low.y}, high, false);
    right_aligned(count, colors().text_faint);
    return ImGui::PopClipRect();
  }
  if (count.empty()) return;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  right_aligned(count, count == "0" ? colors().magenta : colors().text_dim);
  const Id skeleton = node_of(session.document.scene(), row).id;
  const auto joint = std::size_t(row.joint);
  if (const float painted = painted_share(session, skeleton, joint); painted > 0.0f) {
    draw_track({low.x + px(8), low.y + px(kRowHeight - 4.0f)}, width - px(8), painted, 1.0f, false);
    tooltip(painted_words(session, skeleton, joint) + ": the line below.");
  } else if (count == "0") {
    tooltip("Holds no vertex: its capsule reaches none.");
  }
}

float radius_width(const Session& session) {
  constexpr int kUsualDigits = 3;
  constexpr float kUsualWidth = 42.0f, kDigitWidth = 9.0f;
  if (!shows_capture(session)) return 0.0f;
  int most = kUsualDigits;
  for (const Node& node : session.document.scene().nodes)
    if (node.skeleton) most = std::max(most, length_digits(skeleton_size(*node.skeleton)));
  return kUsualWidth + kDigitWidth * float(most - kUsualDigits);
}

RadiusScale radius_scale(const Session& session, const TreeRow& row) {
  const Scene& scene = session.document.gesture_start();
  const auto node = std::size_t(row.node);
  RadiusScale scale;
  scale.format = length_format(skeleton_size(*node_of(session.document.scene(), row).skeleton));
  if (node < scene.nodes.size() && scene.nodes[node].skeleton)
    for (const Joint& joint : scene.nodes[node].skeleton->joints)
      scale.widest = std::max(scale.widest, joint.radii().largest());
  return scale;
}

void radius_column(Session& session, PanelsState& panels, ViewportState& viewport,
                   const TreeRow& row, const RadiusScale& scale) {
  if (row.kind != RowKind::joint || !shows_capture(session)) return;
  float radius = joint_of(session.document.scene(), row).radii().largest();
  const RowPadding padding(4.0f);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0u);
  ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, colors().well_hover);
  ImGui::PushStyleColor(
      ImGuiCol_Text, session.document.is_selected(row.id) ? colors().amber : colors().accent_text);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);  // a column of boxes would distract
  const FieldEvents events = bare_number(
      "##radius", radius,
      {.speed = 0.02f * radius_step(session, viewport),
       .low = 0.0f,
       .format = scale.format,
       .tooltip = "The radius of the joint's capsule. Drag to change, double-click to type."},
      -1.0f);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  draw_track({low.x + px(4), high.y - px(4)}, high.x - low.x - px(8), radius, scale.widest,
             ImGui::IsItemHovered() || ImGui::IsItemActive());
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
  if (events.began || events.changed || events.ended)  // finding the partner takes time
    apply_field(session, panels, events, radius_operation(session, {row.id}, {radius}));
}

void lock_column(Session& session, const TreeRow& row, bool is_lit) {
  if (row.kind != RowKind::joint) return;
  const Joint& joint = joint_of(session.document.scene(), row);
  const bool locked = joint.locked;
  const char* tip =
      locked
          ? "Locked: edits of this joint are refused, it only follows its parents. Click to unlock."
          : "Lock: edits of this joint are refused, it only follows its parents.";
  const bool clicked = row_switch("##lock", icon::kLock, tip, locked, is_lit);
  note_spot("lock " + joint.name);
  if (clicked) set_locked(session, row.id, !locked);
}

void eye_column(Session& session, const TreeRow& row, bool is_lit) {
  if (row.kind == RowKind::scene) return;
  const bool is_joint = row.kind == RowKind::joint;
  const bool shown = is_joint ? session.show.hidden.count(row.id) == 0
                              : node_of(session.document.scene(), row).visible;
  const char* tip = is_joint ? (shown ? "Hide this joint's capsule"
                                      : "Hidden. Click to show this joint's capsule.")
                             : (shown ? "Hide this object" : "Hidden. Click to show this object.");
  const bool clicked = row_switch("##eye", shown ? icon::kEye : icon::kEyeOff, tip, !shown, is_lit);
  note_spot("eye " + row_name(session.document.scene(), row));
  if (!clicked) return;
  if (is_joint)
    set_hidden(session, row.id, shown);
  else
    perform(session, op::SetVisible{row.id, !shown});
}

}  // namespace marrow::app
