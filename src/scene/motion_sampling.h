// The scene at a given time of a motion.
#pragma once

#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The scene at a time of a motion by its keys alone. Inverse kinematics is left out; at_time() in
/// rig/playback.h adds it. A joint gets Ul = L^-1 (T R S), a node the local matrix T R S and the
/// morph weights of its mesh. A node scaled to zero is hidden with all nodes below it. A target
/// whose matrix would not be finite keeps its matrix; a wrong number of morph weights is ignored.
/// Skeletons without tracks stay shared. Ignores locks and limits, because playing edits nothing.
Scene keyed_at_time(const Scene& scene, const Motion& motion, float seconds);

/// The first motion with that name; null if none.
const Motion* find_motion(const Scene& scene, std::string_view name);

/// The joint whose place counts as the place of the figure that the motion moves: the hips, else
/// the first joint; kNoId if the motion moves no joint. Slow: it finds the roles of joints.
Id figure_joint(const Scene& scene, const Motion& motion);

/// The displacement of a joint over the ground from one scene to another, world units; 0 without
/// the joint.
glm::vec3 traveled(const Scene& rest, const Scene& now, Id joint);

/// Extents of the box around the joints, at rest, of the skeletons that the motion moves, world
/// units; zeros if it moves none.
glm::dvec3 figure_extent(const Scene& scene, const Motion& motion);

/// True if a track plays on a joint, node or mesh of the scene.
bool moves(const Scene& scene, const Motion& motion);

// ---- Poses of scenes: all that a motion can move, that is Ul of joints, and local matrices and
// morph weights of nodes.

/// One weight per morph target of the node's mesh; all 0 if the node has none.
std::vector<float> weights_of(const Node& node);

/// The scene with the pose of `posed`, for all joints and nodes that both scenes have.
Scene with_pose(const Scene& scene, const Scene& posed);

/// The joints and nodes of both scenes whose transform or morph weights differ.
std::vector<Id> changed_poses(const Scene& before, const Scene& after);

}  // namespace marrow
