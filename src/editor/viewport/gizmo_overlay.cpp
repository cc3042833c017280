#include "editor/viewport/gizmo_overlay.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "editor/bench/bench_model.h"
#include "editor/course/course_case.h"
#include "editor/course/explain.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/paint/paint.h"
#include "editor/picture_theme.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"
#include "editor/timeline/timeline_state.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport/drag_marker.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/marks.h"
#include "editor/viewport_state.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/eye_view.h"

namespace marrow {
namespace {

using view::Color;

constexpr Color kDotRim{0.10f, 0.10f, 0.11f, 1.0f};

Color faded(Color color, float alpha) { return {color.r, color.g, color.b, color.a * alpha}; }

Color color_of(const view::Tones& tones, GizmoHandle handle) {
  using enum GizmoHandle;
  if (handle == x || handle == yz) return view::kAxisX;
  if (handle == y || handle == zx) return view::kAxisY;
  if (handle == z || handle == xy) return view::kAxisZ;
  return tones.handle;
}

void add_shape(view::Overlay& overlay, const view::Tones& tones, const GizmoShape& shape,
               bool lit) {
  const Color color = lit ? tones.handle_lit : color_of(tones, shape.handle);
  if (shape.filled)
    overlay.fills.push_back(
        {shape.line, faded(color, is_plane(shape.handle) ? (lit ? 0.5f : 0.28f) : 0.95f)});
  if (!shape.filled || is_plane(shape.handle))
    overlay.lines.push_back({shape.line, color, lit ? 3.5f : 2.5f});
}

glm::vec3 turned(const glm::vec3& direction, const glm::vec3& axis, float angle) {
  return glm::vec3(glm::rotate(glm::mat4(1.0f), angle, axis) * glm::vec4(direction, 0.0f));
}

/// A fan of thin, convex wedges. `arm` goes from the pivot to the beginning of the sector.
void add_sector(view::Overlay& overlay, const glm::vec3& pivot, const glm::vec3& arm,
                const glm::vec3& axis, float angle, Color color) {
  const int wedges = std::max(1, int(std::ceil(std::abs(angle) / glm::radians(12.0f))));
  glm::vec3 from = pivot + arm;
  for (int i = 1; i <= wedges; ++i) {
    const glm::vec3 to = pivot + turned(arm, axis, angle * float(i) / float(wedges));
    overlay.fills.push_back({{pivot, from, to}, color});
    from = to;
  }
}

/// World length from the pivot to the ring of a handle.
float ring_radius(const Gizmo& gizmo, GizmoHandle handle) {
  for (const GizmoShape& shape : shapes(gizmo))
    if (shape.handle == handle && !shape.line.empty())
      return glm::distance(shape.line.front(), gizmo.origin);
  return gizmo.size;
}

void add_guide_line(view::Overlay& overlay, const view::Tones& tones, const Gizmo& gizmo,
                    GizmoHandle handle) {
  if (is_plane(handle) || handle == GizmoHandle::center) return;
  const glm::vec3 reach = axis_of(gizmo, handle) * gizmo.size * 30.0f;
  overlay.lines.push_back(
      {{gizmo.origin - reach, gizmo.origin + reach}, faded(color_of(tones, handle), 0.5f), 1.5f});
}

/// The trackball: its outline, and its three rings as rotated.
void add_ball(view::Overlay& overlay, const view::Tones& tones, const GizmoDrag& drag) {
  const Gizmo& gizmo = drag.gizmo();
  overlay.lines.push_back(
      {view::circle(gizmo.origin, gizmo.view_direction, gizmo.size), tones.handle_lit, 2.5f});
  const glm::mat3 turn(drag.increment());
  Gizmo turned_gizmo = gizmo;
  turned_gizmo.axes = turn * gizmo.axes;
  for (const GizmoShape& shape : shapes(turned_gizmo))
    if (shape.handle != GizmoHandle::center)
      overlay.lines.push_back({shape.line, faded(color_of(tones, shape.handle), 0.8f), 2.0f});
}

void add_dragged_gizmo(view::Overlay& overlay, const view::Tones& tones, const HandleDrag& held) {
  const GizmoDrag& drag = held.drag;
  if (drag.handle() == GizmoHandle::arcball) return add_ball(overlay, tones, drag);
  if (held.target.mode == GizmoMode::rotate)
    return add_pie(overlay, tones, drag, held.start_direction);
  Gizmo moved = drag.gizmo();
  add_guide_line(overlay, tones, moved, drag.handle());
  const glm::vec3 start = moved.origin;
  moved.origin = glm::vec3(drag.increment() * glm::vec4(moved.origin, 1.0f));
  if (held.target.mode == GizmoMode::translate && moved.origin != start) {
    overlay.lines.push_back({{start, moved.origin}, tones.handle, 1.5f});
    overlay.dots.push_back({start, faded(tones.handle, 0.6f), 3.0f, Color(0.0f)});
  }
  for (const GizmoShape& shape : shapes(moved))
    if (shape.handle == drag.handle()) add_shape(overlay, tones, shape, true);
}

void add_rim(view::Overlay& overlay, const view::Tones& tones, const RimHandle& rim,
             bool is_dragged) {
  overlay.lines.push_back({view::circle(rim.center, rim.normal, rim.radius),
                           is_dragged ? tones.handle_lit : faded(tones.handle_lit, 0.85f),
                           is_dragged ? 3.0f : 2.5f});
  overlay.lines.push_back({{rim.center, rim.knob}, faded(tones.handle_lit, 0.5f), 1.5f});
  overlay.dots.push_back({rim.knob, tones.handle_lit, is_dragged ? 7.0f : 6.0f, kDotRim});
}

/// During a drag of a rim, the partner's ring at the same share of its bone.
void add_partner_rim(view::Overlay& overlay, const Session& session,
                     const view::WorldCapsule& grabbed, const RimHandle& rim) {
  if (!session.is_symmetric) return;
  const std::optional<view::WorldCapsule> partner =
      world_capsule(session, mirror_partner(session, grabbed.joint));
  if (!partner) return;
  const glm::vec3 bone = grabbed.tip - grabbed.base, other = partner->tip - partner->base;
  const float length_squared = glm::dot(bone, bone), other_length = glm::length(other);
  const float along =
      length_squared > 1e-12f ? glm::dot(rim.center - grabbed.base, bone) / length_squared : 0.0f;
  const glm::vec3 normal = other_length > 1e-6f ? other / other_length : rim.normal;
  overlay.lines.push_back(
      {view::circle(partner->base + other * along, normal, partner->radii.at(double(along))),
       faded(tones_of(session).handle_lit, 0.85f), 2.5f});
}

/// Adds the dragged rim, else the hovered one, else (with the radius tool) the active joint's.
void add_radius_handle(view::Overlay& overlay, const Session& session,
                       const ViewportState& viewport) {
  if (session.tab != Tab::rig) return;
  Id joint = kNoId;
  const auto* held = std::get_if<RadiusDrag>(&session.drag);
  if (held)
    joint = held->joint;
  else if (is_dragging(session))
    return;
  else if (viewport.hovered.kind == view::PickKind::rim)
    joint = viewport.hovered.id;
  else if (session.tool == Tool::radius)
    joint = session.document.active();
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint);
  if (!capsule) return;
  const RimHandle rim = rim_handle(*capsule, ray_at(session, viewport.pointer.pixel));
  add_rim(overlay, tones_of(session), rim, held != nullptr);
  if (held) add_partner_rim(overlay, session, *capsule, rim);
}

/// In Rig, the end of the bone without the gizmo: a click moves the gizmo there.
void add_other_end(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  const std::optional<view::WorldCapsule> capsule =
      world_capsule(session, session.document.active());
  if (!capsule) return;
  const glm::vec3 point = viewport.rig_end == RigEnd::tip ? capsule->base : capsule->tip;
  overlay.dots.push_back({point, faded(tones_of(session).selection, 0.9f), 6.0f, kDotRim});
}

/// The edge of a meter that the camera moved to.
void add_shown_edge(view::Overlay& overlay, const Session& session, const BenchState& bench) {
  const EdgePlace& edge = bench.shown_edge;
  const DeformedMesh* mesh = session.deformer.mesh(edge.mesh);
  if (!mesh || bench.shown_edge_revision != session.document.revision()) return;
  if (std::max(edge.a, edge.b) >= mesh->bind_positions.size()) return;
  const auto at = [&](std::uint32_t vertex) {
    return glm::vec3(mesh->world_from_output *
                     glm::vec4(mesh->positions_of({vertex}).front(), 1.0f));
  };
  constexpr view::Color kRim{0.05f, 0.06f, 0.07f, 0.9f};
  overlay.lines.push_back({{at(edge.a), at(edge.b)}, tones_of(session).uncovered, 4.0f});
  for (const std::uint32_t end : {edge.a, edge.b})
    overlay.dots.push_back({at(end), tones_of(session).uncovered, 4.5f, kRim});
}

/// The other solids on the ray, which the next click or notch of the wheel chooses.
void add_other_solids(view::Overlay& overlay, const GhostPoint& ghost, const glm::vec3& base,
                      const Color& tone) {
  for (int i = 0; i < int(ghost.solids.size()); ++i) {
    if (i == ghost.chosen) continue;
    const GhostPoint::Solid& solid = ghost.solids[std::size_t(i)];
    const glm::vec3 middle = 0.5f * (solid.front + solid.back);
    overlay.lines.push_back({{base, middle}, tone, 1.5f});
    overlay.lines.push_back({{solid.front, solid.back}, tone, 1.5f});
    overlay.dots.push_back({middle, tone, 3.5f, Color(0.0f)});
  }
}

}  // namespace

RimHandle rim_handle(const view::WorldCapsule& capsule, const Ray& ray) {
  RimHandle rim;
  const glm::vec3 bone = capsule.tip - capsule.base;
  const float length_squared = glm::dot(bone, bone);
  const bool is_point = length_squared < 1e-12f;
  float along = 0.0f;
  if (!is_point)
    along = std::clamp(nearest_on_line(ray, capsule.base, bone).value_or(0.5f), 0.0f, 1.0f);
  rim.along = along;
  rim.radius = capsule.radii.at(double(along));
  rim.center = capsule.base + bone * along;
  rim.normal = is_point ? -ray.direction : bone / std::sqrt(length_squared);
  const float t = std::max(glm::dot(rim.center - ray.origin, ray.direction), 0.0f);
  // On a cap this vector leans along the bone, as the surface does.
  const glm::vec3 outwards = ray.origin + ray.direction * t - rim.center;
  const float reach = glm::length(outwards);
  rim.knob = reach > 1e-9f ? rim.center + outwards * (rim.radius / reach)
                           : view::circle(rim.center, rim.normal, rim.radius, 4).front();
  return rim;
}

void add_gizmo(view::Overlay& overlay, const view::Tones& tones, const Gizmo& gizmo,
               GizmoHandle lit) {
  for (const GizmoShape& shape : shapes(gizmo))
    add_shape(overlay, tones, shape, lit != GizmoHandle::none && shape.handle == lit);
}

void add_pie(view::Overlay& overlay, const view::Tones& tones, const GizmoDrag& drag,
             const glm::vec3& start_direction) {
  const Gizmo& gizmo = drag.gizmo();
  const float radius = ring_radius(gizmo, drag.handle());
  const glm::vec3 axis = drag.turn_axis();
  const glm::vec3 arm = start_direction * radius;
  const Color color = color_of(tones, drag.handle());
  const float turns = std::trunc(drag.value() / glm::two_pi<float>());
  const float rest = drag.value() - turns * glm::two_pi<float>();
  if (turns != 0.0f)
    add_sector(overlay, gizmo.origin, arm, axis, glm::two_pi<float>(), faded(color, 0.15f));
  add_sector(overlay, gizmo.origin, arm, axis, rest, faded(tones.handle_lit, 0.32f));
  overlay.lines.push_back({view::circle(gizmo.origin, axis, radius), tones.handle_lit, 3.0f});
  overlay.lines.push_back({{gizmo.origin, gizmo.origin + arm}, faded(tones.handle, 0.4f), 1.5f});
  overlay.lines.push_back(
      {{gizmo.origin, gizmo.origin + turned(arm, axis, rest)}, tones.handle_lit, 2.0f});
}

void add_new_bone(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  if (!viewport.ghost) return;
  const Color lit = tones_of(session).handle_lit;
  const view::EyeView view =
      view::make_eye_view(session.camera, session.picture_size, session.ui_scale);
  for (const BonePlan::Capsule& capsule :
       viewport.plan ? viewport.plan->capsules : std::vector<BonePlan::Capsule>()) {
    view::CapsuleShape shape;
    shape.world_from_bone = capsule.world_from_bone;
    shape.length = capsule.length;
    shape.radii = {capsule.radius, capsule.radius};
    const std::vector<glm::vec3> outline = view::silhouette(shape, view.eye, 24);
    if (!outline.empty()) {
      overlay.fills.push_back({outline, faded(lit, 0.16f)});
      overlay.lines.push_back({outline, faded(lit, 0.85f), 2.0f});
    }
    overlay.lines.push_back({{capsule.base, capsule.tip}, faded(lit, 0.9f), 2.0f});
    overlay.dots.push_back({capsule.base, faded(lit, 0.8f), 4.0f, Color(0.0f)});
    overlay.dots.push_back({capsule.tip, lit, 5.0f, kDotRim});
  }
  const bool has_bone = viewport.plan && !viewport.plan->capsules.empty();
  add_other_solids(overlay, *viewport.ghost,
                   has_bone ? viewport.plan->capsules.front().base : viewport.ghost->point,
                   faded(lit, 0.45f));
  overlay.dots.push_back({viewport.ghost->point, lit, 6.0f, kDotRim});
}

view::Overlay overlay_of(const Editor& editor) {
  view::Overlay overlay;
  add_case(overlay, editor, editor.course);
  add_shown_edge(overlay, editor, editor.bench);
  add_explanation(overlay, editor, editor.explain);
  add_radius_handle(overlay, editor, editor.viewport);
  add_new_bone(overlay, editor, editor.viewport);
  add_flash(overlay, editor, editor.viewport);
  add_tips(overlay, editor, editor.viewport);
  if (!paints(editor)) add_pole(overlay, editor, editor.viewport);
  add_brush(overlay, editor, editor.viewport);
  add_markers(overlay, editor, editor.figure, editor.viewport);
  if (const auto* held = std::get_if<HandleDrag>(&editor.drag)) {
    add_dragged_gizmo(overlay, tones_of(editor), *held);
    overlay.quiet = view::Overlay::Quiet{held->drag.gizmo().origin, kGizmoPixels};
  } else if (!is_editing(editor) && !editor.figure.markers) {
    if (const std::optional<GizmoTarget> target =
            gizmo_target(editor, editor.transport, editor.viewport)) {
      if (editor.tab == Tab::rig) add_other_end(overlay, editor, editor.viewport);
      const Gizmo gizmo = gizmo_on(editor, *target);
      add_gizmo(overlay, tones_of(editor), gizmo, editor.viewport.hovered_handle);
      overlay.quiet = view::Overlay::Quiet{gizmo.origin, kGizmoPixels};
    }
  }
  return overlay;
}

}  // namespace marrow
