#include "editor/capture/film_recording.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <stdexcept>
#include <system_error>

#include "base/names.h"
#include "editor/camera_move.h"
#include "editor/capture/capture_state.h"
#include "editor/capture/shot.h"
#include "editor/course/course_state.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"
#include "io/numbered_files.h"
#include "view/export/film_writer.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

float aspect_of(const Session& session, FilmWish::Shape shape) {
  switch (shape) {
    case FilmWish::Shape::viewport:
      return std::clamp(picture_aspect(session), 0.25f, 4.0f);
    case FilmWish::Shape::square:
      return 1.0f;
    case FilmWish::Shape::wide:
      return 16.0f / 9.0f;
    case FilmWish::Shape::tall:
      return 9.0f / 16.0f;
  }
  return 1.0f;
}

}  // namespace

void open_film(Editor& editor, FilmWish::Shows shows) {
  if (is_dragging(editor)) return;
  ShotState& shots = editor.shots;
  shots.shows_film = true;
  shots.scrubbed = 0;
  shots.problem.clear();
  shots.asks_overwrite.reset();
  shots.film.shows = shows;
  if (shots.film.eye != FilmWish::Eye::moves)
    shots.film.eye = editor.transport.follows ? FilmWish::Eye::follows : FilmWish::Eye::stays;
  take_whole_motion(editor);
  shots.name = free_film_name(editor);
}

void take_whole_motion(Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr) return;
  FilmWish& wish = editor.shots.film;
  wish.from = 0.0f;
  wish.to = duration_of(*motion);
  wish.rate = static_cast<float>(std::clamp(static_cast<double>(motion->timing.frame_rate),
                                            view::kSlowestFilm, view::fastest_rate(wish.format)));
}

/// Even numbers: films made of the frames need them.
glm::ivec2 film_size(const Session& session, const FilmWish& wish) {
  const int height = std::clamp(wish.height, kLowestFilm, kHighestFilm);
  const int width =
      static_cast<int>(std::lround(static_cast<float>(height) * aspect_of(session, wish.shape)));
  return {std::max(width + width % 2, 2), height + height % 2};
}

view::FilmSettings film_settings(const Editor& editor, const FilmWish& wish) {
  view::FilmSettings settings{
      .format = wish.format,
      .size = film_size(editor, wish),
      .quality = wish.quality,
      .transparent = wish.look.transparent && view::kind_of(wish.format).can_be_transparent};
  if (wish.shows == FilmWish::Shows::motion) {
    settings.rate = static_cast<double>(wish.rate);
    settings.frames = view::film_frames(static_cast<double>(wish.from),
                                        static_cast<double>(wish.to), settings.rate);
  } else {
    settings.frames = std::clamp(wish.frames, kFewestFrames, kMostFrames);
    if (wish.format != view::FilmFormat::png)  // these have no times
      settings.rate = wish.frames / static_cast<double>(wish.seconds);
  }
  return settings;
}

namespace {

/// From the editor's present view.
view::Turntable turntable_of(const Session& session, const FilmWish& wish) {
  Camera start = session.camera;
  if (wish.frames_whole)
    start = view::framed_all_around(start, world_bounds(session.deformer, session.document.scene()),
                                    aspect_of(session, wish.shape));
  return {.start = start,
          .frames = std::clamp(wish.frames, kFewestFrames, kMostFrames),
          .back_and_forth = wish.back_and_forth,
          .swing = glm::radians(wish.swing),
          .reversed = wish.reversed};
}

/// Lines are as wide in the picture as in a viewport of its height.
view::Picture film_look(const Editor& editor, const FilmWish& wish,
                        const view::FilmSettings& settings) {
  constexpr float kDesignHeight = 640.0f, kThinnest = 0.75f;
  view::Picture look = shot_picture(editor, wish.look, 1.0f);
  look.ui_scale = std::max(static_cast<float>(settings.size.y) / kDesignHeight, kThinnest);
  look.reference = nullptr;  // a comparison stays in the editor
  if (look.show.colors == view::MeshColors::difference) look.show.colors = view::MeshColors::plain;
  look.camera = editor.camera;
  look.camera.target -= editor.transport.followed_by;
  return look;
}

}  // namespace

view::FilmPlan film_plan(const Editor& editor, const FilmWish& wish) {
  const view::FilmSettings settings = film_settings(editor, wish);
  view::FilmPlan plan{.look = film_look(editor, wish, settings),
                      .caption = wish.look.staging.caption,
                      .settings = settings};
  if (wish.shows == FilmWish::Shows::turntable) {
    plan.scene = editor.document.scene();
    plan.turning = turntable_of(editor, wish);
    return plan;
  }
  plan.scene = editor.document.committed();
  plan.motion = chosen_motion_kept(editor, editor.transport);
  plan.from = static_cast<double>(wish.from);
  plan.follows = wish.eye == FilmWish::Eye::follows;
  if (wish.eye == FilmWish::Eye::moves) plan.move = plan.scene.camera_move;
  return plan;
}

namespace {

std::string why_no_turntable(const FilmWish& wish) {
  if (wish.frames < kFewestFrames || wish.frames > kMostFrames)
    return fmt::format("{} frames; a turntable has {} to {}", wish.frames, kFewestFrames,
                       kMostFrames);
  if (!(wish.seconds >= kShortestLoop && wish.seconds <= kLongestLoop))
    return fmt::format("{} seconds; a turntable takes {} to {}", wish.seconds, kShortestLoop,
                       kLongestLoop);
  if (wish.format == view::FilmFormat::png) return {};
  const double most = view::fastest_rate(wish.format);
  const double least = wish.frames / most;
  if (static_cast<double>(wish.seconds) < least - 1e-4)
    return fmt::format("{}s show at most {} frames a second: {} frames need {:.1f} s or more",
                       view::kind_of(wish.format).name, most, wish.frames,
                       std::ceil(least * 10.0) / 10.0);
  return {};
}

std::string why_no_motion(const Editor& editor, const FilmWish& wish) {
  if (chosen_motion(editor, editor.transport) == nullptr)
    return "The scene has no motion: drop a BVH file on the window, or make one with New motion";
  if (!(wish.from >= 0.0f && wish.to >= wish.from))
    return fmt::format("from {:.2f} s to {:.2f} s; expected an end after the beginning", wish.from,
                       wish.to);
  if (wish.eye == FilmWish::Eye::moves && !editor.document.committed().camera_move)
    return "No camera move yet: go where it begins, then View > Begin camera move here";
  return {};
}

}  // namespace

std::string why_not(const Editor& editor, const FilmWish& wish) {
  if (editor.course.is_trying)
    return "Your functions are being tried; a film shows what they do when that is through";
  if (const std::string reason = view::why_no_film(wish.format); !reason.empty()) return reason;
  const std::string reason =
      wish.shows == FilmWish::Shows::motion ? why_no_motion(editor, wish) : why_no_turntable(wish);
  return reason.empty() ? view::why_not(film_settings(editor, wish)) : reason;
}

fs::path film_target(const ShotState& shots) {
  const fs::path path = folder_from_text(shots.folder) / shots.name;
  if (shots.film.format == view::FilmFormat::png) return path;
  return path.string() + "." + view::kind_of(shots.film.format).ending;
}

std::string free_film_name(const Editor& editor) {
  const ShotState& shots = editor.shots;
  const fs::path folder = folder_from_text(shots.folder);
  const bool is_motion = shots.film.shows == FilmWish::Shows::motion;
  const std::string stem = picture_stem(editor) + (is_motion ? "-motion" : "-turntable");
  for (std::uint64_t number = 1;; ++number) {
    const std::string name = numbered_name(stem, number, '-');
    bool is_taken = is_there(folder / name);
    for (const view::FilmKind& kind : view::kFilmKinds)
      is_taken = is_taken || is_there(folder / (name + "." + kind.ending));
    if (!is_taken) return name;
  }
}

bool would_overwrite(const ShotState& shots) {
  const fs::path target = film_target(shots);
  std::error_code error;
  return is_there(target) && !(fs::is_directory(target, error) && fs::is_empty(target, error));
}

std::unique_ptr<view::FilmRun> begin_film(const Editor& editor, const FilmWish& wish,
                                          const fs::path& target) {
  if (const std::string reason = why_not(editor, wish); !reason.empty())
    throw std::runtime_error("Film: " + reason);
  if (!target.has_filename() || target.filename() == "." || target.filename() == "..")
    throw std::runtime_error("Film: it has no name; type one");
  const std::string frames = io::as_in_pattern(target.filename().string()) + "-%04d.png";
  return std::make_unique<view::FilmRun>(
      wish.format == view::FilmFormat::png ? target / frames : target, editor.document.tasks(),
      film_plan(editor, wish));
}

std::string time_left_text(double seconds) {
  if (seconds < 0.0) return {};
  if (seconds < 1.5) return "about 1 s left";
  if (seconds < 60.0) return fmt::format("about {:.0f} s left", seconds);
  return fmt::format("about {:.0f} min left", std::ceil(seconds / 60.0));
}

}  // namespace marrow
