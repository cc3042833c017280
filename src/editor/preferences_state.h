// The user's preferences: plain data; preference_table.h has each one's range and place in the
// file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/camera.h"

namespace marrow {

enum class KeymapPreset { blender, maya, scotty3d };
enum class ThemeKind { dark, light, high_contrast };

/// Kept between runs (editor/files/preferences.cpp).
struct Preferences {
  KeymapPreset keymap = KeymapPreset::blender;
  ThemeKind theme = ThemeKind::dark;
  float move_step = 0.0f;     ///< that Ctrl snaps to, world units; 0: a tenth of the power of ten
                              ///< below the scene's size
  float rotate_step = 5.0f;   ///< degrees
  float radius_step = 0.0f;   ///< skeleton units; 0: a tenth of the step of moves
  bool snaps_always = false;  ///< drags go in whole steps, and Ctrl lets them go between
  bool orbits_about_selection = true;  ///< otherwise about the middle of the view
  bool autosaves = true;
  int shot_scale = 1;  ///< pictures of the viewport, times its size: 1 to 4
  bool shot_is_transparent = false;
  float ui_scale = 0.0f;  ///< 0: from the display
  float left_width = 260.0f, right_width = 320.0f, timeline_height = 200.0f;
  int window_width = 1280, window_height = 800;
  std::string last_file;
  std::optional<Camera> last_view;  ///< on it
  std::string last_folder;
  std::string page_address;           ///< of Marrow's page, for links
  bool welcome_is_dismissed = false;  ///< the card of the first start was closed for good
  std::vector<std::string> recent;    ///< newest first, at most 10
  std::vector<std::string>
      recent_commands;  ///< chosen in the command palette, newest first, at most 12
  bool operator==(const Preferences&) const = default;
};

}  // namespace marrow
