// The scenes that ship with the program, generated from numbers.
#pragma once

#include <memory>
#include <string>

#include "editor/session.h"
#include "rigging.h"
#include "scene/scene.h"
#include "skin_mesh.h"

namespace marrow::media {

/// A mannequin that waves, with a motion. The capsule at its left knee is deliberately too thin.
Scene human_scene();
/// An ogre, and a capsule on two bones. Each has the poses 0 and 1 and is in pose 1.
Scene ogre_scene();
Scene capsule_scene();
/// A bar on a chain of four bones for checks by hand; all numbers are exactly representable.
Scene bar_scene();

/// A mesh of the triangles with normals from the field.
Mesh mesh_of(const Triangles& triangles, const Field& field);

/// Adds a node with the skeleton and a node with the mesh bound to it, both at the origin. The
/// skeleton's ids must come from `scene`.
Scene rigged(Scene scene, const std::string& name, Skeleton skeleton, Mesh mesh);

}  // namespace marrow::media
