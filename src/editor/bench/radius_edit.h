// The one way by which the editor sets radii: drags, sliders, scaling all, Auto-fit. No ImGui.
#pragma once

#include <vector>

#include "editor/session.h"

namespace marrow {

/// The edit that gives each of `joints` its radius of `radii` (one each, skeleton units) and, while
/// session.is_symmetric, the same to those partners by name that are not among `joints` themselves.
Operation radius_operation(const Session& session, std::vector<Id> joints,
                           std::vector<float> radii);

/// The joint's partner by name, kNoId when there is none; whether or not symmetry is on.
Id mirror_partner(const Session& session, Id joint);

}  // namespace marrow
