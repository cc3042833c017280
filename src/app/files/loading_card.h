// Cards about the file being read (progress, cancel) and then about its missing unit. ImGui is
// current.
#pragma once

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct FilesState;
}

namespace marrow::app {

/// Draws nothing during a short load or without a question. Returns the top of the next card,
/// window pixels.
float draw_loading_card(Session& session, FilesState& files, const Rect& viewport);

/// The hint in place of a scene.
const char* words_for_nothing(const FilesState& files);

}  // namespace marrow::app
