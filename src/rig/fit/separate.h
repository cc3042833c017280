// Radii to begin a fit with: those that tell who holds a vertex best, joint by joint.
#pragma once

#include "rig/fit/fit_rig.h"
#include "rig/fit/radius_line.h"

namespace marrow {

/// The radii of each joint that are wrong about the fewest vertices: those where its weight is
/// above `least` are to be held, no others. Where many are as good, the middle between two
/// vertices. Joints without such a vertex get 0.
std::vector<Radii> separating_radii(const FitPairs& pairs, const Influences& wanted, float least,
                                    bool tapers, const std::vector<float>& reaches);

}  // namespace marrow
