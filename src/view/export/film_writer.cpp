#include "view/export/film_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "view/export/gif.h"

namespace marrow::view {

namespace {

constexpr int kLargestFilm = 16383;  // pixels each way: WebP's limit is the lowest

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

}  // namespace marrow::view
