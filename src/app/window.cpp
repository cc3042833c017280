#include "app/window.h"

#include <SDL.h>
#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <epoxy/gl.h>
#include <imgui.h>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "app/display.h"
#include "app/imgui_version.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "view/gl/gl.h"

namespace marrow::app {

namespace {

/// Uploads glyphs that this frame's texts added to the fonts.
void upload_glyphs() {
  const auto [begin, end] = take_changed_rows();
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (end <= begin || atlas.TexPixelsRGBA32 == nullptr) return;
  const unsigned* from = atlas.TexPixelsRGBA32 + std::ptrdiff_t(begin) * atlas.TexWidth;
  glBindTexture(GL_TEXTURE_2D, texture_name(atlas.TexID));
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, begin, atlas.TexWidth, end - begin, GL_RGBA,
                  GL_UNSIGNED_BYTE, from);
}

[[noreturn]] void fail(const std::string& what, const std::string& advice) {
  const std::string reason = SDL_GetError();
  throw std::runtime_error(what + (reason.empty() ? "" : " (" + reason + ")") + "; " + advice);
}

}  // namespace

Window::Window(const WindowPlace& place, void (*mute_errors)(bool on)) : wished_(place) {
  try {
    make_window(mute_errors);
    make_gui();
  } catch (...) {
    close();
    throw;
  }
}

Window::~Window() { close(); }

void Window::make_window(void (*mute_errors)(bool on)) {
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  choose_seen_displays();
  has_video_ = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
  if (!has_video_ || !is_display_seen())
    fail("no display to open a window on",
         "start it from a desktop, or use `marrow render` for pictures without one");
  date_events_by_server();
  const DriverErrors quiet(mute_errors);
  const bool is_page = std::string_view(SDL_GetPlatform()) == "Emscripten";
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK,
                      is_page ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, is_page ? 0 : 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  const WindowPlace place = fitting_place(*wished_);
  const Uint32 flags =
      SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | (place.is_maximized ? SDL_WINDOW_MAXIMIZED : 0);
  const glm::ivec2 at = place.at.value_or(glm::ivec2(SDL_WINDOWPOS_CENTERED));
  window_ = SDL_CreateWindow("Marrow", at.x, at.y, place.size.x, place.size.y, flags);
  if (window_ == nullptr)
    fail("the window could not be opened", "a display with OpenGL 3.3 is needed");
  if (!make_context())
    fail("OpenGL 3.3 is not there",
         "update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to do without it");
  put_on_screen(window_, *wished_);
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
}

/// Makes a context, with reset notification if the driver supports it.
bool Window::make_context() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, SDL_GL_CONTEXT_RESET_LOSE_CONTEXT);
  context_ = SDL_GL_CreateContext(window_);
  if (context_ == nullptr) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, SDL_GL_CONTEXT_RESET_NO_NOTIFICATION);
    context_ = SDL_GL_CreateContext(window_);
  }
  if (context_ == nullptr) return false;
  SDL_GL_SetSwapInterval(1);
  tells_loss_ = epoxy_is_desktop_gl() &&
                (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness"));
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  draws_in_software_ = false;
  for (const char* software : {"llvmpipe", "softpipe", "SwiftShader"})
    draws_in_software_ |=
        name != nullptr && std::string_view(name).find(software) != std::string_view::npos;
  return true;
}

void Window::make_gui() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  has_gui_ = true;
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // places are fixed, and sizes are in the preferences
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would draw frames for ever
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  ImGui_ImplSDL2_InitForOpenGL(window_, context_);
  begin_input(io);
  connect_clipboard();
  if (!ImGui_ImplOpenGL3_Init(view::gl::shader_version()))
    fail("OpenGL 3.3 is not there", "update the graphics driver");
}

void Window::close() {
  if (has_gui_) {
    if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
    if (ImGui::GetIO().BackendPlatformUserData != nullptr) ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
  }
  if (context_ != nullptr) SDL_GL_DeleteContext(context_);
  if (window_ != nullptr) SDL_DestroyWindow(window_);
  if (has_video_) SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

glm::ivec2 Window::size() const {
  if ((SDL_GetWindowFlags(window_) & SDL_WINDOW_MINIMIZED) != 0) return {0, 0};
  glm::ivec2 size{0};
  SDL_GetWindowSize(window_, &size.x, &size.y);
  return glm::max(size, glm::ivec2(0));
}

WindowPlace Window::place(WindowPlace before) const {
  const Uint32 flags = SDL_GetWindowFlags(window_);
  if ((flags & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_FULLSCREEN)) != 0) return before;
  before.is_maximized = (flags & SDL_WINDOW_MAXIMIZED) != 0;
  if (before.is_maximized) return before;
  SDL_GetWindowSize(window_, &before.size.x, &before.size.y);
  before.at.emplace();
  SDL_GetWindowPosition(window_, &before.at->x, &before.at->y);
  return before;
}

void Window::resize(int width, int height) { SDL_SetWindowSize(window_, width, height); }

void Window::hide() { SDL_HideWindow(window_); }

void Window::set_title(const std::string& title) { SDL_SetWindowTitle(window_, title.c_str()); }

void Window::set_minimum_size(int width, int height) {
  const glm::ivec2 least = fitting_place({{}, {width, height}}, window_).size;
  SDL_SetWindowMinimumSize(window_, least.x, least.y);
}

float Window::display_scale() const {
  float dpi = 0.0f;
  if (SDL_GetDisplayDPI(std::max(SDL_GetWindowDisplayIndex(window_), 0), &dpi, nullptr, nullptr) !=
          0 ||
      !std::isfinite(dpi))
    return 1.0f;
  // Rounded to quarters: a monitor of 108 dots per inch gets 1, not 1.125.
  return std::clamp(std::floor(dpi / 96.0f * 4.0f + 0.25f) / 4.0f, 1.0f, 3.0f);
}

std::vector<std::string> Window::set_ui_scale(float scale) {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  std::vector<std::string> missing = apply_theme(scale);
  take_changed_rows();  // they are uploaded with all others
  ImGui_ImplOpenGL3_CreateFontsTexture();
  return missing;
}

void Window::begin_gui() {
  if (wished_ && has_frame(window_)) put_on_screen(window_, *std::exchange(wished_, std::nullopt));
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
}

void Window::end_gui() {
  const glm::ivec2 pixels = size();
  glViewport(0, 0, pixels.x, pixels.y);
  const ImVec4 line = ImGui::ColorConvertU32ToFloat4(colors().line);  // visible between the places
  glClearColor(line.x, line.y, line.z, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  upload_glyphs();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

view::Image Window::read() const {
  const glm::ivec2 pixels = size();
  view::Image image{pixels.x, pixels.y, {}};
  const std::size_t row = std::size_t(pixels.x) * 4;
  std::vector<std::uint8_t> upwards(row * std::size_t(pixels.y));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, pixels.x, pixels.y, GL_RGBA, GL_UNSIGNED_BYTE, upwards.data());
  image.rgba.resize(upwards.size());
  for (std::size_t y = 0; y < std::size_t(pixels.y); ++y)
    std::copy_n(upwards.end() - std::ptrdiff_t((y + 1) * row), row,
                image.rgba.begin() + std::ptrdiff_t(y * row));
  return image;
}

void Window::swap() { SDL_GL_SwapWindow(window_); }

bool Window::has_lost_context() const {
  return tells_loss_ && glGetGraphicsResetStatus() != GL_NO_ERROR;
}

void Window::remake_context() {
  constexpr Uint32 kPatience = 5000, kPause = 100;  // milliseconds
  ImGui_ImplOpenGL3_Shutdown();
  SDL_GL_DeleteContext(context_);
  const Uint32 began = SDL_GetTicks();
  while (!make_context()) {
    if (SDL_GetTicks() - began > kPatience)
      fail("the graphics card was reset and OpenGL is no longer available", "start Marrow again");
    SDL_Delay(kPause);
  }
  if (!ImGui_ImplOpenGL3_Init(view::gl::shader_version()))
    fail("the graphics card was reset and OpenGL is no longer available", "start Marrow again");
}

}  // namespace marrow::app
