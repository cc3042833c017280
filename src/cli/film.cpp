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
#include "scene/playback.h"
#include "view/export/film_run.h"
#include "view/gl/offscreen.h"
#include "view/gl/parts.h"

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

Scene FilmPlan::scene_at(double seconds) const {
  return motion ? at_time(scene, *motion, static_cast<float>(from + seconds)) : scene;
}

FilmPlan plan_film(const std::string& file, Scene scene, const FilmWords& words,
                   view::FilmSettings& settings) {
  FilmPlan plan{.scene = std::move(scene)};
  double seconds = turn_seconds(words);
  if (!words.clip.empty()) {
    plan.motion = motion_named(file, plan.scene, "--clip", words.clip);
    plan.from = seconds_of("--from", words.from, 0.0);
    const auto end = static_cast<double>(duration_of(*plan.motion));
    seconds = std::max(seconds_of("--to", words.to, end) - plan.from, 0.0);
  }
  settings.rate = rate_of(
      words, plan.motion ? static_cast<double>(plan.motion->timing.frame_rate) : settings.rate);
  settings.rate = std::clamp(settings.rate, view::kSlowestFilm, view::kFastestFilm);
  settings.frames = view::film_frames(0.0, seconds, settings.rate);
  settings.quality = static_cast<int>(
      std::lround(number_of("--quality", words.quality, view::kUsualFilmQuality, 1.0, 100.0)));
  if (!words.turntable.empty())
    plan.turning.emplace().frames = view::film_frames(0.0, turn_seconds(words), settings.rate);
  if (const std::string reason = view::why_not(settings); !reason.empty())
    throw UsageError((words.clip.empty() ? "--turntable: " : "--clip: ") + reason);
  return plan;
}

Bounds bounds_of(const FilmPlan& plan, const view::FilmSettings& settings) {
  constexpr int kTimes = 24;
  const int times = plan.motion ? std::min(settings.frames, kTimes) : 1;
  Deformer deformer = Deformer::with(implementation_of(Backend::fast));
  Bounds all;
  for (int i = 0; i < times; ++i) {
    const Scene scene = plan.scene_at(double(i) * settings.frames / times / settings.rate);
    deformer.update(scene);
    const Bounds now = world_bounds(deformer, scene);
    if (now.empty()) continue;
    all.add(now.low);
    all.add(now.high);
  }
  return all;
}

void write_film(const FilmPlan& plan, const view::FilmSettings& settings, view::Picture look,
                const std::string& out) {
  const platform::InterruptGuard guard;
  const view::Offscreen context;
  view::Renderer renderer;
  Deformer deformer = Deformer::with(implementation_of(Backend::fast));
  Scene scene;
  look.scene = &scene;
  look.deformed = &deformer;
  const float ui_scale = look.ui_scale;
  view::FilmRun run(settings, out, [&](view::Renderer& with, int frame, glm::ivec2 size) {
    scene = plan.scene_at(frame / settings.rate);
    deformer.update(scene);
    if (plan.turning) look.camera = view::camera_at(*plan.turning, frame);
    look.ui_scale = ui_scale * static_cast<float>(size.y) / static_cast<float>(settings.size.y);
    return view::draw_large(with, look, size);
  });
  ProgressBar progress(static_cast<std::size_t>(settings.frames));
  while (!run.is_done()) {
    if (platform::InterruptGuard::is_interrupted())
      throw std::runtime_error(fmt::format("stopped after {} of {} frames; nothing was written",
                                           run.frames_done(), run.frames()));
    run.advance(renderer, std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
    progress.show(static_cast<std::size_t>(run.frames_done()), "frames");
  }
}

}  // namespace marrow::cli
