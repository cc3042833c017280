// UTF-8 as RFC 3629 has it: no surrogates, no overlong forms, nothing beyond U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace marrow {

struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  ///< bytes, 1 to 4; 0: the text is empty or does not begin with a character
};
/// The character that the text begins with.
Utf8Character first_character(std::string_view text);

/// Whether the byte is the second, third or fourth one of a character.
constexpr bool is_utf8_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u;
}

}  // namespace marrow
