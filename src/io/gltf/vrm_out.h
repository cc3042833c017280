// Writes the extension VRMC_vrm 1.0.
#pragma once

#include <string>

#include "io/gltf/parts_out.h"

namespace marrow::io {

/// The JSON of VRMC_vrm for a scene whose nodes, meshes and materials are in the file.
/// Precondition: why_no_avatar() is empty.
std::string avatar_in_file(const Scene& scene, const MotionPlaces& places, const out::File& file);

}  // namespace marrow::io
