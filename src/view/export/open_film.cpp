#include "view/export/open_film.h"

#include <fmt/format.h>
#include <stdexcept>

#include "platform/child.h"
#include "platform/processes.h"
#include "platform/users.h"
#include "view/export/film_encoders.h"

namespace marrow::view {

namespace {

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
