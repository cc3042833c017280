// Pictures of surfaces: PNG and JPEG files decoded, within bounds that are checked before memory is
// asked for.
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

/// Decodes texture.file: sets mime (by its bytes, not by what the file says), width, height and
/// rgba. Returns what is wrong, in words that follow the picture's name ("is neither PNG nor
/// JPEG"); empty if nothing is. `budget` bounds memory and time, also of pictures that turn out to
/// be broken: the bytes that the decoder took are subtracted, and half a byte for each pixel that a
/// JPEG's scans go over.
std::string decode_picture(Texture& texture, std::uint64_t& budget);

/// The type of a picture's file, by its bytes: "image/png" and "image/jpeg" (with a sound header),
/// "image/webp", "image/ktx2"; empty: none of these. Cheap: nothing is decoded.
std::string picture_type(const std::vector<std::uint8_t>& file);

}  // namespace marrow::io
