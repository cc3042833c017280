// The editor in a page. The page's script (page/page.js) has fetched the program and its files,
// calls main() and then the functions below; the browser calls a frame.
#include <SDL.h>
#include <emscripten.h>
#include <exception>
#include <memory>

#include "app/app_loop.h"
#include "editor/editor.h"
#include "editor/welcome_state.h"
#include "io/formats.h"
#include "scene/parallel.h"

// Of the page's script, by platform/web/browser/exchange.js.
extern "C" {
void page_fail(const char* sentence);
void page_has_ended();
}

namespace {

using marrow::app::App;

std::unique_ptr<App> app;

/// One sentence on the page, which is then all that there is.
void show_failure(const std::exception& error) { page_fail(error.what()); }

void end() {
  emscripten_cancel_main_loop();
  app.reset();
  page_has_ended();
}

void frame() try {
  app->note_time();
  app->step();
  if (app->wants_quit()) end();
} catch (const std::exception& error) {
  emscripten_cancel_main_loop();
  show_failure(error);
}

void push_key(Uint32 type, SDL_Keycode code, Uint16 modifiers) {
  SDL_Event event{};
  event.type = type;
  event.key.timestamp = SDL_GetTicks();
  event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym = {SDL_GetScancodeFromKey(code), code, modifiers, 0};
  SDL_PushEvent(&event);
}

}  // namespace

// What the page's script calls.
extern "C" {

/// The canvas has this many pixels now.
EMSCRIPTEN_KEEPALIVE void marrow_resize(int width, int height) {
  if (app) app->window().resize(width, height);
}

/// A file is in the page's memory, by a button, dropped, or from the page's address.
EMSCRIPTEN_KEEPALIVE void marrow_take_file(const char* path) {
  SDL_Event event{};
  event.type = SDL_DROPFILE;
  event.drop.timestamp = SDL_GetTicks();
  event.drop.file = SDL_strdup(path);
  SDL_PushEvent(&event);
}

/// Files of this name are opened; others come along with one, as textures do.
EMSCRIPTEN_KEEPALIVE int marrow_opens(const char* path) {
  const marrow::io::Format* format = marrow::io::format_of(path);
  return format != nullptr && format->can_load() ? 1 : 0;
}

/// The browser's clipboard, when the user pastes: then the key that pastes is pressed.
EMSCRIPTEN_KEEPALIVE void marrow_paste(const char* text) {
  SDL_SetClipboardText(text);
  push_key(SDL_KEYDOWN, SDLK_LCTRL, KMOD_LCTRL);
  push_key(SDL_KEYDOWN, SDLK_v, KMOD_LCTRL);
  push_key(SDL_KEYUP, SDLK_v, KMOD_LCTRL);
  push_key(SDL_KEYUP, SDLK_LCTRL, KMOD_NONE);
}

/// Work would be lost with the page. The sample's wave at the start is none of the user's.
EMSCRIPTEN_KEEPALIVE int marrow_has_unsaved_work() {
  return app && app->editor().document.is_dirty() && !app->editor().welcome.waves ? 1 : 0;
}

/// The browser took the picture's memory and gave it back, empty.
EMSCRIPTEN_KEEPALIVE void marrow_remake_graphics() try {
  if (app) app->remake_graphics();
} catch (const std::exception& error) {
  show_failure(error);
}

}  // extern "C"

/// WIDTH HEIGHT SCALE STATE_LOG [FILE...]: pixels of the canvas, how many make one of the page's,
/// and AppOptions::state_log.
int main(int count, char** words) try {
  marrow::set_thread_limit(1);  // the page's first thread cannot wait for others while it draws
  marrow::app::AppOptions options;
  if (count > 4) {
    options.width = SDL_atoi(words[1]);
    options.height = SDL_atoi(words[2]);
    options.display_scale = static_cast<float>(SDL_atof(words[3]));
    options.state_log = words[4];
    options.files.assign(words + 5, words + count);
  }
  app = std::make_unique<App>(options);
  SDL_SetWindowResizable(SDL_GL_GetCurrentWindow(), SDL_FALSE);  // the page's script says the size
  emscripten_set_main_loop(frame, 0, false);
  return 0;
} catch (const std::exception& error) {
  show_failure(error);
  return 1;
}
