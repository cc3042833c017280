#include "view/export/film_subject.h"

#include <algorithm>
#include <utility>

#include "rig/playback.h"
#include "scene/motion_sampling.h"
#include "view/gl/parts.h"

namespace marrow::view {

Scene scene_at(const FilmPlan& plan, int frame) {
  if (!plan.motion) return plan.scene;
  const double seconds = plan.from + frame / plan.settings.rate;
  return at_time(plan.scene, *plan.motion, static_cast<float>(seconds));
}

namespace {

/// The camera without following the figure.
Camera camera_of(const FilmPlan& plan, int frame) {
  if (plan.turning) return camera_at(*plan.turning, frame);
  if (!plan.move) return plan.look.camera;
  const int last = std::max(plan.settings.frames - 1, 1);
  return eased(*plan.move, static_cast<float>(frame) / static_cast<float>(last));
}

}  // namespace

FilmSubject::FilmSubject(const Tasks& tasks, FilmPlan plan)
    : plan_(std::move(plan)), deformer_(Deformer::with(tasks)) {}

Picture FilmSubject::picture(int frame) {
  shown_ = scene_at(plan_, frame);
  deformer_.update(shown_);
  Picture picture = plan_.look;
  picture.scene = &shown_;
  picture.deformed = &deformer_;
  picture.transparent = plan_.settings.transparent;
  picture.camera = camera_of(plan_, frame);
  if (plan_.follows && plan_.motion)
    picture.camera.target += traveled(plan_.scene, shown_, *plan_.motion);
  return picture;
}

Image FilmSubject::draw(Renderer& renderer, int frame, glm::ivec2 size) {
  Picture frame_picture = picture(frame);
  frame_picture.ui_scale *= static_cast<float>(size.y) / static_cast<float>(plan_.settings.size.y);
  Image image = draw_large(renderer, std::move(frame_picture), size);
  draw_caption(image, plan_.caption);
  return image;
}

}  // namespace marrow::view
