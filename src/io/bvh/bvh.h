// Reads BVH files (Biovision hierarchy): a skeleton and one motion. BVH is not written.
#pragma once

#include <filesystem>

#include "io/loaded.h"

namespace marrow::io {

/// The result has one node with the file's skeleton at rest (every joint at its OFFSET, without
/// rotation) and one motion with one key per frame, both named after the file. A rotation is the
/// product of the joint's rotation channels in order. Position channels of a root replace its
/// OFFSET. Position channels of other joints replace it or are added to it, whichever leaves most
/// joints nearer to rest, because programs differ here. A bone ends at its only child or at its End
/// Site, else by guess.h; radii are a quarter of a bone. If another axis than y is up in the motion
/// (scene/stance.h), the node turns the figure upright; a rest pose that is upright along a third
/// axis is turned as well. Missing frames, an incomplete last frame, duplicate names and similar
/// faults are repaired with a warning. Throws Error with the line of the first fault
/// (io/bvh/bvh_parser.h), or if more than 2 GB of memory would be needed.
Loaded load_bvh(const std::filesystem::path& path, LoadProgress& progress);

}  // namespace marrow::io
