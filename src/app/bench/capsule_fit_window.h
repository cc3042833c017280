// The window "Fit the capsules". ImGui is current.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Drawn while CapsuleFitState::is_open.
void draw_capsule_fit(Editor& editor);

}  // namespace marrow::app
