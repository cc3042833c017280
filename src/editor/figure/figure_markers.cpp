#include "editor/figure/figure_markers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "edit/figure_rig.h"
#include "editor/figure/figure_state.h"
#include "editor/rays.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"

namespace marrow {

namespace {

/// The plane of symmetry goes through the hips.
glm::vec3 mirror_image(const FigureMarkers& markers, const glm::vec3& point) {
  const glm::vec3 left = glm::cross(markers.up, markers.front);
  return point - 2.0f * glm::dot(point - markers[Marker::hips].position, left) * left;
}

void forget(FigureState& figure) {
  figure.search.drop();
  figure.build.drop();
  figure.markers.reset();
  figure.hovered.reset();
  figure.from = {};
}

void take_search(Editor& editor) {
  FigureState& figure = editor.figure;
  platform::JobOutcome<FigureSearch> outcome = figure.search.take();
  if (!outcome.result || !outcome.result->markers) {
    forget(figure);
    if (outcome.result)
      say(editor,
          fmt::format("No human figure: {}. Draw the joints, or use Rig > Add skeleton > Add human "
                      "skeleton.",
                      outcome.result->refusal),
          true);
    else if (!outcome.problem.empty())
      say(editor, outcome.problem, true);
    return;
  }
  figure.markers = std::move(outcome.result->markers);
  figure.active = Marker::head_top;
  for (std::size_t m = 0; m < kMarkers; ++m)
    if (!figure.markers->places[m].doubt.empty()) {
      figure.active = Marker(m);
      break;
    }
  editor.wants_redraw = true;
}

void take_build(Editor& editor) {
  const platform::JobOutcome<std::vector<HumanBone>> outcome = editor.figure.build.take();
  if (!outcome.result) {
    if (!outcome.problem.empty()) say(editor, outcome.problem, true);
    return;
  }
  forget(editor.figure);
  if (!perform(editor, made_skeleton(editor.document.scene(), *outcome.result))) return;
  set_tab(editor, editor.viewport, Tab::pose);
  say(editor,
      "The skeleton is there: drag a ring to pose it. In Rig, radii and joints can be "
      "changed.");
}

}  // namespace

void begin_figure(Editor& editor) {
  FigureState& figure = editor.figure;
  forget(figure);
  figure.from = editor.document.committed();
  editor.right_tab = RightTab::inspector;
  figure.search.begin({.out_of_memory = "There is not enough memory to search the figure's joints.",
                       .words = "Looking for the joints"},
                      [scene = figure.from](Progress& progress) -> std::optional<FigureSearch> {
                        return find_markers(unbound_shells(scene), progress.part());
                      });
  editor.wants_redraw = true;
}

bool advance_figure(Editor& editor) {
  FigureState& figure = editor.figure;
  if (!has_figure(editor) || is_dragging(editor)) return false;
  if (!(editor.document.committed() == figure.from)) {
    forget(figure);
    say(editor,
        "The markers are gone, as the scene has changed. Rig > Make a skeleton finds new "
        "ones.");
    return true;
  }
  const bool is_found = figure.search.is_done(), is_built = figure.build.is_done();
  if (is_found) take_search(editor);
  if (is_built) take_build(editor);
  return is_found || is_built;
}

bool has_figure(const Editor& editor) {
  return editor.figure.search.has_begun() || shows_markers(editor);
}

bool shows_markers(const Editor& editor) { return editor.figure.markers.has_value(); }

void build_figure(Editor& editor) {
  FigureState& figure = editor.figure;
  if (!figure.markers || figure.build.has_begun()) return;
  figure.build.begin(
      {.out_of_memory = "There is not enough memory to build the skeleton.",
       .words = "Fitting the radii"},
      [scene = figure.from, markers = *figure.markers, tasks = &editor.document.tasks()](
          Progress& progress) -> std::optional<std::vector<HumanBone>> {
        return fitted_bones(scene, human_bones(markers), *tasks, progress.part());
      });
}

bool close_figure(Editor& editor) {
  if (!has_figure(editor)) return false;
  forget(editor.figure);
  editor.wants_redraw = true;
  return true;
}

void on_document_replaced(FigureState& figure) { forget(figure); }

void turn_figure(FigureState& figure) {
  if (!figure.markers) return;
  FigureMarkers& markers = *figure.markers;
  markers.front = -markers.front;
  markers.front_doubt.clear();
  for (std::size_t m = kMiddleMarkers; m < kMiddleMarkers + kSideMarkers; ++m)
    std::swap(markers.places[m], markers.places[m + kSideMarkers]);
}

void step_marker(FigureState& figure, int by) {
  constexpr int kCount = int(kMarkers);
  figure.active = Marker((int(figure.active) + by + kCount) % kCount);
}

void nudge_marker(Editor& editor, glm::vec2 by) {
  FigureState& figure = editor.figure;
  if (!figure.markers) return;
  const Ray middle = ray_at(editor, 0.5f * editor.picture_size),
            right = ray_at(editor, {editor.picture_size.x, 0.5f * editor.picture_size.y});
  const glm::vec3 forward = glm::normalize(middle.direction);
  glm::vec3 across = right.origin + right.direction - middle.origin - middle.direction;
  across = glm::normalize(across - forward * glm::dot(across, forward));
  const glm::vec3 step = by.x * across + by.y * glm::cross(across, forward);
  move_marker(figure, figure.active,
              (*figure.markers)[figure.active].position + 1e-3f * figure.markers->height * step);
  editor.wants_redraw = true;
}

void move_marker(FigureState& figure, Marker marker, const glm::vec3& to) {
  FigureMarkers& markers = *figure.markers;
  const Marker other = mirrored(marker);
  const bool is_middle = other == marker;
  MarkerPlace& place = markers[marker];
  place = {to, {}};
  if (!figure.is_symmetric) return;
  // The hips lie in the plane that they define: they move along it.
  if (is_middle && marker != Marker::hips)
    place.position = 0.5f * (to + mirror_image(markers, to));
  else if (!is_middle)
    markers[other] = {mirror_image(markers, to), {}};
}

std::string marker_title(Marker marker) {
  std::string title = kMarkerNames[std::size_t(marker)];
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

}  // namespace marrow
