// Pictures that leave the program: screenshots, and films under way. No ImGui, no GL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "view/export/film_writer.h"
#include "view/export/staging.h"

namespace marrow {

/// The options of a picture; gizmo, guides and pointer marks are never in it.
struct ShotLook {
  bool capsules = false, joints = false, uncovered = false, grid = true;
  bool selection = false;    ///< what is selected is amber
  bool transparent = false;  ///< no background
  view::Staging staging{};
  bool operator==(const ShotLook&) const = default;
};

/// The options of a film.
struct FilmWish {
  enum class Shows { turntable, motion } shows = Shows::turntable;
  view::FilmFormat format = view::FilmFormat::gif;
  enum class Shape { viewport, square, wide, tall } shape = Shape::square;
  int height = 480;  ///< pixels
  int quality = view::kUsualFilmQuality;

  // Of a turntable.
  bool back_and_forth = false;
  float swing = 45.0f;  ///< degrees to each side
  bool reversed = false;
  bool frames_whole = true;  ///< the camera steps back until all of the scene stays in the picture;
                             ///< otherwise it stays as it is
  int frames = 72;           ///< 12 to 360
  float seconds = 4.0f;      ///< of one loop; PNGs have none

  // Of a motion, the one that the strip shows.
  float from = 0.0f, to = 0.0f;  ///< seconds
  float rate = 30.0f;            ///< frames a second
  enum class Eye {
    stays,
    follows,
    moves
  } eye = Eye::stays;  ///< the camera stays as it is, goes
                       ///< along, or as the scene says

  ShotLook look{};
  bool operator==(const FilmWish&) const = default;
};

/// A screenshot that the next frame takes.
struct ShotRequest {
  ShotLook look;
  int scale = 1;  ///< times the viewport
  std::filesystem::path folder;
};

struct ShotState {
  std::optional<ShotRequest> wanted;
  bool shows_options = false;  ///< the window "Screenshot"
  bool shows_film = false;     ///< the window "Film"
  ShotLook look;               ///< of the window "Screenshot"
  FilmWish film;
  std::string folder;  ///< that pictures go to, as typed; shared by both windows
  std::string name;    ///< of the film, without extension
  int scrubbed = 0;    ///< the frame that the preview of the film shows
  std::optional<std::filesystem::path> asks_overwrite;  ///< is there already
  std::string problem;      ///< why nothing was written; shown where the button is
  bool is_running = false;  ///< a film is being drawn
  bool wants_cancel = false;
};

}  // namespace marrow
