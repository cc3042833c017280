// Edits that end with another rest pose.
#pragma once

#include <optional>

#include "edit/operation.h"

namespace marrow {

/// op::MakeRest, and new keys for motions with inverse kinematics that would play differently under
/// the new rest pose (with_ik_kept()). One step.
Operation rest_edit(const Scene& scene, Id skeleton_node, const Tasks& tasks);

enum class FigureStance {
  t,  ///< arms held out to the sides
  a,  ///< arms halfway down, at 45 degrees
};

/// The edit that gives a standing figure a rest pose with straight arms in a stance: upper arms and
/// forearms turn by the shortest way from the present rest pose, and rest_edit() follows. The
/// present pose is lost. None where no arms are found (scene/stance.h), or where they are there
/// within 0.1 degrees.
std::optional<Operation> figure_rest(const Scene& scene, Id skeleton_node, FigureStance stance,
                                     const Tasks& tasks);

}  // namespace marrow
