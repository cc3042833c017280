// What a film shows, frame by frame: a scene that stands or moves, and the way of its camera.
#pragma once

#include <memory>
#include <optional>

#include "view/export/film_writer.h"
#include "view/export/staging.h"
#include "view/export/turntable_cameras.h"
#include "view/picture/picture.h"

namespace marrow::view {

struct FilmPlan {
  Scene scene{};                           ///< shares its meshes with the one it is a copy of
  std::shared_ptr<const Motion> motion{};  ///< nullptr: the scene stays as it is
  double from = 0.0;                       ///< seconds of the motion, at frame 0
  Picture look{};  ///< its camera is that of frame 0, its lines are as wide as settings.size asks
                   ///< for; scene, meshes and settings.transparent are put in
  Caption caption{};
  std::optional<Turntable> turning{};  ///< the camera's way, from the first frame to the last;
  std::optional<CameraMove> move{};    ///< without either it stays as in `look`
  bool follows = false;                ///< the camera goes along with the figure, across the ground
  FilmSettings settings{};
};

/// The scene at a frame's time.
Scene scene_at(const FilmPlan& plan, int frame);

/// Draws the frames of a plan, with a deformer of its own: the scene that the plan was made from
/// may change meanwhile.
class FilmSubject {
 public:
  /// `tasks` must outlive it.
  FilmSubject(const Tasks& tasks, FilmPlan plan);
  FilmSubject(const FilmSubject&) = delete;
  FilmSubject& operator=(const FilmSubject&) = delete;

  /// Another plan; meshes that did not change are not deformed again.
  void take(FilmPlan plan) { plan_ = std::move(plan); }
  const FilmPlan& plan() const { return plan_; }

  /// Refers to this subject, and is valid until the next call.
  Picture picture(int frame);
  /// In any size of the plan's aspect, with lines in proportion.
  Image draw(Renderer& renderer, int frame, glm::ivec2 size);

 private:
  FilmPlan plan_;
  Scene shown_;  ///< at the time of the frame
  Deformer deformer_;
};

}  // namespace marrow::view
