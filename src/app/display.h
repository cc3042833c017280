// Chooses the display for the window and quiets OpenGL drivers that fail. SDL only.
#pragma once

#include <glm/glm.hpp>

struct SDL_Window;

namespace marrow::app {

/// Restricts SDL to video drivers that show their windows, unless SDL_VIDEODRIVER names one. Call
/// before SDL's video is initialized.
void choose_seen_displays();
/// True if the present video driver shows its windows, or SDL_VIDEODRIVER asked for it.
bool is_display_seen();

/// From now on key, button and motion events carry the X server's times, in SDL's ticks: SDL itself
/// stamps an event when it reads it, which a slow frame delays. Other displays report no times.
/// Discards pending events, so call it before a window is opened.
void date_events_by_server();

/// While it lives, an error of the X server does not end the program and drivers print nothing; SDL
/// reports what failed.
class DriverErrors {
 public:
  using Mute = void (*)(bool on);
  /// `mute`: see AppOptions::mute_errors; nullptr: drivers may print.
  explicit DriverErrors(Mute mute);
  ~DriverErrors();
  DriverErrors(const DriverErrors&) = delete;
  DriverErrors& operator=(const DriverErrors&) = delete;

 private:
  Mute mute_ = nullptr;
  void* library_ = nullptr;  ///< X11's; none on other displays
  void* before_ = nullptr;   ///< the handler before
};

/// `wished`, in pixels, but not larger than the usable part of the first display; unchanged if that
/// part is unknown or the driver shows no windows.
glm::ivec2 fitting_size(glm::ivec2 wished);
/// Moves a shown window, with border and title bar, into the usable part of its display, and
/// shrinks it to fit. Maximized windows stay.
void pull_into_display(SDL_Window* window);

}  // namespace marrow::app
