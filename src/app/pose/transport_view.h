// The transport strip below the picture, and the retargeting dialog. ImGui is current.
#pragma once

#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

void draw_transport(Editor& editor);

void draw_retarget(Editor& editor);

}  // namespace marrow::app
