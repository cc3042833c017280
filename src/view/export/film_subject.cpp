#include "view/export/film_subject.h"

#include <utility>

#include "scene/playback.h"
#include "view/gl/parts.h"

namespace marrow::view {

Scene scene_at(const FilmPlan& plan, int frame) {
  if (!plan.motion) return plan.scene;
  const double seconds = plan.from + frame / plan.settings.rate;
  return at_time(plan.scene, *plan.motion, static_cast<float>(seconds));
}

FilmSubject::FilmSubject(const Tasks& tasks, FilmPlan plan)
    : plan_(std::move(plan)), deformer_(Deformer::with(tasks)) {}

Picture FilmSubject::picture(int frame) {
  shown_ = scene_at(plan_, frame);
  deformer_.update(shown_);
  Picture picture = plan_.look;
  picture.scene = &shown_;
  picture.deformed = &deformer_;
  picture.transparent = plan_.settings.transparent;
  if (plan_.turning) picture.camera = camera_at(*plan_.turning, frame);
  if (plan_.follows && plan_.motion)
    picture.camera.target += travelled(plan_.scene, shown_, *plan_.motion);
  return picture;
}

Image FilmSubject::draw(Renderer& renderer, int frame, glm::ivec2 size) {
  Picture frame_picture = picture(frame);
  frame_picture.ui_scale *= static_cast<float>(size.y) / static_cast<float>(plan_.settings.size.y);
  return draw_large(renderer, std::move(frame_picture), size);
}

}  // namespace marrow::view
