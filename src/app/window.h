// Owners of the SDL window, its OpenGL context and ImGui's context: made together, gone in the
// reverse order.
#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "view/picture/renderer.h"

struct SDL_Window;

namespace marrow::app {

class Window {
 public:
  /// Width and height in pixels. Throws std::runtime_error with one line when there is no display
  /// or no OpenGL 3.3.
  Window(int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  glm::ivec2 size() const;  ///< pixels; 0 x 0 while the window is minimised
  void resize(int width, int height);
  void set_title(const std::string& title);
  void hide();
  void set_minimum_size(int width, int height);
  /// What the display asks for, 1 when it does not say.
  float display_scale() const;

  bool draws_in_software() const {
    return draws_in_software_;
  }  ///< no graphics card: antialiasing waits until the picture rests

  /// Colours, metrics and fonts for a scale. Between frames only. Returns what is missing (see
  /// apply_theme).
  std::vector<std::string> set_ui_scale(float scale);

  void begin_gui();          ///< ImGui's backends, before Input::write_to() and ImGui::NewFrame()
  void end_gui();            ///< draws what ImGui has
  view::Image read() const;  ///< the window's pixels, after end_gui() and before swap()
  void swap();

  /// The driver says that the context and all in it are gone: the card was reset, or taken away.
  /// Says so once: it is to be remade then. False where the driver cannot say (before OpenGL 4.5
  /// without KHR_robustness, and on EGL, whose contexts SDL makes without it).
  bool has_lost_context() const;
  /// Another context takes the place of the one there, lost or not, and ImGui draws in it from the
  /// next begin_gui() on. Nobody may hold objects of the old one any more: their names would mean
  /// others in the new one. Throws std::runtime_error when the driver gives none, after it was
  /// asked for a few seconds: drivers need a while to come back from a reset.
  void remake_context();

 private:
  void make_window(int width, int height);
  bool make_context();
  void make_gui();
  void close();

  SDL_Window* window_ = nullptr;
  void* context_ = nullptr;
  bool has_video_ = false, has_gui_ = false, draws_in_software_ = false, tells_loss_ = false;
};

}  // namespace marrow::app
