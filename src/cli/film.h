// marrow render --clip, --turntable: a motion or a turn as a film, drawn off-screen.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options.h"
#include "scene/scene.h"
#include "view/export/film.h"
#include "view/export/turntable_cameras.h"
#include "view/picture/picture.h"

namespace marrow::cli {

/// --clip, --turntable, --fps, --from, --to, --quality; empty: not given. --to is declared with
/// what it means for many files.
struct FilmWords {
  std::string clip, turntable, fps, from, to, quality;

  void add_to(Options& options);
  bool is_wanted() const { return !clip.empty() || !turntable.empty(); }
  /// Throws UsageError for values that are not known and for those without --clip or --turntable.
  void check() const;
};

/// What a film shows, and when. Keeps a copy of the scene, which shares its meshes.
struct FilmPlan {
  Scene scene;
  std::shared_ptr<const Motion> motion{};    ///< none: the pose of the file
  double from = 0.0;                         ///< seconds of the motion, at frame 0
  std::optional<view::Turntable> turning{};  ///< the camera's way

  Scene scene_at(double seconds) const;  ///< of the film
};

/// Sets frames, rate and quality. Throws UsageError where they are out of bounds, and io::Error
/// where the file has no motion of that name.
FilmPlan plan_film(const std::string& file, Scene scene, const FilmWords& words,
                   view::FilmSettings& settings);

/// What the film's moving parts reach, at 24 times of it at most.
Bounds bounds_of(const FilmPlan& plan, const view::FilmSettings& settings);

/// Draws `look` as it changes by the plan, with a progress bar on a terminal. Throws
/// std::runtime_error; nothing is left then. Ctrl-C stops it in that way.
void write_film(const FilmPlan& plan, const view::FilmSettings& settings, view::Picture look,
                const std::string& out);

}  // namespace marrow::cli
