#include "editor/figure/figure_markers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "edit/figure/figure_rig.h"
#include "editor/long_edit.h"
#include "editor/rays.h"
#include "editor/shell_state.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"

namespace marrow {

namespace {

/// The hips.
std::size_t root_of(const FigureMarkers& markers) {
  std::size_t root = 0;
  while (markers[root].parent != root) root = markers[root].parent;
  return root;
}

/// The plane of symmetry goes through the hips.
glm::vec3 mirror_image(const FigureMarkers& markers, const glm::vec3& point) {
  const glm::vec3 left = glm::cross(markers.up, markers.front);
  return point - 2.0f * glm::dot(point - markers[root_of(markers)].position, left) * left;
}

void forget(FigureState& figure) {
  figure.search.drop();
  figure.markers.reset();
  figure.refusal.clear();
  figure.from = {};
}

void take_markers(Editor& editor, FigureMarkers found) {
  FigureState& figure = editor.figure;
  figure.wish.shape = found.shape;
  const auto doubtful = std::find_if(found.places.begin(), found.places.end(),
                                     [](const MarkerPlace& place) { return !place.doubt.empty(); });
  figure.active = doubtful == found.places.end() ? 0 : std::size_t(doubtful - found.places.begin());
  found.has_twists = figure.wish.has_twists;  // kept when fingers are searched again
  figure.markers = std::move(found);
  editor.wants_redraw = true;
}

void take_search(Editor& editor) {
  FigureState& figure = editor.figure;
  platform::JobOutcome<FigureSearch> outcome = figure.search.take();
  if (!outcome.result) {
    forget(figure);
    if (!outcome.problem.empty()) say(editor, outcome.problem, true);
    return;
  }
  FigureSearch& search = *outcome.result;
  if (search.markers) return take_markers(editor, std::move(*search.markers));
  // If another template fits, its markers are shown, and a toast explains why.
  const std::string why =
      fmt::format("No {}: {}. ", choice_row(figure.wish.shape).title, search.refusal);
  if (!search.instead) {
    figure.refusal =
        why + "Choose what it is, draw the joints, or use Rig > Add skeleton > Add human skeleton.";
    editor.wants_redraw = true;
    const bool shows_panel = editor.right_tab == RightTab::inspector &&
                             editor.focus.is_in_window[std::size_t(FocusPlace::right)];
    if (!shows_panel) say(editor, figure.refusal, true);
    return;
  }
  say(editor, why + fmt::format("A {} fits: here are its markers.",
                                choice_row(search.instead->shape).title));
  take_markers(editor, std::move(*search.instead));
}

void go_on_to_pose(Editor& editor) {
  forget(editor.figure);
  set_tab(editor, editor.viewport, Tab::pose);
}

}  // namespace

void begin_figure(Editor& editor, const FigureWish& wish) {
  FigureState& figure = editor.figure;
  editor.long_edit.job.cancel();  // it may be building a skeleton at the old markers
  forget(figure);
  figure.from = editor.document.committed();
  figure.wish = wish;
  editor.right_tab = RightTab::inspector;
  figure.search.begin(
      {.out_of_memory = "There is not enough memory to search the figure's joints.",
       .words = "Looking for the joints"},
      [scene = figure.from, wish = figure.wish](Progress& progress) -> std::optional<FigureSearch> {
        return find_markers(unbound_shells(scene), wish, progress.part());
      });
  editor.wants_redraw = true;
}

bool advance_figure(Editor& editor) {
  FigureState& figure = editor.figure;
  if (!has_figure(editor) || is_dragging(editor)) return false;
  if (!(editor.document.committed() == figure.from)) {
    const bool had_markers = figure.refusal.empty();
    forget(figure);
    if (!had_markers) return true;
    say(editor,
        "The markers are gone, as the scene has changed. Rig > Make a skeleton finds new "
        "ones.");
    return true;
  }
  if (!figure.search.is_done()) return false;
  take_search(editor);
  return true;
}

bool has_figure(const Editor& editor) {
  const FigureState& figure = editor.figure;
  return figure.search.has_begun() || shows_markers(editor) || !figure.refusal.empty();
}

bool shows_markers(const Editor& editor) { return editor.figure.markers.has_value(); }

void build_figure(Editor& editor) {
  if (!shows_markers(editor)) return;
  const auto find = [markers = *editor.figure.markers, tasks = &editor.document.tasks()](
                        const Scene& scene, Progress& progress) {
    progress.set_words("Fitting the radii");
    Operation edit =
        made_skeleton(scene, fitted_bones(scene, figure_bones(markers), *tasks, progress.part()));
    Applied applied = apply(scene, edit, *tasks);
    return FoundEdit{std::move(edit), std::move(applied),
                     "The skeleton is there: drag a ring to pose it. In Rig, radii and joints can "
                     "be changed."};
  };
  perform_long(
      editor,
      {.title = "Building the skeleton", .find = find, .binds = true, .then = go_on_to_pose});
}

bool close_figure(Editor& editor) {
  if (!has_figure(editor)) return false;
  editor.long_edit.job.cancel();
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
  markers.swap_sides();
  if (markers.shape != FigureTemplate::chain) return;
  for (std::size_t m = 0, end = markers.places.size(); m < end / 2; ++m) {
    std::swap(markers[m].position, markers[end - 1 - m].position);
    std::swap(markers[m].doubt, markers[end - 1 - m].doubt);
  }
}

void step_marker(FigureState& figure, int by) {
  if (!figure.markers) return;
  const int count = int(figure.markers->places.size());
  figure.active = std::size_t((int(figure.active) + by + count) % count);
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

void move_marker(FigureState& figure, std::size_t marker, const glm::vec3& to) {
  FigureMarkers& markers = *figure.markers;
  const auto put = [&](std::size_t which, const glm::vec3& there) {
    markers[which].position = there;
    markers[which].doubt.clear();
  };
  const std::size_t other = markers.mirrored(marker);
  put(marker, to);
  if (!figure.is_symmetric || !has_sides(markers.shape)) return;
  // The hips define the plane of symmetry, so they move freely.
  if (other != marker)
    put(other, mirror_image(markers, to));
  else if (marker != root_of(markers))
    put(marker, 0.5f * (to + mirror_image(markers, to)));
}

std::string marker_title(const MarkerPlace& marker) {
  std::string title = marker.name;
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

}  // namespace marrow
