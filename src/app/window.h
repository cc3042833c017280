// Owns the SDL window, its OpenGL context and ImGui's context; destroys them in reverse order.
#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/preferences_state.h"
#include "view/gl/renderer.h"

struct SDL_Window;

namespace marrow::app {

class Window {
 public:
  /// Opens a window at this place, or where place_window() moves it. Throws std::runtime_error
  /// without a display or OpenGL 3.3. `mute_errors`: see AppOptions.
  Window(const WindowPlace& place, void (*mute_errors)(bool on) = nullptr);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  glm::ivec2 size() const;  ///< pixels; 0 x 0 while the window is minimized
  /// The place to store for the next start; `before` is the one stored last.
  WindowPlace place(WindowPlace before) const;
  void resize(int width, int height);
  void set_title(const std::string& title);
  void hide();
  void set_minimum_size(int width, int height);
  /// The display's scale, 1 if unknown.
  float display_scale() const;

  /// True without a graphics card: antialiasing then waits until the picture is at rest.
  bool draws_in_software() const { return draws_in_software_; }

  /// Sets colors, sizes and fonts for a scale. Call between frames. Returns missing fonts (see
  /// apply_theme()).
  std::vector<std::string> set_ui_scale(float scale);

  void begin_gui();          ///< a frame of ImGui's backends; before Input::write_to(), new_frame()
  void end_gui();            ///< draws ImGui's draw lists
  view::Image read() const;  ///< the window's pixels, after end_gui() and before swap()
  void swap();

  /// True, once, when the driver reports that the context is lost (card reset or removed); then
  /// call remake_context(). False if the driver cannot tell: before OpenGL 4.5 without
  /// KHR_robustness, and on EGL, where SDL makes contexts without it.
  bool has_lost_context() const;
  /// Replaces the context, lost or not; ImGui uses the new one from the next begin_gui() on. All
  /// objects of the old context must be gone, because the new one reuses their names. Throws
  /// std::runtime_error if the driver makes no context for 5 seconds.
  void remake_context();

 private:
  void make_window(void (*mute_errors)(bool on));
  bool make_context();
  void make_gui();
  void close();

  SDL_Window* window_ = nullptr;
  void* context_ = nullptr;
  std::optional<WindowPlace> wished_;  ///< the desired place; none once the frame is known
  bool has_video_ = false, has_gui_ = false, draws_in_software_ = false, tells_loss_ = false;
};

}  // namespace marrow::app
