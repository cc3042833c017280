// What safety and a scene without content show over the viewport. ImGui is current.
#pragma once

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
struct FilesState;
}  // namespace marrow

namespace marrow::app {

/// The cards at the top of the viewport, from `y` down: what can be recovered, and that another
/// program changed the file. They block nothing. Returns where they end, window pixels.
float draw_safety_cards(Editor& editor, const Rect& viewport, float y);
/// The question before saving over what another program wrote. A modal, drawn after the others.
void draw_overwrite_dialog(Editor& editor);

/// start_screen.cpp: what to do next while the scene is empty: the sample, a file, recent ones with
/// their pictures. Stays below `top`.
void draw_start_screen(Editor& editor, const Rect& viewport, float top);

/// start_screen.cpp: a file's picture with rounded corners, `size` pixels large; a plate with an
/// icon where there is none. Advances nothing.
void draw_thumbnail(Session& session, FilesState& files, const std::string& path, glm::vec2 corner,
                    glm::vec2 size, bool is_dim);
/// recent_menu.cpp: File > Open recent.
void draw_recent_menu(Editor& editor);

}  // namespace marrow::app
