// Where a bone would begin or end under the pointer: which solid on the ray, how deep in it.
#pragma once

#include <optional>
#include <vector>

#include "editor/bone_plan.h"
#include "editor/drag_state.h"
#include "view/picture/solids.h"

namespace marrow {

struct Session;
struct ViewportState;

/// The solid of a bone that comes from `from` along the ray: the one that contains it, else the
/// nearest; of those about as near (within `near`) the thickest, of equals the front one. None:
/// the thickest of all. -1 without solids.
int chosen_solid(const std::vector<view::Solid>& solids, std::optional<float> from, float near);

/// The add tool's point: the middle of the solid on the pointer's ray that chosen_solid() takes for
/// a bone that comes from the bone's base in hand, else the active joint's tip; one chosen by hand
/// (next_solid()) goes before. Over no mesh, the point at that depth, else at the camera target's.
/// `near_surface`: a quarter of the way in, for bones just below the skin, and a matching
/// thickness. Near the plane between the sides of the body, while editing is symmetric, it is moved
/// onto the plane.
GhostPoint ghost_point(const Session& session, const ViewportState& viewport, glm::vec2 pixel,
                       bool near_surface = false);

/// The middle of the solid `by` further back (from the last one the first), world space.
/// Precondition: there are solids.
glm::vec3 next_solid(const GhostPoint& ghost, int by);

/// A solid chosen by hand for the pointer's place holds until the pointer goes elsewhere.
void choose_solid(ViewportState& viewport, glm::vec2 pixel, const glm::vec3& middle);
void forget_other_choice(const Session& session, ViewportState& viewport, glm::vec2 pixel);

}  // namespace marrow
