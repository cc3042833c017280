// Wavefront OBJ: reads one node with one mesh; writes every mesh in world space, with a material
// library and pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"
#include "io/file.h"
#include "io/loaded.h"

namespace marrow::io {

/// The result has one node whose mesh has all objects and groups of the file: positions are the `v`
/// lines in order, polygons stay polygons, `o` and `g` lines are groups (obj_text.h), colors after
/// positions are COLOR_0, smoothing groups are carried. Every `usemtl` name of a face is a
/// material, even if no library in the file's folder (mtl.h) defines it. The node is named after
/// the `o` line if all faces are in one object, else after the file. Throws Error with the line of
/// the first fault. Several threads read pieces of about `piece_size` bytes; the result does not
/// depend on it. Refuses faces that need more than `most_bytes`.
Loaded load_obj(const std::filesystem::path& path, LoadProgress& progress,
                std::size_t piece_size = 256u << 10, std::uint64_t most_bytes = kDecodedCap);

/// The longest side of a box if it is more than 100 or less than 0.01, which suggests another unit
/// (millimeters, feet). Otherwise, and for an empty box or a point, 0.
float unusual_size(const Bounds& bounds);

/// Writes an object per mesh node in world space, posed if `derived` has the mesh, else at rest.
/// Source vertices keep their order; polygons, groups and names of materials are unchanged. With
/// materials, writes NAME.mtl before NAME.obj (a different old one is kept as .bak), and their
/// pictures as NAME_PICTURE, never over another file or outside the folder. A picture that exists
/// already with the same bytes is only referred to. Each file is written atomically, the OBJ last.
/// Throws Error. Returns warnings about data that OBJ cannot hold.
std::vector<std::string> save_obj(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options = {});

}  // namespace marrow::io
