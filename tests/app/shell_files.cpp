// Files through the window: save, reopen, unsaved work, drops, the browser, preferences.
#include <fstream>

#include "base/index.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/preferences.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "platform/folders.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

void rename_node(Driver& driver, const std::string& name) {
  REQUIRE(perform(driver.editor(), op::Rename{driver.scene().nodes[0].id, name}));
}

bool has_error(Driver& driver) {
  for (const Toast& toast : driver.editor().toasts)
    if (toast.is_error) return true;
  return false;
}

}  // namespace

SOLVED_HOME_CASE("What is saved opens again as it was, camera included") {
  const std::string file = saved(home, "arm.glb", arm_scene());
  Camera camera;
  Scene scene;
  {
    std::unique_ptr<Driver> driver = window_with(file, 960, 640);
    driver->click(driver->joint_pixel("elbow"));
    driver->key(SDLK_TAB);
    driver->push_motion(driver->joint_pixel("elbow") + glm::vec2(80.0f, 0.0f));
    driver->key(SDLK_s);
    driver->type("0.7");
    driver->key(SDLK_RETURN);
    driver->key(SDLK_3);
    CHECK(driver->document().is_dirty());
    driver->ctrl(SDLK_s);
    CHECK_FALSE(driver->document().is_dirty());
    CHECK_FALSE(has_error(*driver));
    camera = driver->editor().camera;
    scene = driver->scene();
  }
  std::unique_ptr<Driver> again = window_with(file, 960, 640);
  Scene reopened = again->scene();
  CHECK(again->editor().camera == camera);
  reopened.camera = scene.camera;
  CHECK(same_content(reopened, scene));
}

HOME_CASE("Unsaved work is asked about before it is replaced or the window closes") {
  const std::string first = saved(home, "first.glb", arm_scene());
  Scene other_scene = arm_scene();
  other_scene.nodes[0].name = "Other";
  const std::string other = saved(home, "other.glb", other_scene);
  std::unique_ptr<Driver> driver = window_with(first, 960, 640);
  FilesState& files = driver->editor().files;

  rename_node(*driver, "Changed");
  request_open(driver->editor(), other);
  driver->move({5.0f, 5.0f});
  REQUIRE(files.pending);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(files.pending);
  CHECK(driver->scene().nodes[0].name == "Changed");

  driver->close_window();
  REQUIRE(files.pending);
  CHECK_FALSE(driver->app().wants_quit());
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(driver->app().wants_quit());

  request_open(driver->editor(), other);
  driver->move({5.0f, 5.0f});
  driver->key(SDLK_RETURN);  // Save
  CHECK(driver->scene().nodes[0].name == "Other");
  CHECK(io::load(first).scene.nodes[0].name == "Changed");

  rename_node(*driver, "Thrown away");
  driver->close_window();
  driver->key(SDLK_d);  // Discard
  CHECK(driver->app().wants_quit());
  CHECK(io::load(other).scene.nodes[0].name == "Other");
}

HOME_CASE("A clean document closes without a question") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  driver->close_window();
  CHECK(driver->app().wants_quit());
}

HOME_CASE("Somebody else's file is never overwritten by Save: it asks for a name") {
  const std::string foreign = (home.path() / "foreign.gltf").string();
  std::ofstream(foreign)
      << R"({"asset": {"version": "2.0"}, "nodes": [{"name": "Root"}], "scenes": [{"nodes": [0]}], "scene": 0})";
  const auto bytes = std::filesystem::file_size(foreign);
  std::unique_ptr<Driver> driver = window_with(foreign, 960, 640);
  CHECK(document_name(driver->editor()) == "foreign.gltf");
  rename_node(*driver, "Changed");
  driver->ctrl(SDLK_s);
  REQUIRE(driver->editor().files.browser);
  CHECK(driver->editor().files.browser->name == "foreign.glb");
  CHECK(std::filesystem::file_size(foreign) == bytes);
  driver->key(SDLK_RETURN);
  CHECK_FALSE(driver->document().is_dirty());
  CHECK(document_name(driver->editor()) == "foreign.glb");
  driver->ctrl(SDLK_s);
  CHECK_FALSE(driver->editor().files.browser);
}

HOME_CASE("A bad file is refused with a message and everything stays") {
  std::unique_ptr<Driver> driver = window_on_arm(home);
  const std::string bad = (home.path() / "bad.glb").string();
  std::ofstream(bad) << "no model at all";
  const Scene before = driver->scene();
  CHECK_FALSE(open_file(driver->editor(), bad));
  driver->settle();
  CHECK(has_error(*driver));
  CHECK(driver->scene() == before);
  CHECK(document_name(driver->editor()) == "arm.glb");
}

HOME_CASE("A dropped file asks whether it is opened or added, and each answer does that") {
  const std::string file = saved(home, "arm.glb", arm_scene());
  std::unique_ptr<Driver> driver = window_with(file, 960, 640);
  driver->drop(file);
  REQUIRE(driver->editor().files.dropped);
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(driver->editor().files.dropped);
  CHECK(driver->scene().nodes.size() == 2);
  driver->drop(file);
  driver->key(SDLK_a);
  CHECK(driver->scene().nodes.size() == 4);
  CHECK(driver->step_count() == 2);
  driver->drop(file);
  driver->key(SDLK_RETURN);
  REQUIRE(driver->editor().files.pending);  // the import is not saved
  driver->key(SDLK_d);
  CHECK(driver->scene().nodes.size() == 2);
  CHECK(driver->step_count() == 1);
}

HOME_CASE("The browser walks folders with the keyboard and opens what is marked") {
  std::filesystem::create_directory(home.path() / "folder");
  const std::string file = saved(home, "arm.glb", arm_scene());
  Scene other = arm_scene();
  other.nodes[0].name = "Inner";
  saved(home, "folder/inner.glb", other);
  std::ofstream(home.path() / "notes.txt") << "not a model";
  std::unique_ptr<Driver> driver = window_with(file, 960, 640);
  driver->ctrl(SDLK_o);
  FilesState& files = driver->editor().files;
  REQUIRE(files.browser);
  CHECK(files.browser->folder == std::filesystem::canonical(home.path()));
  std::vector<std::string> names;
  for (const FileBrowser::Entry& entry : files.browser->entries) names.push_back(entry.name);
  CHECK(!list_has(names, "notes.txt"));
  CHECK(list_has(names, "arm.glb"));
  while (files.browser->marked < 0 ||
         files.browser->entries[std::size_t(files.browser->marked)].name != "folder")
    driver->key(SDLK_DOWN);
  driver->key(SDLK_RETURN);
  REQUIRE(files.browser);
  CHECK(files.browser->folder.filename() == "folder");
  driver->key(SDLK_DOWN);
  driver->key(SDLK_RETURN);
  CHECK_FALSE(files.browser);
  CHECK(driver->scene().nodes[0].name == "Inner");
}

HOME_CASE(
    "Save as asks before it overwrites, takes the extension as typed, and Esc leaves all as it "
    "was") {
  const std::string file = saved(home, "arm.glb", arm_scene());
  const std::string there = saved(home, "there.glb", arm_scene());
  std::unique_ptr<Driver> driver = window_with(file, 960, 640);
  rename_node(*driver, "Changed");
  FilesState& files = driver->editor().files;
  driver->key(SDLK_s, {SDLK_LCTRL, SDLK_LSHIFT});
  REQUIRE(files.browser);
  driver->ctrl(SDLK_a);  // the name has the keyboard
  driver->type("there.glb");
  CHECK(files.browser->name == "there.glb");
  driver->key(SDLK_RETURN);
  REQUIRE(files.browser);
  CHECK(files.browser->asks_overwrite);
  CHECK(io::load(there).scene.nodes[0].name == "Arm");
  driver->key(SDLK_RETURN);
  CHECK_FALSE(files.browser);
  CHECK(io::load(there).scene.nodes[0].name == "Changed");
  CHECK(driver->document().path() == there);
  driver->key(SDLK_s, {SDLK_LCTRL, SDLK_LSHIFT});
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(files.browser);
  CHECK(driver->document().path() == there);
}

HOME_CASE("Save as selects the name each time, so that typing replaces it") {
  const std::unique_ptr<Driver> driver = window_on_arm(home);
  FilesState& files = driver->editor().files;
  for (const char* name : {"first.glb", "second.glb", "third.glb"}) {
    driver->key(SDLK_s, {SDLK_LCTRL, SDLK_LSHIFT});
    REQUIRE(files.browser);
    driver->type(name);
    CHECK(files.browser->name == name);
    driver->key(SDLK_ESCAPE);
    REQUIRE_FALSE(files.browser);
  }
}

TEST_CASE(
    "A folder that cannot be read keeps the browser where it was, and a missing file is named") {
  FileBrowser browser;
  browser.task = FileTask::open;
  enter_folder(browser, std::filesystem::temp_directory_path());
  const std::filesystem::path before = browser.folder;
  enter_folder(browser, "/no/such/folder");
  CHECK(browser.folder == before);
  CHECK(contains(browser.problem, "/no/such/folder"));
}

HOME_CASE("Preferences survive a restart, and damaged ones are replaced by defaults") {
  Preferences kept;
  kept.ui_scale = 1.5f;
  kept.left_width = 300.0f;
  for (int i = 0; i < 14; ++i) remember_file(kept, home.path() / ("file" + std::to_string(i)));
  CHECK(kept.recent.size() == 10);
  CHECK(kept.recent.front() == (home.path() / "file13").string());
  remember_file(kept, home.path() / "file10");
  CHECK(kept.recent.size() == 10);
  CHECK(save_preferences(kept).empty());
  CHECK(load_preferences() == kept);
  std::ofstream(platform::config_folder() / "preferences.json")
      << "{\"ui_scale\": 1e30, \"left_width\": \"wide\"";
  std::ofstream(platform::state_folder() / "session.json") << "[1, 2";
  CHECK(load_preferences() == Preferences());
  std::ofstream(platform::config_folder() / "preferences.json")
      << "{\"ui_scale\": 1e30, \"left_width\": \"wide\", \"right_width\": -4}";
  CHECK(load_preferences() == Preferences());
}

HOME_CASE("The second start opens the last file") {
  const std::string file = saved(home, "arm.glb", arm_scene());
  window_with(file, 960, 640);
  std::unique_ptr<Driver> driver = make_driver({.width = 640, .height = 480});
  CHECK(document_name(driver->editor()) == "arm.glb");
}
