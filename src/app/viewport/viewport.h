// The picture and all that lies on it. ImGui is current.
#pragma once

namespace marrow {
struct Editor;
}  // namespace marrow

namespace marrow::app {

/// Picking, gizmo, radius handle, camera, overlays. `picture` is the GL texture,
/// editor.picture_size large, that app.cpp draws afterwards.
void draw_viewport(Editor& editor, unsigned picture);

}  // namespace marrow::app
