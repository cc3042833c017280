// The editor in a page. The page's script (page/page.js) fetches the program and its files, then
// calls main() and the functions below. The browser calls frame().
#include <SDL.h>
#include <cmath>
#include <emscripten.h>
#include <exception>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/app.h"
#include "base/text.h"
#include "course/check.h"
#include "course/implementation_process.h"
#include "edit/script.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/editor.h"
#include "editor/files/preferences.h"
#include "editor/lesson/lessons.h"
#include "editor/shell_state.h"
#include "io/formats.h"
#include "rig/implementations.h"
#include "scene/parallel.h"

// Functions of the page's script, through platform/web/browser/browser_files.js.
extern "C" {
void page_fail(const char* sentence);
void page_has_ended();
}

namespace {

using marrow::app::App;

std::unique_ptr<App> app;
std::unique_ptr<marrow::course::ImplementationProcess> functions;

constexpr double kForEver = 1e9;  // seconds

/// Replaces the page with one sentence.
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

std::string answer;  ///< keeps the last text returned to JavaScript

const char* answered(std::string words) {
  answer = std::move(words);
  return answer.c_str();
}

void draw_frame() {
  SDL_Event event{};
  event.type = SDL_USEREVENT;
  SDL_PushEvent(&event);
}

std::string table_of(const marrow::LetterInfo& letter, const glm::mat4& matrix) {
  const glm::mat4 shown = marrow::course::in_convention(matrix);
  std::string html = fmt::format("<table><caption>{} {}</caption>", marrow::in_html(letter.name),
                                 marrow::in_html(marrow::course::in_letters(letter.formula)));
  for (int row = 0; row < 4; ++row) {
    html += "<tr>";
    for (int column = 0; column < 4; ++column) {
      const double thousandths = std::round(1000.0 * double(shown[column][row])) + 0.0;
      html += fmt::format("<td class=n>{:.3f}</td>", thousandths / 1000.0);  // no "-0.000"
    }
    html += "</tr>";
  }
  return html + "</table>";
}

}  // namespace

// Functions that the page's script calls.
extern "C" {

/// Sets the window's size to the canvas's, in pixels.
EMSCRIPTEN_KEEPALIVE void marrow_resize(int width, int height) {
  if (app) app->window().resize(width, height);
}

/// Opens a file that is now in the page's memory: chosen, dropped, or from the page's address.
EMSCRIPTEN_KEEPALIVE void marrow_take_file(const char* path) {
  SDL_Event event{};
  event.type = SDL_DROPFILE;
  event.drop.timestamp = SDL_GetTicks();
  event.drop.file = SDL_strdup(path);
  SDL_PushEvent(&event);
}

/// Whether a file of this name can be opened. False for a part of another file, such as a texture.
EMSCRIPTEN_KEEPALIVE int marrow_opens(const char* path) {
  const marrow::io::Format* format = marrow::io::format_of(path);
  return format != nullptr && format->can_load() ? 1 : 0;
}

/// Called when the user pastes: copies the browser's text to SDL's clipboard, then sends Ctrl+V.
EMSCRIPTEN_KEEPALIVE void marrow_paste(const char* text) {
  SDL_SetClipboardText(text);
  push_key(SDL_KEYDOWN, SDLK_LCTRL, KMOD_LCTRL);
  push_key(SDL_KEYDOWN, SDLK_v, KMOD_LCTRL);
  push_key(SDL_KEYUP, SDLK_v, KMOD_LCTRL);
  push_key(SDL_KEYUP, SDLK_LCTRL, KMOD_NONE);
}

/// Whether closing the page would lose work. The sample that is open at the start does not count.
EMSCRIPTEN_KEEPALIVE int marrow_has_unsaved_work() {
  return app && app->editor().document.is_dirty() && !app->editor().welcome.shows_greeting ? 1 : 0;
}

/// From now on calls the student's functions in Module.functions, which the page's script sets.
/// `left_out`: names, separated by spaces, of functions that the page has not tried or that failed
/// there; harmless ones are called instead. Calls have no time limit. `has_rows`: the functions are
/// written for row vectors.
EMSCRIPTEN_KEEPALIVE void marrow_use_functions(const char* left_out, int has_rows) {
  if (!app) return;
  marrow::course::set_dialect({{}, {}, has_rows != 0});
  functions.reset();
  functions = std::make_unique<marrow::course::ImplementationProcess>(
      std::vector<std::string>(), marrow::course::Limits{.seconds = kForEver});
  marrow::Editor& editor = app->editor();
  std::istringstream names(left_out);
  const std::vector<std::string> out{std::istream_iterator<std::string>(names), {}};
  marrow::use_functions(editor, editor.course, marrow::without(functions->tasks(), out));
  draw_frame();
}

/// Names of the skeletons' joints, one per line.
EMSCRIPTEN_KEEPALIVE const char* marrow_joints() {
  std::string names;
  if (app)
    for (const marrow::Node& node : app->editor().document.scene().nodes)
      if (node.skeleton)
        for (const marrow::Joint& joint : node.skeleton->joints) names += joint.name + "\n";
  return answered(std::move(names));
}

/// The matrices L, Ul, W, B and T of a joint, as in the Explain tab, as HTML. Empty if there is no
/// joint of that name.
EMSCRIPTEN_KEEPALIVE const char* marrow_matrices(const char* joint) {
  if (!app) return answered({});
  marrow::Editor& editor = app->editor();
  const marrow::JointRef found =
      marrow::find_joint(editor.document.scene(), std::string_view(joint));
  if (found.node < 0) return answered({});
  deformed(editor);
  const marrow::Id id = editor.document.scene()
                            .nodes[std::size_t(found.node)]
                            .skeleton->joints[std::size_t(found.joint)]
                            .id;
  std::string html;
  if (const auto matrices = letters_of(editor, editor.shelf, id))
    for (std::size_t i = 0; i < marrow::kLetters; ++i)
      html += table_of(marrow::letter_info(marrow::Letter(i)), (*matrices)[i]);
  return answered(std::move(html));
}

/// Does a line of a script (edit/script.h). Returns why it could not; empty: it is done.
EMSCRIPTEN_KEEPALIVE const char* marrow_do(const char* line) {
  if (!app) return answered({});
  const marrow::ScriptRun run = run_script(app->editor().document, line);
  draw_frame();
  return answered(run.problem);
}

/// Recreates all OpenGL objects after the browser restored a lost WebGL context.
EMSCRIPTEN_KEEPALIVE void marrow_remake_graphics() try {
  if (app) app->remake_graphics();
} catch (const std::exception& error) {
  show_failure(error);
}

}  // extern "C"

/// Arguments: WIDTH HEIGHT SCALE STATE_LOG OF_COURSE LESSON [FILE...]: the canvas's size in pixels,
/// the device pixel ratio, AppOptions::state_log, "1" for AppOptions::awaits_functions, and the
/// name of a lesson to begin with, or nothing.
int main(int count, char** words) try {
  marrow::set_thread_limit(1);  // the page's first thread must not wait for others while it draws
  marrow::app::AppOptions options;
  if (count > 6) {
    options.width = SDL_atoi(words[1]);
    options.height = SDL_atoi(words[2]);
    options.display_scale = float(SDL_atof(words[3]));
    options.state_log = words[4];
    options.awaits_functions = std::string_view(words[5]) == "1";
    options.files.assign(words + 7, words + count);
  }
  app = std::make_unique<App>(options);
  if (count > 6 && *words[6] != 0)
    marrow::begin_lesson(app->editor(),
                         marrow::media_folder() / "lessons" / (words[6] + std::string(".md")));
  SDL_SetWindowResizable(SDL_GL_GetCurrentWindow(), SDL_FALSE);  // the page's script sets the size
  emscripten_set_main_loop(frame, 0, false);
  return 0;
} catch (const std::exception& error) {
  show_failure(error);
  return 1;
}
