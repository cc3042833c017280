#include "edit/name_rules.h"

#include <cstddef>
#include <cstdint>

#include "base/utf8.h"

namespace marrow {
namespace {

constexpr std::size_t kLongestName = 120;  // characters

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
    const Utf8Character character = first_character(name);
    if (character.size == 0) return "The name is not valid UTF-8 text.";
    name.remove_prefix(character.size);
    if (is_control(character.code))
      return "A name cannot hold line breaks, tabs or other control characters.";
    if (++length > kLongestName) return "A name can have at most 120 characters.";
  }
  return {};
}

}  // namespace marrow
