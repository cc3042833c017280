// H.264 and VP9 with the program ffmpeg, which reads raw frames from a pipe and writes a temporary
// file in the target's folder.
#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "io/write_file.h"
#include "platform/child.h"
#include "platform/jobs.h"
#include "view/export/film_writer.h"

namespace marrow::view {

namespace {

constexpr std::size_t kMostSaid = 4096;  // bytes kept of its error output

/// The codecs need even sizes.
glm::ivec2 even(const glm::ivec2& size) { return size + size % 2; }

/// Extends the frame to an even size by repeating the last column and row.
std::vector<std::uint8_t> evened(const Image& image) {
  const glm::ivec2 size = even({image.width, image.height});
  if (size == glm::ivec2(image.width, image.height)) return image.rgba;
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y));
  const auto row_bytes = 4 * static_cast<std::ptrdiff_t>(image.width);
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
  std::size_t fed_ = 0;  ///< byte offset in the frame
};

}  // namespace

std::unique_ptr<FilmWriter> make_ffmpeg_film(const FilmSettings& settings,
                                             const std::filesystem::path& target) {
  return std::make_unique<FfmpegFilm>(settings, target);
}

}  // namespace marrow::view
