// A whole scene within a line.
#pragma once

#include "edit/operations/line.h"

namespace marrow {

/// The editor's data as files hold it (io/editor_data.h), and the arrays that it speaks of as
/// base64. Exact for a scene that keeps the rules of scene.h.
void line_scene(Line& line, Scene& scene);

}  // namespace marrow
