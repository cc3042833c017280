// BVH (Biovision hierarchy): a skeleton and one motion in; nothing out.
#pragma once

#include <filesystem>

#include "io/load_progress.h"
#include "io/loaded.h"

namespace marrow::io {

/// One node with the file's skeleton at rest (every joint at its OFFSET, not turned) and one motion
/// with one key per frame, both named after the file. A rotation is the product of the joint's
/// rotation channels in order. A root's positions replace its OFFSET; those of other joints replace
/// it or are added, whichever leaves most of them nearer to rest, as programs differ. A bone ends
/// at its only child or at its End Site, else by guess.h; radii are a quarter of a bone. Where
/// another axis than y is up in the motion (scene/stance.h), the node stands the figure upright; a
/// rest pose that stands along yet another axis is turned. Missing frames, a last one cut short,
/// duplicate names and the like are repaired with a warning. Throws Error with the line of the
/// first fault (io/bvh/bvh_text.h), or beyond 2 GB of memory.
Loaded load_bvh(const std::filesystem::path& path, LoadProgress& progress);

}  // namespace marrow::io
