// The one way by which the editor sets radii: drags, sliders, scaling all, Auto-fit. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

/// Gives each of `joints` its radii (one pair per joint, skeleton units) and, while
/// session.is_symmetric, the same to partners by name that are not in `joints`.
Operation radii_operation(const Session& session, std::vector<Id> joints,
                          const std::vector<Radii>& radii);
/// Likewise one radius each: tapered capsules keep their shape, the radius is that at the larger
/// end.
Operation radius_operation(const Session& session, std::vector<Id> joints,
                           const std::vector<float>& radii);

std::string radius_text(float radius);       ///< "0.054"
std::string radii_text(const Radii& radii);  ///< of a tapered capsule "0.054 \u2192 0.032"

/// The joint's partner by name, whether or not symmetry is on; kNoId when there is none.
Id mirror_partner(const Session& session, Id joint);

}  // namespace marrow
