#include "view/export/film_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "base/text.h"
#include "io/numbered_files.h"
#include "io/write_file.h"
#include "platform/child.h"
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

/// Its palette is made from samples; after that each frame is encoded at once.
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
    return fmt::format("{} frames a second; a film has {} to {}", settings.rate, kSlowestFilm,
                       kFastestFilm);
  if (const double most = fastest_rate(settings.format); settings.rate > most + 1e-4)
    return fmt::format("{:.4g} frames a second; {}s show at most {:g}", settings.rate,
                       kind_of(settings.format).name, most);
  if (settings.quality < 1 || settings.quality > 100)
    return fmt::format("quality {}; expected 1 to 100", settings.quality);
  return {};
}

int film_frames(double from, double to, double rate) {
  return static_cast<int>(
      std::clamp(std::round((to - from) * rate), 1.0, static_cast<double>(kMostFilmFrames) + 1.0));
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
  switch (settings.format) {
    case FilmFormat::mp4:
    case FilmFormat::webm:
      return make_ffmpeg_film(settings, target);
    case FilmFormat::webp:
      return make_webp_film(settings, target);
    case FilmFormat::gif:
      return make_gif_film(settings, target);
    case FilmFormat::png:
      break;
  }
  return make_png_film(settings, target);
}

std::unique_ptr<FilmWriter> make_gif_film(const FilmSettings& settings,
                                          const std::filesystem::path& target) {
  return std::make_unique<GifFilm>(settings, target);
}

std::unique_ptr<FilmWriter> make_png_film(const FilmSettings&,
                                          const std::filesystem::path& target) {
  return std::make_unique<PngFilm>(target);
}

}  // namespace marrow::view
