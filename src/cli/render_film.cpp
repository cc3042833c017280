#include "cli/render_film.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "cli/common.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "platform/interrupts.h"
#include "view/gl/offscreen.h"

namespace marrow::cli {
namespace {

/// The number of an option, or `usual` if it is not given.
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

double rate_of(const FilmOptions& words, double usual) {
  return number_of("--fps", words.fps, usual, view::kSlowestFilm, view::kFastestFilm);
}

double turn_seconds(const FilmOptions& words) {
  return number_of("--turntable", words.turntable, 0.0, 0.1, kLongestFilm);
}

/// YAW,PITCH[,DISTANCE[,X,Y,Z]]; missing parts are those of `usual`.
Camera view_of(const char* option, const std::string& word, const Camera& usual) {
  if (word.empty()) return usual;
  const std::string expected =
      fmt::format("{} YAW,PITCH, YAW,PITCH,DISTANCE or YAW,PITCH,DISTANCE,X,Y,Z", option);
  std::vector<float> numbers;
  for (const std::string_view part : split(word, ','))
    numbers.push_back(number(part, word, expected));
  const std::size_t count = numbers.size();
  Camera camera = usual;
  if (count >= 2) {
    camera.yaw = glm::radians(numbers[0]);
    camera.pitch = glm::radians(std::clamp(numbers[1], -90.0f, 90.0f));
  }
  if (count >= 3) camera.distance = numbers[2];
  if (count == 6) camera.target = {numbers[3], numbers[4], numbers[5]};
  if ((count != 2 && count != 3 && count != 6) || !is_valid(camera))
    throw UsageError(fmt::format("\"{}\": expected {}", word, expected));
  return camera;
}

}  // namespace

void FilmOptions::add_to(Options& options) {
  options.add("--clip", clip, "NAME",
              "A film of a motion of the file: -o OUT.mp4, .webm, .webp, .gif or NAME_%04d.png");
  options.add("--turntable", turntable, "SECONDS",
              "A film in which the camera turns around once in that time, with --clip or without");
  options.add("--fps", fps, "N", "Of a film: frames per second, the motion's own when not given");
  options.add("--from", from, "SECONDS", "With --clip: the time where it begins, 0 when not given");
  options.flag(
      "--camera-move", camera_move,
      "With --clip: the camera makes the file's camera move (View > Begin camera move here)");
  options.add("--camera-from", camera_from, "VIEW",
              "With --clip: YAW,PITCH[,DISTANCE[,X,Y,Z]] in degrees and units, looking at X,Y,Z");
  options.add("--camera-to", camera_to, "VIEW",
              "The view at the end, reached with slow beginning and end");
  options.add("--quality", quality, "N",
              "Of .mp4, .webm and .webp: 1 (smallest) to 100, 80 when not given");
}

void FilmOptions::check() const {
  for (const auto& [option, word] : {std::pair{"--fps", &fps}, std::pair{"--quality", &quality}})
    if (!is_wanted() && !word->empty())
      throw UsageError(fmt::format("{}: needs --clip NAME or --turntable SECONDS", option));
  for (const auto& [option, word] :
       {std::pair{"--from", &from}, std::pair{"--to", &to},
        std::pair{"--camera-from", &camera_from}, std::pair{"--camera-to", &camera_to}})
    if (clip.empty() && !word->empty())
      throw UsageError(fmt::format("{}: needs --clip NAME", option));
  rate_of(*this, 30.0);
  turn_seconds(*this);
  number_of("--quality", quality, 80.0, 1.0, 100.0);
  const double begin = seconds_of("--from", from, 0.0);
  if (seconds_of("--to", to, kLongestFilm) < begin)
    throw UsageError("--to " + to + ": expected a time from --from on");
  if (camera_move && clip.empty()) throw UsageError("--camera-move: needs --clip NAME");
  const bool has_ends = !camera_from.empty() || !camera_to.empty();
  if ((camera_move || has_ends) && !turntable.empty())
    throw UsageError("--turntable: cannot be combined with a camera move");
  if (camera_move && has_ends)
    throw UsageError("--camera-move: cannot be combined with --camera-from and --camera-to");
  view_of("--camera-from", camera_from, {});
  view_of("--camera-to", camera_to, {});
}

view::FilmPlan plan_film(const std::string& file, Scene scene, const FilmOptions& words,
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

void plan_camera(view::FilmPlan& plan, const FilmOptions& words, const Camera& usual) {
  plan.look.camera = view_of("--camera-from", words.camera_from, usual);
  if (!words.camera_to.empty())
    plan.move = CameraMove{plan.look.camera, view_of("--camera-to", words.camera_to, usual)};
  if (!words.camera_move) return;
  if (!plan.scene.camera_move)
    throw std::runtime_error(
        "the file has no camera move; View > Begin camera move here makes one");
  plan.move = plan.scene.camera_move;
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
