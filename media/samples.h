// The scenes that ship with the program, made from nothing but numbers.
#pragma once

#include <memory>
#include <string>

#include "editor/session.h"
#include "rigging.h"
#include "scene/scene.h"
#include "skin_mesh.h"

namespace marrow::media {

/// A mannequin that waves; its left knee's capsule is deliberately too thin.
Scene human_scene();
/// Seed 004's two results: an ogre and a capsule on two bones, each with the poses 0 and 1, in
/// pose 1.
Scene ogre_scene();
Scene capsule_scene();
/// A bar on a chain of four bones, all numbers exactly representable: for checks by hand.
Scene bar_scene();

/// The triangles with the field's own normals.
Mesh mesh_of(const Triangles& triangles, const Field& field);

/// A node with the skeleton and a node with the mesh bound to it, both at the origin. The
/// skeleton's ids come from `scene`.
Scene rigged(Scene scene, const std::string& name, Skeleton skeleton, Mesh mesh);

}  // namespace marrow::media
