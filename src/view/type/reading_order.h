// A line of text as pieces from left to right, as it is read: Arabic and Hebrew run the other way,
// and words of scripts whose letters join stay whole.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace marrow::view {

/// One character, or a word that is to be shaped as a whole.
struct TextPiece {
  std::u32string text;       ///< in the order in which it is written
  bool is_backward = false;  ///< reads from right to left
  bool is_word = false;      ///< needs shaping (set_word())
};

/// The pieces of one line, from left to right. The order is that of the Unicode Bidirectional
/// Algorithm (UAX #9), with two choices for a line that is put together from names and numbers: it
/// runs from right to left only if no character in it runs from left to right, and a number that
/// stands apart from a right-to-left word is not drawn into its run ("Radius NAME 0.1 -> 0.2" keeps
/// its numbers' order). Characters that are not seen stay only within words. Built without FriBidi:
/// in the order written; without HarfBuzz: no words.
std::vector<TextPiece> pieces_of(std::u32string_view line);

/// Whether the line's beginning is at its right: it has right-to-left characters and no others that
/// have a direction.
bool begins_at_right(std::u32string_view line);

/// The code points of UTF-8 text; a byte that is no part of a character becomes U+FFFD.
std::u32string code_points(std::string_view text);

/// UTF-8 of one code point, appended.
void append_utf8(std::string& text, char32_t code);

}  // namespace marrow::view
