#include "view/export/film_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <utility>

#include "base/text.h"
#include "rig/playback.h"
#include "scene/motion_sampling.h"
#include "view/gl/parts.h"

namespace marrow::view {
namespace {

/// The camera without following the figure.
Camera camera_of(const FilmPlan& plan, int frame) {
  if (plan.turning) return camera_at(*plan.turning, frame);
  if (!plan.move) return plan.look.camera;
  const int last = std::max(plan.settings.frames - 1, 1);
  return eased(*plan.move, float(frame) / float(last));
}

// largest side of a sample, pixels: small pictures have the same colors as large ones
constexpr int kSampleHeight = 240;
constexpr double kSampleCost = 0.4;  // time of a sample, in frames
constexpr double kTooEarly = 1.0;    // seconds before the remaining time is estimated

}  // namespace

Camera camera_at(const Turntable& turntable, int frame) {
  const int frames = std::max(turntable.frames, 1);
  const int step = (frame % frames + frames) % frames;
  const double share = double(step) / frames;
  const double turn = 2.0 * glm::pi<double>() * share;
  const double by = turntable.back_and_forth ? double(turntable.swing) * std::sin(turn) : turn;
  return orbited(turntable.start, float(turntable.reversed ? -by : by), 0.0f);
}

Camera framed_all_around(Camera camera, const Bounds& world_bounds, float aspect) {
  if (world_bounds.empty()) return camera;
  constexpr int kAround = 64;
  constexpr float kAirAround = 1.08f;
  const glm::vec3 half = 0.5f * (world_bounds.high - world_bounds.low);
  const float radius = glm::length(glm::vec2(half.x, half.z));
  const float up = std::tan(0.5f * camera.field_of_view), across = up * aspect;
  const float sine = std::sin(camera.pitch), cosine = std::cos(camera.pitch);
  float distance = 1e-3f;
  // the two rims of the cylinder that the turning bounds sweep
  for (int i = 0; i < 2 * kAround; ++i) {
    const float angle = glm::two_pi<float>() * float(i - i % 2) / (2 * kAround);
    const float y = i % 2 == 0 ? half.y : -half.y, towards_eye = radius * std::cos(angle);
    const float depth = camera.orthographic ? 0.0f : y * sine + towards_eye * cosine;
    const float right = std::abs(radius * std::sin(angle)),
                high = std::abs(y * cosine - towards_eye * sine);
    distance = std::max(distance, depth + kAirAround * std::max(right / across, high / up));
  }
  camera.target = world_bounds.center();
  camera.distance = distance;
  return camera;
}

Scene scene_at(const FilmPlan& plan, int frame) {
  if (!plan.motion) return plan.scene;
  const double seconds = plan.from + frame / plan.settings.rate;
  return at_time(plan.scene, *plan.motion, float(seconds));
}

FilmSubject::FilmSubject(const Tasks& tasks, FilmPlan plan) : deformer_(Deformer::with(tasks)) {
  take(std::move(plan));
}

void FilmSubject::take(FilmPlan plan) {
  plan_ = std::move(plan);
  figure_ = plan_.follows && plan_.motion ? figure_joint(plan_.scene, *plan_.motion) : kNoId;
}

Picture FilmSubject::picture(int frame) {
  shown_ = scene_at(plan_, frame);
  deformer_.update(shown_);
  Picture picture = plan_.look;
  picture.scene = &shown_;
  picture.deformed = &deformer_;
  picture.transparent = plan_.settings.transparent;
  picture.camera = camera_of(plan_, frame);
  if (figure_ != kNoId) picture.camera.target += traveled(plan_.scene, shown_, figure_);
  return picture;
}

Image FilmSubject::draw(Renderer& renderer, int frame, glm::ivec2 size) {
  Picture frame_picture = picture(frame);
  frame_picture.ui_scale *= float(size.y) / float(plan_.settings.size.y);
  Image image = draw_large(renderer, std::move(frame_picture), size);
  draw_caption(image, plan_.caption);
  return image;
}

FilmRun::FilmRun(const std::filesystem::path& target, const Tasks& tasks, FilmPlan plan)
    : target_(target),
      subject_(tasks, std::move(plan)),
      writer_(make_film_writer(settings(), target)),
      samples_(writer_->samples()),
      began_(std::chrono::steady_clock::now()) {}

void FilmRun::advance(Renderer& renderer, Moment until) {
  if (is_done_ || !writer_->is_ready(until)) return;
  if (is_sampling()) return draw_sample(renderer);
  if (next_frame_ < settings().frames) return draw_frame(renderer);
  is_done_ = writer_->finish(until);
}

void FilmRun::draw_sample(Renderer& renderer) {
  const glm::ivec2 size = settings().size;
  const int height = std::min(size.y, kSampleHeight);
  const int frame = int(std::int64_t(next_sample_) * settings().frames / samples_);
  last_ = subject_.draw(renderer, frame, {std::max(size.x * height / size.y, 1), height});
  writer_->add_sample(last_);
  ++next_sample_;
}

void FilmRun::draw_frame(Renderer& renderer) {
  last_ = subject_.draw(renderer, next_frame_, settings().size);
  writer_->add(last_);
  ++next_frame_;
}

float FilmRun::progress() const {
  const double all = settings().frames + kSampleCost * samples_;
  return float((next_frame_ + kSampleCost * next_sample_) / all);
}

double FilmRun::seconds_left() const {
  const double passed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  const double done = double(progress());
  return passed < kTooEarly || done <= 0.0 ? -1.0 : passed * (1.0 - done) / done;
}

std::string FilmRun::summary() const {
  const bool is_folder = settings().format == FilmFormat::png;
  return fmt::format("{} {}, {} x {}, {}: {}", settings().frames,
                     settings().frames == 1 ? "frame" : "frames", settings().size.x,
                     settings().size.y, bytes_text(writer_->bytes()),
                     (is_folder ? target_.parent_path() : target_).string());
}

}  // namespace marrow::view
