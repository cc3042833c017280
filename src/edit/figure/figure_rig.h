// A skeleton made for meshes without bones, by markers on a figure (rig/figure/markers.h).
#pragma once

#include "edit/figure/figure_skeleton.h"
#include "rig/figure/search.h"

namespace marrow {

/// The triangles of all meshes with is_unbound_mesh(), world space, one shell per mesh.
std::vector<Shell> unbound_shells(const Scene& scene);

/// The meshes of a scene at rest, each at its place in the world, without skeletons, weights,
/// motions and springs.
Scene without_skeletons(const Scene& scene);

/// Enlarges radii of a skeleton until each vertex of its meshes is covered, always the radius of
/// the joint with the nearest bone: another joint would drag the skin along when it turns, as a
/// shin would drag the sole. `fits`: begins with the radii of Measures::fit_all(). Both sides stay
/// equal. Returns false if `progress` stopped it.
bool cover_skin(Scene& scene, Id skeleton_node, bool fits, const Tasks& tasks,
                const ProgressCallback& progress = {});

/// `bones` with the radii of cover_skin() on the meshes that made_skeleton() binds. Unchanged if
/// `progress` stops it.
std::vector<FigureBone> fitted_bones(const Scene& scene, std::vector<FigureBone> bones,
                                     const Tasks& tasks, const ProgressCallback& progress = {});

/// The edit that binds all meshes with is_unbound_mesh() to a skeleton that was carried over
/// (own_template.h), with the radii of cover_skin().
Operation carried_skeleton(const Scene& scene, Scene rig, const Tasks& tasks);

}  // namespace marrow
