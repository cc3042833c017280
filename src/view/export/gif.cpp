#include "view/export/gif.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gif_lib.h>
#include <glm/glm.hpp>
#include <limits>
#include <numeric>
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
      ->append(reinterpret_cast<const char*>(bytes), std::size_t(count));
  return count;
}

void check(int status, const GifFileType* gif) {
  if (status != GIF_OK)
    throw std::runtime_error(fmt::format("GIF: {}; ask for a smaller picture or fewer frames",
                                         GifErrorString(gif->Error)));
}

constexpr int kBits = 7;  // per channel
constexpr std::size_t kBins = std::size_t{1} << (3 * kBits);
constexpr int kRounds = 12;  // limit of Lloyd's iteration, which usually converges earlier
// scales the channels so that the distance of colors is Euclidean
const glm::vec3 kStretch = glm::sqrt(glm::vec3(kRedWeight, kGreenWeight, kBlueWeight));

/// A color in the scaled space and its weight: the root of its count, so that a large uniform
/// background leaves colors for a small figure.
struct Sample {
  glm::vec3 place;
  float weight;
};

std::vector<Sample> samples_of(const ColorCount& count) {
  std::vector<Sample> samples;
  samples.reserve(count.bins().size());
  for (const ColorCount::Bin& bin : count.bins()) {
    const float n = float(bin.count);
    const glm::vec3 mean(float(bin.sum[0]) / n, float(bin.sum[1]) / n, float(bin.sum[2]) / n);
    samples.push_back({mean * kStretch, std::sqrt(n)});
  }
  return samples;
}

/// Weighted moments of some samples.
struct Moments {
  double weight = 0.0, squares = 0.0;
  glm::dvec3 sum{0.0};
  void add(const Sample& sample) {
    const glm::dvec3 place(sample.place);
    const double by = double(sample.weight);
    weight += by;
    sum += by * place;
    squares += by * glm::dot(place, place);
  }
  Moments without(const Moments& part) const {
    return {weight - part.weight, squares - part.squares, sum - part.sum};
  }
  glm::dvec3 mean() const { return weight > 0.0 ? sum / weight : glm::dvec3(0.0); }
  double error() const {
    return weight > 0.0 ? std::max(squares - glm::dot(sum, sum) / weight, 0.0) : 0.0;
  }
};

/// Samples [first, last), sorted along `axis`; their best split is before `middle`.
struct Box {
  std::size_t first = 0, last = 0, middle = 0;
  int axis = 0;
  double gain = 0.0;
  Moments moments = {};
};

void sort_along(std::vector<Sample>& samples, const Box& box, int axis) {
  const auto begin = samples.begin() + std::ptrdiff_t(box.first),
             end = samples.begin() + std::ptrdiff_t(box.last);
  // Compares all three coordinates, so that ties are broken in the same way on all machines.
  std::sort(begin, end, [axis](const Sample& a, const Sample& b) {
    for (int k = 0; k < 3; ++k)
      if (const int c = (axis + k) % 3; a.place[c] != b.place[c]) return a.place[c] < b.place[c];
    return a.weight < b.weight;
  });
}

Box box_of(std::vector<Sample>& samples, std::size_t first, std::size_t last) {
  Box box{.first = first, .last = last};
  for (std::size_t i = first; i < last; ++i) box.moments.add(samples[i]);
  const double whole = box.moments.error();
  for (int axis = 0; axis < 3 && last - first > 1; ++axis) {
    sort_along(samples, box, axis);
    Moments before;
    for (std::size_t i = first; i + 1 < last; ++i) {
      before.add(samples[i]);
      const double gain = whole - before.error() - box.moments.without(before).error();
      if (gain > box.gain) box.gain = gain, box.axis = axis, box.middle = i + 1;
    }
  }
  return box;
}

std::vector<glm::vec3> split(std::vector<Sample>& samples, std::size_t most) {
  std::vector<Box> boxes{box_of(samples, 0, samples.size())};
  while (boxes.size() < most) {
    const auto best = std::max_element(boxes.begin(), boxes.end(),
                                       [](const Box& a, const Box& b) { return a.gain < b.gain; });
    if (best->gain <= 0.0) break;
    const Box parted = *best;
    sort_along(samples, parted, parted.axis);
    *best = box_of(samples, parted.first, parted.middle);
    boxes.push_back(box_of(samples, parted.middle, parted.last));
  }
  std::vector<glm::vec3> means;
  for (const Box& box : boxes) means.emplace_back(box.moments.mean());
  return means;
}

std::size_t nearest(const std::vector<glm::vec3>& means, const glm::vec3& place) {
  std::size_t best = 0;
  float least = 1e30f;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const glm::vec3 apart = means[i] - place;
    if (const float distance = glm::dot(apart, apart); distance < least) least = distance, best = i;
  }
  return best;
}

/// Moves each mean to the center of its nearest colors. False if none moved.
bool settle(std::vector<glm::vec3>& means, const std::vector<Sample>& samples) {
  std::vector<Moments> of_mean(means.size());
  for (const Sample& sample : samples) of_mean[nearest(means, sample.place)].add(sample);
  bool moved = false;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (of_mean[i].weight <= 0.0) continue;
    const glm::vec3 mean(of_mean[i].mean());
    moved = moved || glm::distance(mean, means[i]) > 1e-3f;
    means[i] = mean;
  }
  return moved;
}

int lightness_of(const Rgb& color) { return 2 * color[0] + 4 * color[1] + color[2]; }

/// Bayer's matrix: each further cell is as far as possible from the previous ones.
constexpr std::uint8_t kPattern[4][4] = {
    {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
/// Limit of cached mixtures. Above it the cache is cleared, because textures could fill the memory.
constexpr std::size_t kMixturesKept = 1u << 20;

}  // namespace

std::vector<int> gif_delays(int frames, double seconds) {
  std::vector<int> delays;
  const long long wanted = std::llround(std::clamp(seconds, 0.0, 1e6) * 100.0);
  const long long total = std::max(wanted, static_cast<long long>(frames) * kGifShortest);
  for (long long i = 0; i < frames; ++i)
    delays.push_back(int((i + 1) * total / frames - i * total / frames));
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
      nothing(std::uint8_t(palette.size())),
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
  check(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, int(packed_size), packed), gif);
  const int columns = window.right - window.left;
  check(EGifPutImageDesc(gif, window.left, window.top, columns, window.bottom - window.top, false,
                         nullptr),
        gif);
  std::vector<GifPixelType> line(static_cast<std::size_t>(columns));
  for (int y = window.top; y < window.bottom; ++y) {
    const std::size_t row = std::size_t(y) * std::size_t(width) + std::size_t(window.left);
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool rests = !is_transparent && !shown.empty() && shown[row + i] == indices[row + i];
      line[i] = rests ? nothing : indices[row + i];
    }
    check(EGifPutLine(gif, line.data(), columns), gif);
  }
}

GifWriter::GifWriter(int width, int height, const std::vector<Rgb>& palette, bool is_transparent) {
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

ColorCount::ColorCount() : bin_of_(kBins, 0) {}

void ColorCount::add(const Image& image) {
  constexpr int kShift = 8 - kBits;
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    const std::uint8_t* pixel = &image.rgba[i];
    if (pixel[3] < 128) continue;
    const std::size_t key = (std::size_t(pixel[0] >> kShift) << (2 * kBits)) |
                            (std::size_t(pixel[1] >> kShift) << kBits) | (pixel[2] >> kShift);
    if (bin_of_[key] == 0) {
      bins_.emplace_back();
      bin_of_[key] = std::uint32_t(bins_.size());
    }
    Bin& bin = bins_[bin_of_[key] - 1];
    ++bin.count;
    for (std::size_t k = 0; k < 3; ++k) bin.sum[k] += pixel[k];
  }
}

std::vector<Rgb> make_palette(const ColorCount& count, int most) {
  std::vector<Sample> samples = samples_of(count);
  if (samples.empty()) return {Rgb{0, 0, 0}};
  std::vector<glm::vec3> means = split(samples, std::size_t(std::clamp(most, 1, 255)));
  for (int round = 0; round < kRounds && settle(means, samples); ++round) {
  }
  std::vector<Rgb> palette;
  for (const glm::vec3& mean : means) {
    const glm::vec3 code = glm::clamp(glm::round(mean / kStretch), 0.0f, 255.0f);
    palette.push_back({std::uint8_t(code.x), std::uint8_t(code.y), std::uint8_t(code.z)});
  }
  std::sort(palette.begin(), palette.end(), [](const Rgb& a, const Rgb& b) {
    return lightness_of(a) != lightness_of(b) ? lightness_of(a) < lightness_of(b) : a < b;
  });
  palette.erase(std::unique(palette.begin(), palette.end()), palette.end());
  return palette;
}

Dither::Dither(std::vector<Rgb> palette) : palette_(std::move(palette)) {}

std::uint8_t Dither::nearest(const std::array<int, 3>& color) const {
  int least = std::numeric_limits<int>::max();
  std::size_t best = 0;
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    const int red = palette_[i][0] - color[0], green = palette_[i][1] - color[1],
              blue = palette_[i][2] - color[2];
    const int distance =
        kRedWeight * red * red + kGreenWeight * green * green + kBlueWeight * blue * blue;
    if (distance < least) least = distance, best = i;
  }
  return std::uint8_t(best);
}

/// Each choice compensates the error of the previous ones.
Dither::Mixture Dither::mixture_of(const Rgb& color) const {
  Mixture mixture;
  std::array<int, 3> owed{};
  for (std::uint8_t& choice : mixture) {
    std::array<int, 3> wanted;
    for (std::size_t k = 0; k < 3; ++k) wanted[k] = std::clamp(color[k] + owed[k], 0, 255);
    choice = nearest(wanted);
    for (std::size_t k = 0; k < 3; ++k) owed[k] += color[k] - palette_[choice][k];
  }
  std::sort(mixture.begin(), mixture.end());
  return mixture;
}

std::uint8_t Dither::index(const Rgb& color, int x, int y) {
  const std::uint32_t key =
      (std::uint32_t{color[0]} << 16) | (std::uint32_t{color[1]} << 8) | color[2];
  auto found = mixtures_.find(key);
  if (found == mixtures_.end()) {
    if (mixtures_.size() >= kMixturesKept) mixtures_.clear();
    found = mixtures_.emplace(key, mixture_of(color)).first;
  }
  return found->second[kPattern[y & 3][x & 3]];
}

}  // namespace marrow::view
