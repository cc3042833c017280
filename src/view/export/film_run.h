// Makes a film: draws samples and frames and passes them to a writer, step by step, so that a
// window stays responsive.
#pragma once

#include <memory>
#include <string>

#include "view/export/film_subject.h"

namespace marrow::view {

class FilmRun {
 public:
  using Moment = FilmWriter::Moment;

  /// `target` and exceptions: as for make_film_writer(). `tasks` must outlive this object.
  FilmRun(const std::filesystem::path& target, const Tasks& tasks, FilmPlan plan);

  /// One step: draws one picture, however long that takes, or waits for the writer, at most until
  /// `until`. Throws std::runtime_error; the film cannot be continued then, and the destructor
  /// deletes it.
  void advance(Renderer& renderer, Moment until);
  bool is_done() const { return is_done_; }  ///< the film is at its target

  int frames() const { return settings().frames; }
  int frames_done() const { return next_frame_; }
  /// draws samples, from which the writer learns the colors
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
