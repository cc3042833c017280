// Compressed bytes, RFC 1952: what browsers unpack by themselves.
#pragma once

#include <string>
#include <string_view>

namespace marrow::io {

/// Without a time or a name, so that equal bytes give equal bytes. Throws std::bad_alloc.
std::string gzipped(std::string_view bytes);

}  // namespace marrow::io
