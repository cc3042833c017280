// The shelf of poses, the transport strip, the timeline, the retargeting dialog and the window
// "Change motion".
#pragma once

#include <glm/glm.hpp>
#include <imgui.h>

#include "editor/editor.h"

namespace marrow::app {

class ShelfThumbs;

/// Draws the shelf inside a window that fills its place. Hovering a card shows its pose in the
/// picture, a click applies it, a sideways drag blends it in, a drag onto a time of the motion
/// makes keys, the right button opens a menu.
void draw_shelf(Editor& editor, const ShelfThumbs& thumbs);
/// Call before draw_shelf() where times are drawn. A card dropped in this part of the screen makes
/// keys at `seconds`, which a line at `x` marks. Corners and `x` are pixels.
void take_card(ShelfState& shelf, ImVec2 low, ImVec2 high, float x, float seconds);

/// Pixels of a card's picture, twice the resolution of the screen.
glm::ivec2 thumb_size();

void draw_transport(Editor& editor);
/// The timeline in `height` pixels of the current window: tools, ruler, rows of keys; nothing
/// without a motion.
void draw_timeline(Editor& editor, float height);

/// Draws the dialog if TransportState::retarget is set.
void draw_retarget(Editor& editor);

/// Draws the window if TransportState::rework is set.
void draw_rework(Editor& editor);

}  // namespace marrow::app
