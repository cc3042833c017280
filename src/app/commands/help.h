// The help over the window: callouts on the interface, and lists of keys and mouse.
#pragma once

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct HelpState;
struct ShellState;
}  // namespace marrow

namespace marrow::app {

/// Over everything else. ImGui is current.
void draw_help(Session& session, HelpState& help, ShellState& shell, const Layout& layout);

}  // namespace marrow::app
