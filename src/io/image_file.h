// Decodes PNG, JPEG and WebP pictures, within bounds checked before memory is requested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

inline constexpr int kMostPixelsASide = 16384;
inline constexpr std::uint64_t kMostPixels = 1ull << 26;  ///< in one picture, such as 8192 x 8192
/// Bytes for all pictures of one file together.
inline constexpr std::uint64_t kPictureBudget = 2ull << 30;

/// Decodes texture.file: sets mime (by its bytes, not by the file's claim), width, height and rgba.
/// Returns the problem as words that follow the picture's name ("is neither PNG nor JPEG nor
/// WebP"), or an empty string. `budget` bounds memory and time, also for broken pictures: the bytes
/// that the decoder used are subtracted, and half a byte per pixel for each scan of a JPEG.
std::string decode_picture(Texture& texture, std::uint64_t& budget);

/// Detects a picture's type by its bytes: "image/png" and "image/jpeg" (with a valid header),
/// "image/webp", "image/ktx2", or an empty string for other types. Does not decode.
std::string picture_type(const std::vector<std::uint8_t>& file);

}  // namespace marrow::io
