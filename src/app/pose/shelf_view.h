// The shelf's place at the bottom of the viewport: a card for each stored pose. ImGui is current.
#pragma once

#include "app/pose/shelf_thumbs.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// Draws the shelf inside a window that fills its place: hovering a card shows its pose in the
/// picture, a click takes it, a sideways drag blends it in, the right button opens its menu.
void draw_shelf(Editor& editor, const ShelfThumbs& thumbs);

/// Pixels of a card's picture, twice as fine as the screen.
glm::ivec2 thumb_size();

}  // namespace marrow::app
