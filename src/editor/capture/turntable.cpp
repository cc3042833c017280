#include "editor/capture/turntable.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <system_error>

#include "base/names.h"
#include "editor/capture/capture_state.h"
#include "editor/editor.h"
#include "editor/viewport/camera_move.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

float aspect_of(const Session& session, TurntableWish::Shape shape) {
  switch (shape) {
    case TurntableWish::Shape::viewport:
      return std::clamp(picture_aspect(session), 0.25f, 4.0f);
    case TurntableWish::Shape::square:
      return 1.0f;
    case TurntableWish::Shape::wide:
      return 16.0f / 9.0f;
    case TurntableWish::Shape::tall:
      return 9.0f / 16.0f;
  }
  return 1.0f;
}

}  // namespace

void open_turntable(Session& session, ShotState& shots) {
  if (is_dragging(session)) return;
  shots.shows_turntable = true;
  shots.scrubbed = 0;
  shots.problem.clear();
  shots.asks_overwrite.reset();
  shots.name = free_turntable_name(session, shots);
}

/// Even numbers: films made of the frames need them.
glm::ivec2 turntable_size(const Session& session, const TurntableWish& wish) {
  const int height = std::clamp(wish.height, kLowestTurntable, kHighestTurntable);
  const int width =
      static_cast<int>(std::lround(static_cast<float>(height) * aspect_of(session, wish.shape)));
  return {std::max(width + width % 2, 2), height + height % 2};
}

view::Turntable turntable_of(const Session& session, const TurntableWish& wish) {
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
view::Picture turntable_picture(const Editor& editor, const TurntableWish& wish, int frame) {
  constexpr float kDesignHeight = 640.0f;
  const float scale = static_cast<float>(turntable_size(editor, wish).y) / kDesignHeight;
  view::Picture picture = shot_picture(editor, wish.look, 1.0f);
  picture.ui_scale = std::max(scale, 0.75f);
  picture.camera = view::camera_at(turntable_of(editor, wish), frame);
  picture.reference = nullptr;  // a comparison stays in the editor
  if (picture.show.colors == view::MeshColors::difference)
    picture.show.colors = view::MeshColors::plain;
  return picture;
}

std::string why_not(const TurntableWish& wish) {
  const auto within = [](float value, float low, float high) {
    return value >= low && value <= high;
  };
  if (wish.frames < kFewestFrames || wish.frames > kMostFrames)
    return fmt::format("{} frames; a turntable has {} to {}", wish.frames, kFewestFrames,
                       kMostFrames);
  if (!within(wish.seconds, kShortestLoop, kLongestLoop))
    return fmt::format("{} seconds; a turntable takes {} to {}", wish.seconds, kShortestLoop,
                       kLongestLoop);
  if (wish.form != TurntableWish::Form::gif) return {};
  const float least = static_cast<float>(wish.frames * view::kGifShortest) / 100.0f;
  if (wish.seconds < least - 1e-4f)
    return fmt::format("GIFs show at most {} frames a second: {} frames need {:.1f} s or more",
                       100 / view::kGifShortest, wish.frames, std::ceil(least * 10.0f) / 10.0f);
  return {};
}

fs::path turntable_target(const ShotState& shots) {
  const fs::path path = folder_from_text(shots.folder) / shots.name;
  return shots.turntable.form == TurntableWish::Form::gif ? fs::path(path.string() + ".gif") : path;
}

std::string free_turntable_name(const Session& session, const ShotState& shots) {
  const fs::path folder = folder_from_text(shots.folder);
  const std::string stem = picture_stem(session) + "-turntable";
  for (std::uint64_t number = 1;; ++number) {
    const std::string name = numbered_name(stem, number, '-');
    if (!is_there(folder / name) && !is_there(folder / (name + ".gif"))) return name;
  }
}

bool would_overwrite(const ShotState& shots) {
  const fs::path target = turntable_target(shots);
  std::error_code error;
  return is_there(target) && !(fs::is_directory(target, error) && fs::is_empty(target, error));
}

std::string time_left_text(double seconds) {
  if (seconds < 0.0) return {};
  if (seconds < 1.5) return "about 1 s left";
  if (seconds < 60.0) return fmt::format("about {:.0f} s left", seconds);
  return fmt::format("about {:.0f} min left", std::ceil(seconds / 60.0));
}

}  // namespace marrow
