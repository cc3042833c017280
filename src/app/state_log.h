// The window's state as lines "key value": tests that drive the real window wait for a state.
#pragma once

#include <cstdint>
#include <string>

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Tab, tool, selection, steps, open dialogue, coverage, the active joint's meters, and the window
/// pixels of joints ("joint NAME X Y RADIUS"), gizmo handles ("handle NAME X Y"), the active
/// capsule's rim, places ("place NAME X Y WIDTH HEIGHT") and buttons ("spot X Y WORDS"). Updates
/// deformer and measures.
std::string state_text(Editor& editor, const Layout& layout, std::uint64_t frames);

/// Replaces the file with the present state. A failure to write is said once on standard error.
void write_state(const std::string& path, Editor& editor, const Layout& layout,
                 std::uint64_t frames);

}  // namespace marrow::app
