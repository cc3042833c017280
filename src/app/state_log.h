// What the window shows, as lines "key value": tests that drive the real window from outside wait
// for a state instead of sleeping.
#pragma once

#include <cstdint>
#include <string>

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Tab, tool, selection, steps, what is open, coverage and the active joint's meters, and where
/// joints ("joint NAME X Y RADIUS"), gizmo handles ("handle NAME X Y"), the active capsule's rim,
/// places ("place NAME X Y WIDTH HEIGHT") and buttons ("spot X Y WORDS") are in window pixels.
/// Brings deformer and measures up to date.
std::string state_text(Editor& editor, const Layout& layout, std::uint64_t frames);

/// Replaces the file with the present state. A file that cannot be written is a broken test set-up:
/// said on standard error, once.
void write_state(const std::string& path, Editor& editor, const Layout& layout,
                 std::uint64_t frames);

}  // namespace marrow::app
