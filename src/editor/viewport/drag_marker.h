// The markers of a figure in the picture, and their drag. Without markers, nothing happens.
#pragma once

#include <optional>

#include "editor/drag_state.h"
#include "editor/editor.h"
#include "view/picture/picture.h"

namespace marrow {

struct FigureState;
struct ViewportState;

/// The marker under a pixel.
std::optional<std::size_t> marker_at(const Session& session, const FigureState& figure,
                                     glm::vec2 pixel);
bool begin_marker_drag(Editor& editor, const Pointer& pointer);
/// Moves the marker to the middle of the body under the pointer; next to the body, in the plane
/// that faces the eye.
void update_marker_drag(Editor& editor, const MarkerDrag& held, const Pointer& pointer);
void cancel_marker_drag(FigureState& figure, const MarkerDrag& held);
/// Draws the markers and the bones that they would make; doubtful markers have another color.
void add_markers(view::Overlay& overlay, const Session& session, const FigureState& figure,
                 const ViewportState& viewport);

}  // namespace marrow
