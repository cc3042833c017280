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

/// The nearest float of a whole token ("+1.5e-3"; no blanks, no hexadecimal, no decimal comma). Too
/// small for a float: 0 of its sign. "nan", "inf" and everything else that is not a decimal number:
/// not_a_number; beyond the largest float: out_of_range.
NumberKind read_number(std::string_view token, float& value);

/// A part of a file fit for a message: quoted, shortened to 40 bytes, control characters and broken
/// UTF-8 replaced by '?'.
std::string in_quotes(std::string_view text);

/// The text with every ill-formed UTF-8 sequence replaced by U+FFFD; sets `repaired` when there was
/// one.
std::string valid_utf8(std::string_view text, bool* repaired = nullptr);

/// The depth of nested brackets in a JSON text; those in strings do not count. To be checked before
/// a recursive parser reads it.
int nesting_of(std::string_view json);

/// A name from a foreign file: valid UTF-8, control characters turned into blanks, blanks at both
/// ends removed.
std::string clean_name(std::string_view text);

}  // namespace marrow::io
