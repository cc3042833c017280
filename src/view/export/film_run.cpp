#include "view/export/film_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "view/export/film_writer.h"

namespace marrow::view {

namespace {

// largest side of a sample, pixels: small pictures have the same colors as large ones
constexpr int kSampleHeight = 240;
constexpr double kSampleCost = 0.4;  // in frames
constexpr double kTooEarly = 1.0;    // seconds before the remaining time is estimated

}  // namespace

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
  const int frame =
      static_cast<int>(static_cast<std::int64_t>(next_sample_) * settings().frames / samples_);
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
  return static_cast<float>((next_frame_ + kSampleCost * next_sample_) / all);
}

double FilmRun::seconds_left() const {
  const double passed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  const double done = static_cast<double>(progress());
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
