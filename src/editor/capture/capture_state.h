// State of screenshots and films.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "view/export/film_writer.h"
#include "view/export/staging.h"

namespace marrow {

/// The options of a picture. Gizmo, guides and pointer marks are never in it.
struct ShotLook {
  bool capsules = false, joints = false, uncovered = false, grid = true;
  bool selection = false;    ///< highlights the selection
  bool transparent = false;  ///< no background
  view::Staging staging{};
  bool operator==(const ShotLook&) const = default;
};

/// The options of a film.
struct FilmRequest {
  enum class Shows { turntable, motion } shows = Shows::turntable;
  view::FilmFormat format = view::FilmFormat::gif;
  enum class Shape { viewport, square, wide, tall } shape = Shape::square;
  int height = 480;  ///< pixels
  int quality = view::kUsualFilmQuality;

  // For a turntable.
  bool back_and_forth = false;
  float swing = 45.0f;  ///< degrees to each side
  bool reversed = false;
  bool frames_whole = true;  ///< the camera steps back until the scene stays in the picture
  int frames = 72;           ///< 12 to 360
  float seconds = 4.0f;      ///< of one loop; unused for PNGs

  // For a motion: the one that the timeline shows.
  float from = 0.0f, to = 0.0f;  ///< seconds
  float rate = 30.0f;            ///< frames per second
  /// The camera stays fixed, follows the figure, or makes the scene's camera move.
  enum class Eye { stays, follows, moves } eye = Eye::stays;

  ShotLook look{};
  bool operator==(const FilmRequest&) const = default;
};

/// A screenshot to take in the next frame.
struct ShotRequest {
  ShotLook look;
  int scale = 1;  ///< relative to the viewport
  std::filesystem::path folder;
};

struct ShotState {
  std::optional<ShotRequest> wanted;
  bool shows_options = false;  ///< the window "Screenshot"
  bool shows_film = false;     ///< the window "Film"
  ShotLook look;               ///< of the window "Screenshot"
  FilmRequest film;
  bool wants_folder = false;  ///< the dialog that asks for a folder is to open
  bool has_chosen = false;    ///< a folder, in that dialog: now what asked for it is written
  std::string name;           ///< of the film, without extension
  int scrubbed = 0;           ///< the frame in the preview of the film
  std::optional<std::filesystem::path> asks_overwrite;  ///< an existing file
  std::string problem;      ///< why nothing was written; shown next to the button
  bool is_running = false;  ///< a film is being drawn
  bool wants_cancel = false;
};

}  // namespace marrow
