#include "app/picture_cache.h"

#include "app/gizmo_overlay.h"
#include "app/viewport_pick.h"

namespace marrow::app {

namespace {

bool looks_equal(const view::Picture& a, const view::Picture& b) {
  return a.camera == b.camera && a.show == b.show && a.overlay == b.overlay && a.ui_scale == b.ui_scale && a.transparent == b.transparent;
}

}  // namespace

bool PictureCache::is_stale(const Editor& editor) const {
  return !drawn_ || !(drawn_->picture.camera == editor.camera) || !(drawn_->scene == editor.document.scene());
}

bool PictureCache::draw(Editor& editor, view::Renderer& renderer) {
  editor.deformer.update(editor.document.scene());
  view::Picture picture = picture_of(editor);
  picture.overlay = overlay_of(editor);
  const glm::vec2 size = editor.viewport.size;
  const bool is_there = drawn_ && drawn_->size == size && drawn_->samples == editor.samples && drawn_->scene == editor.document.scene() &&
                        looks_equal(drawn_->picture, picture);
  if (is_there) return false;
  renderer.draw(picture, static_cast<int>(size.x), static_cast<int>(size.y), editor.samples);
  drawn_ = Drawn{editor.document.scene(), std::move(picture), size, editor.samples};
  return true;
}

view::Image PictureCache::clean(Editor& editor, view::Renderer& renderer) {
  editor.deformer.update(editor.document.scene());
  view::Picture picture = picture_of(editor);
  picture.show.hovered = kNoId;
  renderer.draw(picture, static_cast<int>(editor.viewport.size.x), static_cast<int>(editor.viewport.size.y), 4);
  drawn_.reset();
  return renderer.read();
}

}  // namespace marrow::app
