// Reads the bytes of glTF buffers: from the .glb's chunk, a file in the model's folder or a data
// URI.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace marrow::io {

/// A buffer as the document describes it.
struct BufferSource {
  /// placeholder: without bytes, for unpacked data
  enum class From { chunk, uri, nowhere, placeholder };
  From from = From::nowhere;
  std::size_t byte_length = 0;
  std::string uri;
};

struct BufferPlace {
  std::string file;              ///< for messages
  std::filesystem::path folder;  ///< canonical
  std::uint64_t bytes_left = 0;  ///< bytes that may still be read from other files
};

/// Decodes the %XX of a name in a URI.
std::string percent_decoded(std::string_view text);

/// Returns exactly byte_length bytes of each buffer, none for a buffer without data. `chunk`
/// becomes a buffer without being copied. Throws Error with a JSON pointer for a file that is
/// unreadable or outside the folder, an invalid data URI, and fewer bytes than stated.
std::vector<std::vector<unsigned char>> read_buffers(std::vector<BufferSource> sources,
                                                     std::vector<unsigned char> chunk,
                                                     BufferPlace& place,
                                                     std::vector<std::string>& warnings);

}  // namespace marrow::io
