// What keeps work from being lost: autosave, what can be recovered, files that change under our hands. No ImGui, no SDL.
#pragma once

namespace marrow::app {

struct SafetyState {};

}  // namespace marrow::app
