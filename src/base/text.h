// Formats numbers and words as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace marrow {

/// 1234567 as "1,234,567".
std::string with_separators(std::uint64_t number);

/// "812 B", "24 kB", "1.3 MB", "24 MB": a kB is 1,000 bytes.
std::string bytes_text(std::uint64_t bytes);

/// "1:02.50": minutes, seconds and hundredths. Negative times count as 0.
std::string time_text(double seconds);

/// Puts the count for {} and chooses words by it: "{} face[|s] [was|were] left out" is "1 face was
/// left out" or "2 faces were left out".
std::string counted(std::string_view text, std::uint64_t count);

/// Converts A to Z to lower case in any locale; leaves everything else.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lower(std::string_view text);

/// The text without the blanks at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

/// Converts the first letter to upper case if it is one of a to z.
std::string capitalized(std::string text);

/// Makes text from any source safe for a terminal. Replaces by U+FFFD: control characters except
/// line feeds, line and paragraph separators, marks that override the direction of writing, and
/// bytes that are not UTF-8.
std::string printable(std::string_view text);

/// Escapes text for HTML and XML: &, <, > and " become entities.
std::string in_html(std::string_view text);
/// Quotes text as one word for a shell: in double quotes, or in single quotes if it has a character
/// with a meaning in double quotes.
std::string in_shell(std::string_view text);
/// Escapes text for an address (RFC 3986): all bytes but unreserved characters become %XX.
std::string in_address(std::string_view text);

}  // namespace marrow
