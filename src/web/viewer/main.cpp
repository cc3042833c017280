// Shows one scene in a page, without the editor. The page's script (viewer.js) draws the controls
// and calls the functions below.
#include <algorithm>
#include <emscripten.h>
#include <emscripten/html5_webgl.h>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "io/gltf/gltf.h"
#include "rig/playback.h"
#include "rig/skinning/deformer.h"
#include "view/gl/gl.h"
#include "view/gl/renderer.h"

namespace {

using namespace marrow;

struct Graphics {
  view::Renderer renderer;
  view::gl::Framebuffer from;  ///< to read the renderer's texture
};

struct Viewer {
  Scene scene, shown;  ///< as loaded; at the current time of the motion
  Deformer deformer;
  std::optional<Graphics> graphics{std::in_place};
  view::Show show;
  Camera camera, first_camera;
  glm::ivec2 size{1};
  float scale = 1.0f;
  bool is_changed = true;
};

std::unique_ptr<Viewer> viewer;
std::string answer;  ///< keeps the last text returned to JavaScript

const char* answered(std::string words) {
  answer = std::move(words);
  return answer.c_str();
}

void make_context() {
  if (emscripten_webgl_get_current_context() > 0) return;
  EmscriptenWebGLContextAttributes wanted;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.antialias = wanted.depth = wanted.stencil = false;  // the renderer has its own target
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context =
      emscripten_webgl_create_context("#canvas", &wanted);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
    throw std::runtime_error("this browser gave no WebGL 2, which draws the picture");
}

Scene scene_of(const char* path) {
  io::LoadProgress progress({});
  Scene scene = io::load_gltf(path, progress).scene;
  if (const std::string why = why_invalid(scene); !why.empty()) throw std::runtime_error(why);
  return scene;
}

const Motion* motion_at(int number) {
  const auto& motions = viewer->scene.motions;
  return number >= 0 && std::size_t(number) < motions.size() ? motions[std::size_t(number)].get()
                                                             : nullptr;
}

float aspect() { return float(viewer->size.x) / float(viewer->size.y); }

void look(const Camera& camera) {
  viewer->camera = camera;
  viewer->is_changed = true;
}

/// Copies the renderer's picture to the canvas.
void present() {
  const glm::ivec2 size = viewer->size;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, viewer->graphics->from.name());
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         viewer->graphics->renderer.texture(), 0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace

extern "C" {

/// Opens a .glb in the page's memory, with the canvas's size in pixels. Returns the error, or an
/// empty text.
EMSCRIPTEN_KEEPALIVE const char* viewer_open(const char* path, int width, int height, float scale,
                                             int mesh, int capsules, int joints) try {
  Scene scene = scene_of(path);
  viewer.reset();
  make_context();
  viewer = std::make_unique<Viewer>();
  viewer->scene = viewer->shown = std::move(scene);
  viewer->size = {std::max(width, 1), std::max(height, 1)};
  viewer->scale = scale;
  viewer->show.mesh = mesh != 0;
  viewer->show.capsules = capsules != 0;
  viewer->show.joints = joints != 0;
  viewer->show.uncovered = false;
  viewer->deformer.update(viewer->shown);
  viewer->first_camera =
      viewer->scene.camera
          ? *viewer->scene.camera
          : framed(Camera{}, world_bounds(viewer->deformer, viewer->shown), aspect());
  viewer->camera = viewer->first_camera;
  return answered({});
} catch (const std::exception& error) {
  return answered(error.what());
}

EMSCRIPTEN_KEEPALIVE void viewer_resize(int width, int height, float scale) {
  viewer->size = {std::max(width, 1), std::max(height, 1)};
  viewer->scale = scale;
  viewer->is_changed = true;
}

/// The names of the motions, one per line.
EMSCRIPTEN_KEEPALIVE const char* viewer_motions() {
  std::string lines;
  for (const std::shared_ptr<const Motion>& motion : viewer->scene.motions) {
    std::string name = motion->name;
    std::replace(name.begin(), name.end(), '\n', ' ');
    lines += (lines.empty() ? "" : "\n") + (name.empty() ? "Motion" : name);
  }
  return answered(std::move(lines));
}

EMSCRIPTEN_KEEPALIVE float viewer_duration(int motion) {
  const Motion* found = motion_at(motion);
  return found ? duration_of(*found) : 0.0f;
}

/// Shows the scene at a time of a motion; without a motion, in the file's pose.
EMSCRIPTEN_KEEPALIVE void viewer_show_moment(int motion, float seconds) {
  const Motion* found = motion_at(motion);
  viewer->shown = found ? at_time(viewer->scene, *found, seconds) : viewer->scene;
  viewer->is_changed = true;
}

// Distances in pixels of the canvas. A drag over 400 pixels of the page turns by half a turn, as in
// the editor.
EMSCRIPTEN_KEEPALIVE void viewer_orbit(float right, float down) {
  const float turn = 0.0075f / viewer->scale;
  look(orbited(viewer->camera, -right * turn, down * turn));
}
EMSCRIPTEN_KEEPALIVE void viewer_pan(float right, float down) {
  look(panned(viewer->camera, {right, down}, float(viewer->size.y)));
}
EMSCRIPTEN_KEEPALIVE void viewer_zoom(float factor) {
  look(dollied(viewer->camera, factor, viewer->camera.target));
}
EMSCRIPTEN_KEEPALIVE void viewer_home() { look(viewer->first_camera); }

/// For a canvas that lost its context; viewer_remake_graphics() is for when that is back, empty.
EMSCRIPTEN_KEEPALIVE void viewer_lose_graphics() { viewer->graphics.reset(); }
EMSCRIPTEN_KEEPALIVE void viewer_remake_graphics() {
  viewer->graphics.emplace();
  viewer->is_changed = true;
}

/// Draws if anything changed since the last call.
EMSCRIPTEN_KEEPALIVE void viewer_draw() {
  if (!viewer->is_changed || !viewer->graphics) return;
  viewer->is_changed = false;
  viewer->deformer.update(viewer->shown);
  view::Picture picture;
  picture.scene = &viewer->shown;
  picture.deformed = &viewer->deformer;
  picture.camera = viewer->camera;
  picture.show = viewer->show;
  picture.ui_scale = viewer->scale;
  viewer->graphics->renderer.draw(picture, viewer->size.x, viewer->size.y, 4);
  present();
}

}  // extern "C"
