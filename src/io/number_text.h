// Numbers and names as text, independent of the locale. Every float reads back as the same float.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace marrow::io {

/// Appends the shortest decimal that reads back as the same float. Precondition: finite.
void append_number(std::string& text, float value);

void append_integer(std::string& text, std::uint64_t value);

enum class NumberKind { finite, not_a_number, out_of_range };

/// Reads a whole token as the nearest float ("+1.5e-3"; no blanks, hexadecimal or decimal comma). A
/// number too small for a float becomes 0 with its sign. "nan", "inf" and other non-decimals are
/// not_a_number; a number beyond the largest float is out_of_range.
NumberKind read_number(std::string_view token, float& value);

/// Quotes a part of a file for a message: at most 40 bytes, '?' for control characters and
/// ill-formed UTF-8.
std::string in_quotes(std::string_view text);

/// Returns the text with ill-formed UTF-8 replaced by U+FFFD; sets `repaired` if there was any.
std::string valid_utf8(std::string_view text, bool* repaired = nullptr);

/// The depth of nested brackets in a JSON text, ignoring strings. To be checked before a recursive
/// parser runs.
int nesting_of(std::string_view json);

/// Cleans a name from a foreign file: valid UTF-8, blanks for control characters, no blanks at the
/// ends.
std::string clean_name(std::string_view text);

}  // namespace marrow::io
