// Cards about the file being read (progress, cancel) or written, and then about what it lacks.
// ImGui is current.
#pragma once

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct FilesState;
}

namespace marrow::app {

/// Draws nothing while a file is read or written quickly, or without a question. Returns the top of
/// the next card, window pixels.
float draw_loading_card(Session& session, FilesState& files, const Rect& viewport);

/// Until the card about a file that is being written appears or changes; very large: it does not.
double seconds_to_saving_card(const Session& session, const FilesState& files);

/// The hint in place of a scene.
const char* words_for_nothing(const FilesState& files);

}  // namespace marrow::app
