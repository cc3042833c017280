// The fixed places at every window size, labels of the help, tables of commands, keys and formats.
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include "app/app.h"
#include "app/commands/help_parts.h"
#include "app/widgets/layout.h"
#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

bool is_inside(const Rect& place, glm::vec2 window) {
  return place.size.x >= 0.0f && place.size.y >= 0.0f && place.corner.x >= 0.0f &&
         place.corner.y >= 0.0f &&
         (place.empty() || (place.end().x <= window.x && place.end().y <= window.y));
}

bool overlap(const Rect& a, const Rect& b) {
  return !a.empty() && !b.empty() && a.corner.x < b.end().x && b.corner.x < a.end().x &&
         a.corner.y < b.end().y && b.corner.y < a.end().y;
}

bool inside(const Rect& outer, const Rect& inner) {
  return inner.corner.x >= outer.corner.x && inner.corner.y >= outer.corner.y &&
         inner.end().x <= outer.end().x && inner.end().y <= outer.end().y;
}

bool lists(const std::vector<HelpLine>& lines, const std::string& words) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const HelpLine& line) { return !line.is_heading && line.words == words; });
}

}  // namespace

TEST_CASE(
    "At every window size and scale the places lie inside the window and none covers another") {
  for (auto& random : rounds<Random>(11, 2000)) {
    const glm::vec2 window =
        glm::floor(glm::vec2(random.uniform(0.0f, 4000.0f), random.uniform(0.0f, 2400.0f)));
    const float left = random.uniform(0.0f, 1500.0f), right = random.uniform(0.0f, 1500.0f),
                scale = random.uniform(0.5f, 4.0f);
    const Layout layout = lay_out(window, left, right, scale,
                                  random.chance(0.2f) ? 0.0f : random.uniform(0.0f, 200.0f));
    const Rect* const all[] = {&layout.menu,  &layout.left,   &layout.viewport,
                               &layout.right, &layout.status, &layout.shelf};
    for (const Rect* place : all) CHECK(is_inside(*place, window));
    for (const Rect* a : all)
      for (const Rect* b : all)
        if (a != b) CHECK_FALSE(overlap(*a, *b));
  }
}

TEST_CASE("A window of 0 x 0 has no places, and 1280 x 720 at scale 1 has the wished ones") {
  const Layout none = lay_out({0.0f, 0.0f}, 260.0f, 320.0f, 1.0f);
  for (const Rect& place : {none.menu, none.left, none.viewport, none.right, none.status})
    CHECK(place.empty());
  const Layout usual = lay_out({1280.0f, 720.0f}, 260.0f, 320.0f, 1.0f);
  CHECK(usual.left.size.x == 260.0f);
  CHECK(usual.right.size.x == 320.0f);
  CHECK(usual.viewport.size.x > 690.0f);
}

TEST_CASE("A window opens where it was, with its frame wholly in the usable part of one screen") {
  const std::vector<Rect> screens = {{{0.0f, 27.0f}, {1366.0f, 741.0f}},  // a panel at the top
                                     {{1366.0f, 0.0f}, {1920.0f, 1080.0f}}};
  const WindowFrame frame{{2.0f, 30.0f}, {2.0f, 4.0f}};
  const auto placed = [&](std::optional<glm::ivec2> at, glm::ivec2 size) {
    return place_window({at, size}, screens, frame);
  };
  CHECK(placed(glm::ivec2(100, 100), {800, 600}) == WindowPlace{glm::ivec2(100, 100), {800, 600}});
  CHECK(placed({}, {1280, 800}) == WindowPlace{glm::ivec2(43, 57), {1280, 707}});  // at first
  CHECK(placed(glm::ivec2(100, 200), {800, 600}) ==  // its lower edge was cut
        WindowPlace{glm::ivec2(100, 164), {800, 600}});
  CHECK(placed(glm::ivec2(1300, 50), {1280, 800}) ==  // mostly on the second screen
        WindowPlace{glm::ivec2(1368, 50), {1280, 800}});
  CHECK(placed(glm::ivec2(4000, 300), {1280, 700}) ==  // its screen is gone
        WindowPlace{glm::ivec2(43, 60), {1280, 700}});
  CHECK(place_window({glm::ivec2(100, 100), {800, 600}, true}, screens, frame).is_maximized);
  const WindowPlace anywhere{glm::ivec2(-50, 9000), {8000, 10}};
  CHECK(place_window(anywhere, {}, frame) == anywhere);
}

TEST_CASE("Wherever a window was and whatever the screens are, its frame fits one of them") {
  for (auto& random : rounds<Random>(5, 2000)) {
    const auto whole = [&](float low, float high) { return std::floor(random.uniform(low, high)); };
    std::vector<Rect> screens;
    do
      screens.push_back({{whole(-4000.0f, 4000.0f), whole(-2000.0f, 2000.0f)},
                         {whole(300.0f, 4000.0f), whole(300.0f, 2200.0f)}});
    while (random.chance(0.5f));
    const WindowFrame frame{{whole(0.0f, 20.0f), whole(0.0f, 60.0f)},
                            {whole(0.0f, 20.0f), whole(0.0f, 20.0f)}};
    const glm::vec2 at(whole(-9000.0f, 9000.0f), whole(-9000.0f, 9000.0f)),
        size(whole(1.0f, 6000.0f), whole(1.0f, 4000.0f));
    const WindowPlace place = place_window({glm::ivec2(at), glm::ivec2(size)}, screens, frame);
    REQUIRE(place.at);
    const Rect outer{glm::vec2(*place.at) - frame.before,
                     glm::vec2(place.size) + frame.before + frame.after};
    CHECK(std::any_of(screens.begin(), screens.end(),
                      [&](const Rect& screen) { return inside(screen, outer); }));
    if (screens.size() == 1) CHECK(place_window(place, screens, frame) == place);
  }
}

TEST_CASE(
    "The shelf lies below the viewport, as wide as it, and is left out where the viewport would "
    "get too low") {
  const Layout with = lay_out({1280.0f, 720.0f}, 260.0f, 320.0f, 1.0f, 96.0f),
               without = lay_out({1280.0f, 720.0f}, 260.0f, 320.0f, 1.0f);
  CHECK(with.shelf.size == glm::vec2(with.viewport.size.x, 96.0f));
  CHECK(with.shelf.end() == without.viewport.end());
  CHECK(with.viewport.size.y + 97.0f == without.viewport.size.y);
  CHECK(without.shelf.empty());
  for (float height = 0.0f; height < 720.0f; height += 1.0f) {
    const Layout low = lay_out({1280.0f, height}, 260.0f, 320.0f, 1.0f, 96.0f);
    CHECK((low.shelf.empty() || low.viewport.size.y >= kViewportLow));
  }
}

TEST_CASE(
    "A window that gets narrower gives up the left place before the right one, and never the "
    "viewport") {
  bool had_left = true, had_right = true;
  for (float width = 1400.0f; width >= 10.0f; width -= 1.0f) {
    const Layout layout = lay_out({width, 600.0f}, 260.0f, 320.0f, 1.0f);
    CHECK_FALSE(layout.viewport.empty());
    CHECK((had_left || layout.left.empty()));
    CHECK((had_right || layout.right.empty()));
    CHECK((!layout.right.empty() || layout.left.empty()));
    had_left = !layout.left.empty();
    had_right = !layout.right.empty();
  }
  CHECK_FALSE(had_left);
  CHECK_FALSE(had_right);
}

TEST_CASE("Every command has an id, words and an action of its own") {
  std::set<std::string> ids;
  for (const Command& entry : commands()) {
    CHECK(ids.insert(entry.id).second);
    CHECK(*entry.label != '\0');
    CHECK(*entry.tooltip != '\0');
    CHECK((entry.run != nullptr));
  }
}

TEST_CASE("No menu and no submenu is higher than a window on a screen of 768 pixels") {
  constexpr float kRow = 26.0f, kSeparator = 9.0f, kPadding = 16.0f, kSlider = 32.0f;
  const float room = 768.0f - kMenuHeight;
  for (const MenuPlace place : {MenuPlace::file, MenuPlace::edit, MenuPlace::view, MenuPlace::rig,
                                MenuPlace::pose, MenuPlace::help}) {
    float height = kPadding, in_submenu = kPadding;
    std::string_view before;
    for (const Command& entry : commands()) {
      if (entry.menu != place) continue;
      const std::string_view submenu = entry.submenu != nullptr ? entry.submenu : "";
      const bool is_inside = !submenu.empty() && submenu == before;
      in_submenu = is_inside ? in_submenu + kRow : kPadding + kRow;
      if (!is_inside) height += kRow + (entry.separator_before ? kSeparator : 0.0f);
      if (std::string_view(entry.id) == "view.xray") height += kSlider;
      CHECK(in_submenu <= room);
      before = submenu;
    }
    INFO("menu " << int(place));
    CHECK(height <= room);
  }
}

TEST_CASE("The browser offers exactly the formats that the table says a task can use") {
  for (const io::Format& format : io::formats()) {
    CHECK(accepts(FileTask::open, format) == format.can_load());
    CHECK(accepts(FileTask::save_scene, format) == format.can_save_scene());
    CHECK(accepts(FileTask::export_scene, format) == format.can_save());
  }
}

TEST_CASE(
    "Labels lie inside the window, on no other label and on nothing blocked, wherever their "
    "targets are") {
  std::mt19937 random(17);
  const auto number = [&](float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(random);
  };
  std::size_t placed = 0;
  for (int round = 0; round < 60; ++round) {
    const Rect window{{0.0f, 0.0f}, {number(300.0f, 1600.0f), number(200.0f, 900.0f)}};
    std::vector<Callout> callouts;
    for (int i = 0; i < 10; ++i) {
      const glm::vec2 corner{number(0.0f, window.size.x - 20.0f),
                             number(0.0f, window.size.y - 20.0f)};
      callouts.push_back({{corner, {number(8.0f, 90.0f), number(8.0f, 60.0f)}},
                          {number(60.0f, 200.0f), number(30.0f, 70.0f)}});
    }
    const std::vector<Rect> blocked{{{window.size.x * 0.4f, window.size.y * 0.4f}, {80.0f, 60.0f}}};
    const auto places = place_labels(callouts, blocked, window, 6.0f);
    REQUIRE(places.size() == callouts.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i]) continue;
      ++placed;
      const Rect label{*places[i], callouts[i].label};
      CHECK(inside(window, label));
      CHECK_FALSE(overlap(label, blocked.front()));
      for (std::size_t k = 0; k < callouts.size(); ++k)
        CHECK_FALSE(overlap(label, callouts[k].target));
      for (std::size_t k = 0; k < i; ++k)
        if (places[k]) CHECK_FALSE(overlap(label, {*places[k], callouts[k].label}));
    }
  }
  CHECK(placed > 200);
}

TEST_CASE("A large place has its label inside, without a line; a small one beside it, with one") {
  const Rect window{{0.0f, 0.0f}, {800.0f, 600.0f}};
  const std::vector<Callout> callouts{{{{0.0f, 100.0f}, {260.0f, 400.0f}}, {180.0f, 50.0f}},
                                      {{{700.0f, 10.0f}, {30.0f, 30.0f}}, {120.0f, 40.0f}}};
  const auto places = place_labels(callouts, {}, window, 6.0f);
  REQUIRE(places[0]);
  REQUIRE(places[1]);
  CHECK(inside(callouts[0].target, {*places[0], callouts[0].label}));
  CHECK_FALSE(line_between({*places[0], callouts[0].label}, callouts[0].target));
  const auto line = line_between({*places[1], callouts[1].label}, callouts[1].target);
  REQUIRE(line);
  CHECK(glm::distance(line->from, line->to) < 80.0f);
}

TEST_CASE("Where there is no room a label is left out, and the first ones have the room") {
  const Rect window{{0.0f, 0.0f}, {200.0f, 120.0f}};
  const std::vector<Callout> callouts(6, {{{90.0f, 50.0f}, {20.0f, 20.0f}}, {80.0f, 30.0f}});
  const auto places = place_labels(callouts, {}, window, 4.0f);
  CHECK(places[0]);
  CHECK_FALSE(places[5]);
  CHECK_FALSE(place_labels({{{{0, 0}, {5, 5}}, {300.0f, 10.0f}}}, {}, window, 4.0f).front());
}

TEST_CASE("The list of keys has every command with a key, under its present key, in each preset") {
  for (const PresetName& preset : kPresetNames) {
    const std::vector<HelpLine> lines = all_lines(preset.preset);
    for (const Command& command : commands()) {
      const std::vector<Shortcut>& shortcuts = shortcuts_of(preset.preset, command);
      if (shortcuts.empty()) continue;
      CAPTURE(std::string(command.id));
      const std::string key = shortcut_text(shortcuts.front());
      const auto is_it = [&](const HelpLine& line) {
        return line.words == command.label && line.keys.rfind(key, 0) == 0;
      };
      CHECK(std::any_of(lines.begin(), lines.end(), is_it));
    }
    CHECK_FALSE(lists(lines, ""));
    for (const HelpLine& line : lines) CHECK(line.is_heading == line.keys.empty());
  }
}

TEST_CASE("The list of the mouse follows the preset") {
  const auto keys_for = [](KeymapPreset preset, const std::string& words) {
    std::string keys;
    for (const HelpLine& line : mouse_lines(preset))
      if (line.words.rfind(words, 0) == 0) keys += line.keys + ";";
    return keys;
  };
  CHECK(keys_for(KeymapPreset::blender, "Orbit") == "Alt+left;Middle;");
  CHECK(keys_for(KeymapPreset::maya, "Orbit") == "Alt+left;");
  CHECK(contains(keys_for(KeymapPreset::maya, "Pan"), "Alt+middle"));
}
