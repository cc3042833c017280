// Screenshots and turntables through the window; files are read back.
#include "editor/capture/shot.h"

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "app/widgets/spots.h"
#include "editor/capture/film_recording.h"
#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "editor/files/preferences.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "editor/viewport_state.h"
#include "rig/playback.h"
#include "support/app_driver.h"
#include "support/without_rights.h"
#include "view/export/film_writer.h"
#include "view/export/gif.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

namespace fs = std::filesystem;

/// The window on an arm, and a folder for pictures.
struct Studio {
  Home home;
  fs::path pictures = home.path() / "Pictures";
  std::unique_ptr<Driver> driver;

  Studio() {
    fs::create_directory(pictures);
    driver = window_on_arm(home, 960, 600);
  }
  Editor& editor() { return driver->editor(); }
  ShotState& shots() { return driver->editor().shots; }
  void click(const std::string& words) { driver->press(words); }
  /// The window "Film" of a turntable, asking for few small frames.
  void open_small_turntable(view::FilmFormat form) {
    run_command(editor(), "file.turntable");
    shots().film = {.format = form, .height = 64, .frames = 12, .seconds = 1.0f, .look = {}};
    driver->move({1.0f, 1.0f});
  }
  /// In the dialog that asks for it.
  void choose_folder(const fs::path& folder) {
    REQUIRE(editor().files.browser);
    CHECK(editor().files.browser->task == FileTask::picture_folder);
    fs::create_directory(folder);
    enter_folder(*editor().files.browser, folder);
    driver->move({2.0f, 1.0f});
    click("Use this folder");
  }
  void step(int frames) {
    for (int i = 0; i < frames; ++i) driver->app().step();
  }
};

#define STUDIO_CASE(name) GIVEN_CASE(name, Studio, studio)

glm::ivec2 png_size(const fs::path& path) {
  const std::string head = bytes_of(path);
  REQUIRE(head.size() > 24);
  REQUIRE(head.starts_with("\x89PNG\r\n\x1a\n"));
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value * 256 + static_cast<unsigned char>(head[i]);
    return value;
  };
  return {number(16), number(20)};
}

/// By a right angle, in one second.
std::shared_ptr<const Motion> elbow_bends() {
  return elbow_motion("bend", {0.0f, 1.0f}, {0.0f, glm::half_pi<float>()});
}

/// The button that makes a film of this kind.
std::string begin_words(view::FilmFormat format) {
  const bool is_folder = format == view::FilmFormat::png;
  return is_folder ? "Make frames" : std::string("Make ") + view::kind_of(format).name;
}

}  // namespace

STUDIO_CASE(
    "F12 writes numbered PNGs of the viewport in the size of the preferences, and the toast names "
    "the file") {
  const glm::ivec2 viewport(studio.editor().picture_size);
  for (int scale = 1; scale <= 4; ++scale) {
    studio.editor().preferences.shot_scale = scale;
    studio.driver->key(SDLK_F12);
    const fs::path path = studio.pictures / ("arm-00" + std::to_string(scale) + ".png");
    CHECK(png_size(path) == viewport * scale);
    CHECK(contains(studio.editor().toasts.back().text, path.string()));
    CHECK_FALSE(studio.editor().toasts.back().is_error);
  }
  CHECK(names_in(studio.pictures) ==
        std::vector<std::string>{"arm-001.png", "arm-002.png", "arm-003.png", "arm-004.png"});
}

STUDIO_CASE("A screenshot leaves camera, document and the picture on the screen as they were") {
  Editor& editor = studio.editor();
  editor.document.select({kElbow});
  studio.driver->move({1.0f, 1.0f});
  editor.toasts.clear();
  const Camera camera = editor.camera;
  const Scene scene = studio.driver->scene();
  view::Renderer renderer;
  const ShotLook look{.joints = true, .grid = false, .transparent = true};
  const view::Image image = take_shot(editor, renderer, look, 2);
  CHECK(image.rgba[3] == 0);  // a corner
  std::size_t solid = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) solid += image.rgba[i] == 255;
  CHECK(solid > 1000);
  CHECK(editor.camera == camera);
  CHECK(studio.driver->scene() == scene);
  CHECK(editor.document.selection() == std::vector<Id>{kElbow});
}

STUDIO_CASE(
    "What a screenshot shows is what was asked for: nothing lit up by the pointer, the selection "
    "only on request") {
  Editor& editor = studio.editor();
  editor.document.select({kElbow});
  editor.viewport.hovered.id = kWrist;
  const view::Picture plain = shot_picture(editor, {}, 3.0f);
  CHECK(plain.show.selected.empty());
  CHECK(plain.show.active == kNoId);
  CHECK(plain.show.hovered == kNoId);
  CHECK_FALSE(plain.show.capsules);
  CHECK(plain.overlay == view::Overlay{});
  CHECK(plain.ui_scale == doctest::Approx(3.0f * editor.ui_scale));
  const view::Picture rich = shot_picture(
      editor, {.capsules = true, .joints = true, .grid = false, .selection = true}, 1.0f);
  CHECK(rich.show.selected == std::set<Id>{kElbow});
  CHECK(rich.show.capsules);
  CHECK(rich.show.joints);
  CHECK_FALSE(rich.show.grid);
}

STUDIO_CASE(
    "The window of screenshots saves with its own choices, and F12 does the same afterwards") {
  studio.driver->ctrl(SDLK_F12);
  REQUIRE(studio.shots().shows_options);
  studio.click("3\u00d7");
  studio.click("No background");
  CHECK(studio.editor().preferences.shot_scale == 3);
  CHECK(studio.editor().preferences.shot_is_transparent);
  studio.click("Save picture");
  CHECK(studio.shots().problem == "");
  CHECK(png_size(studio.pictures / "arm-001.png") == 3 * glm::ivec2(studio.editor().picture_size));
  studio.driver->key(SDLK_ESCAPE);
  CHECK_FALSE(studio.shots().shows_options);
  studio.driver->key(SDLK_F12);
  CHECK(png_size(studio.pictures / "arm-002.png") == 3 * glm::ivec2(studio.editor().picture_size));
}

STUDIO_CASE("F12 asks once where pictures go, rather than to write into the home folder") {
  fs::remove_all(studio.pictures);
  const std::vector<std::string> before = names_in(studio.home.path());
  studio.driver->key(SDLK_F12);
  CHECK(names_in(studio.home.path()) == before);
  const fs::path chosen = studio.home.path() / "chosen";
  studio.choose_folder(chosen);
  CHECK(names_in(chosen) == std::vector<std::string>{"arm-001.png"});
  studio.driver->key(SDLK_F12);
  CHECK_FALSE(studio.editor().files.browser);
  CHECK(names_in(chosen) == std::vector<std::string>{"arm-001.png", "arm-002.png"});
  studio.driver.reset();
  CHECK(load_preferences().picture_folder == chosen.string());
}

STUDIO_CASE("A film asks once where it goes, is made there, and can be shown in its folder") {
  fs::remove_all(studio.pictures);
  studio.open_small_turntable(view::FilmFormat::gif);
  studio.click("Make GIF");
  CHECK_FALSE(studio.shots().is_running);
  const fs::path chosen = studio.home.path() / "chosen";
  studio.choose_folder(chosen);
  CHECK_FALSE(studio.shots().shows_film);
  CHECK(names_in(chosen) == std::vector<std::string>{"arm-turntable-001.gif"});
  CHECK(studio.editor().toasts.back().file == chosen / "arm-turntable-001.gif");
  studio.editor().now += 10.0;
  studio.driver->move({2.0f, 1.0f});
  CHECK(spot("Show file"));
}

STUDIO_CASE("A folder that cannot be written to is one message, and the window goes on") {
  const fs::path locked = studio.home.path() / "locked";
  fs::create_directory(locked);
  studio.driver->editor().preferences.picture_folder = locked.string();
  const std::size_t toasts = studio.editor().toasts.size();
  {
    fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec);
    const WithoutRights without;
    studio.driver->key(SDLK_F12);
    REQUIRE(studio.editor().toasts.size() == toasts + 1);
    CHECK(studio.editor().toasts.back().is_error);
    CHECK(contains(studio.editor().toasts.back().text, "no permission"));
    for (const auto form : {view::FilmFormat::gif, view::FilmFormat::png}) {
      studio.open_small_turntable(form);
      studio.click(begin_words(form));
      CHECK_FALSE(studio.shots().is_running);
      CHECK(contains(studio.shots().problem, locked.string()));
      CHECK(studio.editor().toasts.size() == toasts + 1);  // said in the window, not twice
    }
  }
  fs::permissions(locked, fs::perms::owner_all);
  CHECK(names_in(locked).empty());
  studio.driver->editor().preferences.picture_folder = (studio.home.path() / "nowhere").string();
  studio.click("Make frames");
  CHECK(contains(studio.shots().problem, "nowhere"));
}

STUDIO_CASE("A turntable as GIF is one file, and nothing of the editor has changed") {
  const Camera camera = studio.editor().camera;
  const Scene scene = studio.driver->scene();
  studio.open_small_turntable(view::FilmFormat::gif);
  studio.click("Make GIF");
  CHECK_FALSE(studio.shots().shows_film);
  CHECK(names_in(studio.pictures) == std::vector<std::string>{"arm-turntable-001.gif"});
  const std::string bytes = bytes_of(studio.pictures / "arm-turntable-001.gif");
  CHECK(bytes.starts_with("GIF89a"));
  CHECK(bytes.back() == '\x3b');
  CHECK(contains(studio.editor().toasts.back().text, "12 frames, 64 x 64"));
  CHECK(studio.editor().camera == camera);
  CHECK(studio.driver->scene() == scene);
  CHECK(studio.driver->step_count() == 1);
  CHECK_FALSE(studio.driver->document().is_dirty());
}

STUDIO_CASE(
    "A turntable as PNG is a folder of numbered frames that all differ from their neighbors") {
  studio.open_small_turntable(view::FilmFormat::png);
  studio.shots().film.look = {.joints = true, .transparent = true};
  studio.click("Make frames");
  CHECK(names_in(studio.pictures) == std::vector<std::string>{"arm-turntable-001"});
  const fs::path folder = studio.pictures / "arm-turntable-001";
  const std::vector<std::string> names = names_in(folder);
  REQUIRE(names.size() == 12);
  CHECK(names.front() == "arm-turntable-001-0001.png");
  CHECK(names.back() == "arm-turntable-001-0012.png");
  for (const std::string& name : names) CHECK(png_size(folder / name) == glm::ivec2(64));
  for (std::size_t i = 0; i < names.size(); ++i)
    CHECK(bytes_of(folder / names[i]) != bytes_of(folder / names[(i + 1) % names.size()]));
}

STUDIO_CASE("A turntable that is given up leaves nothing, whenever that happens") {
  for (const auto form : {view::FilmFormat::gif, view::FilmFormat::png})
    for (const int frames : {1, 3, 9, 14}) {
      if (is_sanitized() && frames % 3 != 0) continue;
      studio.open_small_turntable(form);
      studio.shots().film.height = 720;
      studio.shots().film.frames = 360;
      studio.shots().film.seconds = 8.0f;
      studio.driver->move({1.0f, 1.0f});
      studio.driver->push_press(spot(begin_words(form)).value());
      studio.driver->push_button(false);
      for (int i = 0; i < 20 && !studio.shots().is_running; ++i) studio.step(1);
      studio.step(frames);
      REQUIRE(studio.shots().is_running);
      studio.driver->key(SDLK_ESCAPE);
      CHECK_FALSE(studio.shots().is_running);
      CHECK(studio.shots().shows_film);
      CHECK(names_in(studio.pictures).empty());
    }
}

STUDIO_CASE("Closing the program in the middle of a turntable leaves nothing either") {
  studio.editor().deformer.update(studio.driver->scene());
  {
    view::Renderer renderer;
    const auto run = begin_film(
        studio.editor(), {.format = view::FilmFormat::png, .height = 64, .frames = 12, .look = {}},
        studio.pictures / "film");
    for (int i = 0; i < 5; ++i) run->advance(renderer, std::chrono::steady_clock::now());
    CHECK(run->frames_done() == 5);
    CHECK(names_in(studio.pictures).size() == 1);  // what is in the making, out of sight
    CHECK(names_in(studio.pictures).front().starts_with("."));
  }
  CHECK(names_in(studio.pictures).empty());
}

STUDIO_CASE("What is there already is replaced only when that was asked and answered") {
  for (const auto form : {view::FilmFormat::gif, view::FilmFormat::png}) {
    const bool is_gif = form == view::FilmFormat::gif;
    const fs::path target = studio.pictures / (is_gif ? "mine.gif" : "mine");
    const fs::path precious = is_gif ? target : target / "mine-0400.png";
    if (!is_gif) fs::create_directory(target), std::ofstream(target / "notes.txt") << "keep";
    std::ofstream(precious) << "precious";
    studio.open_small_turntable(form);
    studio.shots().name = "mine";
    studio.driver->move({2.0f, 1.0f});
    studio.click(begin_words(form));
    CHECK(studio.shots().asks_overwrite == target);
    CHECK(bytes_of(precious) == "precious");
    studio.click("Use another name");
    CHECK(studio.shots().name != "mine");
    studio.shots().name = "mine";
    studio.driver->move({1.0f, 1.0f});
    studio.click(begin_words(form));
    studio.click("Replace it");
    CHECK(bytes_of(precious) != "precious");
    if (is_gif) continue;
    CHECK(names_in(target).size() == 13);  // the frames, and what was never a frame
    CHECK(bytes_of(target / "notes.txt") == "keep");
  }
}

STUDIO_CASE("A motion is a film in every format, and neither document nor strip has changed") {
  Editor& editor = studio.editor();
  run_command(editor, "motion.new");
  studio.driver->move({1.0f, 1.0f});
  const Scene committed = editor.document.committed();
  const Camera camera = editor.camera;
  std::size_t written = 0;
  for (const view::FilmKind& kind : view::kFilmKinds) {
    if (!view::why_no_film(kind.format).empty()) {
      skip(view::why_no_film(kind.format));
      continue;
    }
    run_command(editor, "file.film");
    REQUIRE(studio.shots().shows_film);
    FilmRequest& request = studio.shots().film;
    CHECK(request.to == 3.0f);
    request.format = kind.format;
    request.height = 64;
    request.rate = 10.0f;
    request.to = 0.5f;
    studio.driver->move({2.0f, 1.0f});
    studio.click(begin_words(kind.format));
    CHECK(studio.shots().problem == "");
    CHECK_FALSE(studio.shots().shows_film);
    CHECK(contains(editor.toasts.back().text, "5 frames, 64 x 64"));
    CHECK(names_in(studio.pictures).size() == ++written);
  }
  CHECK(editor.document.committed() == committed);
  CHECK(editor.camera == camera);
}

TEST_CASE("Frame k of a film of a motion shows the scene at from + k / rate") {
  Editor editor = arm_editor();
  const Motion motion = *elbow_bends();
  REQUIRE(perform(editor, op::AddMotion{elbow_bends()}));
  deformed(editor);
  const FilmRequest request{
      .shows = FilmRequest::Shows::motion, .from = 0.25f, .to = 1.0f, .rate = 4.0f, .look = {}};
  CHECK(film_settings(editor, request).frames == 3);
  view::FilmSubject subject(editor.document.tasks(), film_plan(editor, request));
  for (int frame = 0; frame < 3; ++frame) {
    const view::Picture picture = subject.picture(frame);
    const Scene wanted = at_time(editor.document.committed(), motion, 0.25f + float(frame) / 4.0f);
    Deformer deformer = Deformer::with(editor.document.tasks());
    deformer.update(wanted);
    REQUIRE(picture.deformed->meshes().size() == deformer.meshes().size());
    for (std::size_t m = 0; m < deformer.meshes().size(); ++m)
      CHECK(picture.deformed->meshes()[m].positions() == deformer.meshes()[m].positions());
  }
}

TEST_CASE(
    "A camera that moves begins and ends with the views of the scene, as one step of undo each") {
  Editor editor = arm_editor();
  REQUIRE(perform(editor, op::AddMotion{elbow_bends()}));
  FilmRequest request{.shows = FilmRequest::Shows::motion,
                      .format = view::FilmFormat::png,
                      .to = 1.0f,
                      .rate = 10.0f,
                      .eye = FilmRequest::Eye::moves,
                      .look = {}};
  CHECK(contains(why_not(editor, request), "camera move"));
  open_film(editor, FilmRequest::Shows::motion);
  CHECK(editor.shots.film.eye == FilmRequest::Eye::stays);
  const Camera from = editor.camera;
  run_command(editor, "view.begin_move");
  editor.camera.yaw += 1.0f;
  editor.camera.distance *= 0.5f;
  const Camera to = editor.camera;
  run_command(editor, "view.end_move");
  editor.camera.pitch = 0.4f;
  CHECK(editor.document.committed().camera_move == CameraMove{from, to, {}});
  open_film(editor, FilmRequest::Shows::motion);
  CHECK(editor.shots.film.eye == FilmRequest::Eye::moves);
  CHECK(why_not(editor, request) == "");
  deformed(editor);
  view::FilmSubject subject(editor.document.tasks(), film_plan(editor, request));
  CHECK(subject.picture(0).camera == from);
  CHECK(subject.picture(9).camera == to);
  const float first = subject.picture(1).camera.yaw - from.yaw,
              middle = subject.picture(5).camera.yaw - subject.picture(4).camera.yaw;
  CHECK(first > 0.0f);
  CHECK(middle > 2.0f * first);  // eased
  editor.document.undo();
  CHECK(editor.document.committed().camera_move == CameraMove{from, from, {}});
  editor.document.undo();
  CHECK(editor.document.committed().camera_move == std::nullopt);
}

TEST_CASE("A camera's move goes through the views that it was given at times of the motion") {
  Editor editor = arm_editor();
  REQUIRE(perform(editor, op::AddMotion{elbow_bends()}));
  CHECK(!is_enabled(editor, command("view.key_move")));
  run_command(editor, "view.begin_move");
  editor.camera.yaw += 1.0f;
  run_command(editor, "view.end_move");
  const double length = double(duration_of(*editor.document.scene().motions.front()));
  for (const double share : {0.75, 0.25, 0.75}) {
    seek(editor, editor.transport, share * length);
    update_transport(editor, editor.transport);
    editor.camera.pitch = float(share);
    editor.camera.yaw -= 0.5f;
    REQUIRE(is_enabled(editor, command("view.key_move")));
    run_command(editor, "view.key_move");
  }
  const CameraMove move = *editor.document.committed().camera_move;
  REQUIRE(move.between.size() == 2);
  CHECK(move.between[0].share == doctest::Approx(0.25));
  CHECK(move.between[1].share == doctest::Approx(0.75));
  CHECK(move.between[1].camera == editor.camera);
  CHECK(eased(move, move.between[0].share) == move.between[0].camera);
}

STUDIO_CASE("Without ffmpeg the window says what to install, and makes the other films") {
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  studio.open_small_turntable(view::FilmFormat::mp4);
  CHECK(contains(why_not(studio.editor(), studio.shots().film), "ffmpeg"));
  studio.click("Make MP4");
  CHECK(studio.shots().shows_film);
  CHECK_FALSE(studio.shots().is_running);
  studio.shots().film.format = view::FilmFormat::gif;
  studio.driver->move({2.0f, 1.0f});
  studio.click("Make GIF");
  CHECK(names_in(studio.pictures) == std::vector<std::string>{"arm-turntable-001.gif"});
  setenv("PATH", before.c_str(), 1);
}

HOME_CASE("Wishes that no GIF can fulfill are refused with what would do") {
  const Editor editor = arm_editor();
  FilmRequest request{.frames = 200, .seconds = 2.0f, .look = {}};
  CHECK(why_not(editor, request) == "GIFs show at most 50 fps: 200 frames need 4.0 s or more");
  request.format = view::FilmFormat::png;
  CHECK(why_not(editor, request) == "");
  request.frames = 11;
  CHECK(why_not(editor, request) == "11 frames; a turntable has 12 to 360");
  request = {.seconds = 0.1f, .look = {}};
  CHECK(why_not(editor, request) != "");
  for (int frames = kFewestFrames; frames <= kMostFrames; ++frames)
    for (const float seconds : {0.5f, 1.0f, 3.0f, 7.19f, 7.2f}) {
      const std::vector<int> delays = view::gif_delays(frames, double(seconds));
      int total = 0;
      for (const int delay : delays) total += delay;
      const bool is_kept = total == std::lround(seconds * 100.0f);
      CHECK((why_not(editor, {.frames = frames, .seconds = seconds, .look = {}}) == "") == is_kept);
    }
}

HOME_CASE(
    "Names of pictures hold no separators, folders may begin with a tilde, times are said "
    "shortly") {
  Editor editor = arm_editor();
  editor.source_name = "a\\b\tc.obj";
  CHECK(picture_stem(editor).find_first_of("/\\\t") == std::string::npos);
  CHECK(folder_from_text("~/films") == home.path() / "films");
  CHECK(folder_from_text("~") == home.path());
  CHECK(folder_from_text("") == home.path());
  CHECK(folder_from_text("/tmp") == "/tmp");
  CHECK(time_left_text(-1.0) == "");
  CHECK(time_left_text(0.2) == "about 1 s left");
  CHECK(time_left_text(12.3) == "about 12 s left");
  CHECK(time_left_text(61.0) == "about 2 min left");
}
