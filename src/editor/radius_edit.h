// Sets radii: for drags, sliders, scaling, fits.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

/// Sets the radii of `joints` (one pair per joint, skeleton units). While session.is_symmetric,
/// also those of their partners by name that are not in `joints`.
Operation radii_operation(const Session& session, std::vector<Id> joints,
                          const std::vector<Radii>& radii);
/// Sets one radius per joint: for a tapered capsule the larger one; the other keeps its ratio.
Operation radius_operation(const Session& session, std::vector<Id> joints,
                           const std::vector<float>& radii);

/// "0.054", with the digits that the size of the skeleton needs.
std::string radius_text(const Session& session, Id joint_or_node, float radius);
/// "0.054"; "0.054 \u2192 0.032" if tapered
std::string radii_text(const Session& session, Id joint, const Radii& radii);

/// These joints and, while session.is_symmetric, their partners.
std::vector<Id> with_partners(const Session& session, std::vector<Id> joints);
/// The joint's partner by name, whether or not editing is symmetric; kNoId if there is none.
Id mirror_partner(const Session& session, Id joint);

}  // namespace marrow
