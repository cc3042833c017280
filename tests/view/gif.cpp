// GIFs are read back with giflib, and laid over each other as a viewer does.
#include "view/export/gif.h"

#include <cstring>
#include <gif_lib.h>
#include <numeric>

#include "view/scenes.h"

using namespace marrow;
using namespace marrow::view;
using namespace marrow::test;

namespace {

/// The frames of a file as a viewer shows them.
struct Film {
  int width = 0, height = 0;
  bool loops_for_ever = false;
  std::vector<int> delays;
  std::vector<Image> frames;
  std::vector<std::size_t> stored;  ///< pixels that each frame has in the file
};

struct Reader {
  const std::string& bytes;
  std::size_t at = 0;
};

int read_bytes(GifFileType* gif, GifByteType* to, int count) {
  Reader& reader = *static_cast<Reader*>(gif->UserData);
  const std::size_t left = std::min(std::size_t(count), reader.bytes.size() - reader.at);
  std::memcpy(to, reader.bytes.data() + reader.at, left);
  reader.at += left;
  return int(left);
}

void lay_over(Image& canvas, const SavedImage& frame, const ColorMapObject& map, int transparent) {
  const GifImageDesc& place = frame.ImageDesc;
  REQUIRE(place.ColorMap == nullptr);  // one palette for all
  for (int y = 0; y < place.Height; ++y)
    for (int x = 0; x < place.Width; ++x) {
      const int index = frame.RasterBits[y * place.Width + x];
      if (index == transparent) continue;
      const GifColorType& color = map.Colors[index];
      std::uint8_t* pixel =
          &canvas.rgba[4 * std::size_t((place.Top + y) * canvas.width + place.Left + x)];
      pixel[0] = color.Red, pixel[1] = color.Green, pixel[2] = color.Blue, pixel[3] = 255;
    }
}

void clear_place(Image& canvas, const GifImageDesc& place) {
  for (int y = 0; y < place.Height; ++y)
    std::memset(&canvas.rgba[4 * std::size_t((place.Top + y) * canvas.width + place.Left)], 0,
                4 * std::size_t(place.Width));
}

bool says_loop_for_ever(const SavedImage& first) {
  for (int i = 0; i + 1 < first.ExtensionBlockCount; ++i) {
    const ExtensionBlock& name = first.ExtensionBlocks[i];
    const ExtensionBlock& value = first.ExtensionBlocks[i + 1];
    if (name.Function == APPLICATION_EXT_FUNC_CODE && name.ByteCount == 11 &&
        std::memcmp(name.Bytes, "NETSCAPE2.0", 11) == 0)
      return value.ByteCount == 3 && value.Bytes[0] == 1 && value.Bytes[1] == 0 &&
             value.Bytes[2] == 0;
  }
  return false;
}

Film read_back(const std::string& bytes) {
  Reader reader{bytes};
  int error = 0;
  GifFileType* gif = DGifOpen(&reader, read_bytes, &error);
  REQUIRE(gif != nullptr);
  REQUIRE(DGifSlurp(gif) == GIF_OK);
  CHECK(reader.at == bytes.size());
  Film film;
  film.width = gif->SWidth;
  film.height = gif->SHeight;
  Image canvas{film.width, film.height,
               std::vector<std::uint8_t>(4 * std::size_t(film.width * film.height), 0)};
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& frame = gif->SavedImages[i];
    GraphicsControlBlock control{};
    REQUIRE(DGifSavedExtensionToGCB(gif, i, &control) == GIF_OK);
    if (i == 0) film.loops_for_ever = says_loop_for_ever(frame);
    lay_over(canvas, frame, *gif->SColorMap, control.TransparentColor);
    film.frames.push_back(canvas);
    film.delays.push_back(control.DelayTime);
    film.stored.push_back(std::size_t(frame.ImageDesc.Width * frame.ImageDesc.Height));
    if (control.DisposalMode == DISPOSE_BACKGROUND) clear_place(canvas, frame.ImageDesc);
  }
  DGifCloseFile(gif, &error);
  return film;
}

/// A soft disk on a soft ground, `shift` pixels to the right; alpha is 0 around it where `cut_out`.
Image disk(int width, int height, int shift, bool cut_out) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float away = std::hypot(float(x - width / 3 - shift), float(y - height / 2));
      const bool inside = away < float(height) * 0.3f;
      const std::uint8_t shade = std::uint8_t(std::max(0.0f, 230.0f - 4.0f * away));
      const Pixel pixel = inside ? Pixel{shade, shade / 2 + 60, 200 - shade / 2, 255}
                                 : Pixel{40 + y / 4, 45 + y / 4, 50 + y / 4, cut_out ? 0 : 255};
      for (const int channel : {pixel.r, pixel.g, pixel.b, pixel.a})
        image.rgba.push_back(std::uint8_t(channel));
    }
  return image;
}

std::vector<Image> moving_disk(int frames, bool cut_out) {
  std::vector<Image> images;
  for (int i = 0; i < frames; ++i) images.push_back(disk(97, 61, 3 * i, cut_out));
  return images;
}

std::string packed(const std::vector<Image>& images, double seconds, bool is_transparent) {
  ColorCount count;
  for (const Image& image : images) count.add(image);
  const std::vector<int> delays = gif_delays(int(images.size()), seconds);
  GifWriter writer(images[0].width, images[0].height, make_palette(count), is_transparent);
  for (std::size_t i = 0; i < images.size(); ++i) writer.add(images[i], delays[i]);
  return writer.finish();
}

/// Root mean square of the channels' differences where both are opaque, 0..255, after a blur that
/// imitates the eye.
double difference(const Image& a, const Image& b, int blur) {
  double sum = 0.0;
  std::size_t count = 0;
  for (int y = 0; y + blur <= a.height; ++y)
    for (int x = 0; x + blur <= a.width; ++x)
      for (std::size_t channel = 0; channel < 3; ++channel) {
        double apart = 0.0;
        for (int v = 0; v < blur; ++v)
          for (int u = 0; u < blur; ++u) {
            const std::size_t at = 4 * std::size_t((y + v) * a.width + x + u) + channel;
            apart += double(a.rgba[at]) - double(b.rgba[at]);
          }
        apart /= blur * blur;
        sum += apart * apart;
        ++count;
      }
  return std::sqrt(sum / double(count));
}

}  // namespace

TEST_CASE("a GIF is read back with its size, its frames, its times, and loops for ever") {
  for (const bool cut_out : {false, true}) {
    const Film film = read_back(packed(moving_disk(7, cut_out), 1.0, cut_out));
    CHECK(film.width == 97);
    CHECK(film.height == 61);
    CHECK(film.frames.size() == 7);
    CHECK(film.loops_for_ever);
    CHECK(film.delays == gif_delays(7, 1.0));
  }
}

TEST_CASE(
    "every frame is shown as it was meant: colors within 2.5 of 255 on average, within 1.2 as "
    "eyes mix them") {
  const std::vector<Image> images = moving_disk(9, false);
  const Film film = read_back(packed(images, 1.0, false));
  REQUIRE(film.frames.size() == images.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    CHECK(difference(film.frames[i], images[i], 1) < 2.5);
    CHECK(difference(film.frames[i], images[i], 4) < 1.2);
  }
}

TEST_CASE("pictures with no more colors than a palette come back exactly") {
  Dice dice(5);
  std::vector<Rgb> colors;
  for (int i = 0; i < 250; ++i)
    colors.push_back({std::uint8_t(dice.in(0, 255)), std::uint8_t(2 * (i % 128)),
                      std::uint8_t(dice.in(0, 255))});
  std::vector<Image> images;
  for (int frame = 0; frame < 4; ++frame) {
    Image image{40, 30, {}};
    for (int i = 0; i < 1200; ++i) {
      const Rgb& color = colors[std::size_t(dice.in(0, 249.9f))];
      image.rgba.insert(image.rgba.end(), {color[0], color[1], color[2], 255});
    }
    images.push_back(image);
  }
  ColorCount count;
  for (const Image& image : images) count.add(image);
  const std::vector<Rgb> palette = make_palette(count);
  GifWriter writer(40, 30, palette, false);
  for (const Image& image : images) writer.add(image, 10);
  const Film film = read_back(writer.finish());
  for (std::size_t i = 0; i < images.size(); ++i)
    if (palette.size() == count.bins().size()) CHECK(film.frames[i].rgba == images[i].rgba);
  CHECK(palette.size() == count.bins().size());
}

TEST_CASE("a color that no palette has comes out right where 4 x 4 pixels mix") {
  for (int gray = 0; gray < 256; gray += 3) {
    Image image{16, 16, {}};
    for (int i = 0; i < 256; ++i)
      image.rgba.insert(image.rgba.end(),
                        {std::uint8_t(gray), std::uint8_t(gray), std::uint8_t(gray), 255});
    GifWriter writer(16, 16, {{0, 0, 0}, {90, 90, 90}, {255, 255, 255}}, false);
    writer.add(image, 5);
    const Film film = read_back(writer.finish());
    for (int y = 0; y < 16; y += 4)
      for (int x = 0; x < 16; x += 4) {
        double sum = 0.0;
        for (int i = 0; i < 16; ++i) sum += pixel_at(film.frames[0], x + i % 4, y + i / 4).g;
        CHECK(std::abs(sum / 16.0 - gray) < 165.0 / 16.0);  // a step of the pattern at most
      }
  }
}

TEST_CASE("a transparent GIF is there where alpha is at least one half, and nowhere else") {
  std::vector<Image> images = moving_disk(5, true);
  Dice dice(7);
  for (Image& image : images)
    for (std::size_t i = 3; i < image.rgba.size(); i += 4)
      if (image.rgba[i] == 255) image.rgba[i] = std::uint8_t(dice.in(100, 255));
  const Film film = read_back(packed(images, 1.0, true));
  for (std::size_t i = 0; i < images.size(); ++i) {
    int wrong = 0;
    for (std::size_t at = 3; at < images[i].rgba.size(); at += 4)
      wrong += (images[i].rgba[at] >= 128) != (film.frames[i].rgba[at] == 255);
    CHECK(wrong == 0);
  }
}

TEST_CASE(
    "what rests is not stored again, and a frame in which nothing changes shows the one before") {
  std::vector<Image> images = moving_disk(3, false);
  images.push_back(images.back());
  const Film film = read_back(packed(images, 1.0, false));
  REQUIRE(film.frames.size() == 4);
  CHECK(film.stored[0] == 97 * 61);
  CHECK(film.stored[1] < 97 * 61);
  CHECK(film.stored[3] == 1);
  CHECK(film.frames[3].rgba == film.frames[2].rgba);
  const std::vector<Image> empty(2, disk(20, 20, 500, true));
  CHECK(read_back(packed(empty, 1.0, true)).frames.size() == 2);
}

TEST_CASE(
    "delays add up to the wanted time, differ by one at most, and none is too short for a viewer") {
  for (auto& dice : rounds<Dice>(11, 500)) {
    const int frames = int(dice.in(1, 361));
    const double seconds = double(dice.in(0.1f, 60.0f));
    const std::vector<int> delays = gif_delays(frames, seconds);
    REQUIRE(delays.size() == std::size_t(frames));
    const auto [least, most] = std::minmax_element(delays.begin(), delays.end());
    CHECK(*most - *least <= 1);
    CHECK(*least >= kGifShortest);
    const long long wanted = std::llround(seconds * 100.0);
    CHECK(std::accumulate(delays.begin(), delays.end(), 0ll) ==
          std::max(wanted, static_cast<long long>(kGifShortest) * frames));
  }
  CHECK(gif_delays(0, 1.0).empty());
}

TEST_CASE("the same pictures give the same bytes") {
  const std::vector<Image> images = moving_disk(4, false);
  CHECK(packed(images, 0.7, false) == packed(images, 0.7, false));
}

TEST_CASE("a palette has what is asked for, and more colors are never further from the pictures") {
  const std::vector<Image> images = moving_disk(3, false);
  ColorCount count;
  for (const Image& image : images) count.add(image);
  double before = 1e9;
  for (const int most : {1, 4, 16, 64, 255}) {
    const std::vector<Rgb> palette = make_palette(count, most);
    CHECK(palette.size() <= std::size_t(most));
    GifWriter writer(images[0].width, images[0].height, palette, false);
    writer.add(images[0], 5);
    const double apart = difference(read_back(writer.finish()).frames[0], images[0], 4);
    CHECK(apart < before + 0.05);
    before = apart;
  }
  CHECK(make_palette(ColorCount(), 255) == std::vector<Rgb>{Rgb{0, 0, 0}});
}

TEST_CASE(
    "sizes and palettes that a GIF cannot have are refused in words, as is a frame of another "
    "size") {
  const std::vector<Rgb> two{{0, 0, 0}, {255, 255, 255}};
  CHECK_THROWS_WITH_AS(GifWriter(0, 5, two, false),
                       "GIF: 0 x 5 pixels; expected 1 to 65535 each way", std::runtime_error);
  CHECK_THROWS_WITH_AS(GifWriter(5, 65536, two, false),
                       "GIF: 5 x 65536 pixels; expected 1 to 65535 each way", std::runtime_error);
  CHECK_THROWS_WITH_AS(GifWriter(5, 5, {}, false), "GIF: a palette of 0 colors; expected 1 to 255",
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(GifWriter(5, 5, std::vector<Rgb>(256), false),
                       "GIF: a palette of 256 colors; expected 1 to 255", std::runtime_error);
  GifWriter writer(20, 20, two, false);
  CHECK_THROWS_WITH_AS(writer.add(disk(21, 20, 0, false), 5),
                       "GIF: a frame of 21 x 20 pixels among frames of 20 x 20",
                       std::runtime_error);
}
