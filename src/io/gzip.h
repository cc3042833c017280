// Compresses bytes in the gzip format (RFC 1952), which browsers decompress by themselves.
#pragma once

#include <string>
#include <string_view>

namespace marrow::io {

/// Stores no time and no name, so equal input gives equal output. Throws std::bad_alloc.
std::string gzipped(std::string_view bytes);

}  // namespace marrow::io
