#include "app/widgets/glyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "view/type/font_files.h"
#include "view/type/reading_order.h"
#include "view/type/word_bitmap.h"

namespace marrow::app {

namespace {

// Stand-ins in the private use area below the icons: first those of characters, which text fields
// hold and which therefore never change, then those of words, which each new atlas assigns again.
constexpr char32_t kFirstCharacter = 0xe000, kFirstWord = 0xe800, kEndOfWords = 0xf000;
constexpr char32_t kReplacement = 0xfffd;
constexpr int kAreaWidth = 2048, kLeastRows = 64, kMostRows = 1536;
constexpr float kEmOfLine = 0.875f;      // pixels per em of a font whose lines are 1 pixel high
constexpr std::size_t kMostKept = 4096;  // texts whose shown form is cached

/// The part of the atlas that is filled row by row.
struct GlyphArea {
  int rect = -1;  ///< index among the atlas's custom rectangles
  int rows = kLeastRows;
  int x = 0, y = 0, row = 0;  ///< where the next glyph goes; the height of its row
  bool is_full = false;
  ChangedRows changed;
};

struct WordKey {
  std::u32string text;
  bool is_backward = false;
  bool is_word = false;
  bool operator<(const WordKey& other) const {
    return std::tie(text, is_backward, is_word) <
           std::tie(other.text, other.is_backward, other.is_word);
  }
};

struct GlyphTable {
  std::unique_ptr<view::FontFiles> files;
  GlyphArea area;
  std::vector<char32_t> characters;                 ///< [i] has the stand-in kFirstCharacter + i
  std::unordered_map<char32_t, char32_t> stand_in;  ///< inverse of `characters`
  std::map<WordKey, char32_t> words;                ///< drawn code of each word or character
  std::unordered_map<std::string, std::string> kept;
  char32_t next_word = kFirstWord;
  int emptied = 0;  ///< frame in which the largest area was last emptied
};
GlyphTable glyph_table;

bool is_stand_in(char32_t c) { return c >= kFirstCharacter && c < kEndOfWords; }

/// A character's stand-in; kReplacement if all are in use.
char32_t stand_in_of(char32_t c) {
  if (const auto found = glyph_table.stand_in.find(c); found != glyph_table.stand_in.end())
    return found->second;
  const auto code = static_cast<char32_t>(kFirstCharacter + glyph_table.characters.size());
  if (code >= kFirstWord) return kReplacement;
  glyph_table.characters.push_back(c);
  glyph_table.stand_in[c] = code;
  return code;
}

/// True for letters up to U+FFFF that run from right to left.
bool runs_backward(char32_t c) {
  return (c >= 0x0590 && c < 0x0900) || (c >= 0xfb1d && c < 0xfe00) || (c >= 0xfe70 && c < 0xff00);
}

bool has_glyph(char32_t c) {
  return c <= 0xffff &&
         ImGui::GetIO().FontDefault->FindGlyphNoFallback(static_cast<ImWchar>(c)) != nullptr;
}

/// Reserves room for an image in the area. Returns its upper left pixel in the atlas, or none.
std::optional<std::array<int, 2>> place_in_area(int width, int height) {
  GlyphArea& area = glyph_table.area;
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (area.rect < 0 || area.rect >= atlas.CustomRects.Size) return std::nullopt;
  const ImFontAtlasCustomRect& rect = atlas.CustomRects[area.rect];
  if (!rect.IsPacked() || width + 1 > rect.Width) return std::nullopt;
  if (area.x + width + 1 > rect.Width) {
    area.x = 0;
    area.y += area.row;
    area.row = 0;
  }
  if (area.y + height + 1 > rect.Height) {
    area.is_full = true;
    return std::nullopt;
  }
  const std::array<int, 2> corner{rect.X + area.x, rect.Y + area.y};
  area.x += width + 1;  // a free pixel between images, because sampling blends
  area.row = std::max(area.row, height + 1);
  return corner;
}

void copy_pixels(const view::WordBitmap& word, const std::array<int, 2>& corner) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
  for (int y = 0; y < word.height; ++y)
    std::memcpy(pixels + 4 * (std::ptrdiff_t(corner[1] + y) * width + corner[0]),
                &word.rgba[4u * static_cast<unsigned>(y * word.width)],
                4u * static_cast<unsigned>(word.width));
  ChangedRows& rows = glyph_table.area.changed;
  const bool is_first = rows.end <= rows.begin;
  rows.begin = is_first ? corner[1] : std::min(rows.begin, corner[1]);
  rows.end = std::max(is_first ? 0 : rows.end, corner[1] + word.height);
}

void add_to_font(ImFont& font, char32_t code, const view::WordBitmap& word,
                 const std::array<int, 2>& corner) {
  const ImVec2 texel = font.ContainerAtlas->TexUvScale;
  const auto x = float(corner[0]), y = float(corner[1]);
  const auto wide = float(word.width), high = float(word.height);
  const auto left = float(word.left);
  const float top = std::round(font.Ascent) - float(word.top);
  font.AddGlyph(nullptr, static_cast<ImWchar>(code), left, top, left + wide, top + high,
                x * texel.x, y * texel.y, (x + wide) * texel.x, (y + high) * texel.y, word.advance);
  font.Glyphs.back().Colored = word.is_colored ? 1 : 0;
  font.BuildLookupTable();
}

/// Adds the piece as glyph `code` to every font of the window. Returns false and adds it to none if
/// no font of the system has it or the area is full.
bool add_glyph(const view::TextPiece& piece, char32_t code) {
  if (glyph_table.area.is_full) return false;
  if (!glyph_table.files) glyph_table.files = std::make_unique<view::FontFiles>();
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  struct Sized {
    float size;
    view::WordBitmap word;
    std::array<int, 2> corner;
  };
  std::vector<Sized> sizes;
  for (const ImFont* font : atlas.Fonts) {
    const auto same = [&](const Sized& one) { return one.size == font->FontSize; };
    if (std::any_of(sizes.begin(), sizes.end(), same)) continue;
    std::optional<view::WordBitmap> word =
        view::set_word(*glyph_table.files, piece, std::round(font->FontSize * kEmOfLine));
    if (!word) return false;
    const auto corner = place_in_area(word->width, word->height);
    if (!corner) return false;
    copy_pixels(*word, *corner);
    sizes.push_back({font->FontSize, std::move(*word), *corner});
  }
  for (ImFont* font : atlas.Fonts)
    for (const Sized& one : sizes)
      if (one.size == font->FontSize) add_to_font(*font, code, one.word, one.corner);
  return !sizes.empty();
}

/// The code drawn for a piece that the fonts lack; adds its glyph if needed.
char32_t code_of(const view::TextPiece& piece, char32_t wanted) {
  const auto [found, is_new] =
      glyph_table.words.try_emplace({piece.text, piece.is_backward, piece.is_word}, kReplacement);
  if (!is_new) return found->second;
  if (wanted != kReplacement && (has_glyph(wanted) || add_glyph(piece, wanted)))
    return found->second = wanted;
  if (glyph_table.area.is_full) glyph_table.words.erase(found);  // there may be room next time
  return kReplacement;
}

/// The code drawn for a single character: itself or its stand-in.
char32_t code_of(char32_t c) {
  if (has_glyph(c) && !is_stand_in(c)) return c;
  const bool needs_stand_in = c > 0xffff || is_stand_in(c);
  return code_of({std::u32string(1, c), false, false}, needs_stand_in ? stand_in_of(c) : c);
}

void append_character(std::string& text, const view::TextPiece& piece) {
  const char32_t c = piece.text[0];
  if (c == kReplacement || is_stand_in(c)) return view::append_utf8(text, c);
  // Reversed letters get stand-ins, so that the next as_shown() does not reverse them again.
  view::append_utf8(text, runs_backward(c) ? code_of(piece, stand_in_of(c)) : code_of(c));
}

void append_word(std::string& text, const view::TextPiece& piece) {
  if (glyph_table.next_word < kEndOfWords) {
    const char32_t code = code_of(piece, glyph_table.next_word);
    if (code == glyph_table.next_word) ++glyph_table.next_word;
    if (code != kReplacement || glyph_table.area.is_full) return view::append_utf8(text, code);
  }
  // No font has the whole word: each character alone, as a stand-in that does not join.
  const auto append = [&](char32_t c) {
    if (view::is_unseen(c)) return;
    const bool joins = c >= 0x80 && !is_stand_in(c);
    view::append_utf8(text,
                      joins ? code_of({std::u32string(1, c), true, false}, stand_in_of(c)) : c);
  };
  if (piece.is_backward)
    std::for_each(piece.text.rbegin(), piece.text.rend(), append);
  else
    std::for_each(piece.text.begin(), piece.text.end(), append);
}

std::string shown_line(std::string_view line) {
  std::string text;
  for (const view::TextPiece& piece : view::pieces_of(view::code_points(line)))
    if (piece.is_word)
      append_word(text, piece);
    else
      append_character(text, piece);
  return text;
}

/// True if ImGui can draw the text unchanged.
bool is_plain(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const Utf8Character character = first_character(text.substr(at));
    const auto code = static_cast<char32_t>(character.code);
    if (character.size == 0 || !has_glyph(code) || runs_backward(code)) return false;
    at += character.size;
  }
  return true;
}

bool can_draw() {
  return ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().FontDefault != nullptr;
}

}  // namespace

std::string as_shown(std::string_view text) {
  if (!can_draw() || is_plain(text)) return std::string(text);
  if (const auto found = glyph_table.kept.find(std::string(text)); found != glyph_table.kept.end())
    return found->second;
  std::string lines;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += shown_line(text.substr(begin, end - begin));
    if (end == text.size()) break;
    lines += '\n';
    begin = end + 1;
  }
  if (glyph_table.kept.size() >= kMostKept) glyph_table.kept.clear();
  if (!glyph_table.area.is_full) glyph_table.kept.emplace(text, lines);
  return lines;
}

std::optional<std::string> as_typed(std::string_view text) {
  std::string typed;
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    if (character.size == 0) return std::nullopt;
    auto code = static_cast<char32_t>(character.code);
    text.remove_prefix(character.size);
    const bool needs_stand_in = code > 0xffff || is_stand_in(code);
    const char32_t held = needs_stand_in ? stand_in_of(code) : code;
    if (needs_stand_in && held == kReplacement) return std::nullopt;
    if (can_draw() && code >= 0x80) code_of(code);
    view::append_utf8(typed, held);
  }
  return typed;
}

std::string as_written(std::string_view typed) {
  std::string text;
  for (const char32_t code : view::code_points(typed)) {
    const std::size_t number = code - kFirstCharacter;
    view::append_utf8(text, code >= kFirstCharacter && number < glyph_table.characters.size()
                                ? glyph_table.characters[number]
                                : code);
  }
  return text;
}

void reserve_glyphs(ImFontAtlas& atlas) {
  atlas.TexDesiredWidth = kAreaWidth;
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  glyph_table.area.rect = atlas.AddCustomRectRegular(kAreaWidth - 8, glyph_table.area.rows);
}

void forget_glyphs() {
  glyph_table.area =
      GlyphArea{.rect = glyph_table.area.rect, .rows = glyph_table.area.rows, .changed = {}};
  glyph_table.words.clear();
  glyph_table.kept.clear();
  glyph_table.next_word = kFirstWord;
}

bool wants_larger_glyphs() {
  GlyphArea& area = glyph_table.area;
  if (!area.is_full) return false;
  if (area.rows < kMostRows) {
    area.rows = std::min(2 * area.rows, kMostRows);
    return true;
  }
  // The largest area is emptied and refilled with the texts still shown, but not in every frame.
  constexpr int kFramesBetween = 60;
  const int now = ImGui::GetFrameCount();
  if (now - glyph_table.emptied < kFramesBetween) return false;
  glyph_table.emptied = now;
  return true;
}

ChangedRows take_changed_rows() { return std::exchange(glyph_table.area.changed, ChangedRows{}); }

}  // namespace marrow::app
