// Names in every script: reading order, words that stay whole, fonts with their characters.
#include <algorithm>
#include <random>
#include <string>

#include "support/support.h"
#include "view/export/typeface.h"
#include "view/type/font_files.h"
#include "view/type/reading_order.h"
#include "view/type/word_bitmap.h"

using namespace marrow;
using namespace marrow::view;

namespace {

std::u32string in_reading_order(std::u32string_view line) {
  std::u32string order;
  for (const TextPiece& piece : pieces_of(line)) order += piece.text;
  return order;
}

/// Whether Hebrew is turned round: built with FriBidi.
bool turns_round() {
  const bool does = in_reading_order(U"\u05d0\u05d1") == U"\u05d1\u05d0";
  if (!does) test::skip("right-to-left names: built without FriBidi");
  return does;
}

}  // namespace

TEST_CASE("left-to-right lines are their characters, one by one") {
  std::mt19937 random(7);
  constexpr std::u32string_view kLetters =
      U"abcXYZ 019_.-()\u00e4\u03a9\u0436\u9aa8\u3072\U0001f600";
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1), length(0, 20);
  for (int round = 0; round < 200; ++round) {
    std::u32string line;
    for (std::size_t i = length(random); i > 0; --i) line += kLetters[letter(random)];
    CHECK(in_reading_order(line) == line);
    CHECK(pieces_of(line).size() == line.size());
    CHECK(!begins_at_right(line));
  }
}

TEST_CASE("no piece is lost or doubled, whatever the line") {
  std::mt19937 random(8);
  constexpr std::u32string_view kLetters =
      U"aB "
      U"1.("
      U"\u05d0\u05d1\u05d2\u0627\u0628\u062a\u0e02\u0e49\u0939\u093e\u0301\u9aa8\U0001f44d"
      U"\U0001f3fd";
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1), length(0, 24);
  for (int round = 0; round < 500; ++round) {
    std::u32string line;
    for (std::size_t i = length(random); i > 0; --i) line += kLetters[letter(random)];
    std::u32string order = in_reading_order(line);
    const auto plain = [](std::u32string text) {  // a bracket may be mirrored
      std::replace(text.begin(), text.end(), U')', U'(');
      std::sort(text.begin(), text.end());
      return text;
    };
    CHECK(plain(order) == plain(line));
  }
}

TEST_CASE("right-to-left names read right, and numbers beside them keep their order") {
  if (!turns_round()) return;
  CHECK(in_reading_order(U"\u05d0\u05d1.\u05d2\u05d3") == U"\u05d3\u05d2.\u05d1\u05d0");
  CHECK(in_reading_order(U"\u05d0\u05d1.L") == U"\u05d1\u05d0.L");
  CHECK(in_reading_order(U"(\u05d0)") == U"(\u05d0)");  // turned round and mirrored
  CHECK(in_reading_order(U"Radius \u05d0\u05d1 0.12 \u2192 0.19") ==
        U"Radius \u05d1\u05d0 0.12 \u2192 0.19");
  CHECK(in_reading_order(U"\u05d0\u05d1 2") == U"2 \u05d1\u05d0");
  CHECK(begins_at_right(U"\u05d0\u05d1 2"));
  CHECK(!begins_at_right(U"\u05d0\u05d1.L"));
}

TEST_CASE("letters that join are one word, an emoji and its tone are one picture") {
  const std::vector<TextPiece> arabic = pieces_of(U"\u0632\u0631\u0627\u0639");
  if (arabic.size() > 1) return test::skip("words that are shaped: built without HarfBuzz");
  CHECK(arabic[0].is_word);
  CHECK(pieces_of(U"\U0001f44d\U0001f3fd").size() == 1);
  CHECK(pieces_of(U"\U0001f1e9\U0001f1ea\U0001f1ef\U0001f1f5").size() == 2);  // two flags
  CHECK(pieces_of(U"e\u0301x").size() == 2);
  CHECK(pieces_of(U"\u0e41\u0e02\u0e19.L").size() == 3);
}

TEST_CASE("a tick has pixels in the program's own fonts, and half a size is half of them") {
  FontFiles fonts;
  const TextPiece tick{U"\u2713", false, false};
  const auto large = set_word(fonts, tick, 32.0f), small = set_word(fonts, tick, 16.0f);
  REQUIRE(large);
  REQUIRE(small);
  const auto ink = [](const WordBitmap& word) {
    double sum = 0.0;
    for (std::size_t i = 3; i < word.rgba.size(); i += 4) sum += word.rgba[i] / 255.0;
    return sum;
  };
  CHECK(ink(*small) > 0.0);
  CHECK(ink(*large) / ink(*small) == doctest::Approx(4.0).epsilon(0.2));
  CHECK(large->advance == doctest::Approx(2.0 * small->advance).epsilon(0.15));
  CHECK(!large->is_colored);
}

TEST_CASE("words in images take what their font lacks from another") {
  const auto drawn = [](const char* text) {
    Image image{64, 32, std::vector<std::uint8_t>(64 * 32 * 4, 255)};
    Typeface::regular().draw(image, text, 4.0f, 24, 16.0f, Color{0.0f, 0.0f, 0.0f, 1.0f});
    return image.rgba;
  };
  CHECK(drawn("\u0627\u0628") != drawn("\U0003fffc\U0003fffd"));
  CHECK(drawn("\u0627") != drawn("\u0628"));
  CHECK(Typeface::regular().width("\u0628", 32.0f) > 0.0f);
}

TEST_CASE("what no font has is nothing, and so is a wrong size") {
  FontFiles fonts;
  CHECK(!set_word(fonts, {U"\U0003fffd", false, false}, 16.0f));
  CHECK(!set_word(fonts, {U"a\U0003fffd", false, true}, 16.0f));
  CHECK(!set_word(fonts, {U"a", false, false}, 0.0f));
  CHECK(!set_word(fonts, {std::u32string(5000, U'a'), false, true}, 16.0f));
}

TEST_CASE("text to code points and back keeps every valid character") {
  std::mt19937 random(9);
  std::uniform_int_distribution<std::uint32_t> code(1, 0x10ffff);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t c = code(random);
    if (c >= 0xd800 && c < 0xe000) continue;
    std::string text;
    append_utf8(text, c);
    CHECK(code_points(text) == std::u32string(1, c));
  }
  CHECK(code_points("a\xff") == U"a\ufffd");
}
