// Bytes as text, RFC 4648.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

std::string base64(std::string_view bytes);

/// Appends the bytes. False for an invalid character; padding may be missing.
bool decode_base64(std::string_view text, std::vector<unsigned char>& bytes);

}  // namespace marrow::io
