// Cards of safety and the start screen over the viewport. ImGui is current.
#pragma once

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
struct FilesState;
}  // namespace marrow

namespace marrow::app {

/// Cards at the top of the viewport, from `y` down: recovery, and a file changed by another
/// program. They block nothing. Returns their lower end, window pixels.
float draw_safety_cards(Editor& editor, const Rect& viewport, float y);
/// The question before overwriting another program's change. A modal, drawn after the others.
void draw_overwrite_dialog(Editor& editor);

/// start_screen.cpp: the sample, a file, recent files with pictures, while the scene is empty.
/// Stays below `top`.
void draw_start_screen(Editor& editor, const Rect& viewport, float top);

/// start_screen.cpp: a file's picture with rounded corners, `size` pixels; else an icon. Advances
/// nothing.
void draw_thumbnail(Session& session, FilesState& files, const std::string& path, glm::vec2 corner,
                    glm::vec2 size, bool is_dim);
void draw_recent_menu(Editor& editor);

}  // namespace marrow::app
