// Help, command palette and preferences window: what they remember from frame to frame. No ImGui.
#pragma once

namespace marrow::app {

struct HelpState {};

}  // namespace marrow::app
