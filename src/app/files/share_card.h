// The card "Share": a page or a link for others.
#pragma once

namespace marrow {
struct Editor;
}

namespace marrow::app {

void draw_share(Editor& editor);

}  // namespace marrow::app
