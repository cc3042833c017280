// Pictures for tests: PNG files made byte by byte, including invalid ones; two small JPEG files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scene/mesh.h"
#include "support/base64.h"

namespace marrow::test {

inline std::vector<std::uint8_t> as_bytes(const std::string& text) {
  return {text.begin(), text.end()};
}

// ---- PNG

inline std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += char(value >> shift & 255);
  return bytes;
}

inline std::string png_chunk(const std::string& kind, const std::string& content) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : kind + content) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
  }
  return big_endian(std::uint32_t(content.size())) + kind + content + big_endian(~crc);
}

/// The bytes as an uncompressed zlib stream.
inline std::string stored(const std::string& bytes) {
  std::string stream = "\x78\x01";
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += 65535) {
    const std::size_t size = std::min<std::size_t>(65535, bytes.size() - at);
    stream += at + size == bytes.size() ? '\1' : '\0';
    for (const std::size_t part : {size & 255, size >> 8, ~size & 255, ~size >> 8 & 255})
      stream += char(part);
    stream.append(bytes, at, size);
  }
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return stream + big_endian(b << 16 | a);
}

/// A zlib stream of 1 + 258 * `runs` zeros, 160 times smaller, in the fixed code.
inline std::string stream_of_zeros(std::size_t runs) {
  std::string stream = "\x78\x01";
  unsigned bits = 0;
  int count = 0;
  const auto put_code = [&](unsigned code, int length) {
    while (length-- > 0) {
      bits |= (code >> length & 1) << count;
      if (++count < 8) continue;
      stream += char(bits);
      bits = 0;
      count = 0;
    }
  };
  put_code(6, 3);  // the last block, in the fixed code
  put_code(0x30, 8);
  for (std::size_t run = 0; run < runs; ++run) put_code(0xC5u << 5, 13);
  put_code(0, 7);
  put_code(0, 7);  // fills the last byte
  return stream + big_endian(std::uint32_t((1 + 258 * runs) % 65521 << 16 | 1));
}

/// A PNG file that claims to have that many pixels, whatever the stream holds.
inline std::string png_around(std::uint32_t width, std::uint32_t height,
                              const std::string& stream) {
  return "\x89PNG\r\n\x1a\n" +
         png_chunk("IHDR",
                   big_endian(width) + big_endian(height) + std::string("\x08\x06\0\0\0", 5)) +
         png_chunk("IDAT", stream) + png_chunk("IEND", "");
}

/// A PNG file. `rgba`: rows from top to bottom, 4 bytes per pixel.
inline std::string png_of(std::uint32_t width, std::uint32_t height,
                          const std::vector<std::uint8_t>& rgba) {
  std::string rows;
  for (std::size_t row = 0; row < height; ++row) {
    rows += '\0';  // not filtered
    rows.append(reinterpret_cast<const char*>(rgba.data()) + 4 * row * width, 4 * width);
  }
  return png_around(width, height, stored(rows));
}

/// A texture of a PNG file, as a loader makes it.
inline std::shared_ptr<Texture> png_texture(const std::string& name, int width, int height,
                                            const std::vector<std::uint8_t>& rgba) {
  auto texture = std::make_shared<Texture>();
  texture->name = name;
  texture->mime = "image/png";
  texture->file = as_bytes(png_of(std::uint32_t(width), std::uint32_t(height), rgba));
  texture->width = width;
  texture->height = height;
  texture->rgba = rgba;
  return texture;
}

// ---- JPEG: 8 x 8 pixels, red above, blue below

inline const std::string& baseline_jpeg() {
  static const std::string kBytes = from_base64(
      "/9j/4AAQSkZJRgABAQAAAQABAAD/"
      "2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV"
      "pQYEpRUk//"
      "2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//"
      "wAARCAAI"
      "AAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAWEAEBAQAAAAAAAAAAAAAAAAAAFGH/"
      "xAAVAQEBAAAAAAAAAAAAAAAAAAAEBv"
      "/EABcRAAMBAAAAAAAAAAAAAAAAAAAEFVL/2gAMAwEAAhEDEQA/AJGzQFbGUyMrNaP/2Q==");
  return kBytes;
}

inline const std::string& progressive_jpeg() {
  static const std::string kBytes = from_base64(
      "/9j/4AAQSkZJRgABAQAAAQABAAD/"
      "2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV"
      "pQYEpRUk//"
      "2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//"
      "wgARCAAI"
      "AAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/"
      "aAAwDAQACEAMQAAABkCs3/8QAFRABAQ"
      "AAAAAAAAAAAAAAAAAAABL/2gAIAQEAAQUCt//EABcRAAMBAAAAAAAAAAAAAAAAAAADFFH/2gAIAQMBAT8Brbp//"
      "8QAFxEAAwEAAAAAAAAAAAAA"
      "AAAAAAMUUf/aAAgBAgEBPwGNWH//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAY/An//"
      "xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAA"
      "E/IT//2gAMAwEAAgADAAAAEAv/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EA//"
      "xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/"
      "EG//xAAVEAEBAAAAAAAAAAAAAAAAAAAAcf/aAAgBAQABPxCn/9k=");
  return kBytes;
}

}  // namespace marrow::test
