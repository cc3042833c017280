#include "edit/names.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace marrow {
namespace {

constexpr std::size_t kLongestName = 120;  // characters

/// Takes one character off the front; nothing when the bytes are not UTF-8 (overlong forms and
/// surrogates included).
std::optional<std::uint32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t index) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[index]));
  };
  const std::uint32_t first = byte(0);
  const std::size_t length = first < 0x80         ? 1
                             : first >> 5 == 0x6  ? 2
                             : first >> 4 == 0xe  ? 3
                             : first >> 3 == 0x1e ? 4
                                                  : 0;
  if (length == 0 || length > text.size()) return std::nullopt;
  std::uint32_t character = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t index = 1; index < length; ++index) {
    if (byte(index) >> 6 != 0x2) return std::nullopt;
    character = character << 6 | (byte(index) & 0x3f);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = character >= 0xd800 && character <= 0xdfff;
  if (character < kSmallest[length] || character > 0x10ffff || is_surrogate) return std::nullopt;
  text.remove_prefix(length);
  return character;
}

bool is_control(std::uint32_t character) {
  const bool is_line_end = character == 0x2028 || character == 0x2029;
  return character < 0x20 || (character >= 0x7f && character <= 0x9f) || is_line_end;
}

}  // namespace

std::string why_bad_name(std::string_view name) {
  if (name.find_first_not_of(' ') == std::string_view::npos)
    return "A name needs at least one character.";
  std::size_t length = 0;
  while (!name.empty()) {
    const std::optional<std::uint32_t> character = take_character(name);
    if (!character) return "The name is not valid UTF-8 text.";
    if (is_control(*character))
      return "A name cannot hold line breaks, tabs or other control characters.";
    if (++length > kLongestName) return "A name can have at most 120 characters.";
  }
  return {};
}

}  // namespace marrow
