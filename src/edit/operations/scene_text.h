// A whole scene as part of a line.
#pragma once

#include "edit/operations/line.h"

namespace marrow {

/// Uses the editor's data as in files (io/editor_data.h), with arrays as base64. Exact for a valid
/// scene (scene.h).
void line_scene(Line& line, Scene& scene);

}  // namespace marrow
