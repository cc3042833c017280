// The Lesson tab.
#pragma once

#include "editor/editor.h"

namespace marrow::app {

/// The list of lessons, or a step of one.
void draw_lesson(Editor& editor);

}  // namespace marrow::app
