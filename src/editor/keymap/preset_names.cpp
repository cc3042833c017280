#include "editor/keymap/preset_names.h"

#include "editor/preferences_state.h"

namespace marrow {

const PresetName& name_of(KeymapPreset preset) {
  return kPresetNames[static_cast<std::size_t>(preset)];
}

std::optional<KeymapPreset> preset_named(std::string_view id) {
  for (const PresetName& name : kPresetNames)
    if (id == name.id) return name.preset;
  return std::nullopt;
}

}  // namespace marrow
