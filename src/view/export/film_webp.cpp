// Animated WebP with libwebp, which keeps encoded frames until the end.
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "io/write_file.h"
#include "view/export/film_writer.h"

#ifdef MARROW_HAS_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

namespace marrow::view {

#ifdef MARROW_HAS_WEBP

namespace {

struct EncoderCloser {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

/// Converts one frame for libwebp.
class WebpPicture {
 public:
  explicit WebpPicture(const Image& image) {
    if (!WebPPictureInit(&picture_)) throw std::runtime_error("WebP: another version of libwebp");
    picture_.use_argb = 1;
    picture_.width = image.width;
    picture_.height = image.height;
    if (!WebPPictureImportRGBA(&picture_, image.rgba.data(), 4 * image.width))
      throw std::runtime_error("WebP: out of memory; ask for a smaller picture");
  }
  ~WebpPicture() { WebPPictureFree(&picture_); }
  WebpPicture(const WebpPicture&) = delete;
  WebpPicture& operator=(const WebpPicture&) = delete;
  WebPPicture* get() { return &picture_; }

 private:
  WebPPicture picture_{};
};

class WebpFilm : public FilmWriter {
 public:
  WebpFilm(const FilmSettings& settings, const std::filesystem::path& target)
      : target_(target), rate_(settings.rate), transparent_(settings.transparent) {
    io::check_writable(target_);
    if (!WebPAnimEncoderOptionsInit(&options_) || !WebPConfigInit(&config_))
      throw std::runtime_error("WebP: another version of libwebp");
    config_.quality = float(settings.quality);
    config_.method = 2;  // of 0 (fast) to 6 (small)
    encoder_.reset(WebPAnimEncoderNew(settings.size.x, settings.size.y, &options_));
    if (!encoder_) throw std::runtime_error("WebP: out of memory; ask for a smaller picture");
  }

  void add(const Image& frame) override {
    if (transparent_) return encode(frame);
    Image opaque = frame;
    for (std::size_t at = 3; at < opaque.rgba.size(); at += 4) opaque.rgba[at] = 255;
    encode(opaque);
  }

  bool finish(Moment) override {
    check(WebPAnimEncoderAdd(encoder_.get(), nullptr, milliseconds(), nullptr));
    WebPData data{};
    check(WebPAnimEncoderAssemble(encoder_.get(), &data));
    const std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    io::write_file(target_, bytes);
    bytes_ = bytes.size();
    return true;
  }

 private:
  /// Start of the next frame.
  int milliseconds() const { return int(std::lround(1000.0 * frames_ / rate_)); }

  void encode(const Image& frame) {
    WebpPicture picture(frame);
    check(WebPAnimEncoderAdd(encoder_.get(), picture.get(), milliseconds(), &config_));
    ++frames_;
  }

  void check(int is_well) const {
    if (!is_well)
      throw std::runtime_error(fmt::format("WebP: {}; ask for a smaller picture or fewer frames",
                                           WebPAnimEncoderGetError(encoder_.get())));
  }

  std::filesystem::path target_;
  double rate_;
  bool transparent_;
  WebPAnimEncoderOptions options_{};
  WebPConfig config_{};
  std::unique_ptr<WebPAnimEncoder, EncoderCloser> encoder_;
  int frames_ = 0;
};

}  // namespace

bool has_webp() { return true; }

std::unique_ptr<FilmWriter> make_webp_film(const FilmSettings& settings,
                                           const std::filesystem::path& target) {
  return std::make_unique<WebpFilm>(settings, target);
}

#else

bool has_webp() { return false; }

std::unique_ptr<FilmWriter> make_webp_film(const FilmSettings&, const std::filesystem::path&) {
  throw std::runtime_error("WebP: built without libwebp");
}

#endif

}  // namespace marrow::view
