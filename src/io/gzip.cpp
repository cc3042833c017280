#include "io/gzip.h"

#include <algorithm>
#include <new>
#include <zlib.h>

namespace marrow::io {

std::string gzipped(std::string_view bytes) {
  constexpr int kWithHeader = 15 + 16;  // the largest window; a gzip header instead of zlib's
  constexpr int kMemory = 8;            // zlib's default
  constexpr std::size_t kPiece = std::size_t(1) << 30;  // zlib counts in 32 bits
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kWithHeader, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed;
  std::string room(std::size_t(1) << 16, '\0');
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::string_view piece = bytes.substr(0, std::min(bytes.size(), kPiece));
      bytes.remove_prefix(piece.size());
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream.avail_in = static_cast<uInt>(piece.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    state = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    try {
      packed.append(room, 0, room.size() - stream.avail_out);
    } catch (...) {
      deflateEnd(&stream);
      throw;
    }
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace marrow::io
