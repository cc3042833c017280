// The paint tool: strokes of a brush on the posed mesh become touch-ups. No ImGui.
#pragma once

#include <optional>
#include <string>

#include "editor/drag_state.h"
#include "editor/session.h"
#include "view/picture/picture.h"

namespace marrow {

struct Editor;
struct ViewportState;

/// The tool is the brush, in a tab that has it.
bool paints(const Session& session);

/// A press of the pointer: a stroke where it meets a mesh that can be painted, else a toast that
/// says why not. False off all meshes. Shift held: smooths. Strokes go to the other side while
/// session.is_symmetric.
bool begin_paint_drag(Editor& editor, const Pointer& pointer);
/// The pointer moved on.
void update_paint_drag(Editor& editor, PaintDrag& held, const Pointer& pointer);
/// The stroke becomes one step; nothing where it changed nothing.
void finish_paint_drag(Session& session, const PaintDrag& held);
/// One dab at the pointer, or in the middle of the picture where the pointer is elsewhere, as one
/// step.
void paint_dab(Editor& editor);

/// Why nothing can be painted, for the hint line: "Select a joint ..."; empty when it can.
std::string why_no_paint(const Session& session);

/// Chooses a brush, and the paint tool with it.
void use_brush(Editor& editor, Brush brush);
void next_brush(Editor& editor);
/// One step larger or smaller.
void resize_brush(Session& session, bool larger);
void strengthen_brush(Session& session, bool stronger);

/// The brush on the mesh under the pointer; see overlay_of().
void update_brush(Editor& editor, glm::vec2 pixel);
void add_brush(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

/// Which part of the vertices that a joint holds, or would hold, was painted for it: 0 to 1.
float painted_share(const Session& session, Id skeleton, std::size_t joint);
/// "96 % painted"; empty where nothing is.
std::string painted_words(const Session& session, Id skeleton, std::size_t joint);

}  // namespace marrow
