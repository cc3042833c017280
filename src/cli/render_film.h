// marrow render --clip, --turntable: a motion or a turn as a film, drawn off-screen.
#pragma once

#include "cli/options.h"
#include "view/export/film_run.h"

namespace marrow::cli {

/// --clip, --turntable, --fps, --from, --to, --quality, --camera-move, --camera-from, --camera-to;
/// empty: not given. --to is declared by FileOptions::add_many(), which has another use for it.
struct FilmOptions {
  std::string clip, turntable, fps, from, to, quality, camera_from, camera_to;
  bool camera_move = false;

  void add_to(Options& options);
  bool is_wanted() const { return !clip.empty() || !turntable.empty(); }
  /// Throws UsageError for unknown values, and for options that need --clip or --turntable.
  void check() const;
};

/// The plan of a film by its options, but for the cameras, which plan_camera() adds. Throws
/// UsageError for values out of bounds, and io::Error if the file has no motion of that name.
view::FilmPlan plan_film(const std::string& file, Scene scene, const FilmOptions& words,
                         const view::FilmSettings& settings);

/// Sets the cameras of the plan by the options; what these do not state comes from `usual`.
void plan_camera(view::FilmPlan& plan, const FilmOptions& words, const Camera& usual);

/// The bounds of the film's moving parts, over at most 24 of its times.
Bounds bounds_of(const view::FilmPlan& plan);

/// Draws the film, with a progress bar on a terminal. Throws std::runtime_error, also after Ctrl-C;
/// then no file is left.
void write_film(view::FilmPlan plan, const std::string& out);

}  // namespace marrow::cli
