// Checks a scene's carried glTF data against the rules for opening a file.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

/// Removes carried texts with which a saved file would not open again, with a warning. Needed for
/// scenes of our own files, whose texts may have been edited; for foreign files CarriedReader makes
/// valid texts. The scene must not share its meshes, materials and textures.
void drop_unreadable_carried(Scene& scene, std::vector<std::string>& warnings);

}  // namespace marrow::io
