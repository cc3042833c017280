// The help: places of its labels, in pixels, next to their targets, inside the window, without
// overlap; its lists of keys and mouse buttons, from the keymap's tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/layout.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow::app {

struct Callout {
  Rect target;
  glm::vec2 label{0.0f};  ///< size of the label
};

/// The upper left corner of each callout's label: the place nearest to its target that is inside
/// the window and clear of earlier labels, of `blocked` and of small targets, with `gap` pixels
/// around. The label of a large target lies inside it. None if there is no such place: the first
/// callouts should be the most important.
std::vector<std::optional<glm::vec2>> place_labels(const std::vector<Callout>& callouts,
                                                   const std::vector<Rect>& blocked,
                                                   const Rect& window, float gap);

/// The line from a label to its target, between facing sides; none if they overlap.
struct CalloutLine {
  glm::vec2 from{0.0f}, to{0.0f};
};
std::optional<CalloutLine> line_between(const Rect& label, const Rect& target);

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
