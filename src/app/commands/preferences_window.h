// The preferences window: all of preferences.json; changes take effect at once.
#pragma once

#include "editor/files/preferences.h"
#include "editor/session.h"

namespace marrow {
struct HelpState;
struct ViewportState;
}  // namespace marrow

namespace marrow::app {

/// While it is open. ImGui is current.
void draw_preferences(Session& session, HelpState& help, ViewportState& viewport);

}  // namespace marrow::app
