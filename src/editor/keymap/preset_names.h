// The names of the keymap presets, for the command line and for preferences.json. No SDL.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "editor/preferences_state.h"

namespace marrow {

struct PresetName {
  KeymapPreset preset;
  const char* id;    ///< "maya": on the command line and in preferences.json
  const char* name;  ///< "Maya"
};
inline constexpr std::array<PresetName, 3> kPresetNames{
    {{KeymapPreset::blender, "blender", "Blender-like"},
     {KeymapPreset::maya, "maya", "Maya"},
     {KeymapPreset::scotty3d, "scotty3d", "Scotty3D"}}};
const PresetName& name_of(KeymapPreset preset);
std::optional<KeymapPreset> preset_named(std::string_view id);

}  // namespace marrow
