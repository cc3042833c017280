// BVH (Biovision hierarchy): a skeleton and one motion in; nothing out.
#pragma once

#include <filesystem>

#include "io/loaded.h"
#include "io/progress.h"

namespace marrow::io {

/// One node with the file's skeleton at rest (every joint at its OFFSET, not turned), and one
/// motion with one key per frame, both named after the file. Rotations are the product of the
/// joint's rotation channels in their order. Positions of a root take the place of its OFFSET;
/// those of other joints do, or are added to it: whatever leaves the first frame nearer to rest, as
/// programs differ. A bone ends at its only child or at its End Site, else where guess.h has it;
/// radii are a quarter of a bone. A figure whose head lies along z is stood upright by its node.
/// Fewer frames than the file announces, a last one cut short, names that occur twice and the like
/// are repaired with a warning. Throws Error with the line of what is wrong first (io/bvh/text.h),
/// or when it would take more than 2 GB of memory.
Loaded load_bvh(const std::filesystem::path& path, Progress& progress);

}  // namespace marrow::io
