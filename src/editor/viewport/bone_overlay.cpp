// The ghost of a new bone: its capsule before it is added.
#include "editor/picture_theme.h"
#include "editor/session.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport_state.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/eye_view.h"

namespace marrow {
namespace {

/// The solids that the point is not in: where the next click or notch of the wheel takes it.
void add_other_solids(view::Overlay& overlay, const GhostPoint& ghost, const glm::vec3& base,
                      const view::Color& tone) {
  for (int i = 0; i < static_cast<int>(ghost.solids.size()); ++i) {
    if (i == ghost.chosen) continue;
    const GhostPoint::Solid& solid = ghost.solids[static_cast<std::size_t>(i)];
    const glm::vec3 middle = 0.5f * (solid.front + solid.back);
    overlay.lines.push_back({{base, middle}, tone, 1.5f});
    overlay.lines.push_back({{solid.front, solid.back}, tone, 1.5f});
    overlay.dots.push_back({middle, tone, 3.5f, view::Color(0.0f)});
  }
}

}  // namespace

void add_new_bone(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  if (!viewport.ghost) return;
  constexpr view::Color kRim{0.10f, 0.10f, 0.11f, 1.0f};
  const view::Color lit = tones_of(session).handle_lit;
  const auto faded = [&](float alpha) { return view::Color(lit.r, lit.g, lit.b, lit.a * alpha); };
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
      overlay.fills.push_back({outline, faded(0.16f)});
      overlay.lines.push_back({outline, faded(0.85f), 2.0f});
    }
    overlay.lines.push_back({{capsule.base, capsule.tip}, faded(0.9f), 2.0f});
    overlay.dots.push_back({capsule.base, faded(0.8f), 4.0f, view::Color(0.0f)});
    overlay.dots.push_back({capsule.tip, lit, 5.0f, kRim});
  }
  const bool has_bone = viewport.plan && !viewport.plan->capsules.empty();
  add_other_solids(overlay, *viewport.ghost,
                   has_bone ? viewport.plan->capsules.front().base : viewport.ghost->point,
                   faded(0.45f));
  overlay.dots.push_back({viewport.ghost->point, lit, 6.0f, kRim});
}

}  // namespace marrow
