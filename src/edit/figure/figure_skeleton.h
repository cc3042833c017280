// The edit that adds a figure's skeleton, names for its joints, its stances at rest.
#pragma once

#include "edit/figure/figure_bones.h"
#include "edit/operation.h"

namespace marrow {

/// The box of all meshes with is_unbound_mesh(), world space.
Bounds bounds_of_unbound(const Scene& scene);

/// A new skeleton of these bones at the world's origin, with these meshes bound to it: bones in a
/// box, whose joints are then dragged into place. One step. Joints are oriented like the world.
Operation human_skeleton(const Scene& scene, const std::vector<FigureBone>& bones);

/// human_skeleton() of bones that were found in the meshes, as "Make a skeleton". With arms it has
/// the stored pose "Neutral": they hang by the thighs, elbows a little bent. The linear falloff
/// and dual quaternions bend it better than the defaults: eight figures score 34 in the mean in
/// their range of motion, with the inverse distance 30.
Operation made_skeleton(const Scene& scene, const std::vector<FigureBone>& bones);

/// Adds a scene whose first node is a skeleton, and binds all meshes with is_unbound_mesh() to it.
Operation bound_skeleton(const Scene& scene, Scene rig, std::string what);

/// Names by place for the joints of a standing figure (y up) that are still called as when they
/// were drawn, "joint.L.003". None where body_roles() finds no roles by shape, or where they
/// disagree with the sides that names state.
std::optional<op::RenameJoints> figure_names(const Skeleton& skeleton);

/// Arms held out to the sides, or 45 degrees down.
enum class FigureStance { t, a };

/// The edit that turns the upper arms and forearms of a figure at rest by the shortest way into
/// straight arms, followed by rest_edit(). The present pose is lost. None where no arms are found
/// (scene/stance.h), or where they are there within 0.1 degrees. Precondition: the node has a
/// skeleton.
std::optional<Operation> figure_rest(const Scene& scene, Id skeleton_node, FigureStance stance,
                                     const Tasks& tasks);

}  // namespace marrow
