// The cards about the file that is read: how far it is and how to stop it; afterwards, what it does
// not say. ImGui is current.
#pragma once

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow {
struct FilesState;
}

namespace marrow::app {

/// Nothing while a file takes no longer than one notices, and where there is nothing to ask.
/// Returns where the next card begins, window pixels.
float draw_loading_card(Session& session, FilesState& files, const Rect& viewport);

/// What stands where a scene would be while there is none.
const char* words_for_nothing(const FilesState& files);

}  // namespace marrow::app
