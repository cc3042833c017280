#include "view/export/film_subject.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <utility>

#include "rig/playback.h"
#include "scene/motion_sampling.h"
#include "view/gl/parts.h"

namespace marrow::view {

Camera camera_at(const Turntable& turntable, int frame) {
  const int frames = std::max(turntable.frames, 1);
  const int step = (frame % frames + frames) % frames;
  const double share = static_cast<double>(step) / frames;
  const double turn = 2.0 * glm::pi<double>() * share;
  const double by =
      turntable.back_and_forth ? static_cast<double>(turntable.swing) * std::sin(turn) : turn;
  return orbited(turntable.start, static_cast<float>(turntable.reversed ? -by : by), 0.0f);
}

Camera framed_all_around(Camera camera, const Bounds& world_bounds, float aspect) {
  if (world_bounds.empty()) return camera;
  constexpr int kAround = 64;
  constexpr float kAirAround = 1.08f;
  const glm::vec3 half = 0.5f * (world_bounds.high - world_bounds.low);
  const float radius = glm::length(glm::vec2(half.x, half.z));
  const float up = std::tan(0.5f * camera.field_of_view), across = up * aspect;
  const float sine = std::sin(camera.pitch), cosine = std::cos(camera.pitch);
  float distance = 1e-3f;
  // the two rims of the cylinder that the turning bounds sweep
  for (int i = 0; i < 2 * kAround; ++i) {
    const float angle = glm::two_pi<float>() * static_cast<float>(i / 2) / kAround;
    const float y = i % 2 == 0 ? half.y : -half.y, towards_eye = radius * std::cos(angle);
    const float depth = camera.orthographic ? 0.0f : y * sine + towards_eye * cosine;
    const float right = std::abs(radius * std::sin(angle)),
                high = std::abs(y * cosine - towards_eye * sine);
    distance = std::max(distance, depth + kAirAround * std::max(right / across, high / up));
  }
  camera.target = world_bounds.center();
  camera.distance = distance;
  return camera;
}

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
    picture.camera.target +=
        traveled(plan_.scene, shown_, figure_joint(plan_.scene, *plan_.motion));
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
