#include "view/gl/offscreen.h"

#include <SDL.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>

namespace marrow::view {

namespace {
/// SDL's off-screen driver. If SDL was built without it, the first available driver with a hidden
/// window.
std::string_view driver_name() {
  for (int i = 0; i < SDL_GetNumVideoDrivers(); ++i)
    if (std::string_view(SDL_GetVideoDriver(i)) == "offscreen") return "offscreen";
  return SDL_GetVideoDriver(0);
}

/// Initializes SDL with OpenGL once per process, because loading takes longer than drawing a
/// picture, and unloaded drivers leak.
bool load_driver() {
  const char* const present = SDL_GetCurrentVideoDriver();
  if (present) return driver_name() == present;
  return SDL_VideoInit(driver_name().data()) == 0 && SDL_GL_LoadLibrary(nullptr) == 0;
}
}  // namespace

struct Offscreen::Impl {
  SDL_Window* window = nullptr;
  SDL_GLContext context = nullptr;

  Impl();
  ~Impl() { release(); }
  void release();
  [[noreturn]] void fail(const char* what);
};

void Offscreen::Impl::release() {
  if (context) SDL_GL_DeleteContext(context);
  if (window) SDL_DestroyWindow(window);
}

void Offscreen::Impl::fail(const char* what) {
  const std::string words =
      fmt::format("no off-screen OpenGL: {}; SDL reports: {}; install libegl1 and libgl1-mesa-dri",
                  what, SDL_GetError());
  release();
  throw std::runtime_error(words);
}

Offscreen::Impl::Impl() {
  if (SDL_GL_GetCurrentContext())
    throw std::runtime_error(
        "no off-screen OpenGL: this process has a context already (a window's, or another "
        "off-screen one); use that");
  if (!load_driver()) fail("SDL's off-screen video driver cannot be used");
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  window = SDL_CreateWindow("marrow", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
  if (!window) fail("no surface");
  context = SDL_GL_CreateContext(window);
  if (!context) fail("no OpenGL 3.3 core context");
  if (SDL_GL_MakeCurrent(window, context) != 0) fail("the context cannot be made current");
}

Offscreen::Offscreen() : impl_(std::make_unique<Impl>()) {}
Offscreen::~Offscreen() = default;

}  // namespace marrow::view
