// Contact sheets and the type on them: no GL. What needs the fonts is skipped without them.
#include "view/export/contact_sheet.h"

#include "view/export/small_pictures.h"
#include "view/export/typeface.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

Image solid(int width, int height, Pixel pixel) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    for (const int channel : {pixel.r, pixel.g, pixel.b, pixel.a})
      image.rgba.push_back(std::uint8_t(channel));
  return image;
}

constexpr Pixel kGreen{10, 200, 30, 255};

std::vector<SheetTile> tiles_of(int count, int side,
                                const std::string& title = "forearm.L  flex +90") {
  std::vector<SheetTile> tiles;
  for (int i = 0; i < count; ++i)
    tiles.push_back({solid(side, side, kGreen),
                     title,
                     {{"thickness 0.42", Band::poor}, {"volume 97 %", Band::good}}});
  return tiles;
}

int count_color(const Image& image, Pixel wanted) {
  return count_pixels(image, [&](Pixel pixel) { return pixel == wanted; });
}

bool is_near(Pixel pixel, const Color& color) {
  return glm::distance(color_of(pixel), glm::vec3(color)) < 0.03f;
}

std::string random_words(Dice& dice) {
  std::string words;
  for (int i = int(dice.in(0, 40)); i > 0; --i)
    words += std::vector<std::string>{"a",      "W",      " ",      ".",         "7",
                                      "\u00e4", "\u2212", "\u0416", "\U0001f600"}[std::size_t(
        dice.in(0, 8.99f))];
  return words;
}

}  // namespace

TEST_CASE("every picture stands on the sheet, its pixels as they were but for its round corners") {
  for (const int count : {1, 2, 5, 7})
    for (const int columns : {1, 3, 20}) {
      const Image sheet = compose_sheet("Heading", "note", tiles_of(count, 120), columns, 1.0f);
      const int found = count_color(sheet, kGreen);
      CHECK(found <= count * 120 * 120);
      CHECK(found > count * (120 * 120 - 40));
      CHECK(count_pixels(sheet, [](Pixel pixel) { return pixel.a != 255; }) == 0);
    }
}

TEST_CASE(
    "more columns make a sheet wider and lower, a UI scale of 2 makes it grow, and no columns are "
    "one") {
  const Image one = compose_sheet("Heading", "", tiles_of(6, 120), 1, 1.0f),
              three = compose_sheet("Heading", "", tiles_of(6, 120), 3, 1.0f);
  CHECK(three.width > 2 * one.width);
  CHECK(three.height < one.height);
  CHECK(three.width > 360);
  CHECK(compose_sheet("Heading", "", tiles_of(6, 120), 0, 1.0f).rgba == one.rgba);
  CHECK(compose_sheet("Heading", "", tiles_of(6, 120), -4, 1.0f).rgba == one.rgba);
  const Image large = compose_sheet("Heading", "", tiles_of(6, 240), 3, 2.0f);
  CHECK(std::abs(large.width - 2 * three.width) <= 8);
  CHECK(std::abs(large.height - 2 * three.height) <= 8);
}

TEST_CASE("words stay within their card however long they are") {
  const std::string endless(400, 'W');
  std::vector<SheetTile> tiles = tiles_of(4, 120, endless);
  for (SheetTile& tile : tiles)
    tile.lines = {
        {endless + " 0.5", Band::poor}, {"thickness " + endless, Band::fair}, {"", Band::good}};
  const Image sheet = compose_sheet(endless, endless, tiles, 2, 1.0f);
  const Image quiet = compose_sheet("", endless, tiles_of(4, 120, ""), 2, 1.0f);
  REQUIRE(sheet.width == quiet.width);
  const Pixel page = pixel_at(sheet, 0, 0);
  for (int x = 0; x < sheet.width; ++x) {
    bool is_gap = true;  // a column that is empty in a sheet without words
    for (int y = 0; y < quiet.height; ++y) is_gap &= y < 80 || pixel_at(quiet, x, y) == page;
    for (int y = 80; is_gap && y < sheet.height; ++y) REQUIRE(pixel_at(sheet, x, y) == page);
  }
  for (int y = 0; y < sheet.height; ++y) {
    CHECK(pixel_at(sheet, 2, y) == page);
    CHECK(pixel_at(sheet, sheet.width - 3, y) == page);
  }
}

TEST_CASE("a line has the color of its band, its value at the right and its name in gray") {
  if (!Typeface::semibold().is_there()) return skip("sheets: the fonts are not here");
  for (const Band band : {Band::good, Band::fair, Band::poor, Band::unknown}) {
    std::vector<SheetTile> tiles = tiles_of(1, 200, "");
    tiles[0].lines = {{"weight jump 0.40", band}};
    const Image sheet = compose_sheet("", "", tiles, 1, 1.0f);
    int left = 0, right = 0;  // pixels of the band: its mark, and the value
    for (int y = 0; y < sheet.height; ++y)
      for (int x = 0; x < sheet.width; ++x)
        (2 * x < sheet.width ? left : right) +=
            is_near(pixel_at(sheet, x, y), band_color(band)) ? 1 : 0;
    CHECK(left >= 6);
    CHECK(right > 15);
    for (const Band other : {Band::good, Band::fair, Band::poor})
      if (other != band)
        CHECK(count_pixels(sheet, [&](Pixel pixel) { return is_near(pixel, band_color(other)); }) ==
              0);
  }
}

TEST_CASE(
    "bands can be told from each other without hue: by lightness and by the shape of their mark") {
  const Band bands[] = {Band::good, Band::fair, Band::poor};
  for (const Band a : bands)
    for (const Band b : bands)
      if (a != b)
        CHECK(std::abs(lightness(glm::vec3(band_color(a))) - lightness(glm::vec3(band_color(b)))) >
              8.0f);
  const auto is_mark = [](Band band) {
    std::vector<SheetTile> tiles = tiles_of(1, 200, "");
    tiles[0].lines = {{"", band}};
    const Image sheet = compose_sheet("", "", tiles, 1, 3.0f);
    std::vector<bool> shape;
    for (int y = 0; y < sheet.height; ++y)
      for (int x = 0; x < sheet.width; ++x)
        shape.push_back(is_near(pixel_at(sheet, x, y), band_color(band)));
    return shape;
  };
  const std::vector<bool> good = is_mark(Band::good), fair = is_mark(Band::fair),
                          poor = is_mark(Band::poor);
  CHECK(good != fair);
  CHECK(fair != poor);
  CHECK(good != poor);
}

TEST_CASE(
    "without tiles there is the heading alone; tiles without pixels or words are empty cards") {
  const Image heading = compose_sheet("Nothing to show", "", {}, 4, 1.0f);
  CHECK(heading.height < 120);
  CHECK(heading.width > 100);
  if (Typeface::semibold().is_there())
    CHECK(count_pixels(heading, [](Pixel pixel) { return pixel.r > 200; }) > 100);
  CHECK(compose_sheet("", "", {SheetTile{}, SheetTile{}}, 2, 1.0f).width > 100);
  CHECK(compose_sheet("", "", tiles_of(1, 8), 2, 0.0f).rgba ==
        compose_sheet("", "", tiles_of(1, 8), 2, 1.0f).rgba);
}

TEST_CASE("type: a file that is no font sets nothing and breaks nothing") {
  for (const char* file : {"/nowhere/font.otf", "/dev/null", __FILE__}) {
    const Typeface none(file);
    CHECK_FALSE(none.is_there());
    CHECK(none.width("words", 20.0f) == 0.0f);
    CHECK(none.fitted("words", 20.0f, 1.0f) == "words");
    Image image = solid(20, 20, kGreen);
    none.draw(image, "words", 1.0f, 15, 14.0f, Color(1.0f));
    CHECK(count_color(image, kGreen) == 400);
  }
}

TEST_CASE(
    "type: what is fitted has room, is the text or its beginning with an ellipsis, and no letter "
    "is cut in two") {
  const Typeface type = Typeface::regular();
  if (!type.is_there()) return skip("type: the font is not here");
  for (auto& dice : rounds<Dice>(81, trials(400))) {
    const std::string words = random_words(dice);
    const float room = dice.in(0.0f, 300.0f);
    const std::string fitted = type.fitted(words, 15.0f, room);
    CHECK(type.width(fitted, 15.0f) <= room);
    if (type.width(words, 15.0f) <= room) CHECK(fitted == words);
    if (fitted == words || fitted.empty()) continue;
    REQUIRE(fitted.ends_with("\u2026"));
    const std::string kept = fitted.substr(0, fitted.size() - 3);
    CHECK(words.starts_with(kept));
    CHECK((static_cast<unsigned char>(words[kept.size()]) & 0xc0u) != 0x80u);
  }
}

TEST_CASE(
    "type: widths grow with the size and add up; all digits are equally wide; drawing stays within "
    "the image and the width") {
  const Typeface type = Typeface::semibold();
  if (!type.is_there()) return skip("type: the font is not here");
  CHECK(type.width("Rigging", 30.0f) ==
        doctest::Approx(2.0f * type.width("Rigging", 15.0f)).epsilon(0.001));
  for (const char* digit : {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})
    CHECK(type.width(digit, 15.0f) == type.width("0", 15.0f));
  CHECK(type.width("0123", 15.0f) == doctest::Approx(4.0f * type.width("8", 15.0f)));
  Image image = solid(300, 60, {0, 0, 0, 255});
  const float width = type.width("Rigging", 20.0f);
  type.draw(image, "Rigging", 50.0f, 35, 20.0f, Color(1.0f));
  CHECK(count_pixels(image, [](Pixel pixel) { return pixel.r > 128; }) > 60);
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 300; ++x)
      if (x < 48 || float(x) > 52.0f + width || y < 15 || y > 42)
        REQUIRE(pixel_at(image, x, y).r == 0);
  for (const float left : {-40.0f, 280.0f, 1e6f})
    type.draw(image, "Rigging", left, 35, 20.0f, Color(1.0f));  // partly or wholly outside
}

TEST_CASE("type: bytes that are not UTF-8 are drawn as something and end") {
  const Typeface type = Typeface::regular();
  if (!type.is_there()) return skip("type: the font is not here");
  Dice dice(82);
  Image image = solid(200, 30, kGreen);
  for (int trial = 0; trial < trials(300); ++trial) {
    std::string bytes;
    for (int i = 0; i < 12; ++i) bytes.push_back(char(int(dice.in(-128.0f, 127.9f))));
    type.draw(image, bytes, 3.0f, 20, 14.0f, Color(1.0f));
    CHECK(type.width(type.fitted(bytes, 14.0f, 60.0f), 14.0f) <= 60.0f);
  }
}

TEST_CASE("a stored pose's picture shows the mesh alone, on a transparent ground") {
  const Scene scene = creature();
  Deformer deformer;
  deformer.update(scene);
  const Picture picture = picture_of_pose(scene, deformer, scene.nodes[0].id, Camera());
  CHECK(picture.transparent);
  CHECK(picture.show.mesh);
  CHECK_FALSE(picture.show.grid);
  CHECK_FALSE(picture.show.joints);
  CHECK_FALSE(picture.show.uncovered);
}
