// Changes the path of a motion: removes the figure's travel over the ground, or moves it from the
// hips to the node.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "scene/scene.h"

namespace marrow {

/// The joint that carries the figure: the highest in the tree of those that the motion translates.
struct Carrier {
  int node = -1;
  Id joint = kNoId;
  glm::dmat3 across{1.0};  ///< projects a path onto the ground, in the space of the joint's parent
  glm::dmat3 skeleton_from_parent{1.0};  ///< at rest
};
/// None if the motion translates no joint. Up is taken from the motion, else from the rest pose,
/// else it is y of the skeleton.
std::optional<Carrier> carrier_of(const Scene& scene, const Motion& motion);

/// The figure stays above its place at the first key: the carrier's keys keep their times, shapes
/// and heights. Returns `motion` unchanged without a carrier.
Motion in_place(const Scene& scene, const Motion& motion);

/// Why travel_on_node() is impossible, for the user; empty when it is possible.
std::string why_no_travel_on_node(const Scene& scene, const Motion& motion);
/// in_place(), and the skeleton's node travels instead, so that joints stay where they were in the
/// world. The node's keys are at the carrier's times, with their tangents.
Motion travel_on_node(const Scene& scene, const Motion& motion);

}  // namespace marrow
