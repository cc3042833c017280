// Handles and marks of drags as lines and fills over the picture.
#pragma once

#include "editor/editor.h"
#include "view/picture/picking.h"

namespace marrow {

/// All overlays of the viewport: the gizmo or the dragged handle with its guide or pie, the rim
/// under the pointer, the bone's other end in Rig, the ghost of a new bone.
view::Overlay overlay_of(const Editor& editor);

/// The gizmo's handles; `lit` is drawn highlighted.
void add_gizmo(view::Overlay& overlay, const view::Tones& tones, const Gizmo& gizmo,
               GizmoHandle lit);

/// A dragged rotation: the ring, a pie over the angle, a full disc for whole turns.
void add_pie(view::Overlay& overlay, const view::Tones& tones, const GizmoDrag& drag,
             const glm::vec3& start_direction);

/// The ghost of a new bone: its capsule and its mirror image's capsule.
void add_new_bone(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

/// The radius handle: the ring around a capsule that is nearest to a ray, and its point nearest to
/// the ray. World space.
struct RimHandle {
  glm::vec3 center{0.0f};  ///< on the bone
  glm::vec3 normal{0.0f, 1.0f, 0.0f};
  float along = 0.0f;  ///< place along the bone: 0 at its base, 1 at its tip
  float radius = 0.0f;
  glm::vec3 knob{0.0f};  ///< on the capsule's surface: on the ring, or on the cap beyond it
};
RimHandle rim_handle(const view::WorldCapsule& capsule, const Ray& ray);

}  // namespace marrow
