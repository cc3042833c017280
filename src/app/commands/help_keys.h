// The help's lists of keys and mouse buttons, from the keymap's tables.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/layout.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow::app {

/// "Ctrl+Z", "Undo"; a heading has no keys.
struct HelpLine {
  std::string keys, words;
  bool is_heading = false;
};

// Plain lists, no ImGui.

std::vector<HelpLine> mouse_lines(KeymapPreset preset);
/// The mouse, the keys of a drag, then every command with a key under the heading of its menu.
std::vector<HelpLine> all_lines(KeymapPreset preset);

// With ImGui current.

float help_line_height();
/// Keys in a column `keys_width` pixels wide, then the words, cut at `width`.
void draw_help_line(const HelpLine& line, glm::vec2 at, float width, float keys_width);
/// All lines, in one to four columns; scrolls if they are too long.
void draw_all_keys(const Session& session, const Rect& place);

}  // namespace marrow::app
