// Compresses a finished .glb.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/export.h"

namespace marrow::io {

/// Returns the model with compressed meshes, and for meshopt also compressed animations. Numbers
/// are rounded; FORMAT.md states how far. Weights become 16-bit fractions that still sum to 1.
/// Parts that would not become smaller stay plain. Adds a warning if no part became smaller.
/// Precondition: a .glb by out::bytes_of() without the editor's data, whose arrays would no longer
/// be in the buffer. Throws std::runtime_error in a build without the library.
std::string packed_glb(std::string_view glb, Compression how, std::vector<std::string>& warnings);

}  // namespace marrow::io
