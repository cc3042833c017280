// marrow render --clip, --turntable: a motion or a turn as a film, drawn off-screen.
#pragma once

#include <string>

#include "cli/options.h"
#include "view/export/film_subject.h"

namespace marrow::cli {

/// --clip, --turntable, --fps, --from, --to, --quality, --camera-move, --camera-from, --camera-to;
/// empty: not given. --to is declared with what it means for many files.
struct FilmWords {
  std::string clip, turntable, fps, from, to, quality, camera_from, camera_to;
  bool camera_move = false;

  void add_to(Options& options);
  bool is_wanted() const { return !clip.empty() || !turntable.empty(); }
  /// Throws UsageError for values that are not known and for those without --clip or --turntable.
  void check() const;
};

/// The plan's scene, motion, times, rate and quality by the words; its camera's way, but not yet
/// its cameras. Throws UsageError where they are out of bounds, and io::Error where the file has no
/// motion of that name.
view::FilmPlan plan_film(const std::string& file, Scene scene, const FilmWords& words,
                         const view::FilmSettings& settings);

/// The plan's camera goes as the words say, seen from `usual` where they say nothing.
void plan_camera(view::FilmPlan& plan, const FilmWords& words, const Camera& usual);

/// What the film's moving parts reach, at 24 times of it at most.
Bounds bounds_of(const view::FilmPlan& plan);

/// Draws the plan, with a progress bar on a terminal. Throws std::runtime_error; nothing is left
/// then. Ctrl-C stops it in that way.
void write_film(view::FilmPlan plan, const std::string& out);

}  // namespace marrow::cli
