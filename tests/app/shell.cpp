// The window loop off-screen: selecting, dragging, undo, tabs, keys, scales, idleness.
#include <fmt/format.h>
#include <set>

#include "app/widgets/theme.h"
#include "editor/files/document_files.h"
#include "editor/pose/transport.h"
#include "editor/session.h"
#include "editor/shell_state.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The arm of app_scene.h, bent a little, in a file of its own.
std::string arm_file(const Home& home, const std::string& name = "arm.glb") {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[1].user_local = about_z(0.4f);
  return saved(home, name, scene);
}

AppOptions options_for(const std::string& file, int width = 960, int height = 640,
                       float scale = 1.0f) {
  return {.files = {file}, .ui_scale = scale, .width = width, .height = height};
}

/// Opens, selects, turns a ring, undoes, redoes; everything that was seen on the way, in words.
std::string session_log(const std::string& file) {
  std::unique_ptr<Driver> driver = make_driver(options_for(file));
  std::string log;
  const auto note = [&] {
    log += driver->selected_name() + " " + driver->present_step() + " ";
    const glm::mat4& ul = driver->joint("elbow").user_local;
    for (int i = 0; i < 16; ++i) log += fmt::format("{} ", ul[i / 4][i % 4]);
    log += fmt::format("{} {}\n", driver->editor().camera.yaw, driver->app().frames());
  };
  driver->click(driver->joint_pixel("elbow"));
  note();
  driver->drag(driver->handle_pixel(GizmoHandle::z, 0.3f),
               driver->handle_pixel(GizmoHandle::z, 0.3f) + glm::vec2(60.0f, 45.0f));
  note();
  driver->drag(driver->app().layout().viewport.end() - glm::vec2(60.0f),
               driver->app().layout().viewport.end() - glm::vec2(160.0f, 90.0f), SDL_BUTTON_MIDDLE);
  note();
  driver->app().keep_pixels(true);
  driver->ctrl(SDLK_z);
  note();
  const view::Image& pixels = driver->app().pixels();
  std::size_t hash = 0;
  for (std::uint8_t byte : pixels.rgba) hash = hash * 31 + byte;
  return log + fmt::format("{} x {}: {:x}\n", pixels.width, pixels.height, hash);
}

}  // namespace

SOLVED_HOME_CASE(
    "A click on a joint selects it, a ring turns it in one step, undo brings the pose back bit for "
    "bit") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  CHECK(driver->editor().tab == Tab::pose);
  driver->click(driver->joint_pixel("elbow"));
  REQUIRE(driver->selected_name() == "elbow");
  REQUIRE(gizmo_target(driver->editor(), driver->editor().transport, driver->editor().viewport));
  const Scene before = driver->scene();
  const glm::vec2 ring = driver->handle_pixel(GizmoHandle::z, 0.3f);
  driver->drag(ring, ring + glm::vec2(50.0f, 60.0f));
  CHECK(driver->step_count() == 2);
  CHECK(driver->joint("elbow").user_local != before.nodes[1].skeleton->joints[1].user_local);
  CHECK(driver->joint("shoulder").user_local == before.nodes[1].skeleton->joints[0].user_local);
  CHECK(driver->document().is_dirty());
  driver->ctrl(SDLK_z);
  CHECK(driver->scene() == before);
  CHECK_FALSE(driver->document().is_dirty());
  driver->ctrl(SDLK_y);
  CHECK(driver->step_count() == 2);
  CHECK(driver->document().is_dirty());
}

SOLVED_HOME_CASE(
    "Esc in the middle of a drag leaves not a trace, and the release after it does nothing") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  driver->click(driver->joint_pixel("elbow"));
  const Scene before = driver->scene();
  const glm::vec2 ring = driver->handle_pixel(GizmoHandle::z, 0.3f);
  driver->pull(ring, ring + glm::vec2(40.0f, 40.0f));
  CHECK(driver->document().in_gesture());
  CHECK_FALSE(driver->scene() == before);
  driver->ctrl(SDLK_z);  // not in the middle of a drag
  CHECK(driver->document().in_gesture());
  driver->key(SDLK_ESCAPE);
  driver->let_go();
  CHECK(driver->scene() == before);
  CHECK(driver->step_count() == 1);
  CHECK(driver->selected_name() == "elbow");
}

SOLVED_HOME_CASE("Everything pushed into one slow frame still happens, in its order") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  // No frame is drawn between these.
  driver->push_press(driver->joint_pixel("wrist"));
  driver->push_button(false);
  driver->push_tap(SDLK_LEFTBRACKET);
  driver->push_key(true, SDLK_LALT);
  driver->push_tap(SDLK_r);
  driver->push_key(false, SDLK_LALT);
  driver->push_tap(SDLK_TAB);
  driver->settle();
  CHECK(driver->selected_name() == "elbow");
  CHECK(driver->joint("elbow").user_local == glm::mat4(1.0f));
  CHECK(driver->step_count() == 2);
  CHECK(driver->editor().tab == Tab::rig);
}

SOLVED_HOME_CASE(
    "The same events give the same session, to the last bit, frame and pixel of the window") {
  const std::string file = arm_file(home);
  const std::string first = session_log(file);
  for (int repeat = 0; repeat < 2; ++repeat) CHECK(session_log(file) == first);
}

SOLVED_HOME_CASE(
    "S in Rig, a number and Enter give the joint that radius, and the mesh follows at once") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  driver->click(driver->joint_pixel("elbow"));
  driver->key(SDLK_TAB);
  REQUIRE(driver->editor().tab == Tab::rig);
  const std::uint32_t captured = driver->editor().deformer.skeletons().front().captured[1];
  driver->push_motion(driver->joint_pixel("elbow") + glm::vec2(80.0f, 0.0f));
  driver->push_tap(SDLK_s);
  driver->settle();
  CHECK(driver->document().in_gesture());
  driver->type("0.05");
  driver->key(SDLK_RETURN);
  CHECK_FALSE(driver->document().in_gesture());
  CHECK(driver->joint("elbow").radius == doctest::Approx(0.05f));
  CHECK(driver->step_count() == 2);
  CHECK(driver->editor().deformer.skeletons().front().captured[1] < captured);
  CHECK(coverage(driver->editor().deformer).uncovered > 0);
}

SOLVED_HOME_CASE(
    "In slow frames a double click is one by the times of its presses, not of the frames") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  const auto press_twice = [&](Uint32 apart) {
    driver->push_later(0);
    driver->click({driver->app().layout().viewport.end() - glm::vec2(40.0f)});  // nothing there
    driver->app().use_fixed_time(1.0);
    driver->settle();
    driver->app().use_fixed_time(0.125);  // eight frames a second
    const glm::vec2 at = driver->joint_pixel("elbow");
    driver->push_motion(at);
    for (const Uint32 press : {0u, apart}) {
      driver->push_later(press);
      driver->push_button(true);
      driver->push_later(press + 60);
      driver->push_button(false);
      driver->push_motion(at + glm::vec2(press == 0 ? 1.0f : 0.0f, 0.0f));
    }
    driver->settle();
    return driver->document().selection().size();
  };
  for (int repeat = 0; repeat < 5; ++repeat) CHECK(press_twice(180) > 1);  // a chain
  CHECK(press_twice(700) == 1);
}

SOLVED_HOME_CASE(
    "On a slow machine what moves is drawn in fewer pixels, and in all of them once it rests") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  driver->app().use_speed(true);
  driver->app().keep_pixels(true);  // each frame is drawn
  driver->key(SDLK_F13);
  const glm::ivec2 whole(driver->editor().picture_size);
  CHECK(driver->app().picture_pixels() == whole);
  driver->click(driver->joint_pixel("elbow"));
  const glm::vec2 ring = driver->handle_pixel(GizmoHandle::z, 0.3f);
  driver->push_press(ring);
  driver->push_motion(ring + glm::vec2(30.0f, 30.0f));
  for (int frame = 0; frame < 4; ++frame) driver->app().step();
  CHECK(driver->document().in_gesture());
  CHECK(driver->app().picture_pixels() == whole / 2);
  driver->settle();  // held still: the picture is whole, and the drag goes on
  CHECK(driver->document().in_gesture());
  CHECK(driver->app().picture_pixels() == whole);
  CHECK(driver->editor().viewport.samples == 4);
  driver->push_motion(ring + glm::vec2(40.0f, 40.0f));
  driver->app().step();
  CHECK(driver->app().picture_pixels() == whole / 2);
  driver->let_go();
  CHECK(driver->app().picture_pixels() == whole);
  CHECK(driver->editor().viewport.samples == 4);
}

HOME_CASE("The tabs are switched by their buttons and by Tab, and each has its usual tool") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home), 1280, 480));
  const glm::vec2 middle(640.0f, 20.0f);
  driver->click(middle);
  CHECK(driver->editor().tab == Tab::rig);
  driver->click(middle - glm::vec2(84.0f, 0.0f));
  CHECK(driver->editor().tab == Tab::layout);
  CHECK(driver->editor().tool == usual_tool(Tab::layout));
  driver->click(middle + glm::vec2(84.0f, 0.0f));
  CHECK(driver->editor().tab == Tab::pose);
  driver->key(SDLK_TAB);
  CHECK(driver->editor().tab == Tab::rig);
  CHECK(driver->editor().tool == usual_tool(Tab::rig));
  CHECK(driver->step_count() == 1);
}

SOLVED_HOME_CASE(
    "Keys look along axes, frame, toggle what is shown, and walk through the skeleton") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  Editor& editor = driver->editor();
  driver->key(SDLK_1);
  CHECK(editor.camera.yaw == 0.0f);
  CHECK(editor.camera.pitch == 0.0f);
  driver->key(SDLK_3);
  CHECK(editor.camera.yaw == doctest::Approx(glm::half_pi<float>()));
  driver->ctrl(SDLK_3);
  CHECK(editor.camera.yaw == doctest::Approx(-glm::half_pi<float>()));
  driver->key(SDLK_7);
  CHECK(editor.camera.pitch == doctest::Approx(glm::half_pi<float>()));
  driver->key(SDLK_5);
  CHECK(editor.camera.orthographic);
  driver->key(SDLK_1);
  driver->key(SDLK_HOME);
  const float far = editor.camera.distance;
  driver->click(driver->joint_pixel("wrist"));
  driver->key(SDLK_f);
  CHECK(editor.camera.distance < far);
  driver->key(SDLK_HOME);
  CHECK(editor.camera.distance == doctest::Approx(far));
  driver->key(SDLK_LEFTBRACKET);
  CHECK(driver->selected_name() == "elbow");
  driver->key(SDLK_RIGHTBRACKET);
  CHECK(driver->selected_name() == "wrist");
  driver->key(SDLK_w);
  CHECK(editor.show.colors == view::MeshColors::joint_weight);
  driver->key(SDLK_u);
  CHECK_FALSE(editor.show.uncovered);
  driver->key(SDLK_z, {SDLK_LALT});
  CHECK(editor.show.mesh_opacity < 1.0f);
  driver->key(SDLK_ESCAPE);
  CHECK(driver->document().selection().empty());
  driver->key(SDLK_F1);
  CHECK(editor.shell.shows_help);
  driver->key(SDLK_7);  // a dialog has the keyboard
  CHECK(editor.camera.pitch == 0.0f);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(editor.shell.shows_help);
}

SOLVED_HOME_CASE(
    "A click finds the same joint at every UI scale, and text is rasterized anew for each") {
  const std::string file = arm_file(home);
  for (const float scale : {1.0f, 1.5f, 2.0f}) {
    const int width = int(960.0f * scale), height = int(640.0f * scale);
    std::unique_ptr<Driver> driver = make_driver(options_for(file, width, height, scale));
    CHECK(fonts().regular->FontSize == doctest::Approx(16.0f * scale));
    for (const char* name : {"shoulder", "elbow", "wrist"}) {
      driver->key(SDLK_ESCAPE);  // the gizmo of the one before would be in the way
      driver->click(driver->joint_pixel(name));
      CHECK(driver->selected_name() == std::string(name));
    }
    driver->ctrl(SDLK_EQUALS);
    CHECK(driver->editor().ui_scale == doctest::Approx(scale + 0.1f));
    CHECK(fonts().regular->FontSize == doctest::Approx(std::round(16.0f * (scale + 0.1f))));
    driver->click(driver->joint_pixel("elbow"));
    CHECK(driver->selected_name() == "elbow");
  }
}

HOME_CASE(
    "The window shows its places: the bar, the active tab in the accent, a picture of many "
    "colors") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home), 1280, 480));
  driver->app().keep_pixels(true);
  driver->move({5.0f, 5.0f});
  const view::Image& pixels = driver->app().pixels();
  REQUIRE(pixels.rgba.size() == std::size_t{1280} * 480 * 4);
  const auto at = [&](float x, float y) {
    const std::uint8_t* byte = &pixels.rgba[(std::size_t(y) * 1280 + std::size_t(x)) * 4];
    return IM_COL32(byte[0], byte[1], byte[2], 255);
  };
  CHECK(at(5.0f, 5.0f) == colors().bar);
  CHECK(at(640.0f + 84.0f - 36.0f, 20.0f) == colors().accent);
  CHECK(at(640.0f - 84.0f - 36.0f, 20.0f) == colors().well);
  const Rect& viewport = driver->app().layout().viewport;
  std::set<ImU32> colors;
  for (float y = viewport.corner.y; y < viewport.end().y; y += 3.0f)
    for (float x = viewport.corner.x; x < viewport.end().x; x += 3.0f) colors.insert(at(x, y));
  CHECK(colors.size() > 100);
}

HOME_CASE(
    "The lines beside the viewport are dragged to make the places wider, and stop at their least "
    "width") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home), 1280, 480));
  const auto left = [&] { return driver->app().layout().left.size.x; };
  const auto right = [&] { return driver->app().layout().right.size.x; };
  CHECK(left() == 260.0f);
  driver->drag({260.0f, 300.0f}, {330.0f, 300.0f});
  CHECK(left() == doctest::Approx(330.0f).epsilon(0.01));
  driver->drag({1280.0f - right(), 300.0f}, {1280.0f - right() - 50.0f, 310.0f});
  CHECK(right() == doctest::Approx(370.0f).epsilon(0.01));
  driver->drag({left(), 300.0f}, {20.0f, 300.0f});
  CHECK(left() == kLeftMin);
  CHECK(driver->step_count() == 1);
}

HOME_CASE("A window at rest draws no frame, and a pointer over the panels draws no picture") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  const std::uint64_t frames = driver->app().frames();
  for (int i = 0; i < 100; ++i) driver->app().step();
  CHECK(driver->app().frames() == frames);
  const std::uint64_t pictures = driver->app().pictures();
  driver->move({100.0f, 300.0f});
  driver->move({900.0f, 500.0f});
  CHECK(driver->app().frames() > frames);
  CHECK(driver->app().pictures() == pictures);
}

HOME_CASE("Windows of every size draw what fits, down to one pixel") {
  std::unique_ptr<Driver> driver = make_driver(options_for(arm_file(home)));
  driver->app().keep_pixels(true);
  driver->click(driver->joint_pixel("elbow"));
  for (const glm::ivec2 size : {glm::ivec2(1, 1), glm::ivec2(40, 900), glm::ivec2(900, 40),
                                glm::ivec2(480, 320), glm::ivec2(1280, 720)}) {
    driver->app().window().set_minimum_size(1, 1);
    driver->app().window().resize(size.x, size.y);
    driver->move({float(size.x) * 0.5f, float(size.y) * 0.5f});
    for (Tab tab : {Tab::layout, Tab::rig, Tab::pose}) {
      set_tab(driver->editor(), driver->editor().viewport, tab);
      driver->push_wheel(1);
      driver->settle();
    }
    CHECK(driver->editor().picture_size.x >= 1.0f);
  }
  CHECK(driver->step_count() == 1);
}

HOME_CASE("What is opened fills the picture that it gets: Home right afterwards changes nothing") {
  std::unique_ptr<Driver> driver = make_driver(
      options_for((media() / "human.obj").string()));  // no skeleton, so no shelf below it
  for (const std::string& file : {std::string(), arm_file(home)}) {
    if (!file.empty()) {
      request_open(driver->editor(), file);
      driver->move({300.0f, 300.0f});
    }
    const Camera opened = driver->editor().camera;
    driver->key(SDLK_HOME);
    CHECK(driver->editor().camera.target == opened.target);
    CHECK(driver->editor().camera.distance == opened.distance);
  }
}
