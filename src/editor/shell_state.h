// What the shell remembers from frame to frame, as plain data: dialogues that are open,
// preferences, what a frame cost. No ImGui, no SDL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scene/camera.h"

namespace marrow {

enum class FileTask { open, import, save_scene, export_scene, export_csv, export_sheet };

/// The file browser while it is open: a folder, what is typed, which row is marked.
struct FileBrowser {
  struct Entry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;
  };
  FileTask task = FileTask::open;
  std::size_t way = 0;  ///< of export_scene: index into io::export_ways()
  std::filesystem::path folder;
  std::vector<Entry>
      entries;  ///< folders first, then files that fit the filter, both in alphabetical order
  std::string path_text;   ///< the folder as typed
  std::string name;        ///< the file as typed
  int marked = -1;         ///< index into entries
  bool all_files = false;  ///< otherwise only formats that the task can use
  bool asks_overwrite = false;
  bool scroll_to_marked = false;
  bool wants_focus = true;
  std::string problem;  ///< why the folder cannot be read, or the file not used
};

/// Something that would replace unsaved work; asked about first.
struct Pending {
  enum class Kind { open, sample, new_scene, restore, reload, loaded, quit } kind = Kind::quit;
  std::string path;  ///< open: the file; loaded: the file, which is read and ready; restore: the
                     ///< folder of the snapshot
};

enum class KeymapPreset { blender, maya, scotty3d };
enum class ThemeKind { dark, light, high_contrast };

/// Kept between runs (editor/files/stored_preferences.cpp).
struct Preferences {
  KeymapPreset keymap = KeymapPreset::blender;
  ThemeKind theme = ThemeKind::dark;
  float move_step = 0.0f;     ///< that Ctrl snaps to, world units; 0: a tenth of the power of ten
                              ///< below the scene's size
  float rotate_step = 5.0f;   ///< degrees
  float radius_step = 0.0f;   ///< skeleton units; 0: a tenth of the step of moves
  bool snaps_always = false;  ///< drags go in whole steps, and Ctrl lets them go between
  bool orbits_about_selection = true;  ///< otherwise about the middle of the view
  bool gpu_skinning =
      false;  ///< the graphics card skins what the picture shows of the engine's meshes
  bool autosaves = true;
  int shot_scale = 1;  ///< pictures of the viewport, times its size: 1 to 4
  bool shot_is_transparent = false;
  float ui_scale = 0.0f;  ///< 0: from the display
  float left_width = 260.0f, right_width = 320.0f;
  int window_width = 1280, window_height = 800;
  std::string last_file;
  std::optional<Camera> last_view;  ///< on it
  std::string last_folder;
  bool welcome_is_dismissed = false;  ///< the card of the first start was closed for good
  std::vector<std::string> recent;    ///< newest first, at most 10
  std::vector<std::string>
      recent_commands;  ///< chosen in the command palette, newest first, at most 12
  bool operator==(const Preferences&) const = default;
};

/// What the last frame took, in milliseconds.
struct FrameCost {
  double bind = 0.0, kinematics = 0.0, skin = 0.0, upload = 0.0, draw = 0.0, total = 0.0;
  double other =
      0.0;  ///< of the last frame with a new picture: all but these and the GL of its panels
  double measures = 0.0;  ///< all questions of the frame: meters, islands, bleeding, fits
  double start_up = 0.0;  ///< from the start of run_app() to the first frame shown
  double frames_per_second =
      0.0;  ///< over the last half second of continuous drawing; 0 when at rest
};

enum class RightTab { inspector, bench, explain, course, history };

struct ShellState {
  std::optional<FileBrowser> browser;
  std::optional<Pending> pending;     ///< the Save / Discard / Cancel question is shown
  std::optional<Pending> after_save;  ///< goes on when the file browser has saved
  std::optional<std::string>
      dropped;  ///< a file that was dropped on a scene that is not empty: Open or Import?
  bool shows_help = false;
  bool shows_about = false;
  bool shows_cost = false;
  RightTab right_tab = RightTab::inspector;
  float display_scale = 1.0f;  ///< what the display asks for
  Preferences preferences;
  FrameCost cost;
};

}  // namespace marrow
