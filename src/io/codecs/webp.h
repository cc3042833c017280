// Still WebP pictures. bodies/ has two implementations: with libwebp, and for a build without it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marrow::io {

bool has_webp_pictures();

/// Reads width and height, pixels. Returns the reason if the picture cannot be decoded, as words
/// that follow its name, or an empty string.
std::string size_of_webp(const std::vector<std::uint8_t>& file, int& width, int& height);

/// Decodes to 4 bytes per pixel, rows top to bottom, straight alpha. `rgba` must have 4 * width *
/// height bytes. Returns a reason as size_of_webp() does.
std::string decode_webp(const std::vector<std::uint8_t>& file, int width,
                        std::vector<std::uint8_t>& rgba);

}  // namespace marrow::io
