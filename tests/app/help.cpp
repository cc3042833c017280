// The help over the window: its contents and its labels' places.
#include <algorithm>
#include <random>
#include <string>

#include "app/commands/help_keys.h"
#include "app/commands/help_layout.h"
#include "editor/commands/keymap.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::app;

namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.corner.x < b.end().x && b.corner.x < a.end().x && a.corner.y < b.end().y &&
         b.corner.y < a.end().y;
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
  CHECK(keys_for(KeymapPreset::maya, "Pan").find("Alt+middle") != std::string::npos);
}
