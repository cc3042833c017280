// Decodes UTF-8 by RFC 3629: refuses surrogates, overlong forms and code points above U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace marrow {

struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  ///< bytes, 1 to 4; 0: the text is empty or does not begin with a character
};
/// The first character of the text.
Utf8Character first_character(std::string_view text);

/// True for the second, third and fourth byte of a character.
constexpr bool is_utf8_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u;
}

}  // namespace marrow
