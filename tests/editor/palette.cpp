// The command palette without its window.
#include "editor/commands/palette.h"

#include <random>
#include <string>
#include <vector>

#include "base/index.h"
#include "editor/files/preferences.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"
#include "support/app_scene.h"

using namespace marrow;

namespace {

std::vector<std::string> found(const Editor& editor, const std::string& query) {
  const std::vector<PaletteEntry> entries = palette_entries(editor);
  std::vector<std::string> ids;
  for (const std::size_t i : palette_matches(entries, query, editor.preferences.recent_commands))
    ids.push_back(entries[i].id);
  return ids;
}

PaletteEntry entry_named(const Editor& editor, const std::string& id) {
  for (PaletteEntry& entry : palette_entries(editor))
    if (entry.id == id) return entry;
  FAIL("no entry " << id);
  return {};
}

bool is_subsequence(const std::string& query, const std::string& text) {
  std::size_t at = 0;
  for (const char letter : text)
    if (at < query.size() && letter == query[at]) ++at;
  return at == query.size();
}

std::string random_word(std::mt19937& random, std::size_t length) {
  std::string word;
  for (std::size_t i = 0; i < length; ++i) word += char('a' + random() % 4);
  return word;
}

}  // namespace

TEST_CASE("A text matches when it has the letters of the query in their order, and only then") {
  for (auto& random : test::rounds<std::mt19937>(5, 2000)) {
    const std::string query = random_word(random, 1 + random() % 5),
                      text = random_word(random, random() % 12);
    CAPTURE(query);
    CAPTURE(text);
    CHECK(fuzzy_score(query, text).has_value() == is_subsequence(query, text));
  }
}

TEST_CASE("Letters in a row and at the beginning of words count more; letter case does not") {
  CHECK(*fuzzy_score("undo", "Undo") > *fuzzy_score("undo", "u n d o x"));
  CHECK(*fuzzy_score("fs", "Frame selected") > *fuzzy_score("fs", "Offset"));
  CHECK(*fuzzy_score("pose", "Store this pose") > *fuzzy_score("pose", "Part of the scene"));
  CHECK(*fuzzy_score("SAVE", "Save as") == *fuzzy_score("save", "Save as"));
  CHECK(fuzzy_score("", "anything") == 0);
  CHECK_FALSE(fuzzy_score("x", ""));
}

TEST_CASE("A part of a name finds the command, whatever the menus call it") {
  const Editor editor = test::arm_editor();
  CHECK(found(editor, "undo").front() == "edit.undo");
  CHECK(found(editor, "frame sel").front() == "view.frame");
  CHECK(found(editor, "high con").front() == "view.theme_contrast");
  CHECK(found(editor, "ctrl+s").front() == "file.save");
  CHECK(found(editor, "qqqqzzzz").empty());
  const std::vector<std::string> of_menu = found(editor, "rig fit");
  CHECK(list_has(of_menu, "rig.fit"));
}

TEST_CASE(
    "With no words every command is there and nothing else; with words joints and recent files are "
    "found too") {
  Editor editor = test::arm_editor();
  editor.preferences.recent = {"/home/somebody/dragon.glb"};
  CHECK(found(editor, "").size() == commands().size() - 1);  // the palette itself is not in it
  CHECK(found(editor, "elbow").front() == "select:elbow");
  CHECK(found(editor, "select: wrist").front() == "select:wrist");
  CHECK(found(editor, "dragon").front() == "open:/home/somebody/dragon.glb");
}

TEST_CASE("Choosing a joint selects it and brings its row into view; choosing a command does it") {
  Editor editor = test::arm_editor();
  REQUIRE(run_entry(editor, entry_named(editor, "select:elbow")));
  CHECK(editor.document.active() == test::kElbow);
  CHECK(editor.panels.tree.scroll_to == test::kElbow);
  const bool grid = editor.show.grid;
  REQUIRE(run_entry(editor, entry_named(editor, "view.grid")));
  CHECK(editor.show.grid != grid);
  CHECK(entry_named(editor, "view.grid").is_on == editor.show.grid);
}

TEST_CASE("What cannot be done now is there, says why, does nothing and is not remembered") {
  Editor editor = test::arm_editor();
  const PaletteEntry undo = entry_named(editor, "edit.undo"),
                     rename = entry_named(editor, "edit.rename");
  CHECK_FALSE(undo.is_enabled);
  CHECK_FALSE(undo.reason.empty());
  CHECK(rename.reason == "nothing is selected");
  CHECK_FALSE(run_entry(editor, rename));
  CHECK(editor.preferences.recent_commands.empty());
  editor.document.select({test::kElbow});
  CHECK(entry_named(editor, "edit.rename").is_enabled);
  CHECK(entry_named(editor, "edit.rename").reason.empty());
}

TEST_CASE("What was used last stands first, and the list of it has an end") {
  Editor editor = test::arm_editor();
  REQUIRE(run_entry(editor, entry_named(editor, "view.grid")));
  REQUIRE(run_entry(editor, entry_named(editor, "view.frame_all")));
  const std::vector<std::string> all = found(editor, "");
  CHECK(all[0] == "view.frame_all");
  CHECK(all[1] == "view.grid");
  CHECK(found(editor, "frame").front() == "view.frame_all");
  for (const PaletteEntry& entry : palette_entries(editor))
    if (entry.id.rfind("view.", 0) == 0) run_entry(editor, entry);
  CHECK(editor.preferences.recent_commands.size() == kMaxRecentCommands);
}
