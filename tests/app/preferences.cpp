// What is kept between runs.
#include "editor/files/preferences.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/stat.h>

#include "app/commands/command_windows.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "fuzz/replay.h"
#include "platform/folders.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::app;
using nlohmann::json;

namespace {

/// A configuration and a state folder of its own.
struct Folders {
  std::filesystem::path path = test::scratch("preferences");
  Folders() {
    setenv("HOME", path.c_str(), 1);
    setenv("XDG_CONFIG_HOME", (path / "config").c_str(), 1);
    setenv("XDG_STATE_HOME", (path / "state").c_str(), 1);
  }
  ~Folders() { std::filesystem::remove_all(path); }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
};

std::filesystem::path file() { return platform::config_folder() / "preferences.json"; }

void write(const std::string& text) {
  std::filesystem::create_directories(file().parent_path());
  std::ofstream(file()) << text;
}

json on_disk() {
  std::ifstream stream(file());
  return json::parse(stream);
}

Preferences random_preferences(std::mt19937& random) {
  const auto flag = [&] { return random() % 2 == 0; };
  const auto number = [&](float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(random);
  };
  Preferences made;
  made.keymap = static_cast<KeymapPreset>(random() % 3);
  made.theme = static_cast<ThemeKind>(random() % 3);
  made.move_step = flag() ? 0.0f : number(1e-4f, 100.0f);
  made.rotate_step = number(0.5f, 180.0f);
  made.radius_step = flag() ? 0.0f : number(1e-4f, 100.0f);
  made.snaps_always = flag();
  made.orbits_about_selection = flag();
  made.autosaves = flag();
  made.shot_scale = 1 + int(random() % 4);
  made.shot_is_transparent = flag();
  made.ui_scale = flag() ? 0.0f : number(0.5f, 4.0f);
  made.left_width = number(200.0f, 1200.0f);
  made.right_width = number(260.0f, 1200.0f);
  made.welcome_is_dismissed = flag();
  made.window.size = {320 + int(random() % 4000), 240 + int(random() % 3000)};
  made.window.is_maximized = flag();
  if (flag()) made.window.at = {int(random() % 6000) - 2000, int(random() % 6000) - 2000};
  made.picture_folder = flag() ? "" : "~/My pictures";
  made.shows_limits = flag();
  made.shows_springs = flag();
  made.shows_quaternion = flag();
  made.last_file = "/somewhere/a file.glb";
  made.recent = {"/somewhere/a file.glb", "/elsewhere/b.obj"};
  made.recent_commands = {"edit.undo", "select:elbow.L"};
  return made;
}

}  // namespace

TEST_CASE("What is saved is what is loaded, whatever was there before") {
  const Folders folders;
  std::mt19937 random(11);
  CHECK(load_preferences() == Preferences());
  for (int round = 0; round < 200; ++round) {
    const Preferences made = random_preferences(random);
    REQUIRE(save_preferences(made).empty());
    CHECK(load_preferences() == made);
  }
}

TEST_CASE("Every step of rotations that a field takes is loaded again") {
  const Folders folders;
  Preferences made;
  made.rotate_step = 120.0f;
  REQUIRE(save_preferences(made).empty());
  CHECK(load_preferences().rotate_step == 120.0f);
  made.rotate_step = 180.0f;
  REQUIRE(save_preferences(made).empty());
  CHECK(load_preferences().rotate_step == 180.0f);
}

TEST_CASE("Members that this version does not know survive, in both files") {
  const Folders folders;
  write(
      R"({"theme": "light", "timeline_height": 120, "gpu_skinning": true, "later": {"a": [1, 2]}})");
  Preferences kept = load_preferences();
  CHECK(kept.theme == ThemeKind::light);
  kept.theme = ThemeKind::high_contrast;
  REQUIRE(save_preferences(kept).empty());
  CHECK(on_disk()["timeline_height"] == 120);
  CHECK(on_disk()["gpu_skinning"] == true);  // of 0.1, which could skin on the graphics card
  CHECK(on_disk()["later"]["a"][1] == 2);
  CHECK(on_disk()["theme"] == "high_contrast");
}

TEST_CASE(
    "A value of a newer version counts for nothing here, and stays until somebody chooses another "
    "one") {
  const Folders folders;
  write(R"({"theme": "sepia", "keymap": "houdini", "rotate_step": 5})");
  Preferences kept = load_preferences();
  CHECK(kept.theme == ThemeKind::dark);
  CHECK(kept.keymap == KeymapPreset::blender);
  kept.rotate_step = 15.0f;
  REQUIRE(save_preferences(kept).empty());
  CHECK(on_disk()["theme"] == "sepia");
  CHECK(on_disk()["keymap"] == "houdini");
  kept.keymap = KeymapPreset::maya;
  REQUIRE(save_preferences(kept).empty());
  CHECK(on_disk()["keymap"] == "maya");
}

TEST_CASE("Damaged files and foreign values are passed over without a word") {
  const Folders folders;
  for (
      const char* text :
      {"", "{", "[1, 2]", "null", "\"light\"",
       R"({"theme": 7, "keymap": [], "ui_scale": "big", "autosaves": "no", "shot_scale": 1e99})",
       R"({"rotate_step": -5, "move_step": -1, "radius_step": 1e30, "left_width": 1e9, "shot_scale": 0})",
       "\xff\xfe\x00garbage"}) {
    CAPTURE(std::string(text));
    write(text);
    CHECK(load_preferences() == Preferences());
    CHECK(save_preferences(Preferences()).empty());
  }
}

TEST_CASE(
    "Members that nest too deep to be written again, too large a file and a pipe count for "
    "nothing") {
  const Folders folders;
  const std::string many(200000, '[');
  write("{\"later\": " + many + std::string(many.size(), ']') + "}");
  CHECK(load_preferences() == Preferences());
  CHECK(save_preferences(Preferences()).empty());
  write("{\"theme\": \"light\", \"later\": \"" + std::string(2 << 20, 'x') + "\"}");
  CHECK(load_preferences() == Preferences());
  std::filesystem::remove(file());
  REQUIRE(::mkfifo(file().c_str(), 0600) == 0);
  CHECK(load_preferences() == Preferences());
  CHECK(!save_preferences(Preferences()).empty());
}

TEST_CASE("Every section goes back to a new installation's values, and touches no other") {
  std::mt19937 random(3);
  using enum PreferenceSection;
  constexpr PreferenceSection kSections[] = {keys, look, snapping, view, files, pictures};
  for (int round = 0; round < 50; ++round) {
    Editor editor = test::arm_editor();
    editor.preferences = random_preferences(random);
    const Preferences before = editor.preferences;
    for (const PreferenceSection section : kSections) {
      editor.preferences = before;
      reset_section(editor, section);
      CHECK(is_default(editor.preferences, section));
      for (const PreferenceSection other : kSections)
        if (other != section)
          CHECK(is_default(editor.preferences, other) == is_default(before, other));
    }
    editor.preferences = before;
    for (const PreferenceSection section : kSections) reset_section(editor, section);
    Preferences expected;
    expected.window = before.window;
    expected.picture_folder = before.picture_folder;
    expected.last_file = before.last_file;
    expected.recent = before.recent;
    expected.recent_commands = before.recent_commands;
    CHECK(editor.preferences == expected);
  }
}

TEST_CASE("seeds and crashers of the preferences") {
  test::replay("preferences", fuzz::preferences);
}
