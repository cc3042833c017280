#include "view/export/gif.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gif_lib.h>
#include <optional>
#include <stdexcept>
#include <utility>

namespace marrow::view {

namespace {

constexpr int kLargestGif = 65535;
constexpr int kTableSize = 256;

/// Columns [left, right), rows [top, bottom).
struct Window {
  int left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
};

int append(GifFileType* gif, const GifByteType* bytes, int count) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
  return count;
}

void check(int status, const GifFileType* gif) {
  if (status != GIF_OK)
    throw std::runtime_error(fmt::format("GIF: {}; ask for a smaller picture or fewer frames",
                                         GifErrorString(gif->Error)));
}

}  // namespace

std::vector<int> gif_delays(int frames, double seconds) {
  std::vector<int> delays;
  const long long wanted = std::llround(std::clamp(seconds, 0.0, 1e6) * 100.0);
  const long long total = std::max(wanted, static_cast<long long>(frames) * kGifShortest);
  for (long long i = 0; i < frames; ++i)
    delays.push_back(static_cast<int>((i + 1) * total / frames - i * total / frames));
  return delays;
}

struct GifWriter::Impl {
  std::string bytes;
  GifFileType* gif = nullptr;
  int width, height;
  bool is_transparent;
  std::uint8_t nothing;  ///< the index of a transparent (unchanged) pixel
  Dither dither;
  std::vector<std::uint8_t> shown;  ///< indices of the last frame; empty before the first

  Impl(int wide, int high, const std::vector<Rgb>& palette, bool transparent);
  ~Impl() { close(); }
  void close();
  void begin(const std::vector<Rgb>& palette);
  std::vector<std::uint8_t> indices_of(const Image& frame);
  Window window_of(const std::vector<std::uint8_t>& indices) const;
  void write(const std::vector<std::uint8_t>& indices, const Window& window, int hundredths);
};

GifWriter::Impl::Impl(int wide, int high, const std::vector<Rgb>& palette, bool transparent)
    : width(wide),
      height(high),
      is_transparent(transparent),
      nothing(static_cast<std::uint8_t>(palette.size())),
      dither(palette) {}

void GifWriter::Impl::close() {
  int ignored = 0;
  if (gif) EGifCloseFile(std::exchange(gif, nullptr), &ignored);
}

/// Header: size, palette, and the block that makes browsers loop forever.
void GifWriter::Impl::begin(const std::vector<Rgb>& palette) {
  int error = 0;
  gif = EGifOpen(&bytes, append, &error);
  if (!gif) throw std::runtime_error(fmt::format("GIF: {}", GifErrorString(error)));
  EGifSetGifVersion(gif, true);
  GifColorType table[kTableSize] = {};
  for (std::size_t i = 0; i < palette.size(); ++i)
    table[i] = {palette[i][0], palette[i][1], palette[i][2]};
  ColorMapObject* map = GifMakeMapObject(kTableSize, table);
  if (!map) throw std::runtime_error("GIF: out of memory");
  const int status = EGifPutScreenDesc(gif, width, height, 8, nothing, map);
  GifFreeMapObject(map);
  check(status, gif);
  const GifByteType loop_for_ever[] = {1, 0, 0};
  check(EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE), gif);
  check(EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0"), gif);
  check(EGifPutExtensionBlock(gif, sizeof loop_for_ever, loop_for_ever), gif);
  check(EGifPutExtensionTrailer(gif), gif);
}

std::vector<std::uint8_t> GifWriter::Impl::indices_of(const Image& frame) {
  std::vector<std::uint8_t> indices(frame.rgba.size() / 4);
  std::size_t at = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, ++at) {
      const std::uint8_t* pixel = &frame.rgba[4 * at];
      indices[at] = is_transparent && pixel[3] < 128
                        ? nothing
                        : dither.index({pixel[0], pixel[1], pixel[2]}, x, y);
    }
  return indices;
}

/// The rectangle to write: pixels of opaque frames that differ from the last frame, or pixels of
/// transparent frames that are not empty. The first frame is complete.
Window GifWriter::Impl::window_of(const std::vector<std::uint8_t>& indices) const {
  if (shown.empty()) return {0, 0, width, height};
  Window window{width, height, 0, 0};
  std::size_t at = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, ++at) {
      if (indices[at] == (is_transparent ? nothing : shown[at])) continue;
      window = {std::min(window.left, x), std::min(window.top, y), std::max(window.right, x + 1),
                y + 1};
    }
  return window.empty() ? Window{0, 0, 1, 1} : window;  // a frame needs at least one pixel
}

void GifWriter::Impl::write(const std::vector<std::uint8_t>& indices, const Window& window,
                            int hundredths) {
  const GraphicsControlBlock control{
      .DisposalMode = is_transparent ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
      .UserInputFlag = false,
      .DelayTime = std::clamp(hundredths, 0, 65535),
      .TransparentColor = nothing};
  GifByteType packed[4];
  const std::size_t packed_size = EGifGCBToExtension(&control, packed);
  check(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(packed_size), packed), gif);
  const int columns = window.right - window.left;
  check(EGifPutImageDesc(gif, window.left, window.top, columns, window.bottom - window.top, false,
                         nullptr),
        gif);
  std::vector<GifPixelType> line(static_cast<std::size_t>(columns));
  for (int y = window.top; y < window.bottom; ++y) {
    const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                            static_cast<std::size_t>(window.left);
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool rests = !is_transparent && !shown.empty() && shown[row + i] == indices[row + i];
      line[i] = rests ? nothing : indices[row + i];
    }
    check(EGifPutLine(gif, line.data(), columns), gif);
  }
}

GifWriter::GifWriter(int width, int height, std::vector<Rgb> palette, bool is_transparent) {
  if (std::min(width, height) < 1 || std::max(width, height) > kLargestGif)
    throw std::runtime_error(
        fmt::format("GIF: {} x {} pixels; expected 1 to {} each way", width, height, kLargestGif));
  if (palette.empty() || palette.size() >= kTableSize)
    throw std::runtime_error(fmt::format("GIF: a palette of {} colors; expected 1 to {}",
                                         palette.size(), kTableSize - 1));
  impl_ = std::make_unique<Impl>(width, height, palette, is_transparent);
  impl_->begin(palette);
}

GifWriter::~GifWriter() = default;

void GifWriter::add(const Image& frame, int hundredths) {
  Impl& impl = *impl_;
  if (frame.width != impl.width || frame.height != impl.height)
    throw std::runtime_error(fmt::format("GIF: a frame of {} x {} pixels among frames of {} x {}",
                                         frame.width, frame.height, impl.width, impl.height));
  std::vector<std::uint8_t> indices = impl.indices_of(frame);
  impl.write(indices, impl.window_of(indices), hundredths);
  impl.shown = std::move(indices);
}

std::string GifWriter::finish() {
  impl_->close();
  return std::move(impl_->bytes);
}

}  // namespace marrow::view
