// The point under the pointer where a bone would begin or end: which solid on the ray, how deep.
#pragma once

#include <optional>
#include <vector>

#include "editor/drag_state.h"
#include "editor/viewport_state.h"
#include "view/picture/solids.h"

namespace marrow {

struct Session;
struct ViewportState;

/// Index of the solid for a bone from `from` (a place along the ray): the one that contains it,
/// else the nearest. Among about equally near ones (within `near`) it is the thickest, then the
/// front one. If `from` is none, the thickest of all. -1 if there are no solids.
int chosen_solid(const std::vector<view::Solid>& solids, std::optional<float> from, float near);

/// The add tool's point: the middle of the solid that the user chose (next_solid()), else of the
/// one that chosen_solid() picks for the base of the bone being drawn, or for the active joint's
/// tip. If no mesh is there, the point at the depth of that base or tip, else of the camera's
/// target. `near_surface`: a quarter of the way into the solid, for bones just below the skin.
/// While editing is symmetric, a point near the body's plane of symmetry is moved onto it.
GhostPoint ghost_point(const Session& session, const ViewportState& viewport, glm::vec2 pixel,
                       bool near_surface = false);

/// The middle of the solid under a pixel that chosen_solid() picks for `from`; if no mesh is there,
/// the point at the depth of `from`. World space.
glm::vec3 middle_below(const Session& session, const ViewportState& viewport, glm::vec2 pixel,
                       const glm::vec3& from);

/// The middle of the solid `by` places further back, in a cycle. World space. Precondition: there
/// are solids.
glm::vec3 next_solid(const GhostPoint& ghost, int by);

/// Chooses a solid by hand; the choice lasts until the pointer leaves the pixel.
void choose_solid(ViewportState& viewport, glm::vec2 pixel, const glm::vec3& middle);
/// Drops the choice if the pointer is elsewhere.
void drop_old_choice(const Session& session, ViewportState& viewport, glm::vec2 pixel);

}  // namespace marrow
