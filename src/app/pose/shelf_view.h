// The shelf's place at the bottom of the viewport: a card for each stored pose. ImGui is current.
#pragma once

#include <imgui.h>

#include "app/pose/shelf_thumbs.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
struct ShelfState;
}  // namespace marrow

namespace marrow::app {

/// Draws the shelf inside a window that fills its place: hovering a card shows its pose in the
/// picture, a click takes it, a sideways drag blends it in, one onto a time of the motion makes
/// keys, the right button opens its menu.
void draw_shelf(Editor& editor, const ShelfThumbs& thumbs);
/// Before draw_shelf(): where times are drawn, a card in hand over that part of the screen would
/// make keys at `seconds`; x: where that is.
void take_card(ShelfState& shelf, ImVec2 low, ImVec2 high, float x, float seconds);

/// Pixels of a card's picture, twice as fine as the screen.
glm::ivec2 thumb_size();

}  // namespace marrow::app
