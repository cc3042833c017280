#include "view/export/film_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "io/numbered_files.h"
#include "io/write_file.h"
#include "platform/child.h"
#include "platform/jobs.h"
#include "platform/processes.h"
#include "platform/users.h"
#include "view/export/gif.h"

namespace marrow::view {
namespace {

constexpr int kLargestFilm = 16383;  // pixels each way: WebP's limit is the lowest

std::string why_no_ffmpeg(const char* name) {
  if (!platform::has_processes())
    return fmt::format(
        "{} is written by ffmpeg, which a page in a browser cannot start; choose GIF or PNG, or "
        "use the program",
        name);
  if (!platform::can_feed_programs())
    return fmt::format(
        "{} is written by ffmpeg, which Marrow cannot feed on Windows yet; choose GIF or PNG",
        name);
  if (platform::find_program("ffmpeg").empty())
    return fmt::format(
        "{} is written by ffmpeg, which is not installed (Debian: apt install ffmpeg); install it, "
        "or choose another format",
        name);
  return {};
}

constexpr int kMostSamples = 48;

/// A GIF. The palette is made from samples; after that each frame is encoded at once.
class GifFilm : public FilmWriter {
 public:
  GifFilm(const FilmSettings& settings, const std::filesystem::path& target)
      : settings_(settings),
        target_(target),
        delays_(gif_delays(settings.frames, settings.frames / settings.rate)) {
    io::check_writable(target_);
  }

  int samples() const override { return std::min(settings_.frames, kMostSamples); }
  void add_sample(const Image& image) override { colors_.add(image); }

  void add(const Image& frame) override {
    if (!gif_)
      gif_.emplace(settings_.size.x, settings_.size.y, make_palette(std::exchange(colors_, {})),
                   settings_.transparent);
    gif_->add(frame, delays_[next_++]);
  }

  bool finish(Moment) override {
    const std::string bytes = gif_->finish();
    gif_.reset();
    io::write_file(target_, bytes);
    bytes_ = bytes.size();
    return true;
  }

 private:
  FilmSettings settings_;
  std::filesystem::path target_;
  std::vector<int> delays_;  ///< hundredths of a second, one per frame
  ColorCount colors_;
  std::optional<GifWriter> gif_;
  std::size_t next_ = 0;
};

class PngFilm : public FilmWriter {
 public:
  explicit PngFilm(const std::filesystem::path& target) : files_(target) {}

  void add(const Image& frame) override {
    const std::string bytes = png_bytes(frame);
    files_.add(bytes);
    bytes_ += bytes.size();
  }
  bool finish(Moment) override {
    files_.put_in_place();
    return true;
  }

 private:
  io::NumberedFiles files_;
};

constexpr std::size_t kMostSaid = 4096;  // bytes kept of ffmpeg's error output

/// The codecs need even sizes.
glm::ivec2 even(const glm::ivec2& size) { return size + size % 2; }

/// Extends the frame to an even size by repeating the last column and row.
std::vector<std::uint8_t> evened(const Image& image) {
  const glm::ivec2 size = even({image.width, image.height});
  if (size == glm::ivec2(image.width, image.height)) return image.rgba;
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * std::size_t(size.x) * std::size_t(size.y));
  const auto row_bytes = 4 * std::ptrdiff_t(image.width);
  for (int y = 0; y < size.y; ++y) {
    const auto row = image.rgba.begin() + std::min(y, image.height - 1) * row_bytes;
    rgba.insert(rgba.end(), row, row + row_bytes);
    if (size.x > image.width) rgba.insert(rgba.end(), row + row_bytes - 4, row + row_bytes);
  }
  return rgba;
}

/// Constant quality: the codec's rate factor, lower is better.
std::vector<std::string> codec_words(const FilmSettings& settings) {
  const int quality = settings.quality;
  if (settings.format == FilmFormat::mp4)
    return {"-c:v",      "libx264",    "-crf", std::to_string(34 - quality / 5),
            "-movflags", "+faststart", "-f",   "mp4"};
  return {"-c:v",      "libvpx-vp9", "-crf",      std::to_string(56 - quality * 2 / 5),
          "-b:v",      "0",          "-deadline", "good",
          "-cpu-used", "4",          "-row-mt",   "1",
          "-f",        "webm"};
}

/// Colors as players expect them in films: BT.709, limited range, with the matching tags in the
/// file.
std::vector<std::string> ffmpeg_words(const FilmSettings& settings,
                                      const std::filesystem::path& file) {
  const glm::ivec2 size = even(settings.size);
  std::vector<std::string> words = {"ffmpeg", "-v", "error", "-y"};
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add({"-f", "rawvideo", "-pix_fmt", "rgb0", "-s", fmt::format("{}x{}", size.x, size.y)});
  add({"-r", fmt::format("{}", settings.rate), "-i", "-"});
  add({"-vf",
       "scale=in_range=full:out_range=limited:out_color_matrix=bt709:"
       "flags=accurate_rnd+full_chroma_int,format=yuv420p"});
  add({"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
  add({"-color_range", "tv"});
  add(codec_words(settings));
  words.push_back("file:" + file.string());
  return words;
}

/// The last line that is more specific than "failed".
std::string last_complaint(const std::string& printed) {
  std::istringstream lines(printed);
  std::string last;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line != "Conversion failed!") last = line;
  return last;
}

class FfmpegFilm : public FilmWriter {
 public:
  FfmpegFilm(const FilmSettings& settings, const std::filesystem::path& target)
      : file_(target), ffmpeg_(ffmpeg_words(settings, file_.temporary_path()), kMostSaid) {}

  void add(const Image& frame) override {
    frame_ = evened(frame);
    fed_ = 0;
  }

  bool is_ready(Moment until) override {
    const std::string_view bytes(reinterpret_cast<const char*>(frame_.data()), frame_.size());
    fed_ += ffmpeg_.feed(bytes.substr(fed_), until);
    if (fed_ == frame_.size()) return true;
    if (ffmpeg_.poll()) fail();
    return false;
  }

  bool finish(Moment until) override {
    if (!is_ready(until)) return false;
    ffmpeg_.end_input();
    while (!ffmpeg_.poll()) {
      if (std::chrono::steady_clock::now() >= until) return false;
      platform::pause(1.0);
    }
    if (ffmpeg_.status() != 0) fail();
    bytes_ = std::filesystem::file_size(file_.temporary_path());
    file_.put_in_place();
    return true;
  }

 private:
  [[noreturn]] void fail() const {
    const std::string said = last_complaint(ffmpeg_.printed());
    throw std::runtime_error(fmt::format("ffmpeg ended with {}{}{}; nothing was written",
                                         platform::end_in_words(ffmpeg_.status()),
                                         said.empty() ? "" : ": ", said));
  }

  io::PendingFile file_;
  // declared after file_, so that the program ends before its file is removed
  platform::Child ffmpeg_;
  std::vector<std::uint8_t> frame_;
  std::size_t fed_ = 0;  ///< bytes of the frame that ffmpeg got
};

}  // namespace

std::optional<FilmFormat> film_format_of(const std::filesystem::path& file) {
  const std::string ending = lower(file.extension().string());
  for (const FilmKind& kind : kFilmKinds)
    if (ending == std::string(".") + kind.ending) return kind.format;
  return std::nullopt;
}

double fastest_rate(FilmFormat format) {
  return format == FilmFormat::gif ? 100.0 / kGifShortest : kFastestFilm;
}

std::string why_not(const FilmSettings& settings) {
  const glm::ivec2 size = settings.size;
  if (std::min(size.x, size.y) < 1 || std::max(size.x, size.y) > kLargestFilm)
    return fmt::format("{} x {} pixels; a film has 1 to {} each way", size.x, size.y, kLargestFilm);
  if (settings.frames < 1 || settings.frames > kMostFilmFrames)
    return fmt::format("{} frames; a film has 1 to {}", settings.frames, kMostFilmFrames);
  if (!(settings.rate >= kSlowestFilm && settings.rate <= kFastestFilm))
    return fmt::format("{} fps; a film has {} to {}", settings.rate, kSlowestFilm, kFastestFilm);
  if (const double most = fastest_rate(settings.format); settings.rate > most + 1e-4)
    return fmt::format("{:.4g} fps; {}s show at most {:g}", settings.rate,
                       kind_of(settings.format).name, most);
  if (settings.quality < 1 || settings.quality > 100)
    return fmt::format("quality {}; expected 1 to 100", settings.quality);
  return {};
}

int film_frames(double from, double to, double rate) {
  return int(std::clamp(std::round((to - from) * rate), 1.0, double(kMostFilmFrames) + 1.0));
}

std::string why_no_film(FilmFormat format) {
  switch (format) {
    case FilmFormat::mp4:
    case FilmFormat::webm:
      return why_no_ffmpeg(kind_of(format).name);
    case FilmFormat::webp:
      return has_webp() ? "" : "This Marrow was built without libwebp; choose GIF or PNG";
    case FilmFormat::gif:
    case FilmFormat::png:
      break;
  }
  return {};
}

std::unique_ptr<FilmWriter> make_film_writer(const FilmSettings& settings,
                                             const std::filesystem::path& target) {
  if (const std::string reason = why_no_film(settings.format); !reason.empty())
    throw std::runtime_error(reason);
  if (const std::string reason = why_not(settings); !reason.empty())
    throw std::runtime_error(reason);
  if (settings.format == FilmFormat::webp) return make_webp_film(settings, target);
  if (settings.format == FilmFormat::gif) return std::make_unique<GifFilm>(settings, target);
  if (settings.format == FilmFormat::png) return std::make_unique<PngFilm>(target);
  return std::make_unique<FfmpegFilm>(settings, target);
}

}  // namespace marrow::view
