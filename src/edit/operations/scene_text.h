// A whole scene within a line.
#pragma once

#include "edit/operations/line.h"

namespace marrow {

/// The editor's data as in files (io/editor_data.h), with its arrays as base64. Exact for a valid
/// scene (scene.h).
void line_scene(Line& line, Scene& scene);

}  // namespace marrow
