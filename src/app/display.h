// Which display the window opens on, and OpenGL drivers that fail. SDL only.
#pragma once

#include <glm/glm.hpp>

struct SDL_Window;

namespace marrow::app {

/// Leaves SDL only video drivers whose windows someone sees, unless SDL_VIDEODRIVER names one.
/// Before SDL's video is initialized.
void choose_seen_displays();
/// True if the present video driver shows its windows, or SDL_VIDEODRIVER asked for it.
bool is_display_seen();

/// From here on keys, buttons and motion have the time that the X server gave them, in SDL's ticks:
/// SDL dates an event when it takes it, which a slow frame delays. Other displays tell no time.
/// Forgets events that wait; before a window is opened.
void date_events_by_server();

/// While it lives, an error of the X server does not end the program, and drivers say nothing:
/// what failed is then SDL's to report.
class DriverErrors {
 public:
  using Mute = void (*)(bool on);
  /// `mute`: see AppOptions::mute_errors; nullptr: drivers may speak.
  explicit DriverErrors(Mute mute);
  ~DriverErrors();
  DriverErrors(const DriverErrors&) = delete;
  DriverErrors& operator=(const DriverErrors&) = delete;

 private:
  Mute mute_ = nullptr;
  void* library_ = nullptr;  ///< X11's; none on other displays
  void* before_ = nullptr;   ///< the handler that was there
};

/// `wished`, in pixels, but not larger than the usable part of the first display; as it is where
/// that is unknown or nothing is seen.
glm::ivec2 fitting_size(glm::ivec2 wished);
/// Pulls a shown window, with its border and title bar, into the usable part of its display.
void pull_into_display(SDL_Window* window);

}  // namespace marrow::app
