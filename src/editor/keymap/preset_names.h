// The names of the keymap presets. No SDL.
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

inline const PresetName& name_of(KeymapPreset preset) { return kPresetNames[std::size_t(preset)]; }

inline std::optional<KeymapPreset> preset_named(std::string_view id) {
  for (const PresetName& name : kPresetNames)
    if (id == name.id) return name.preset;
  return std::nullopt;
}

}  // namespace marrow
