// The paint tool: strokes of a brush on the posed mesh become touch-ups.
#pragma once

#include <string>

#include "editor/drag_state.h"
#include "editor/editor.h"
#include "view/picture/picture.h"

namespace marrow {

/// True if the paint tool is active.
bool paints(const Session& session);

/// Begins a stroke on the mesh under the pointer; a toast reports why a mesh cannot be painted.
/// Returns false if no mesh is there. Shift smooths. While session.is_symmetric, strokes also paint
/// the other side.
bool begin_paint_drag(Editor& editor, const Pointer& pointer);
void update_paint_drag(Editor& editor, PaintDrag& held, const Pointer& pointer);
/// Ends the stroke as one step, or none if it changed nothing.
void finish_paint_drag(Session& session, const PaintDrag& held);
/// One dab at the pointer, or in the middle of the picture if the pointer is elsewhere, as one
/// step.
void paint_dab(Editor& editor);

/// Why the brush cannot paint, for the hint line: "Select the joint ..."; empty if it can.
std::string why_no_paint(const Session& session);

/// Chooses a brush and activates the paint tool.
void use_brush(Editor& editor, Brush brush);
void next_brush(Editor& editor);
void resize_brush(Session& session, bool larger);
void strengthen_brush(Session& session, bool stronger);

/// Updates the brush's place on the mesh under the pointer; add_brush() draws it.
void update_brush(Editor& editor, glm::vec2 pixel);
void add_brush(view::Overlay& overlay, const Session& session, const ViewportState& viewport);

/// Share of painted vertices among those that a joint captures or would capture, 0 to 1.
float painted_share(const Session& session, Id skeleton, std::size_t joint);
/// "96 % painted"; empty if none is painted.
std::string painted_words(const Session& session, Id skeleton, std::size_t joint);

}  // namespace marrow
