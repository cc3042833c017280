// How a motion carries its figure over the ground: kept by the hips, left out, or given to the
// node.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "scene/scene.h"

namespace marrow {

/// The joint that carries a figure: of those that the motion translates, the highest.
struct Carrier {
  int node = -1;
  Id joint = kNoId;
  glm::dmat3 across{1.0};  ///< what of a way is along the ground, in the joint's parent
  glm::dmat3 skeleton_from_parent{1.0};  ///< at rest
};
/// None where the motion translates no joint. Up is as the motion has it, else the rest pose, else
/// y of the skeleton.
std::optional<Carrier> carrier_of(const Scene& scene, const Motion& motion);

/// The figure stays above where it is at the first key: the carrier's keys keep their times, shapes
/// and heights. The motion itself without a carrier.
Motion in_place(const Scene& scene, const Motion& motion);

/// Why travel_on_node() cannot be; empty when it can.
std::string why_no_travel_on_node(const Scene& scene, const Motion& motion);
/// in_place(), and the skeleton's node goes the way instead: joints are where they were in the
/// world. Its keys are at the carrier's times, with their tangents.
Motion travel_on_node(const Scene& scene, const Motion& motion);

}  // namespace marrow
