// Numbers and names as text. The locale is ignored, and every float reads back the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace marrow::io {

/// Appends the shortest decimal that reads back as the same float. Precondition: finite.
void append_number(std::string& text, float value);

void append_integer(std::string& text, std::uint64_t value);

enum class NumberKind { finite, not_a_number, out_of_range };

/// The nearest float of a whole token ("+1.5e-3"; no blanks, hexadecimal or decimal comma). Too
/// small for a float: 0 of its sign. "nan", "inf" and other non-decimals: not_a_number; beyond the
/// largest float: out_of_range.
NumberKind read_number(std::string_view token, float& value);

/// A part of a file for a message: quoted, at most 40 bytes, '?' for control characters and broken
/// UTF-8.
std::string in_quotes(std::string_view text);

/// The text with ill-formed UTF-8 replaced by U+FFFD; sets `repaired` when there was some.
std::string valid_utf8(std::string_view text, bool* repaired = nullptr);

/// The depth of nested brackets in a JSON text, without strings. For a check before a recursive
/// parser.
int nesting_of(std::string_view json);

/// A name from a foreign file: valid UTF-8, blanks for control characters, none at the ends.
std::string clean_name(std::string_view text);

}  // namespace marrow::io
