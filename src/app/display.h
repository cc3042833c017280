// Chooses the display for the window and quiets OpenGL drivers that fail. SDL only.
#pragma once

#include "editor/preferences_state.h"

struct SDL_Window;

namespace marrow::app {

/// Restricts SDL to video drivers that show their windows, unless SDL_VIDEODRIVER names one. Call
/// before SDL's video is initialized.
void choose_seen_displays();
/// True if the present video driver shows its windows, or if SDL_VIDEODRIVER chose the driver.
bool is_display_seen();

/// From now on key, button and motion events carry the X server's times, in SDL's ticks: SDL itself
/// stamps events when it reads them, which a slow frame delays. Other displays report no times.
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
  void* library_ = nullptr;  ///< the X11 library; nullptr on other displays
  void* before_ = nullptr;   ///< the previous error handler
};

/// True if the widths of the window's frame are known: an X server reports them some time after the
/// window is shown.
bool has_frame(SDL_Window* window);
/// `wished` as place_window() fits it into the screens, with the frame of `window` if it is known.
/// Unchanged if the screens are unknown or the driver shows no windows.
WindowPlace fitting_place(const WindowPlace& wished, SDL_Window* window = nullptr);
/// Moves a shown window to fitting_place(). Maximized windows stay.
void put_on_screen(SDL_Window* window, const WindowPlace& wished);

}  // namespace marrow::app
