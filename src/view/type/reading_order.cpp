#include "view/type/reading_order.h"

#include <algorithm>
#include <cstdint>
#ifdef MARROW_HAS_FRIBIDI
#include <fribidi.h>
#endif
#ifdef MARROW_HAS_HARFBUZZ
#include <hb.h>
#endif

#include "base/utf8.h"
#include "view/type/font_files.h"

namespace marrow::view {

namespace {

[[maybe_unused]] bool is_space(char32_t c) { return c == ' ' || c == '\t' || c == 0xa0; }

struct Levels {
  std::vector<int> of;  ///< one per character; odd: right to left
  int base = 0;         ///< level of the line
};

#ifdef MARROW_HAS_FRIBIDI
/// Makes a blank after a right-to-left word end the word's run, unless right-to-left text follows.
void part_numbers(std::u32string_view line, std::vector<FriBidiCharType>& types) {
  bool is_backward = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (FRIBIDI_IS_STRONG(types[i])) is_backward = FRIBIDI_IS_RTL(types[i]) != 0;
    if (!is_backward || !is_space(line[i])) continue;
    std::size_t next = i;
    while (next < line.size() && is_space(line[next])) ++next;
    const bool goes_on =
        next < line.size() && FRIBIDI_IS_STRONG(types[next]) && FRIBIDI_IS_RTL(types[next]) != 0;
    if (!goes_on) types[i] = FRIBIDI_TYPE_LTR, is_backward = false;
  }
}

Levels levels_of(std::u32string_view line) {
  Levels levels{std::vector<int>(line.size(), 0), 0};
  const auto count = static_cast<FriBidiStrIndex>(line.size());
  const std::vector<FriBidiChar> codes(line.begin(), line.end());
  std::vector<FriBidiCharType> types(line.size());
  std::vector<FriBidiBracketType> brackets(line.size());
  std::vector<FriBidiLevel> found(line.size());
  fribidi_get_bidi_types(codes.data(), count, types.data());
  const auto any = [&](auto test) { return std::any_of(types.begin(), types.end(), test); };
  if (!any([](FriBidiCharType type) { return FRIBIDI_IS_RTL(type) != 0; })) return levels;
  const bool has_forward = any([](FriBidiCharType type) { return type == FRIBIDI_TYPE_LTR; });
  if (has_forward) part_numbers(line, types);
  fribidi_get_bracket_types(codes.data(), count, types.data(), brackets.data());
  FriBidiParType base = has_forward ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
  if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), count, &base,
                                          found.data()) == 0)
    return levels;
  levels.base = has_forward ? 0 : 1;
  std::copy(found.begin(), found.end(), levels.of.begin());
  for (std::size_t i = line.size(); i > 0 && is_space(line[i - 1]); --i)
    levels.of[i - 1] = levels.base;  // rule L1
  return levels;
}

char32_t mirror_of(char32_t c) {
  FriBidiChar other = c;
  fribidi_get_mirror_char(c, &other);
  return other;
}
#else
Levels levels_of(std::u32string_view line) { return {std::vector<int>(line.size(), 0), 0}; }
char32_t mirror_of(char32_t c) { return c; }
#endif

#ifdef MARROW_HAS_HARFBUZZ
/// Scripts whose letters do not join or change.
bool is_simple_script(hb_script_t script) {
  switch (script) {
    case HB_SCRIPT_COMMON:
    case HB_SCRIPT_INHERITED:
    case HB_SCRIPT_UNKNOWN:
    case HB_SCRIPT_LATIN:
    case HB_SCRIPT_GREEK:
    case HB_SCRIPT_CYRILLIC:
    case HB_SCRIPT_ARMENIAN:
    case HB_SCRIPT_GEORGIAN:
    case HB_SCRIPT_HEBREW:
    case HB_SCRIPT_HAN:
    case HB_SCRIPT_HIRAGANA:
    case HB_SCRIPT_KATAKANA:
    case HB_SCRIPT_BOPOMOFO:
    case HB_SCRIPT_HANGUL:
      return true;
    default:
      return false;
  }
}

bool is_mark(char32_t c) {
  const hb_unicode_general_category_t category =
      hb_unicode_general_category(hb_unicode_funcs_get_default(), c);
  return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK;
}

/// True for letters of scripts that join or stack their letters, and for Hangul letters that are
/// not syllables.
bool joins_others(char32_t c) {
  return (c >= 0x1100 && c <= 0x11ff) ||
         !is_simple_script(hb_unicode_script(hb_unicode_funcs_get_default(), c));
}

bool is_flag_letter(char32_t c) { return c >= 0x1f1e6 && c <= 0x1f1ff; }

/// True if both characters are drawn as one: base and mark, emoji and tone, letters that join.
bool belong_together(char32_t before, char32_t after) {
  const bool is_tone = after >= 0x1f3fb && after <= 0x1f3ff;
  return is_mark(after) || after == 0x200d || before == 0x200d || after == 0x200c || is_tone ||
         (after >= 0xe0020 && after <= 0xe007f) ||
         (is_flag_letter(before) && is_flag_letter(after)) ||
         (joins_others(before) && joins_others(after)) || (before == 0x200c && joins_others(after));
}

/// The number of characters from `from` on that must be shaped together.
std::size_t word_at(std::u32string_view line, const Levels& levels, std::size_t from) {
  std::size_t end = from + 1;
  const std::size_t most = is_flag_letter(line[from]) ? from + 2 : line.size();
  while (end < std::min(most, line.size()) && !is_space(line[end - 1]) &&
         levels.of[end] == levels.of[from] && belong_together(line[end - 1], line[end]))
    ++end;
  return end - from;
}

bool needs_shaping(std::u32string_view word) { return word.size() > 1 || joins_others(word[0]); }
#else
std::size_t word_at(std::u32string_view, const Levels&, std::size_t) { return 1; }
bool needs_shaping(std::u32string_view) { return false; }
#endif

struct LeveledPiece {
  TextPiece piece;
  int level = 0;
};

/// Rule L2: from the highest level down to 1, reverses every run at that level or above.
void turn_round(std::vector<LeveledPiece>& pieces) {
  int highest = 0;
  for (const LeveledPiece& one : pieces) highest = std::max(highest, one.level);
  for (int level = highest; level > 0; --level)
    for (std::size_t begin = 0; begin < pieces.size(); ++begin) {
      std::size_t end = begin;
      while (end < pieces.size() && pieces[end].level >= level) ++end;
      std::reverse(pieces.begin() + std::ptrdiff_t(begin), pieces.begin() + std::ptrdiff_t(end));
      begin = std::max(begin, end);
    }
}

}  // namespace

std::vector<TextPiece> pieces_of(std::u32string_view line) {
  const Levels levels = levels_of(line);
  std::vector<LeveledPiece> pieces;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = word_at(line, levels, at);
    const std::u32string_view word = line.substr(at, length);
    const int level = levels.of[at];
    const bool is_backward = level % 2 == 1;
    at += length;
    if (std::all_of(word.begin(), word.end(), is_unseen)) continue;
    if (needs_shaping(word)) {
      pieces.push_back({{std::u32string(word), is_backward, true}, level});
    } else {
      const char32_t c = is_backward ? mirror_of(word[0]) : word[0];
      pieces.push_back({{std::u32string(1, c), is_backward, false}, level});
    }
  }
  turn_round(pieces);
  std::vector<TextPiece> ordered;
  ordered.reserve(pieces.size());
  for (LeveledPiece& one : pieces) ordered.push_back(std::move(one.piece));
  return ordered;
}

bool begins_at_right(std::u32string_view line) { return levels_of(line).base == 1; }

std::u32string code_points(std::string_view text) {
  std::u32string codes;
  codes.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    codes.push_back(character.size > 0 ? static_cast<char32_t>(character.code) : U'\ufffd');
    text.remove_prefix(std::max<std::size_t>(character.size, 1));
  }
  return codes;
}

void append_utf8(std::string& text, char32_t code) {
  const auto add = [&](char32_t byte) { text.push_back(char(byte)); };
  const auto add_rest = [&](int shift) { add(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0 | code >> 6);
    return add_rest(0);
  }
  if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add_rest(6);
    return add_rest(0);
  }
  add(0xf0 | code >> 18);
  add_rest(12);
  add_rest(6);
  add_rest(0);
}

}  // namespace marrow::view
