// The window of the preferences: all of preferences.json, taking effect at once.
#pragma once

#include "editor/files/preferences.h"

namespace marrow::app {

/// While it is open. ImGui is current.
void draw_preferences(Editor& editor);

}  // namespace marrow::app
