#include "base/utf8.h"

#include <doctest/doctest.h>
#include <string>

using namespace marrow;

namespace {
std::string encoded(std::uint32_t code) {
  const auto tail = [&](int shift) { return char(0x80u | (code >> shift & 0x3fu)); };
  if (code < 0x80) return {char(code)};
  if (code < 0x800) return {char(0xc0u | code >> 6), tail(0)};
  if (code < 0x10000) return {char(0xe0u | code >> 12), tail(6), tail(0)};
  return {char(0xf0u | code >> 18), tail(12), tail(6), tail(0)};
}
}  // namespace

TEST_CASE("every character is read back, whatever follows it; surrogates are none") {
  bool is_right = true;
  for (std::uint32_t code = 0; code <= 0x10ffff; ++code) {
    const std::string text = encoded(code) + "\x80tail";
    const Utf8Character character = first_character(text);
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    const std::size_t size = is_surrogate ? 0 : text.size() - 5;
    is_right &= character.size == size && character.code == (is_surrogate ? 0 : code);
  }
  CHECK(is_right);
}

TEST_CASE("nothing, cut, overlong and too large sequences are refused") {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {""sv, "\x80"sv, "\xbf"sv, "\xc3"sv, "\xe2\x82"sv, "\xf0\x9f\x98"sv, "\xc0\x80"sv,
        "\xc1\xbf"sv, "\xe0\x9f\xbf"sv, "\xf0\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv,
        "\xf8\x88\x80\x80\x80"sv, "\xff"sv, "\xc3("sv, "\xe2\x82z"sv})
    CHECK(first_character(text).size == 0);
  CHECK(first_character("\0"sv).size == 1);
}

TEST_CASE("bytes that continue a character") {
  CHECK(is_utf8_continuation('\x80'));
  CHECK(is_utf8_continuation('\xbf'));
  CHECK_FALSE(is_utf8_continuation('\x7f'));
  CHECK_FALSE(is_utf8_continuation('\xc0'));
}
