// The window of the preferences: all of preferences.json, taking effect at once.
#pragma once

#include "app/editor.h"

namespace marrow::app {

/// While it is open. ImGui is current.
void draw_preferences(Editor& editor);

/// The sections of the window, each of which can be put back to how a new installation has it.
enum class PreferenceSection { keys, look, snapping, view, files, pictures };
void reset_section(Editor& editor, PreferenceSection section);
/// Nothing in the section differs from a new installation.
bool is_default(const Preferences& preferences, PreferenceSection section);

}  // namespace marrow::app
