// The bones of a figure, between the markers on it (rig/figure/markers.h) or in a box.
#pragma once

#include <string>
#include <vector>

#include "rig/figure/markers.h"
#include "scene/mesh.h"

namespace marrow {

struct FigureBone {
  std::string name;
  int parent = -1;  ///< index into the list, smaller than this bone's; -1: the root
  glm::vec3 base{0.0f}, tip{0.0f};
  float radius = 0.0f;
};

/// Bones between markers; radii are in proportion to the trunk. A humanoid has 21 bones with the
/// names of media/human.glb and 3 per finger, a quadruped 20 and a tail of 3, a chain one per
/// joint. With has_twists the half of a forearm next to the hand belongs to the joint
/// "forearm_twist.L", a shin's to "shin_twist.L". Turned about its bone half as far as the hand, it
/// makes the skin twist in two places instead of one. Nothing turns it automatically.
std::vector<FigureBone> figure_bones(const FigureMarkers& markers);

/// figure_bones() of a standing human figure that fills `box` (world space), with the proportions
/// of media/human.glb, left and right as mirror images. The figure faces +z with y up, or -y in a
/// box that lies along z. Arms reach the sides of the box: held out in a wide box, hanging in a
/// narrow one. Empty if the box is empty or has no height.
std::vector<FigureBone> human_bones_in(const Bounds& box);

}  // namespace marrow
