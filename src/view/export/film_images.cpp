// Films that every build can write without another program: GIFs and numbered PNGs.
#include <algorithm>
#include <optional>
#include <utility>

#include "io/numbered_files.h"
#include "io/write_file.h"
#include "view/export/film_writer.h"
#include "view/export/gif.h"

namespace marrow::view {

namespace {

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

std::unique_ptr<FilmWriter> make_gif_film(const FilmSettings& settings,
                                          const std::filesystem::path& target) {
  return std::make_unique<GifFilm>(settings, target);
}

std::unique_ptr<FilmWriter> make_png_film(const FilmSettings&,
                                          const std::filesystem::path& target) {
  return std::make_unique<PngFilm>(target);
}

}  // namespace marrow::view
