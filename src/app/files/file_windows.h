// Windows and cards about files, and the start screen. Cards are at the top of
// the viewport and block nothing; tops and ends are window pixels.
#pragma once

#include "app/widgets/layout.h"
#include "app/widgets/plate.h"
#include "editor/editor.h"

namespace marrow::app {

/// Seconds of work before a card about it is shown.
inline constexpr double kCardAfter = 0.3;

/// file_browser.cpp: the modal for open, import, save as, export.
void draw_file_browser(Editor& editor);
/// share_card.cpp: the dialog "Share": a page or a link for others.
void draw_share(Editor& editor);
/// safety_cards.cpp: the question before overwriting another program's change. A modal, drawn after
/// the others.
void draw_overwrite_dialog(Editor& editor);

/// loading_card.cpp: cards about work under way (a file being read or written, a body being
/// measured), and about what a file lacks. Draws nothing while the work is quick and
/// there is no question. Returns the top of the next card.
float draw_loading_card(Editor& editor, const Rect& viewport);
/// mesh_card.cpp: what is wrong with meshes, with a button for each repair. Moves `y` below it.
void draw_mesh_card(Editor& editor, const Rect& viewport, float& y);
/// loading_card.cpp: seconds until the card about a file being written appears or changes; very
/// large if it does not.
double seconds_to_saving_card(const Session& session, const FilesState& files);
/// loading_card.cpp: the hint shown in place of a scene.
const char* words_for_nothing(const FilesState& files);

/// safety_cards.cpp: cards from `y` down: recovery, and a file changed by another program. Returns
/// their lower end.
float draw_safety_cards(Editor& editor, const Rect& viewport, float y);
/// welcome_card.cpp: a card on the picture, until it is dismissed.
void draw_welcome_card(Editor& editor, const Area& area);

/// start_screen.cpp: the sample, a file, recent files with pictures, while the scene is empty.
/// Stays below `top`.
void draw_start_screen(Editor& editor, const Rect& viewport, float top);
/// start_screen.cpp: File > Open recent: picture, name, folder.
void draw_recent_menu(Editor& editor);
/// start_screen.cpp: a file's picture with rounded corners, `size` pixels; an icon if there is
/// none. Does not advance the cursor.
void draw_thumbnail(Session& session, FilesState& files, const std::string& path, glm::vec2 corner,
                    glm::vec2 size, bool is_dim);

}  // namespace marrow::app
