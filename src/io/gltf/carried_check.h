// What a scene carries of other programs' glTF, held against the rules of opening.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

/// Removes carried texts with which a saved file would not open again, and says so in `warnings`.
/// For scenes of our own files, whose texts anybody may have changed; those of foreign files are
/// made by CarriedReader. The scene's meshes, materials and textures must be its own.
void drop_unreadable_carried(Scene& scene, std::vector<std::string>& warnings);

}  // namespace marrow::io
