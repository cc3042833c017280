#include "app/display.h"

#include <SDL.h>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/layout.h"

namespace marrow::app {

namespace {

/// Drivers that draw into memory, or onto a text console that may be in use.
bool is_unseen_driver(std::string_view name) {
  constexpr std::string_view kUnseen[] = {"offscreen", "dummy", "evdev", "KMSDRM", "directfb"};
  return std::find(std::begin(kUnseen), std::end(kUnseen), name) != std::end(kUnseen);
}

bool shows_windows() {
  const char* driver = SDL_GetCurrentVideoDriver();
  return driver != nullptr && !is_unseen_driver(driver);
}

bool is_asked_for() {
  const char* asked = SDL_getenv("SDL_VIDEODRIVER");
  return asked != nullptr && *asked != '\0';
}

/// Checked first because Wayland's library prints errors if it cannot connect.
bool has_wayland() {
  const char* display = SDL_getenv("WAYLAND_DISPLAY");
  if (SDL_getenv("WAYLAND_SOCKET") != nullptr) return true;
  return display != nullptr && (*display == '/' || SDL_getenv("XDG_RUNTIME_DIR") != nullptr);
}

// Function types of Xlib, with plain pointers for its own types.
using XErrorHandler = int (*)(void* display, void* error);

int ignore_x_error(void*, void*) { return 0; }

/// Returns the previous handler; nullptr if the library has no such function.
XErrorHandler set_x_error_handler(void* library, XErrorHandler handler) {
  using Set = XErrorHandler (*)(XErrorHandler);
  const auto set = reinterpret_cast<Set>(SDL_LoadFunction(library, "XSetErrorHandler"));
  return set != nullptr ? set(handler) : nullptr;
}

/// The first fields of Xlib's key, button and motion events.
struct XInputEvent {
  int type;  ///< 2 (KeyPress) to 6 (MotionNotify)
  unsigned long serial;
  int is_sent;
  void* display;
  unsigned long window, root, subwindow;
  unsigned long time;  ///< milliseconds of the server's clock
};
/// SDL_SysWMmsg on X11; SDL's header for it needs Xlib's headers.
struct XMessage {
  SDL_version version;
  int subsystem;
  XInputEvent event;
};
constexpr int kSubsystemX11 = 2;

/// The server's time of the X event that SDL is converting.
struct ServerTime {
  std::optional<Uint32> now{};
  /// SDL's clock minus the server's: the smallest difference seen.
  std::optional<Uint32> behind{};
};

void note_server_time(ServerTime& server, const SDL_SysWMEvent& event) {
  server.now.reset();
  const auto* message = reinterpret_cast<const XMessage*>(event.msg);
  if (message == nullptr || message->subsystem != kSubsystemX11 || message->event.type < 2 ||
      message->event.type > 6)
    return;
  server.now = static_cast<Uint32>(message->event.time);
  const Uint32 behind = SDL_GetTicks() - *server.now;
  if (!server.behind || static_cast<Sint32>(behind - *server.behind) < 0) server.behind = behind;
}

bool is_input(Uint32 type) { return type >= SDL_KEYDOWN && type <= SDL_MOUSEWHEEL; }

int date_event(void* data, SDL_Event* event) {
  ServerTime& server = *static_cast<ServerTime*>(data);
  if (event->type == SDL_SYSWMEVENT) {
    note_server_time(server, event->syswm);
    return 0;  // not passed on
  }
  if (server.now && is_input(event->type)) event->common.timestamp = *server.now + *server.behind;
  return 1;
}

}  // namespace

void date_events_by_server() {
  static ServerTime server;
  server = {};
  SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
  SDL_SetEventFilter(date_event, &server);
}

void choose_seen_displays() {
  if (is_asked_for()) return;
  std::string seen;
  for (int i = 0; i < SDL_GetNumVideoDrivers(); ++i) {
    const std::string_view name = SDL_GetVideoDriver(i);
    if (is_unseen_driver(name) || (name == "wayland" && !has_wayland())) continue;
    seen += (seen.empty() ? "" : ",") + std::string(name);
  }
  if (!seen.empty()) SDL_SetHint(SDL_HINT_VIDEODRIVER, seen.c_str());
}

bool is_display_seen() { return is_asked_for() || shows_windows(); }

DriverErrors::DriverErrors(Mute mute) : mute_(mute) {
  if (mute_ != nullptr) mute_(true);
  const char* driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr || std::string_view(driver) != "x11") return;
  library_ = SDL_LoadObject("libX11.so.6");
  if (library_ == nullptr) return;
  before_ = reinterpret_cast<void*>(set_x_error_handler(library_, ignore_x_error));
}

DriverErrors::~DriverErrors() {
  if (mute_ != nullptr) mute_(false);
  if (library_ == nullptr) return;
  const std::string reason = SDL_GetError();
  set_x_error_handler(library_, reinterpret_cast<XErrorHandler>(before_));
  SDL_UnloadObject(library_);
  SDL_SetError("%s", reason.c_str());
}

namespace {

/// The usable parts of all screens; none if they are unknown or the driver shows no windows.
std::vector<Rect> usable_screens() {
  std::vector<Rect> screens;
  const int count = shows_windows() ? SDL_GetNumVideoDisplays() : 0;
  for (int i = 0; i < count; ++i)
    if (SDL_Rect usable;
        SDL_GetDisplayUsableBounds(i, &usable) == 0 && usable.w > 0 && usable.h > 0)
      screens.push_back({glm::ivec2(usable.x, usable.y), glm::ivec2(usable.w, usable.h)});
  return screens;
}

/// The widths of the window's frame; zeros if they are unknown.
WindowFrame frame_of(SDL_Window* window) {
  int top = 0, left = 0, bottom = 0, right = 0;
  if (window != nullptr) SDL_GetWindowBordersSize(window, &top, &left, &bottom, &right);
  return {glm::ivec2(left, top), glm::ivec2(right, bottom)};
}

}  // namespace

bool has_frame(SDL_Window* window) { return frame_of(window).before.y > 0.0f; }

WindowPlace fitting_place(const WindowPlace& wished, SDL_Window* window) {
  return place_window(wished, usable_screens(), frame_of(window));
}

void put_on_screen(SDL_Window* window, const WindowPlace& wished) {
  constexpr Uint32 kNotByHand = SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN;
  const WindowPlace place = fitting_place(wished, window);
  if (!shows_windows() || !place.at || (SDL_GetWindowFlags(window) & kNotByHand) != 0) return;
  glm::ivec2 size, at;
  SDL_GetWindowSize(window, &size.x, &size.y);
  SDL_GetWindowPosition(window, &at.x, &at.y);
  if (place.size != size) SDL_SetWindowSize(window, place.size.x, place.size.y);
  if (*place.at != at) SDL_SetWindowPosition(window, place.at->x, place.at->y);
}

}  // namespace marrow::app
