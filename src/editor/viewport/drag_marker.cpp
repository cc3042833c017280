#include "editor/viewport/drag_marker.h"

#include "edit/figure/figure_bones.h"
#include "editor/figure/figure_markers.h"
#include "editor/long_edit.h"
#include "editor/picture_theme.h"
#include "editor/viewport/ghost_point.h"

namespace marrow {

namespace {

constexpr float kMarkerGrabPixels = 10.0f;  // at UI scale 1
constexpr float kMarkerPixels = 5.0f, kFingerPixels = 3.0f;
constexpr view::Color kDoubtful{0.98f, 0.56f, 0.16f, 1.0f};

}  // namespace

std::optional<std::size_t> marker_at(const Session& session, const FigureState& figure,
                                     glm::vec2 pixel) {
  std::optional<std::size_t> found;
  float least = kMarkerGrabPixels * session.ui_scale;
  for (std::size_t m = 0; figure.markers && m < figure.markers->places.size(); ++m) {
    const Projected at =
        project(session.camera, figure.markers->places[m].position, session.picture_size);
    if (!at.visible || glm::distance(at.pixel, pixel) >= least) continue;
    least = glm::distance(at.pixel, pixel);
    found = m;
  }
  return found;
}

bool begin_marker_drag(Editor& editor, const Pointer& pointer) {
  FigureState& figure = editor.figure;
  const std::optional<std::size_t> marker = marker_at(editor, figure, pointer.pixel);
  if (is_dragging(editor) || editor.long_edit.job.has_begun() || !marker) return false;
  figure.active = *marker;
  editor.drag = MarkerDrag{*marker, *figure.markers};
  return true;
}

void update_marker_drag(Editor& editor, const MarkerDrag& held, const Pointer& pointer) {
  FigureState& figure = editor.figure;
  if (!figure.markers) return;
  const glm::vec3 start = held.before[held.marker].position;
  *figure.markers = held.before;
  move_marker(figure, held.marker, middle_below(editor, editor.viewport, pointer.pixel, start));
}

void cancel_marker_drag(FigureState& figure, const MarkerDrag& held) {
  if (figure.markers) *figure.markers = held.before;
}

void add_markers(view::Overlay& overlay, const Session& session, const FigureState& figure,
                 const ViewportState& viewport) {
  if (!figure.markers) return;
  const view::Tones& tones = tones_of(session);
  for (const FigureBone& bone : figure_bones(*figure.markers)) {
    overlay.lines.push_back({{bone.base, bone.tip}, kHalo, 5.0f});
    overlay.lines.push_back({{bone.base, bone.tip}, tones.capsule_hovered, 2.0f});
  }
  const bool is_human = figure.markers->shape == FigureTemplate::humanoid;
  for (std::size_t m = 0; m < figure.markers->places.size(); ++m) {
    const float radius = is_human && m > Marker::toe_end_r ? kFingerPixels : kMarkerPixels;
    const MarkerPlace& place = figure.markers->places[m];
    const bool is_lit = viewport.hovered_marker == m || figure.active == m;
    const view::Color tone = is_lit                ? tones.handle_lit
                             : place.doubt.empty() ? tones.handle
                                                   : kDoubtful;
    overlay.dots.push_back({place.position, tone, is_lit ? radius + 2.0f : radius, kHalo});
  }
}

}  // namespace marrow
