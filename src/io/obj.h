// Wavefront OBJ: one node with one mesh in; every mesh of the scene in world space out.
#pragma once

#include "io/formats.h"
#include "io/progress.h"

namespace marrow::io {

/// One node whose mesh holds all objects and groups of the file: positions are the `v` lines in order, polygons stay polygons.
/// The node is named after the `o` line when there is exactly one, else after the file. Materials come from the libraries beside the file
/// (mtl.h); where there are none, all is clay. Throws Error with the line of what is wrong first. The text is read by several threads in
/// pieces of about `piece_size` bytes; what comes out does not depend on it.
Loaded load_obj(const std::filesystem::path& path, Progress& progress, std::size_t piece_size = 256u << 10);

/// The text of an OBJ file: an object for each mesh node, posed where `derived` has it, else at rest; world space. Every source vertex
/// in its order, the same polygons, materials by name. Appends to `warnings` what OBJ cannot hold.
std::string obj_from_scene(const Scene& scene, const Derived& derived, std::vector<std::string>& warnings);

}  // namespace marrow::io
