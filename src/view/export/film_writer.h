// Films: pictures one after the other, as MP4, WebM, animated WebP or GIF, or as numbered PNGs. One
// interface for all of them; open_film.h gives a writer. No GL.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "view/gl/renderer.h"

namespace marrow::view {

enum class FilmFormat { mp4, webm, webp, gif, png };

struct FilmKind {
  FilmFormat format;
  const char* name;         ///< "MP4"
  const char* ending;       ///< of its file: "mp4"
  bool has_quality;         ///< FilmSettings::quality matters
  bool can_be_transparent;  ///< pictures may lack a background
};
/// One per format, in their order.
inline constexpr FilmKind kFilmKinds[] = {{FilmFormat::mp4, "MP4", "mp4", true, false},
                                          {FilmFormat::webm, "WebM", "webm", true, false},
                                          {FilmFormat::webp, "WebP", "webp", true, true},
                                          {FilmFormat::gif, "GIF", "gif", false, true},
                                          {FilmFormat::png, "PNG", "png", false, true}};
constexpr const FilmKind& kind_of(FilmFormat format) {
  return kFilmKinds[static_cast<std::size_t>(format)];
}
/// By the ending of a file's name, in either case.
std::optional<FilmFormat> film_format_of(const std::filesystem::path& file);

inline constexpr int kMostFilmFrames = 100000;
inline constexpr int kUsualFilmQuality = 80;
inline constexpr double kSlowestFilm = 0.1, kFastestFilm = 120.0;  // frames a second
/// The most frames a second of a format; a GIF has fewer than kFastestFilm.
double fastest_rate(FilmFormat format);

struct FilmSettings {
  FilmFormat format = FilmFormat::mp4;
  glm::ivec2 size{1280, 800};       ///< pixels; MP4 and WebM repeat the last of an odd number
  int frames = 1;                   ///< 1 to kMostFilmFrames
  double rate = 30.0;               ///< frames a second
  int quality = kUsualFilmQuality;  ///< 1 (smallest file) to 100
  bool transparent = false;         ///< frames have alpha; without effect on some formats
};
/// The first setting that is out of bounds, with what is allowed; empty: none.
std::string why_not(const FilmSettings& settings);

/// Frames from one time to another, both in seconds: at least one. Frame k shows from + k / rate.
int film_frames(double from, double to, double rate);

/// Packs frames one by one. Nothing is at the target before finish() is through; destroyed before,
/// nothing is left. All members throw std::runtime_error (io::Error among them) in words; the film
/// is lost then.
class FilmWriter {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  FilmWriter() = default;
  virtual ~FilmWriter() = default;
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// How many pictures it wants to see before the first frame, to learn of the colours: small ones,
  /// evenly spread over the film.
  virtual int samples() const { return 0; }
  virtual void add_sample(const Image&) {}
  /// The next frame, of the settings' size. Precondition: is_ready().
  virtual void add(const Image& frame) = 0;
  /// Works on the last frame, at most until then. True: it takes another.
  virtual bool is_ready(Moment) { return true; }
  /// Works on the end of the film, at most until then. True: the film is in its place.
  virtual bool finish(Moment until) = 0;
  virtual std::uintmax_t bytes() const = 0;  ///< of all files, when finished
};

}  // namespace marrow::view
