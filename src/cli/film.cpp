#include "cli/film.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "cli/common.h"
#include "cli/progress_bar.h"
#include "cli/words.h"
#include "platform/interrupts.h"
#include "view/export/film_run.h"
#include "view/gl/offscreen.h"

namespace marrow::cli {
namespace {

/// The number of an option, or `usual` where it is not given.
double number_of(const char* option, const std::string& word, double usual, double least,
                 double most) {
  if (word.empty()) return usual;
  const std::string expected = fmt::format("{} with a number from {} to {}", option, least, most);
  const auto value = static_cast<double>(number(word, word, expected));
  if (value < least || value > most)
    throw UsageError(fmt::format("\"{}\": expected {}", word, expected));
  return value;
}

constexpr double kLongestFilm = 3600.0;  // seconds

double seconds_of(const char* option, const std::string& word, double usual) {
  return number_of(option, word, usual, 0.0, kLongestFilm);
}

double rate_of(const FilmWords& words, double usual) {
  return number_of("--fps", words.fps, usual, view::kSlowestFilm, view::kFastestFilm);
}

double turn_seconds(const FilmWords& words) {
  return number_of("--turntable", words.turntable, 0.0, 0.1, kLongestFilm);
}

}  // namespace

void FilmWords::add_to(Options& options) {
  options.add("--clip", clip, "NAME",
              "A film of a motion of the file: -o OUT.mp4, .webm, .webp, .gif or NAME_%04d.png");
  options.add("--turntable", turntable, "SECONDS",
              "A film in which the camera turns around once in that time, with --clip or without");
  options.add("--fps", fps, "N", "Of a film: frames a second, the motion's own when not given");
  options.add("--from", from, "SECONDS", "With --clip: where it begins, 0 when not given");
  options.add("--quality", quality, "N",
              "Of .mp4, .webm and .webp: 1 (smallest) to 100, 80 when not given");
}

void FilmWords::check() const {
  for (const auto& [option, word] : {std::pair{"--fps", &fps}, std::pair{"--quality", &quality}})
    if (!is_wanted() && !word->empty())
      throw UsageError(fmt::format("{}: goes with --clip NAME or --turntable SECONDS", option));
  for (const auto& [option, word] : {std::pair{"--from", &from}, std::pair{"--to", &to}})
    if (clip.empty() && !word->empty())
      throw UsageError(fmt::format("{}: goes with --clip NAME", option));
  rate_of(*this, 30.0);
  turn_seconds(*this);
  number_of("--quality", quality, 80.0, 1.0, 100.0);
  const double begin = seconds_of("--from", from, 0.0);
  if (seconds_of("--to", to, kLongestFilm) < begin)
    throw UsageError("--to " + to + ": expected a time from --from on");
}

view::FilmPlan plan_film(const std::string& file, Scene scene, const FilmWords& words,
                         const view::FilmSettings& settings) {
  view::FilmPlan plan{.scene = std::move(scene), .settings = settings};
  double seconds = turn_seconds(words), rate = settings.rate;
  if (!words.clip.empty()) {
    plan.motion = motion_named(file, plan.scene, "--clip", words.clip);
    plan.from = seconds_of("--from", words.from, 0.0);
    const auto end = static_cast<double>(duration_of(*plan.motion));
    seconds = std::max(seconds_of("--to", words.to, end) - plan.from, 0.0);
    rate = static_cast<double>(plan.motion->timing.frame_rate);
  }
  plan.settings.rate = std::clamp(rate_of(words, rate), view::kSlowestFilm, view::kFastestFilm);
  plan.settings.frames = view::film_frames(0.0, seconds, plan.settings.rate);
  plan.settings.quality = static_cast<int>(
      std::lround(number_of("--quality", words.quality, view::kUsualFilmQuality, 1.0, 100.0)));
  if (!words.turntable.empty())
    plan.turning.emplace().frames = view::film_frames(0.0, turn_seconds(words), plan.settings.rate);
  if (const std::string reason = view::why_not(plan.settings); !reason.empty())
    throw UsageError((words.clip.empty() ? "--turntable: " : "--clip: ") + reason);
  return plan;
}

Bounds bounds_of(const view::FilmPlan& plan) {
  constexpr int kTimes = 24;
  const int frames = plan.settings.frames, times = plan.motion ? std::min(frames, kTimes) : 1;
  Deformer deformer = Deformer::with(implementation_of(Backend::fast));
  Bounds all;
  for (int i = 0; i < times; ++i) {
    const Scene scene = view::scene_at(plan, i * frames / times);
    deformer.update(scene);
    const Bounds now = world_bounds(deformer, scene);
    if (now.empty()) continue;
    all.add(now.low);
    all.add(now.high);
  }
  return all;
}

void write_film(view::FilmPlan plan, const std::string& out) {
  const platform::InterruptGuard guard;
  const view::Offscreen context;
  view::Renderer renderer;
  view::FilmRun run(out, implementation_of(Backend::fast), std::move(plan));
  ProgressBar progress(static_cast<std::size_t>(run.frames()));
  while (!run.is_done()) {
    if (platform::InterruptGuard::is_interrupted())
      throw std::runtime_error(fmt::format("stopped after {} of {} frames; nothing was written",
                                           run.frames_done(), run.frames()));
    run.advance(renderer, std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
    require_implementation();
    progress.show(static_cast<std::size_t>(run.frames_done()), "frames");
  }
}

}  // namespace marrow::cli
