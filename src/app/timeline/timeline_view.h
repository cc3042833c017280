// The timeline below the picture: tools, ruler, rows of keys. ImGui is current.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Fills `height` pixels of the current window; nothing without a motion.
void draw_timeline(Editor& editor, float height);

}  // namespace marrow::app
