// The user's preferences as plain data. files/preference_table.h has their ranges and keys.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/camera.h"

namespace marrow {

enum class KeymapPreset { blender, maya, scotty3d };

struct PresetName {
  KeymapPreset preset;
  const char* id;    ///< "maya": on the command line and in preferences.json
  const char* name;  ///< "Maya"
};
inline constexpr std::array<PresetName, 3> kPresetNames{
    {{KeymapPreset::blender, "blender", "Blender-like"},
     {KeymapPreset::maya, "maya", "Maya"},
     {KeymapPreset::scotty3d, "scotty3d", "Scotty3D"}}};

inline const PresetName& name_of(KeymapPreset preset) { return kPresetNames[std::size_t(preset)]; }

inline std::optional<KeymapPreset> preset_named(std::string_view id) {
  for (const PresetName& name : kPresetNames)
    if (id == name.id) return name.preset;
  return std::nullopt;
}

enum class ThemeKind { dark, light, high_contrast };

/// Pixels of the screen, without the window's frame. `size` and `at` are those of the window before
/// it was maximized.
struct WindowPlace {
  std::optional<glm::ivec2> at;  ///< upper left; none: the middle of the first screen
  glm::ivec2 size{1280, 800};
  bool is_maximized = false;
  bool operator==(const WindowPlace&) const = default;
};

/// Kept between runs (editor/files/preferences.cpp).
struct Preferences {
  KeymapPreset keymap = KeymapPreset::blender;
  ThemeKind theme = ThemeKind::dark;
  /// Snapping step of moves, world units; 0: a tenth of the power of ten below the scene's size.
  float move_step = 0.0f;
  float rotate_step = 5.0f;            ///< degrees
  float radius_step = 0.0f;            ///< skeleton units; 0: a tenth of the step of moves
  bool snaps_always = false;           ///< drags snap to steps, and Ctrl turns snapping off
  bool orbits_about_selection = true;  ///< otherwise about the middle of the view
  bool autosaves = true;
  int shot_scale = 1;  ///< size of screenshots relative to the viewport: 1 to 4
  bool shot_is_transparent = false;
  float ui_scale = 0.0f;  ///< 0: from the display
  float left_width = 260.0f, right_width = 320.0f, timeline_height = 216.0f;
  bool shows_limits = false, shows_springs = false, shows_quaternion = false;  ///< unfolded
  WindowPlace window;
  std::string last_file;
  std::optional<Camera> last_view;  ///< view of `last_file`
  std::string last_folder;
  std::string picture_folder;            ///< for screenshots and films, as typed; empty: default
  std::string page_address;              ///< Marrow's web page, for links
  std::string export_for, export_names;  ///< last choices; empty: any program, as they are
  bool welcome_is_dismissed = false;     ///< the card of the first start was closed for good
  std::vector<std::string> recent;       ///< files, newest first, at most 10
  std::vector<std::string> recent_commands;  ///< in the palette, newest first, at most 12
  bool operator==(const Preferences&) const = default;
};

}  // namespace marrow
