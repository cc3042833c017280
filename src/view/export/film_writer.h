// The interface of all film writers: MP4, WebM, animated WebP, GIF, and numbered PNGs. No GL.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>

#include "view/picture/image.h"

namespace marrow::view {

enum class FilmFormat { mp4, webm, webp, gif, png };

struct FilmKind {
  FilmFormat format;
  const char* name;         ///< "MP4"
  const char* ending;       ///< file extension: "mp4"
  bool has_quality;         ///< uses FilmSettings::quality
  bool can_be_transparent;  ///< supports pictures without background
};
/// One per format, in the order of FilmFormat.
inline constexpr FilmKind kFilmKinds[] = {{FilmFormat::mp4, "MP4", "mp4", true, false},
                                          {FilmFormat::webm, "WebM", "webm", true, false},
                                          {FilmFormat::webp, "WebP", "webp", true, true},
                                          {FilmFormat::gif, "GIF", "gif", false, true},
                                          {FilmFormat::png, "PNG", "png", false, true}};
constexpr const FilmKind& kind_of(FilmFormat format) { return kFilmKinds[std::size_t(format)]; }
/// The format for a file's extension, upper or lower case.
std::optional<FilmFormat> film_format_of(const std::filesystem::path& file);

inline constexpr int kMostFilmFrames = 100000;
inline constexpr int kUsualFilmQuality = 80;
inline constexpr double kSlowestFilm = 0.1, kFastestFilm = 120.0;  // fps
/// The highest frame rate of a format; a GIF's is lower than kFastestFilm.
double fastest_rate(FilmFormat format);

struct FilmSettings {
  FilmFormat format = FilmFormat::mp4;
  /// pixels; MP4 and WebM pad odd sizes by repeating the last row or column
  glm::ivec2 size{1280, 800};
  int frames = 1;                   ///< 1 to kMostFilmFrames
  double rate = 30.0;               ///< frames per second
  int quality = kUsualFilmQuality;  ///< 1 (smallest file) to 100
  bool transparent = false;         ///< frames have alpha; ignored by formats without it
};
/// Names the first setting that is out of bounds and its allowed values. Empty if all are valid.
std::string why_not(const FilmSettings& settings);

/// The number of frames between two times (seconds); at least one. Frame k shows the time from + k
/// / rate.
int film_frames(double from, double to, double rate);

/// Encodes frames one by one. The target does not exist before finish() returns true; destroying
/// the writer earlier deletes everything. All members throw std::runtime_error (also io::Error)
/// with a message for users; the film is then lost.
class FilmWriter {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  FilmWriter() = default;
  virtual ~FilmWriter() = default;
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// The number of sample pictures that the writer needs before the first frame, to choose colors:
  /// small ones, evenly spread over the film.
  virtual int samples() const { return 0; }
  virtual void add_sample(const Image&) {}
  /// Adds the next frame, which has the settings' size. Precondition: is_ready().
  virtual void add(const Image& frame) = 0;
  /// Encodes the last frame, at most until the given moment. Returns true if the writer accepts
  /// another frame.
  virtual bool is_ready(Moment) { return true; }
  /// Completes the film, working at most until `until`. Returns true when the film is at its
  /// target.
  virtual bool finish(Moment until) = 0;
  std::uintmax_t bytes() const { return bytes_; }  ///< size of all files, after finish()

 protected:
  std::uintmax_t bytes_ = 0;
};

/// Explains in one sentence why films of a format cannot be written here, with the remedy. Empty if
/// they can. Looks for ffmpeg.
std::string why_no_film(FilmFormat format);

/// `target`: the file, or for PNGs a pattern of names (io/numbered_files.h), "walk/walk_%04d.png".
/// Throws std::runtime_error.
std::unique_ptr<FilmWriter> make_film_writer(const FilmSettings& settings,
                                             const std::filesystem::path& target);

/// The encoder of WebP, for valid settings; the others are in film_writer.cpp.
std::unique_ptr<FilmWriter> make_webp_film(const FilmSettings& settings,
                                           const std::filesystem::path& target);
bool has_webp();  ///< true if the program was built with libwebp

}  // namespace marrow::view
