#include "editor/commands/palette.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>

#include "base/text.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/preferences.h"
#include "editor/panels/panel_state.h"
#include "editor/preferences_state.h"

namespace marrow {

namespace {

constexpr int kImpossible = std::numeric_limits<int>::min() / 4;
constexpr int kHit = 1, kInRow = 5, kAtWordStart = 6, kAtStart = 4, kSkipped = 1;
// Points for a word that is found, but not in the label.
constexpr int kInPlace = 4, kInDetails = 1, kIsKey = 40;
constexpr int kRecentBonus = 6, kDisabledPenalty = 6;

bool is_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         (static_cast<unsigned char>(letter) & 0x80) != 0;
}

bool starts_word(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const bool is_hump = std::isupper(static_cast<unsigned char>(text[at])) != 0 &&
                       std::islower(static_cast<unsigned char>(text[at - 1])) != 0;
  return is_letter(text[at]) && (!is_letter(text[at - 1]) || is_hump);
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// True if a word of the text begins with `word`.
bool has_word(std::string_view text, const std::string& word) {
  const std::string all = lower(text), wanted = lower(word);
  for (std::size_t at = all.find(wanted); at != std::string::npos; at = all.find(wanted, at + 1))
    if (starts_word(text, at)) return true;
  return false;
}

/// The best score of a query's word in an entry; none if not found.
std::optional<int> word_score(const std::string& word, const PaletteEntry& entry) {
  std::optional<int> best = fuzzy_score(word, entry.label);
  const auto consider = [&](bool is_found, int points) {
    if (is_found && (!best || *best < points)) best = points;
  };
  consider(!entry.keys.empty() && lower(entry.keys) == lower(word), kIsKey);
  consider(has_word(entry.place, word), kInPlace);
  consider(word.size() > 2 && has_word(entry.details, word), kInDetails);
  return best;
}

/// One per MenuPlace, in its order.
constexpr const char* kPlaceNames[] = {"File", "Edit", "View", "Rig", "Pose", "Help", "Tools"};

PaletteEntry entry_of(const Editor& editor, const Command& command) {
  PaletteEntry entry;
  entry.id = command.id;
  entry.label = command.live_label != nullptr ? command.live_label(editor) : command.label;
  entry.place = kPlaceNames[std::size_t(command.menu)];
  if (command.submenu != nullptr) entry.place += std::string(" \u203a ") + command.submenu;
  entry.keys = key_text(editor, command);
  entry.details = command.tooltip;
  entry.is_enabled = is_enabled(editor, command);
  if (!entry.is_enabled) entry.reason = needs_of(command);
  entry.is_on = command.checked != nullptr && command.checked(editor);
  return entry;
}

void add_items(std::vector<PaletteEntry>& entries, const Scene& scene) {
  const auto add = [&](Id id, const std::string& name, const std::string& place) {
    PaletteEntry entry{.kind = PaletteEntry::Kind::item,
                       .id = "select:" + name,
                       .label = "select: " + name,
                       .place = place};
    entry.item = id;
    entries.push_back(std::move(entry));
  };
  for (const Node& node : scene.nodes) {
    add(node.id, node.name, node.mesh ? "mesh" : node.skeleton ? "skeleton" : "group");
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints)
      add(joint.id, joint.name, "joint of " + node.name);
  }
}

void add_files(std::vector<PaletteEntry>& entries, const std::vector<std::string>& recent) {
  for (const std::string& path : recent) {
    const std::filesystem::path file(path);
    PaletteEntry entry{.kind = PaletteEntry::Kind::file,
                       .id = "open:" + path,
                       .label = "open: " + file.filename().string()};
    entry.place = "recent file";
    entry.details = file.parent_path().string();
    entry.path = path;
    entries.push_back(std::move(entry));
  }
}

void remember_command(Preferences& preferences, const std::string& id) {
  std::vector<std::string>& recent = preferences.recent_commands;
  std::erase(recent, id);
  recent.insert(recent.begin(), id);
  if (recent.size() > kMaxRecentCommands) recent.resize(kMaxRecentCommands);
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const Editor& editor) {
  std::vector<PaletteEntry> entries;
  for (const Command& command : commands())
    if (std::string_view(command.id) != "help.palette")
      entries.push_back(entry_of(editor, command));
  add_items(entries, editor.document.scene());
  add_files(entries, editor.preferences.recent);
  return entries;
}

std::optional<int> fuzzy_score(std::string_view query, std::string_view text) {
  // best[j]: score of the letters so far with the last one at text[j].
  std::vector<int> best;
  std::string letters;
  for (const char letter : query)
    if (letter != ' ') letters += lower(letter);
  if (letters.empty()) return 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    std::vector<int> next(text.size(), kImpossible);
    int reached = i == 0 ? 0 : kImpossible;  // best score that ends before j, minus skipped letters
    for (std::size_t j = 0; j < text.size(); ++j) {
      if (i > 0 && j > 0) reached = std::max(reached - kSkipped, best[j - 1]);
      if (lower(text[j]) != letters[i]) continue;
      const int in_row = i > 0 && j > 0 ? best[j - 1] + kInRow : kImpossible;
      const int here = kHit + (starts_word(text, j) ? kAtWordStart : 0) + (j == 0 ? kAtStart : 0);
      next[j] = std::max(reached, in_row) + here;
    }
    best = std::move(next);
  }
  const int score = best.empty() ? kImpossible : *std::max_element(best.begin(), best.end());
  if (score < kImpossible / 2) return std::nullopt;
  // Of two texts with the same letters the shorter one is more likely meant.
  return score * 8 - int(std::min<std::size_t>(text.size(), 63)) / 8;
}

std::vector<std::size_t> palette_matches(const std::vector<PaletteEntry>& entries,
                                         std::string_view query,
                                         const std::vector<std::string>& recent) {
  struct Match {
    std::size_t entry = 0;
    int score = 0;
    std::size_t age = 0;  ///< index into `recent`
  };
  const std::vector<std::string> words = split_words(query);
  std::vector<Match> matches;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const PaletteEntry& entry = entries[i];
    const auto used = std::find(recent.begin(), recent.end(), entry.id);
    Match match{i, 0, std::size_t(used - recent.begin())};
    if (words.empty() && entry.kind != PaletteEntry::Kind::command && used == recent.end())
      continue;
    bool is_match = true;
    for (const std::string& word : words) {
      const std::optional<int> score = word_score(word, entry);
      is_match = is_match && score;
      match.score += score.value_or(0);
    }
    if (!is_match) continue;
    if (!words.empty())
      match.score +=
          (used != recent.end() ? kRecentBonus : 0) - (entry.is_enabled ? 0 : kDisabledPenalty);
    matches.push_back(match);
  }
  std::stable_sort(matches.begin(), matches.end(), [&](const Match& a, const Match& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.age != b.age) return a.age < b.age;
    return entries[a.entry].is_enabled && !entries[b.entry].is_enabled;
  });
  std::vector<std::size_t> order;
  for (const Match& match : matches) order.push_back(match.entry);
  return order;
}

bool run_entry(Editor& editor, const PaletteEntry& entry) {
  if (entry.kind == PaletteEntry::Kind::command) {
    if (!run_command(editor, entry.id)) return false;
  } else if (entry.kind == PaletteEntry::Kind::item) {
    editor.document.select({entry.item});
    editor.panels.tree.scroll_to = entry.item;
  } else {
    request_open(editor, entry.path);
  }
  remember_command(editor.preferences, entry.id);
  return true;
}

}  // namespace marrow
