#include "editor/capture/film_recording.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>

#include "base/names.h"
#include "editor/camera_move.h"
#include "editor/capture/shot.h"
#include "editor/course/course.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "io/numbered_files.h"
#include "view/export/film_writer.h"

namespace marrow {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

float aspect_of(const Session& session, FilmRequest::Shape shape) {
  if (shape == FilmRequest::Shape::viewport)
    return std::clamp(picture_aspect(session), 0.25f, 4.0f);
  if (shape == FilmRequest::Shape::wide) return 16.0f / 9.0f;
  return shape == FilmRequest::Shape::tall ? 9.0f / 16.0f : 1.0f;
}

}  // namespace

void open_film(Editor& editor, FilmRequest::Shows shows) {
  if (is_dragging(editor)) return;
  ShotState& shots = editor.shots;
  shots.shows_film = true;
  shots.scrubbed = 0;
  shots.problem.clear();
  shots.asks_overwrite.reset();
  shots.film.shows = shows;
  shots.film.eye = editor.document.committed().camera_move ? FilmRequest::Eye::moves
                   : editor.transport.follows              ? FilmRequest::Eye::follows
                                                           : FilmRequest::Eye::stays;
  take_whole_motion(editor);
  shots.name = free_film_name(editor);
}

void take_whole_motion(Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr) return;
  FilmRequest& request = editor.shots.film;
  request.from = 0.0f;
  request.to = duration_of(*motion);
  request.rate = float(std::clamp(double(motion->timing.frame_rate), view::kSlowestFilm,
                                  view::fastest_rate(request.format)));
}

glm::ivec2 film_size(const Session& session, const FilmRequest& request) {
  const int height = std::clamp(request.height, kLowestFilm, kHighestFilm);
  const int width = int(std::lround(float(height) * aspect_of(session, request.shape)));
  return {std::max(width + width % 2, 2), height + height % 2};
}

view::FilmSettings film_settings(const Editor& editor, const FilmRequest& request) {
  view::FilmSettings settings{
      .format = request.format,
      .size = film_size(editor, request),
      .quality = request.quality,
      .transparent = request.look.transparent && view::kind_of(request.format).can_be_transparent};
  if (request.shows == FilmRequest::Shows::motion) {
    settings.rate = double(request.rate);
    settings.frames = view::film_frames(double(request.from), double(request.to), settings.rate);
  } else {
    settings.frames = std::clamp(request.frames, kFewestFrames, kMostFrames);
    if (request.format != view::FilmFormat::png)  // PNG frames have no times
      settings.rate = request.frames / double(request.seconds);
  }
  return settings;
}

namespace {

/// A turntable that starts from the editor's present view.
view::Turntable turntable_of(const Session& session, const FilmRequest& request) {
  Camera start = session.camera;
  if (request.frames_whole)
    start = view::framed_all_around(start, world_bounds(session.deformer, session.document.scene()),
                                    aspect_of(session, request.shape));
  return {.start = start,
          .frames = std::clamp(request.frames, kFewestFrames, kMostFrames),
          .back_and_forth = request.back_and_forth,
          .swing = glm::radians(request.swing),
          .reversed = request.reversed};
}

/// Lines are as wide as in a viewport of the same height.
view::Picture film_look(const Editor& editor, const FilmRequest& request,
                        const view::FilmSettings& settings) {
  constexpr float kDesignHeight = 640.0f, kThinnest = 0.75f;
  view::Picture look = shot_picture(editor, request.look, 1.0f);
  look.ui_scale = std::max(float(settings.size.y) / kDesignHeight, kThinnest);
  look.reference = nullptr;  // films show no comparison
  if (look.show.colors == view::MeshColors::difference) look.show.colors = view::MeshColors::plain;
  look.camera = editor.camera;
  look.camera.target -= editor.transport.followed_by;
  return look;
}

}  // namespace

view::FilmPlan film_plan(const Editor& editor, const FilmRequest& request) {
  const view::FilmSettings settings = film_settings(editor, request);
  view::FilmPlan plan{.look = film_look(editor, request, settings),
                      .caption = request.look.staging.caption,
                      .settings = settings};
  if (request.shows == FilmRequest::Shows::turntable) {
    plan.scene = editor.document.scene();
    plan.turning = turntable_of(editor, request);
    return plan;
  }
  plan.scene = editor.document.committed();
  plan.motion = chosen_motion_kept(editor, editor.transport);
  plan.from = double(request.from);
  plan.follows = request.eye == FilmRequest::Eye::follows;
  if (request.eye == FilmRequest::Eye::moves) plan.move = plan.scene.camera_move;
  return plan;
}

namespace {

std::string why_no_turntable(const FilmRequest& request) {
  if (request.frames < kFewestFrames || request.frames > kMostFrames)
    return fmt::format("{} frames; a turntable has {} to {}", request.frames, kFewestFrames,
                       kMostFrames);
  if (!(request.seconds >= kShortestLoop && request.seconds <= kLongestLoop))
    return fmt::format("{} seconds; a turntable lasts {} to {} s", request.seconds, kShortestLoop,
                       kLongestLoop);
  if (request.format == view::FilmFormat::png) return {};
  const double most = view::fastest_rate(request.format);
  const double least = request.frames / most;
  if (double(request.seconds) < least - 1e-4)
    return fmt::format("{}s show at most {} fps: {} frames need {:.1f} s or more",
                       view::kind_of(request.format).name, most, request.frames,
                       std::ceil(least * 10.0) / 10.0);
  return {};
}

std::string why_no_motion(const Editor& editor, const FilmRequest& request) {
  if (chosen_motion(editor, editor.transport) == nullptr)
    return "The scene has no motion: drop a BVH file on the window, or make one with New motion";
  if (!(request.from >= 0.0f && request.to >= request.from))
    return fmt::format("from {:.2f} s to {:.2f} s; expected an end after the beginning",
                       request.from, request.to);
  if (request.eye == FilmRequest::Eye::moves && !editor.document.committed().camera_move)
    return "No camera move yet: go where it begins, then View > Begin camera move here";
  return {};
}

}  // namespace

std::string why_not(const Editor& editor, const FilmRequest& request) {
  if (editor.course.is_trying)
    return "Your functions are being tried; a film can show what they do after that";
  if (const std::string reason = view::why_no_film(request.format); !reason.empty()) return reason;
  const std::string reason = request.shows == FilmRequest::Shows::motion
                                 ? why_no_motion(editor, request)
                                 : why_no_turntable(request);
  return reason.empty() ? view::why_not(film_settings(editor, request)) : reason;
}

fs::path film_target(const Editor& editor) {
  const ShotState& shots = editor.shots;
  const fs::path path = folder_from_text(editor.preferences.picture_folder) / shots.name;
  if (shots.film.format == view::FilmFormat::png) return path;
  return path.string() + "." + view::kind_of(shots.film.format).ending;
}

std::string free_film_name(const Editor& editor) {
  const ShotState& shots = editor.shots;
  const fs::path folder = folder_from_text(editor.preferences.picture_folder);
  const bool is_motion = shots.film.shows == FilmRequest::Shows::motion;
  const std::string stem = picture_stem(editor) + (is_motion ? "-motion" : "-turntable");
  for (std::uint64_t number = 1;; ++number) {
    const std::string name = numbered_name(stem, number, '-');
    bool is_taken = is_there(folder / name);
    for (const view::FilmKind& kind : view::kFilmKinds)
      is_taken = is_taken || is_there(folder / (name + "." + kind.ending));
    if (!is_taken) return name;
  }
}

bool would_overwrite(const Editor& editor) {
  const fs::path target = film_target(editor);
  std::error_code error;
  return is_there(target) && !(fs::is_directory(target, error) && fs::is_empty(target, error));
}

std::unique_ptr<view::FilmRun> begin_film(const Editor& editor, const FilmRequest& request,
                                          const fs::path& target) {
  if (const std::string reason = why_not(editor, request); !reason.empty())
    throw std::runtime_error("Film: " + reason);
  if (!target.has_filename() || target.filename() == "." || target.filename() == "..")
    throw std::runtime_error("Film: it has no name; type one");
  const std::string frames = io::as_in_pattern(target.filename().string()) + "-%04d.png";
  return std::make_unique<view::FilmRun>(
      request.format == view::FilmFormat::png ? target / frames : target, editor.document.tasks(),
      film_plan(editor, request));
}

std::string time_left_text(double seconds) {
  if (seconds < 0.0) return {};
  if (seconds < 1.5) return "about 1 s left";
  if (seconds < 60.0) return fmt::format("about {:.0f} s left", seconds);
  return fmt::format("about {:.0f} min left", std::ceil(seconds / 60.0));
}

}  // namespace marrow
