// A GIF's colours are counted first; then each frame is drawn and packed at once: one is held at a
// time.
#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <regex>
#include <system_error>

#include "base/text.h"
#include "editor/capture/capture_state.h"
#include "editor/capture/turntable.h"
#include "editor/editor.h"
#include "io/error.h"
#include "io/write_file.h"
#include "view/gl/parts.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr int kColorPictures = 48;  // at most, evenly spread over the frames
constexpr int kColorHeight = 240;   // pixels, at most
constexpr double kColorCost = 0.4;  // of a small picture, in frames
constexpr double kTooEarly = 1.0;   // seconds, before which nothing can be said of the time left

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

[[noreturn]] void fail(const fs::path& path, const char* what, const std::error_code& error) {
  throw io::Error(path.string(), "",
                  fmt::format("{}: {}; choose another folder or name", what, error.message()));
}

std::string frame_name(const fs::path& target, int frame) {
  return fmt::format("{}-{:04}.png", target.filename().string(), frame + 1);
}

/// A folder beside the target for the frames; a rename puts all in place in one step.
fs::path make_staging(const fs::path& target) {
  const fs::path staging =
      target.parent_path() / fmt::format(".marrow-turntable-{:08x}", std::random_device()());
  std::error_code error;
  if (!fs::is_directory(target.parent_path(), error))
    throw io::Error(target.parent_path().string(), "", "is no folder; choose one that is there");
  if (!fs::create_directory(staging, error)) fail(target, "cannot be written", error);
  return staging;
}

}  // namespace

TurntableRun::TurntableRun(const Editor& editor, const TurntableWish& wish, const fs::path& target)
    : wish_(wish),
      target_(target),
      size_(turntable_size(editor, wish)),
      scene_(editor.document.scene()),
      deformer_(Deformer::with(editor.document.tasks())),
      picture_(turntable_picture(editor, wish, 0)),
      turntable_(turntable_of(editor, wish)),
      began_(std::chrono::steady_clock::now()) {
  if (const std::string reason = why_not(wish); !reason.empty())
    throw std::runtime_error("Turntable: " + reason);
  if (!target_.has_filename() || target_.filename() == "." || target_.filename() == "..")
    throw std::runtime_error("Turntable: it has no name; type one");
  picture_.scene = &scene_;
  picture_.deformed = &deformer_;
  deformer_.update(scene_);
  if (is_gif()) {
    delays_ = view::gif_delays(turntable_.frames, static_cast<double>(wish_.seconds));
    colors_.emplace();
    color_pictures_ = std::min(turntable_.frames, kColorPictures);
    io::check_writable(target_);
  } else {
    staging_ = make_staging(target_);
  }
}

TurntableRun::~TurntableRun() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
}

float TurntableRun::progress() const {
  const double all = turntable_.frames + kColorCost * color_pictures_;
  return static_cast<float>((next_frame_ + kColorCost * next_color_) / all);
}

double TurntableRun::seconds_left() const {
  const double passed = seconds_since(began_), done = static_cast<double>(progress());
  return passed < kTooEarly || done <= 0.0 ? -1.0 : passed * (1.0 - done) / done;
}

view::Image TurntableRun::draw(view::Renderer& renderer, int frame, glm::ivec2 size) {
  view::Picture picture = picture_;
  picture.camera = view::camera_at(turntable_, frame);
  picture.ui_scale *= static_cast<float>(size.y) / static_cast<float>(size_.y);
  return view::draw_large(renderer, std::move(picture), size);
}

void TurntableRun::advance(view::Renderer& renderer) {
  if (is_done_) return;
  if (next_color_ < color_pictures_) return count_colors(renderer);
  add_frame(renderer);
  if (next_frame_ == turntable_.frames) finish();
}

/// Small pictures have the colours of large ones.
void TurntableRun::count_colors(view::Renderer& renderer) {
  const int frame =
      static_cast<int>(static_cast<long>(next_color_) * turntable_.frames / color_pictures_);
  const int height = std::min(size_.y, kColorHeight);
  last_ = draw(renderer, frame, {std::max(size_.x * height / size_.y, 1), height});
  colors_->add(last_);
  if (++next_color_ < color_pictures_) return;
  gif_.emplace(size_.x, size_.y, view::make_palette(*colors_), wish_.look.transparent);
  colors_.reset();
}

void TurntableRun::add_frame(view::Renderer& renderer) {
  last_ = draw(renderer, next_frame_, size_);
  if (gif_) {
    gif_->add(last_, delays_[static_cast<std::size_t>(next_frame_)]);
  } else {
    const std::string bytes = view::png_bytes(last_);
    io::write_file(staging_ / frame_name(target_, next_frame_), bytes);
    bytes_ += bytes.size();
  }
  ++next_frame_;
}

void TurntableRun::finish() {
  if (gif_) {
    const std::string bytes = gif_->finish();
    gif_.reset();
    bytes_ = bytes.size();
    io::write_file(target_, bytes);
  } else {
    put_frames_in_place();
  }
  is_done_ = true;
}

/// In one step where nothing is there. Otherwise frames of an older turntable go, other files stay.
void TurntableRun::put_frames_in_place() {
  std::error_code error;
  fs::rename(staging_, target_, error);
  if (!error) return staging_.clear();
  if (!fs::is_directory(target_, error))
    fail(target_, "cannot be put in place",
         error ? error : std::make_error_code(std::errc::not_a_directory));
  const std::string stem = target_.filename().string() + "-";
  for (const fs::directory_entry& entry : fs::directory_iterator(target_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(stem) &&
        std::regex_match(name.substr(stem.size()), std::regex("[0-9]{4}\\.png")))
      fs::remove(entry.path(), error);
  }
  for (int frame = 0; frame < turntable_.frames; ++frame) {
    const std::string name = frame_name(target_, frame);
    fs::rename(staging_ / name, target_ / name, error);
    if (error) fail(target_ / name, "cannot be put in place", error);
  }
}

std::string TurntableRun::summary() const {
  return fmt::format("{} frames, {} x {}, {}: {}", turntable_.frames, size_.x, size_.y,
                     bytes_text(bytes_), target_.string());
}

}  // namespace marrow
