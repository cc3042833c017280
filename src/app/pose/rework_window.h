// The window "Change motion". ImGui is current.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Drawn while TransportState::rework is there.
void draw_rework(Editor& editor);

}  // namespace marrow::app
