// The ways out to other programs, as the dialogue offers them: what it says is what is in the file.
#include <algorithm>

#include "app/widgets/spots.h"
#include "editor/bench/bench_state.h"
#include "editor/commands/keymap.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "editor/session.h"
#include "support/app_driver.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The arm with its elbow bent and a motion that bends it.
Scene moving_arm() {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[1].user_local =
      glm::rotate(glm::mat4(1.0f), 0.5f, {0.0f, 0.0f, 1.0f});
  Motion motion;
  motion.name = "Bend";
  motion.tracks = {{.target = kElbow, .translation = {0.0f, 0.8f, 0.0f}, .channels = {}}};
  motion.tracks[0].channels = {{MotionProperty::rotation,
                                Interpolation::linear,
                                {0.0f, 1.0f},
                                {0, 0, 0, 1, 0, 0, 0.6f, 0.8f}}};
  scene.motions = {std::make_shared<Motion>(motion)};
  REQUIRE(why_invalid(scene).empty());
  return scene;
}

Scene exported(const Home& home, const char* way) {
  Editor editor = editor_with(moving_arm());
  open_export_browser(editor, editor.bench, editor.files, way);
  FileBrowser& browser = *editor.files.browser;
  enter_folder(browser, home.path());
  browser.name = std::string(way) + ".glb";
  if (const auto file = choose(*editor.files.browser)) finish_browser(editor, file->string());
  REQUIRE_FALSE(editor.files.browser);
  return io::load(home.path() / (std::string(way) + ".glb")).scene;
}

bool has_skeleton(const Scene& scene) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [](const Node& node) { return node.skeleton != nullptr; });
}

}  // namespace

TEST_CASE("Each way writes what it says: rig and motions, the rig in its pose, the surface alone") {
  const Home home;
  const Scene animation = exported(home, "animation"), pose = exported(home, "pose"),
              posed = exported(home, "posed");
  CHECK(animation.motions.size() == 1);
  CHECK(has_skeleton(animation));
  CHECK(pose.motions.empty());
  CHECK(has_skeleton(pose));
  CHECK(posed.motions.empty());
  CHECK_FALSE(has_skeleton(posed));
}

TEST_CASE("What a way loses is said, and what the typed format loses when that is more") {
  Editor editor = editor_with(moving_arm());
  open_export_browser(editor, editor.bench, editor.files, "animation");
  FileBrowser& browser = *editor.files.browser;
  CHECK(loss_of(browser).find("stored poses") != std::string::npos);
  CHECK(loss_of(browser).find("motions") == std::string::npos);
  choose_way(browser, 2);
  CHECK(loss_of(browser).find("motions") == 0);
  choose_way(browser, 3);
  CHECK(loss_of(browser).find("skeletons") == 0);
  browser.name = "x.obj";
  CHECK(loss_of(browser).find("the camera") != std::string::npos);
}

TEST_CASE("A format without rigs is refused for one, and makes way when the rig is chosen") {
  const Home home;
  Editor editor = editor_with(moving_arm());
  open_export_browser(editor, editor.bench, editor.files, "animation");
  FileBrowser& browser = *editor.files.browser;
  enter_folder(browser, home.path());
  browser.name = "arm.obj";
  if (const auto file = choose(*editor.files.browser)) finish_browser(editor, file->string());
  REQUIRE(editor.files.browser);
  CHECK(browser.problem.find("Wavefront OBJ holds the posed surface alone") != std::string::npos);
  choose_way(browser, 3);
  CHECK(browser.problem.empty());
  CHECK(browser.name == "arm.obj");
  choose_way(browser, 2);
  CHECK(browser.name == "arm.glb");
}

TEST_CASE("The menu's two exports open one dialogue on their way; a press changes it") {
  const Home home;
  const std::string file = (home.path() / "arm.glb").string();
  io::save(file, moving_arm(), {});
  const auto driver = window_with(file);
  if (!driver) return;
  run_command(driver->editor(), "file.export_posed");
  driver->move({4.0f, 4.0f});
  REQUIRE(driver->editor().files.browser);
  CHECK(driver->editor().files.browser->way == 3);
  for (const Spot& spot : std::vector<Spot>(spots()))
    if (spot.name == "Rig in its pose") driver->click(spot.middle);
  CHECK(driver->editor().files.browser->way == 2);
}
