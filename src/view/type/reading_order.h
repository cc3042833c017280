// Splits a line of text into pieces in visual order, from left to right. Arabic and Hebrew run from
// right to left, and words of scripts whose letters join stay whole.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace marrow::view {

/// One character, or a word that has to be shaped as a whole.
struct TextPiece {
  std::u32string text;       ///< in logical order (as typed)
  bool is_backward = false;  ///< reads from right to left
  bool is_word = false;      ///< needs shaping (set_word())
};

/// The pieces of one line, from left to right, in the order of the Unicode Bidirectional Algorithm
/// (UAX #9). Two choices suit lines that are composed of names and numbers: the line runs from
/// right to left only if no character in it runs from left to right, and a number that is separate
/// from a right-to-left word does not join the word's run ("Radius NAME 0.1 -> 0.2" keeps the order
/// of its numbers). Invisible characters are kept only within words. In builds without FriBidi:
/// logical order; without HarfBuzz: no words.
std::vector<TextPiece> pieces_of(std::u32string_view line);

/// True if the line starts at the right: it has right-to-left characters, and no characters of the
/// other direction.
bool begins_at_right(std::u32string_view line);

/// The code points of UTF-8 text; a byte that is not part of a character becomes U+FFFD.
std::u32string code_points(std::string_view text);

/// Appends one code point as UTF-8.
void append_utf8(std::string& text, char32_t code);

}  // namespace marrow::view
