// Numbers and words as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace marrow {

/// 1234567 as "1,234,567".
std::string with_separators(std::uint64_t number);

/// "812 B", "24 kB", "1.3 MB", "24 MB": a kB is 1,000 bytes.
std::string bytes_text(std::uint64_t bytes);

/// "1:02.50": minutes, seconds and hundredths. Less than 0 is 0.
std::string time_text(double seconds);

/// A to Z in lower case, whatever the locale; everything else as it is.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lower(std::string_view text);

/// The first letter in upper case, if it is one of a to z.
std::string capitalized(std::string text);

/// Text from anywhere, fit for a terminal: U+FFFD in place of control characters other than line
/// feeds, of line and paragraph separators, of marks that override the direction of writing, and of
/// bytes that are no UTF-8.
std::string printable(std::string_view text);

}  // namespace marrow
