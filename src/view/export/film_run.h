// Makes a film: a still or moving scene and the path of its camera, frame by frame; draws samples
// and frames and passes them to a writer, step by step, so that a window stays responsive.
#pragma once

#include "scene/camera.h"
#include "view/export/film_writer.h"
#include "view/export/staging.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// A camera that turns once around, or to both sides and back, looping smoothly.
struct Turntable {
  Camera start;     ///< camera of frame 0
  int frames = 72;  ///< frames per loop, >= 1
  /// swings to both sides, slower towards the ends; otherwise a whole turn at one speed
  bool back_and_forth = false;
  float swing = 0.7854f;  ///< radians to each side, for back_and_forth
  bool reversed = false;  ///< turns in the other direction
};

/// The camera of any frame; frames i and i + frames are exactly equal. Orbits about the target of
/// `start`.
Camera camera_at(const Turntable& turntable, int frame);

/// Moves the camera, without turning it, so that the world bounds stay in the picture for any turn
/// about the vertical axis through their center. Empty bounds: returns the camera unchanged.
Camera framed_all_around(Camera camera, const Bounds& world_bounds, float aspect);

struct FilmPlan {
  Scene scene{};                           ///< a copy that shares its meshes with the original
  std::shared_ptr<const Motion> motion{};  ///< nullptr: the scene does not move
  double from = 0.0;                       ///< the motion's time at frame 0, seconds
  /// How to draw. Its camera is the camera of frame 0, and its line widths match settings.size.
  /// FilmSubject sets the scene, the meshes and transparency.
  Picture look{};
  Caption caption{};
  std::optional<Turntable> turning{};  ///< the camera's path over all frames
  std::optional<CameraMove> move{};    ///< another path; with neither, the camera of `look` is used
  bool follows = false;                ///< the camera follows the figure across the ground
  FilmSettings settings{};
};

/// The scene at a frame's time.
Scene scene_at(const FilmPlan& plan, int frame);

/// Draws the frames of a plan. Has its own deformer, so the scene from which the plan was made may
/// change meanwhile.
class FilmSubject {
 public:
  /// `tasks` must outlive this object.
  FilmSubject(const Tasks& tasks, FilmPlan plan);
  FilmSubject(const FilmSubject&) = delete;
  FilmSubject& operator=(const FilmSubject&) = delete;

  /// Replaces the plan. Meshes that did not change are not deformed again.
  void take(FilmPlan plan);
  const FilmPlan& plan() const { return plan_; }

  /// The picture of a frame. It refers to this object and is valid until the next call.
  Picture picture(int frame);
  /// Draws a frame in any size of the plan's aspect ratio, with line widths in proportion.
  Image draw(Renderer& renderer, int frame, glm::ivec2 size);

 private:
  FilmPlan plan_;
  Id figure_ = kNoId;  ///< the joint that the camera follows
  Scene shown_;        ///< the scene at the frame's time
  Deformer deformer_;
};

class FilmRun {
 public:
  using Moment = FilmWriter::Moment;

  /// `target` and exceptions: as for make_film_writer(). `tasks` must outlive this object.
  FilmRun(const std::filesystem::path& target, const Tasks& tasks, FilmPlan plan);

  /// One step: draws one picture, however long that takes, or waits for the writer, at most until
  /// `until`. If it throws std::runtime_error, the film cannot be continued, and the destructor
  /// deletes it.
  void advance(Renderer& renderer, Moment until);
  bool is_done() const { return is_done_; }  ///< the film is at its target

  int frames() const { return settings().frames; }
  int frames_done() const { return next_frame_; }
  /// True while it draws samples, from which the writer learns the colors.
  bool is_sampling() const { return next_sample_ < samples_; }
  bool is_finishing() const { return !is_done_ && next_frame_ == frames(); }
  float progress() const;                      ///< 0..1, over samples and frames
  double seconds_left() const;                 ///< an estimate; negative: none yet
  const Image& last() const { return last_; }  ///< the last picture drawn; empty before the first
  /// "72 frames, 480 x 480, 1.3 MB: /home/you/Pictures/knight-turntable-001.gif"
  std::string summary() const;

 private:
  const FilmSettings& settings() const { return subject_.plan().settings; }
  void draw_sample(Renderer& renderer);
  void draw_frame(Renderer& renderer);

  std::filesystem::path target_;
  FilmSubject subject_;
  std::unique_ptr<FilmWriter> writer_;
  int samples_, next_sample_ = 0, next_frame_ = 0;
  Image last_;
  std::chrono::steady_clock::time_point began_;
  bool is_done_ = false;
};

}  // namespace marrow::view
