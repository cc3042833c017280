// Rig > Make a skeleton: a search for the figure's joints in the background, markers to correct
// them, the skeleton as one step. No ImGui, no SDL.
#pragma once

#include <optional>
#include <string>

#include "editor/editor.h"
#include "platform/background_job.h"
#include "rig/figure/search.h"

namespace marrow {

struct FigureState {
  platform::BackgroundJob<FigureSearch> search;
  Scene from;  ///< the scene that was searched; an edit of it removes the markers

  FigureWish wish;  ///< what was searched for
  std::optional<FigureMarkers> markers;
  std::string refusal;       ///< why there are no markers, and what to do; empty: no failure
  bool is_symmetric = true;  ///< moving a marker also moves its partner on the other side
  std::size_t active = 0;    ///< the marker that keys move
};

/// Searches the meshes without a skeleton. If another template fits, its markers are shown instead.
/// If none fits, the inspector reports that (a toast if the inspector is hidden) and the template
/// can still be chosen.
void begin_figure(Editor& editor, const FigureWish& wish = {});
/// Call once per frame: takes the result of the search; removes the markers after an edit of the
/// scene. Returns true if there is something new to show.
bool advance_figure(Editor& editor);
/// True if markers are shown, are being searched for, or were not found.
bool has_figure(const Editor& editor);
bool shows_markers(const Editor& editor);
/// Builds the skeleton at the markers: one step. A large mesh is fitted in the background.
void build_figure(Editor& editor);
/// Stops the search, or removes the markers or the refusal. False if there is none of these.
bool close_figure(Editor& editor);
void on_document_replaced(FigureState& figure);

/// Exchanges front and back, thus left and right; a chain begins at its other end.
void turn_figure(FigureState& figure);
/// Makes the next marker the active one, in their order; `by`: 1 or -1.
void step_marker(FigureState& figure, int by);
/// Moves the active marker across the view, by thousandths of the figure's height.
void nudge_marker(Editor& editor, glm::vec2 by);
/// Moves a marker and, if the state is symmetric, its partner on the other side; a marker of the
/// middle then stays in the plane of symmetry. Moved markers are no longer in doubt.
void move_marker(FigureState& figure, std::size_t marker, const glm::vec3& to);
std::string marker_title(const MarkerPlace& marker);  ///< "head top"

}  // namespace marrow
