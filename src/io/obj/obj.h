// Wavefront OBJ: reads one node with one mesh; writes every mesh in world space, with a material
// library and pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export.h"
#include "io/file.h"
#include "io/load_progress.h"
#include "io/loaded.h"

namespace marrow::io {

/// One node whose mesh has all objects and groups of the file: positions are the `v` lines in
/// order, polygons stay polygons, `o` and `g` lines are groups (groups.h), colours behind positions
/// are COLOR_0, smoothing groups are carried. Every `usemtl` name of a face is a material, even if
/// no library beside the file (mtl.h) defines it. The node is named after the `o` line of all
/// faces, else after the file. Throws Error with the line of the first fault. Several threads read
/// pieces of about `piece_size` bytes, with the same result for any size. Refuses faces over
/// `most_bytes`.
Loaded load_obj(const std::filesystem::path& path, LoadProgress& progress,
                std::size_t piece_size = 256u << 10, std::uint64_t most_bytes = kDecodedCap);

/// A box's longest side if the file is likely in another unit (millimetres, feet): more than 100 or
/// less than 0.01. Otherwise, and for an empty box or a point, 0.
float unusual_size(const Bounds& bounds);

/// Writes an object per mesh node, posed where `derived` has it, else at rest; world space. Source
/// vertices in order, the same polygons, groups and names of materials. With materials, writes
/// NAME.mtl before NAME.obj (a different old one kept as .bak), and their pictures as NAME_PICTURE:
/// never over another file or outside the folder; an identical existing picture is only named. Each
/// file is written atomically, the OBJ last. Throws Error. Returns what OBJ cannot hold.
std::vector<std::string> save_obj(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options = {});

}  // namespace marrow::io
