// Part of every program: makes narrow characters UTF-8 for the C++ library, too. The library
// converts paths with mbrtowc(), which by default treats each byte as a character. The linker
// replaces that function by this one (--wrap=mbrtowc).
#include <cstring>
#include <cwchar>

namespace {

constexpr std::size_t kInvalid = std::size_t(-1), kIncomplete = std::size_t(-2);

int length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/// The character of `length` bytes; 0 if they are not valid.
char32_t character(const char* text, int length) {
  char32_t value = static_cast<unsigned char>(*text) & (0xFFu >> (length + 1));
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xD800 && value < 0xE000;
  return value < kLeast[length] || value > 0x10FFFF || is_surrogate ? 0 : value;
}

}  // namespace

/// A wide character has 16 bits. For a character that needs two, the first call consumes three
/// bytes, and `state` keeps the second wide character for the next call.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* text, std::size_t size,
                                      std::mbstate_t* state) {
  static thread_local std::mbstate_t own{};
  std::mbstate_t& kept = state != nullptr ? *state : own;
  const auto put = [&](wchar_t unit, std::size_t used) {
    if (to != nullptr) *to = unit;
    return used;
  };
  if (text == nullptr) {
    kept = 0;
    return 0;
  }
  if (size == 0) return kIncomplete;
  if (kept != 0) {
    const wchar_t second = static_cast<wchar_t>(kept);
    kept = 0;
    return put(second, 1);
  }
  const auto first = static_cast<unsigned char>(*text);
  if (first < 0x80) return put(static_cast<wchar_t>(first), first != 0 ? 1 : 0);
  const int length = length_of(first);
  if (length == 0) return kInvalid;
  if (size < static_cast<std::size_t>(length)) return kIncomplete;
  const char32_t value = character(text, length);
  if (value == 0) return kInvalid;
  if (length < 4) return put(static_cast<wchar_t>(value), static_cast<std::size_t>(length));
  kept = static_cast<int>(0xDC00 + ((value - 0x10000) & 0x3FF));
  return put(static_cast<wchar_t>(0xD800 + ((value - 0x10000) >> 10)), 3);
}
