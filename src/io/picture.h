// Pictures of surfaces: PNG and JPEG files decoded, within bounds that are checked before memory is asked for.
#pragma once

#include <cstdint>
#include <string>

#include "scene/mesh.h"

namespace marrow::io {

inline constexpr int kMostPixelsASide = 16384;
inline constexpr std::uint64_t kMostPixels = 1ull << 26;        ///< of one picture: 8192 x 8192
inline constexpr std::uint64_t kMostDecodedBytes = 1ull << 30;  ///< of all pictures of one file together
inline constexpr std::uint64_t kMostPixelVisits = 1ull << 31;   ///< pixels times scans of a progressive JPEG: bounds the time

/// Fills in mime (by what the bytes are, whatever the file says), width, height and rgba from texture.file. Returns what is wrong, in words
/// that follow the picture's name ("is neither PNG nor JPEG"); empty when all is well. Takes what it decodes off `budget`, bytes.
std::string decode_picture(Texture& texture, std::uint64_t& budget);

}  // namespace marrow::io
