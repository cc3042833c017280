// Wavefront OBJ: one node with one mesh in; every mesh of the scene in world space out, with a
// material library and pictures beside it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"
#include "io/file.h"
#include "io/loaded.h"
#include "io/progress.h"

namespace marrow::io {

/// One node whose mesh holds all objects and groups of the file: positions are the `v` lines in
/// order, polygons stay polygons, `o` and `g` lines are groups (io/obj/groups.h), colours behind
/// positions are COLOR_0, smoothing groups are carried. Every name of a `usemtl` line that faces
/// have is a material, also where no library beside the file (mtl.h) defines it. The node is named
/// after the `o` line that all faces stand under, else after the file. Throws Error with the line
/// of what is wrong first. The text is read by several threads in pieces of about `piece_size`
/// bytes; what comes out does not depend on it. Faces that take more than `most_bytes` are refused.
Loaded load_obj(const std::filesystem::path& path, Progress& progress,
                std::size_t piece_size = 256u << 10, std::uint64_t most_bytes = kDecodedCap);

/// The longest side of a box where it is so large or small that the file is likely to be in another
/// unit (millimetres, feet): more than 100 or less than 0.01. 0 otherwise, and for an empty box or
/// a point.
float unusual_size(const Bounds& bounds);

/// An object for each mesh node, posed where `derived` has it, else at rest; world space. Every
/// source vertex in its order, the same polygons, groups and names of materials. Where there are
/// materials, NAME.mtl is written beside NAME.obj before it (the old one kept as .bak where it
/// differs), and the materials' pictures as NAME_PICTURE: never over another file, never outside
/// the folder; a picture that is there already with the same bytes is only named. Each file is
/// written atomically, the OBJ last. Throws Error. Returns what OBJ cannot hold.
std::vector<std::string> save_obj(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options = {});

}  // namespace marrow::io
