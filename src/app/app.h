// The window: SDL2, OpenGL, Dear ImGui. One call, returns when the user quits.
#pragma once

#include "app/app_options.h"

namespace marrow::app {

/// Exit status: 0, or 1 with one line on standard error when there is no display or no OpenGL 3.3.
int run_app(const AppOptions& options);

}  // namespace marrow::app
