// Screenshots without their window: their content, size and folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "editor/editor.h"
#include "view/export/film_writer.h"
#include "view/export/staging.h"
#include "view/gl/renderer.h"

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
  bool frames_whole = true;  ///< the camera steps back so far that the scene stays in view
  int frames = 72;           ///< 12 to 360
  float seconds = 4.0f;      ///< length of a loop; unused for PNGs

  // For a film of the motion that the timeline shows.
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
  ShotLook look;               ///< options in the window "Screenshot"
  FilmRequest film;
  bool wants_folder = false;  ///< the dialog that asks for a folder is to open
  bool has_chosen = false;    ///< a folder was chosen there; the picture or film is next
  std::string name;           ///< file name of the film, without extension
  int scrubbed = 0;           ///< the frame in the preview of the film
  std::optional<std::filesystem::path> asks_overwrite;  ///< a file that would be replaced
  std::string problem;      ///< why nothing was written; shown next to the button
  bool is_running = false;  ///< a film is being drawn
  bool wants_cancel = false;
};

inline constexpr int kLargestShotScale = 4;

/// The viewport's picture without handles and pointer marks, with lines and dots `scale` times as
/// large. The picture refers to the editor's scene. Precondition: the deformer is up to date.
view::Picture shot_picture(const Editor& editor, const ShotLook& look, float scale);
/// The options that match the present viewport, with the background from the preferences.
ShotLook present_look(const Editor& editor);
/// Size of a screenshot, pixels; at scale 1 the size of the viewport.
glm::ivec2 shot_size(const Session& session, int scale);

/// Draws the viewport `scale` times as large (1 to 4, clamped), with both sides of a comparison.
/// Throws std::runtime_error if the picture is too large or the driver lacks memory.
view::Image take_shot(Editor& editor, view::Renderer& renderer, const ShotLook& look, int scale);

/// The default folder: the user's Pictures, or the home folder.
std::filesystem::path pictures_folder();
/// The folder for a typed text: a leading "~" is the home folder; empty means pictures_folder().
std::filesystem::path folder_from_text(const std::string& text);
/// "knight" for knight.glb. Characters that file names cannot have are replaced.
std::string picture_stem(const Session& session);
/// The first of stem-001.extension, stem-002.extension, ... that does not exist.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);

/// Whether a folder for pictures is known: it was chosen, or the user has a folder Pictures. In a
/// browser none is needed. If it is not known, set ShotState::wants_folder.
bool has_place_for_pictures(const Preferences& preferences);
/// Requests a screenshot with the options of the window.
void save_shot(Editor& editor);

/// Requests a screenshot of the viewport with the options of the preferences.
void request_screenshot(Editor& editor);
/// Takes the requested screenshot and writes a numbered PNG; a toast reports its path or the
/// failure. Returns true if one was requested: then the renderer holds another picture.
bool take_wanted_shot(Editor& editor, view::Renderer& renderer);

/// Opens the window with the options; does nothing during a drag.
void open_shot_options(Editor& editor);

}  // namespace marrow
