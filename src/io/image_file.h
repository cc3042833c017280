// Decodes PNG and JPEG pictures, within bounds checked before memory is requested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

inline constexpr int kMostPixelsASide = 16384;
inline constexpr std::uint64_t kMostPixels = 1ull << 26;  ///< of one picture: 8192 x 8192
inline constexpr std::uint64_t kPictureBudget = 2ull
                                                << 30;  ///< for all pictures of one file together

/// Decodes texture.file: sets mime (by its bytes, not by the file's claim), width, height and rgba.
/// Returns the problem in words that follow the picture's name ("is neither PNG nor JPEG"); empty:
/// none. `budget` bounds memory and time, also for broken pictures: the bytes that the decoder took
/// are subtracted, and half a byte per pixel of a JPEG's scans.
std::string decode_picture(Texture& texture, std::uint64_t& budget);

/// The type of a picture by its bytes: "image/png" and "image/jpeg" (with a valid header),
/// "image/webp", "image/ktx2"; empty: none of these. Decodes nothing.
std::string picture_type(const std::vector<std::uint8_t>& file);

}  // namespace marrow::io
