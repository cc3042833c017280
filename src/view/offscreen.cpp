#include "view/offscreen.h"

#include <SDL.h>
#include <fmt/format.h>
#include <stdexcept>

namespace marrow::view {

struct Offscreen::Impl {
  SDL_Window* window = nullptr;
  SDL_GLContext context = nullptr;
  bool has_video = false;

  Impl();
  ~Impl() { release(); }
  void release();
  [[noreturn]] void fail(const char* what);
};

void Offscreen::Impl::release() {
  if (context) SDL_GL_DeleteContext(context);
  if (window) SDL_DestroyWindow(window);
  if (has_video) SDL_VideoQuit();
}

void Offscreen::Impl::fail(const char* what) {
  const std::string words =
      fmt::format("no off-screen OpenGL: {}; SDL says: {}; install libegl1 and libgl1-mesa-dri", what, SDL_GetError());
  release();
  throw std::runtime_error(words);
}

Offscreen::Impl::Impl() {
  if (SDL_GetCurrentVideoDriver())
    throw std::runtime_error("no off-screen OpenGL: this process has a window already; draw with its context");
  if (SDL_VideoInit("offscreen") != 0) fail("SDL has no off-screen video driver");
  has_video = true;
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
