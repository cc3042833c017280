// Rig > Make a skeleton: a search of the figure's joints next to the window, markers to correct it,
// the skeleton as one step. No ImGui, no SDL.
#pragma once

#include <optional>
#include <string>

#include "editor/editor.h"
#include "platform/background_job.h"
#include "rig/figure/search.h"

namespace marrow {

struct FigureState {
  platform::BackgroundJob<FigureSearch> search;
  Scene from;  ///< that was searched; after an edit its markers are not wanted

  FigureWish wish;  ///< that was searched for
  std::optional<FigureMarkers> markers;
  std::string refusal;       ///< why the search found none, and what to do; empty: it did not fail
  bool is_symmetric = true;  ///< a marker takes the one of the other side along
  std::size_t active = 0;    ///< the marker that keys move
};

/// Searches the meshes without a skeleton. The inspector, or a toast where it is not shown, reports
/// a refusal, and the choice of the template stays open; markers of another template that fits are
/// shown instead.
void begin_figure(Editor& editor, const FigureWish& wish = {});
/// Call once per frame: takes what jobs have found; ends after an edit of the scene. True if
/// something is new to see.
bool advance_figure(Editor& editor);
/// Markers are shown, being searched, or were not found.
bool has_figure(const Editor& editor);
bool shows_markers(const Editor& editor);
/// Builds the skeleton at the markers: one step. A large mesh is fitted next to the window.
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
/// Moves a marker, with the one of the other side if the state is symmetric; one of the middle then
/// stays in the plane of symmetry. What is moved by hand is no longer in doubt.
void move_marker(FigureState& figure, std::size_t marker, const glm::vec3& to);
std::string marker_title(const MarkerPlace& marker);  ///< "head top"

}  // namespace marrow
