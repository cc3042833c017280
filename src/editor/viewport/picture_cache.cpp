#include "editor/viewport/picture_cache.h"

#include <algorithm>

#include "editor/bench/compare.h"
#include "editor/editor.h"
#include "editor/pose/shelf.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport/marks.h"
#include "editor/viewport/select.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

bool looks_equal(const view::Picture& a, const view::Picture& b) {
  return a.camera == b.camera && a.show == b.show && a.overlay == b.overlay &&
         a.ui_scale == b.ui_scale && a.transparent == b.transparent && a.hatched == b.hatched &&
         a.emphasized == b.emphasized && a.reference == b.reference && a.tones == b.tones;
}

void draw_sides(const Session& session, const CompareState& compare, const view::Picture& left,
                view::Renderer& renderer, glm::ivec2 pixels, int samples) {
  if (!is_comparing(compare)) return renderer.draw(left, pixels.x, pixels.y, samples);
  const float share = float(pixels.x) / std::max(session.picture_size.x, 1.0f);
  renderer.draw_split(left, right_picture(session, compare, left),
                      int(divider_pixel(session, compare) * share), pixels.x, pixels.y, samples);
}

/// True if distances or blends are not final: the picture will change, but not the scene.
bool is_provisional(const Deformer& deformer) {
  return deformer.measures_straight_meanwhile() || deformer.blends_linearly_meanwhile();
}

}  // namespace

bool PictureCache::is_stale(const Editor& editor) const {
  return !drawn_ || !(drawn_->picture.camera == editor.camera) ||
         !(drawn_->scene == shown_scene(editor, editor.shelf));
}

/// Never during animations and drags: their movement shows that the window works.
bool PictureCache::must_wait(Editor& editor, bool is_slow) {
  constexpr int kFrames = 2;  // the panels of the first frame are drawn already
  const bool moves = is_dragging(editor) || editor.wants_redraw || editor.camera_move;
  const bool waits = is_slow && drawn_ && !is_lost_ && !moves && frames_waited_ < kFrames;
  frames_waited_ = waits ? frames_waited_ + 1 : 0;
  editor.wants_redraw |= waits || editor.viewport.awaits_picture;
  editor.viewport.awaits_picture = waits;
  return waits;
}

bool PictureCache::draw(Editor& editor, view::Renderer& renderer, float share, bool is_slow) {
  update_compare(editor);
  update_marks(editor, editor.bench, editor.viewport);
  const Scene& scene = shown_scene(editor, editor.shelf);
  editor.deformer.update(scene);  // last: the calls above may update it to the document's scene
  view::Picture picture = picture_of(editor);
  picture.scene = &scene;
  picture.overlay = overlay_of(editor);
  picture.ui_scale *= share;
  const std::optional<Right> right =
      is_comparing(editor.compare)
          ? std::optional(Right{editor.compare.scene, divider_pixel(editor, editor.compare),
                                is_provisional(*editor.compare.deformer)})
          : std::nullopt;
  const glm::ivec2 pixels = glm::max(glm::ivec2(editor.picture_size * share), glm::ivec2(1));
  const bool is_there = drawn_ && !is_lost_ && drawn_->pixels == pixels &&
                        drawn_->samples == editor.viewport.samples && drawn_->scene == scene &&
                        drawn_->is_provisional == is_provisional(editor.deformer) &&
                        drawn_->right == right && looks_equal(drawn_->picture, picture);
  if (must_wait(editor, is_slow && !is_there) || is_there) return false;
  draw_sides(editor, editor.compare, picture, renderer, pixels, editor.viewport.samples);
  is_lost_ = false;
  drawn_ = Drawn{scene,  std::move(picture),      right,
                 pixels, editor.viewport.samples, is_provisional(editor.deformer)};
  return true;
}

}  // namespace marrow
