#include "view/export/film_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "base/text.h"
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

}  // namespace marrow::view
