// Labels in the picture: a rim's radius and captures, an angle, the name under the pointer, the
// selection box.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "app/viewport/viewport.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/drag_state.h"
#include "editor/figure/figure_markers.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/marks.h"
#include "editor/viewport_state.h"

namespace marrow::app {
namespace {

/// The upper left corner, nearest to `at`, where a plate covers no words, tools or cards; or none.
std::optional<ImVec2> free_corner(const Area& area, ImVec2 at, ImVec2 size) {
  const float gap = px(4);
  std::vector<Rect> taken =
      areas_named({"mode", "tools", "options", "axes", "heat", "legend", "compare", "plate"});
  for (const Rect& card : areas_before({"card", "welcome", "explain", "lens"}))
    taken.push_back(card);
  std::vector<float> lefts{at.x}, tops{at.y};
  for (const Rect& rect : taken) {
    lefts.insert(lefts.end(), {rect.corner.x - gap - size.x, rect.end().x + gap});
    tops.insert(tops.end(), {rect.corner.y - gap - size.y, rect.end().y + gap});
  }
  std::optional<ImVec2> nearest;
  float least = FLT_MAX;
  for (const float left : lefts)
    for (const float top : tops) {
      const ImVec2 corner = plate_corner(area, {left, top}, size);
      const float away = std::hypot(corner.x - at.x, corner.y - at.y);
      const Rect place{{corner.x, corner.y}, {size.x, size.y}};
      const bool is_free = std::none_of(taken.begin(), taken.end(),
                                        [&](const Rect& rect) { return rect.meets(place); });
      if (!is_free || away >= least) continue;
      nearest = corner;
      least = away;
    }
  return nearest;
}

/// Draws a plate as near to `at` as there is room; returns its corner, none without room.
std::optional<ImVec2> draw_label(const Area& area, ImVec2 at, const PlateLines& lines) {
  if (lines.empty()) return std::nullopt;
  const std::optional<ImVec2> corner = free_corner(area, at, plate_size(lines));
  if (corner) draw_plate(area, *corner, lines);
  return corner;
}

std::optional<ImVec2> screen_point(const Session& session, const Area& area,
                                   const glm::vec3& world) {
  const Projected at = project(session.camera, world, session.picture_size);
  if (!at.visible) return std::nullopt;
  const ImVec2 scale{area.size.x / session.picture_size.x, area.size.y / session.picture_size.y};
  return ImVec2{area.low.x + at.pixel.x * scale.x, area.low.y + at.pixel.y * scale.y};
}

std::string radius_line(const Session& session, const Joint& joint) {
  return joint.name + "   r " + radii_text(session, joint.id, joint.radii());
}

/// "captures 502 (+212)": a count, and its change by the drag.
std::string captured_text(const Session& session, Id joint) {
  const std::uint32_t captured = captured_by(session, joint);
  std::string text = "captures " + with_separators(captured);
  const auto* held = std::get_if<RadiusDrag>(&session.drag);
  if (!held || held->joint != joint || captured == held->start_captured) return text;
  const bool grew = captured > held->start_captured;
  const std::uint32_t by = grew ? captured - held->start_captured : held->start_captured - captured;
  return text + fmt::format(" ({}{})", grew ? "+" : "\u2212", with_separators(by));
}

/// A radius and its captures, next to a rim or a new bone.
PlateLines rim_lines(Session& session, BenchState& bench, Id id) {
  const Joint* joint = joint_of(session.document.scene(), id);
  if (!joint) return {};
  PlateLines lines{{radius_line(session, *joint), colors().amber}};
  const std::uint32_t uncovered = coverage(session.deformer).uncovered;
  lines.emplace_back(
      captured_text(session, id) + fmt::format(" \u00b7 {} uncovered", with_separators(uncovered)),
      colors().text);
  if (const std::string bleeding = bleed_text(session, bench, id); !bleeding.empty())
    lines.emplace_back(bleeding, colors().magenta);
  const JointRef ref = find_joint(session.document.scene(), id);
  const Id skeleton = session.document.scene().nodes[std::size_t(ref.node)].id;
  if (!meshes_with_file_weights(session.document.scene(), skeleton).empty())
    lines.emplace_back("the mesh uses its file's weights", colors().text_dim);
  return lines;
}

/// "solid 2 of 3": which one the point is in, and how to choose another.
void add_solid_lines(const Session& session, const GhostPoint& ghost, PlateLines& lines) {
  if (ghost.is_in_middle) lines.emplace_back("on the mirror plane", colors().text);
  if (ghost.solids.size() < 2) return;
  const bool is_drawing = std::holds_alternative<BoneDrag>(session.drag);
  lines.emplace_back(
      fmt::format("solid {} of {} under the pointer", ghost.chosen + 1, ghost.solids.size()),
      colors().text);
  lines.emplace_back(is_drawing ? "mouse wheel: the next one" : "click here again: the next one",
                     colors().text_dim);
  lines.emplace_back("", colors().text_dim);  // room for draw_solid_strip()
}

/// The solids behind each other under the pointer, from front (left) to back, to scale, the chosen
/// one filled.
void draw_solid_strip(const GhostPoint& ghost, ImVec2 low, float width) {
  if (ghost.solids.size() < 2 || ghost.chosen < 0) return;
  const glm::vec3 front = ghost.solids.front().front;
  const float whole = std::max(glm::distance(front, ghost.solids.back().back), 1e-12f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = ImGui::GetTextLineHeight(), middle = low.y + height * 0.5f;
  list.AddLine({low.x, middle}, {low.x + width, middle}, colors().line, px(1));
  for (std::size_t i = 0; i < ghost.solids.size(); ++i) {
    const GhostPoint::Solid& solid = ghost.solids[i];
    const float a = low.x + width * glm::distance(front, solid.front) / whole,
                b = std::max(low.x + width * glm::distance(front, solid.back) / whole, a + px(3));
    const ImVec2 from{a, low.y + height * 0.2f}, to{b, low.y + height * 0.8f};
    if (int(i) == ghost.chosen)
      list.AddRectFilled(from, to, colors().amber, px(2));
    else
      list.AddRect(from, to, colors().text_dim, px(2), 0, px(1));
  }
}

/// The plan of a new bone, next to its ghost.
void draw_plan_label(const Session& session, const ViewportState& viewport, const Area& area) {
  if (!viewport.ghost) return;
  PlateLines lines;
  if (viewport.plan) {
    const BonePlan& plan = *viewport.plan;
    lines.emplace_back(
        fmt::format("would hold {} vertices ({} new)", with_separators(plan.captured),
                    with_separators(plan.newly_covered)),
        plan.captured > 0 ? colors().amber : colors().text);
    if (!plan.capsules.empty())
      lines.emplace_back(fmt::format("r {}{}",
                                     radius_text(session, shown_or_first_skeleton(session),
                                                 plan.capsules.front().radius),
                                     plan.capsules.size() > 1 ? ", both sides" : ""),
                         colors().text_dim);
  } else {
    lines.emplace_back("press here and drag to where the bone ends", colors().text_dim);
  }
  add_solid_lines(session, *viewport.ghost, lines);
  const ImVec2 size = plate_size(lines);
  const std::optional<ImVec2> low = draw_label(area,
                                               {area.low.x + viewport.pointer.pixel.x + px(18),
                                                area.low.y + viewport.pointer.pixel.y - px(20)},
                                               lines);
  if (!low) return;
  draw_solid_strip(
      *viewport.ghost,
      {low->x + px(kPlatePadX), low->y + size.y - px(kPlatePadY) - ImGui::GetTextLineHeight()},
      size.x - 2.0f * px(kPlatePadX));
}

/// The joint whose rim is dragged or under the pointer; kNoId without one.
Id rim_joint(const Session& session, const ViewportState& viewport) {
  if (const auto* held = std::get_if<RadiusDrag>(&session.drag)) return held->joint;
  if (!is_dragging(session) && viewport.hovered.kind == view::PickKind::rim)
    return viewport.hovered.id;
  return kNoId;
}

/// The label of a rim, on the side away from the bone, so that it does not cover the capsule.
void draw_rim_label(Session& session, BenchState& bench, ViewportState& viewport,
                    const Area& area) {
  const Id joint = rim_joint(session, viewport);
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint);
  if (!capsule) return;
  const PlateLines lines = rim_lines(session, bench, joint);
  const glm::vec2 at = viewport.pointer.pixel;
  const Projected middle =
      project(session.camera, (capsule->base + capsule->tip) * 0.5f, session.picture_size);
  const bool is_left = middle.visible && at.x < middle.pixel.x;
  const float x = is_left ? at.x - px(18) - plate_size(lines).x : at.x + px(18);
  draw_label(area, {area.low.x + x, area.low.y + at.y - px(20)}, lines);
}

/// Left and right end of a capsule on the screen and the height of its middle, viewport pixels.
/// None when it is not in view.
std::optional<std::array<float, 3>> screen_span(const Session& session,
                                                const view::WorldCapsule& capsule) {
  const glm::vec2 size = session.picture_size;
  const Projected base = project(session.camera, capsule.base, size),
                  tip = project(session.camera, capsule.tip, size);
  if (!base.visible || !tip.visible) return std::nullopt;
  const float around_base =
      capsule.radii.at_origin / world_per_pixel(session.camera, capsule.base, size.y);
  const float around_tip =
      capsule.radii.at_tip / world_per_pixel(session.camera, capsule.tip, size.y);
  const float middle = (base.pixel.y + tip.pixel.y) * 0.5f;
  if (middle < 0.0f || middle > size.y) return std::nullopt;
  return std::array<float, 3>{std::min(base.pixel.x - around_base, tip.pixel.x - around_tip),
                              std::max(base.pixel.x + around_base, tip.pixel.x + around_tip),
                              middle};
}

/// The x that a label avoids, viewport pixels: that of the partner on the other side of the body,
/// else that of the model's middle.
std::optional<float> other_limb(const Session& session, const view::WorldCapsule& capsule) {
  const std::optional<view::WorldCapsule> partner =
      world_capsule(session, mirror_partner(session, capsule.joint));
  const Bounds bounds =
      partner ? Bounds{} : world_bounds(session.deformer, session.document.scene());
  const glm::vec3 point = partner          ? (partner->base + partner->tip) * 0.5f
                          : bounds.empty() ? capsule.base
                                           : bounds.center();
  const Projected seen = project(session.camera, point, session.picture_size);
  return seen.visible ? std::optional(seen.pixel.x) : std::nullopt;
}

/// A joint's radius and captures next to its capsule, on the side away from the rest of the body,
/// so that the label covers no limb.
void draw_joint_label(const Session& session, const Area& area, const Joint& joint) {
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint.id);
  const std::optional<std::array<float, 3>> span =
      capsule ? screen_span(session, *capsule) : std::nullopt;
  if (!span) return;
  const auto [left, right, middle] = *span;
  const std::optional<float> other = other_limb(session, *capsule);
  const bool is_left = other && (left + right) * 0.5f < *other;
  const PlateLines lines{{radius_line(session, joint), colors().amber},
                         {captured_text(session, joint.id), colors().text_dim}};
  const FontScope font(fonts().small);
  const ImVec2 size = plate_size(lines);
  const float x = is_left ? left - px(14) - size.x : right + px(14);
  draw_label(area, {area.low.x + x, area.low.y + middle - size.y * 0.5f}, lines);
}

/// The partner's radius, next to the partner, during a symmetric drag.
void draw_partner_label(const Session& session, const Area& area) {
  const auto* held = std::get_if<RadiusDrag>(&session.drag);
  if (!held || !session.is_symmetric) return;
  const Joint* partner = joint_of(session.document.scene(), mirror_partner(session, held->joint));
  if (!partner) return;
  draw_joint_label(session, area, *partner);
}

/// In Rig: shows the active joint's radius, except during a drag or when a rim has the label.
void draw_active_label(const Session& session, const ViewportState& viewport, const Area& area) {
  if (session.tab != Tab::rig || is_dragging(session) || rim_joint(session, viewport) != kNoId ||
      !session.show.capsules || viewport.ghost)
    return;
  if (viewport.hovered.id != kNoId && viewport.hovered.id != active_joint(session)) return;
  const Joint* joint = joint_of(session.document.scene(), active_joint(session));
  if (!joint || session.show.hidden.count(joint->id) > 0) return;
  draw_joint_label(session, area, *joint);
}

void draw_value_label(const Session& session, const Area& area) {
  const auto* held = std::get_if<HandleDrag>(&session.drag);
  if (!held) return;
  const Gizmo& gizmo = held->drag.gizmo();
  glm::vec3 anchor = gizmo.origin;
  if (held->target.mode == GizmoMode::translate)
    anchor = glm::vec3(held->drag.increment() * glm::vec4(anchor, 1.0f));
  const std::optional<ImVec2> at = screen_point(session, area, anchor);
  if (!at) return;
  // Outside the ring: inside it a pie shows the angle.
  const bool turns = held->target.mode == GizmoMode::rotate;
  const ImVec2 beside =
      turns ? ImVec2{px(1.2f * kGizmoPixels + 8.0f), -px(14)} : ImVec2{px(18), px(14)};
  draw_label(area, {at->x + beside.x, at->y + beside.y}, {{held->drag.text(), colors().text}});
}

/// Which of several overlapping items a click selected.
void draw_cycle_label(const Session& session, const ViewportState& viewport, const Area& area) {
  if (is_dragging(session) || session.now >= viewport.cycle_until ||
      viewport.cycle_index >= viewport.cycle_ids.size())
    return;
  const Id id = viewport.cycle_ids[viewport.cycle_index];
  if (session.document.active() != id) return;
  const Joint* joint = joint_of(session.document.scene(), id);
  const Node* node = find_node(session.document.scene(), id);
  const std::string name = joint ? joint->name : node ? node->name : std::string();
  const std::string text =
      fmt::format("{} of {}: {}", viewport.cycle_index + 1, viewport.cycle_ids.size(), name);
  PlateLines lines{{text, colors().amber}};
  if (viewport.hovered_handle == GizmoHandle::none)
    lines.emplace_back("click again for the next", colors().text_dim);
  draw_label(
      area,
      {area.low.x + viewport.cycle_pixel.x + px(16), area.low.y + viewport.cycle_pixel.y + px(10)},
      lines);
}

void draw_box(const Session& session, const Area& area) {
  const auto* box = std::get_if<BoxDrag>(&session.drag);
  if (!box) return;
  const glm::vec2 low = glm::min(box->from, box->to), high = glm::max(box->from, box->to);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 a{area.low.x + low.x, area.low.y + low.y},
      b{area.low.x + high.x, area.low.y + high.y};
  list.AddRectFilled(a, b, faded(colors().amber, 26));
  list.AddRect(a, b, faded(colors().amber, 200), 0.0f, 0, px(1));
}

void draw_marker_label(const ViewportState& viewport, const FigureState& figure, const Area& area) {
  const std::optional<std::size_t>& hovered = viewport.hovered_marker;
  if (!figure.markers || !hovered || *hovered >= figure.markers->places.size()) return;
  const MarkerPlace& marker = (*figure.markers)[*hovered];
  PlateLines lines{{marker_title(marker), colors().text}};
  if (!marker.doubt.empty()) lines.emplace_back(marker.doubt, colors().amber);
  const glm::vec2 at = viewport.pointer.pixel;
  draw_label(area, {area.low.x + at.x + px(16), area.low.y + at.y + px(10)}, lines);
}

/// The name of the item under the pointer; in Rig also its count of captured vertices.
void draw_hover_label(const Session& session, const ViewportState& viewport, const Area& area) {
  const view::Pick& hovered = viewport.hovered;
  if (is_dragging(session) || hovered.kind == view::PickKind::rim || hovered.id == kNoId) return;
  if (session.document.is_selected(hovered.id)) return;
  PlateLines lines;
  if (const Node* node = find_node(session.document.scene(), hovered.id))
    lines = {{node->name, colors().text}};
  if (const Joint* joint = joint_of(session.document.scene(), hovered.id)) {
    lines = {{session.tab == Tab::rig ? radius_line(session, *joint) : joint->name, colors().text}};
    if (session.tab == Tab::rig)
      lines.emplace_back(captured_text(session, joint->id), colors().text_dim);
  }
  const glm::vec2 at = viewport.pointer.pixel;
  draw_label(area, {area.low.x + at.x + px(16), area.low.y + at.y + px(10)}, lines);
}

}  // namespace

void draw_labels(Session& session, BenchState& bench, ViewportState& viewport,
                 const FigureState& figure, const Area& area) {
  draw_marker_label(viewport, figure, area);
  draw_box(session, area);
  draw_active_label(session, viewport, area);
  draw_partner_label(session, area);
  draw_rim_label(session, bench, viewport, area);
  draw_value_label(session, area);
  draw_plan_label(session, viewport, area);
  draw_cycle_label(session, viewport, area);
  draw_hover_label(session, viewport, area);
}

}  // namespace marrow::app
