#include "editor/viewport/picture_cache.h"

#include "editor/bench/compare.h"
#include "editor/pose/shelf.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport/marks.h"
#include "editor/viewport/pick.h"

namespace marrow {

namespace {

bool looks_equal(const view::Picture& a, const view::Picture& b) {
  return a.camera == b.camera && a.show == b.show && a.overlay == b.overlay &&
         a.ui_scale == b.ui_scale && a.transparent == b.transparent && a.hatched == b.hatched &&
         a.emphasized == b.emphasized && a.reference == b.reference && a.tones == b.tones &&
         a.gpu_skinning == b.gpu_skinning;
}

void draw_sides(const Editor& editor, const view::Picture& left, view::Renderer& renderer,
                int samples) {
  const auto width = static_cast<int>(editor.viewport.size.x),
             height = static_cast<int>(editor.viewport.size.y);
  if (!is_comparing(editor)) return renderer.draw(left, width, height, samples);
  renderer.draw_split(left, right_picture(editor, left), static_cast<int>(divider_pixel(editor)),
                      width, height, samples);
}

}  // namespace

bool PictureCache::is_stale(const Editor& editor) const {
  return !drawn_ || !(drawn_->picture.camera == editor.camera) ||
         !(drawn_->scene == shown_scene(editor));
}

bool PictureCache::draw(Editor& editor, view::Renderer& renderer) {
  update_compare(editor);
  update_marks(editor);
  const Scene& scene = shown_scene(editor);
  editor.deformer.update(scene);  // last: what came before may have asked about the document's
  view::Picture picture = picture_of(editor);
  picture.scene = &scene;
  picture.overlay = overlay_of(editor);
  const std::optional<Right> right =
      is_comparing(editor) ? std::optional(Right{editor.bench.compare.scene, divider_pixel(editor)})
                           : std::nullopt;
  const glm::vec2 size = editor.viewport.size;
  const bool is_there = drawn_ && !is_lost_ && drawn_->size == size &&
                        drawn_->samples == editor.samples && drawn_->scene == scene &&
                        drawn_->right == right && looks_equal(drawn_->picture, picture);
  if (is_there) return false;
  draw_sides(editor, picture, renderer, editor.samples);
  is_lost_ = false;
  drawn_ = Drawn{scene, std::move(picture), right, size, editor.samples};
  return true;
}

}  // namespace marrow
