// The command palette without its window: commands, scene items and recent files by name. No ImGui.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/commands/command_registry.h"
#include "editor/session.h"

namespace marrow {

struct PaletteEntry {
  enum class Kind { command, item, file } kind = Kind::command;
  /// "edit.undo", "select:elbow.L", "open:/home/me/human.glb": stable, kept in the recent list.
  std::string id{};
  std::string label{};    ///< "Undo Rotate elbow.L", "select: elbow.L", "open: human.glb"
  std::string place{};    ///< "Edit", "View \u2023 Heat map", "joint"
  std::string keys{};     ///< "Ctrl+Z"; empty: none
  std::string details{};  ///< a command's tooltip, or a file's folder
  std::string reason{};   ///< why it is disabled; empty: enabled, or unknown
  bool is_enabled = true;
  bool is_on = false;  ///< it is a switch, and on
  Id item = kNoId;     ///< for Kind::item
  std::string path{};  ///< for Kind::file
};

/// Commands in the order of the table without the palette itself, then nodes and joints of the
/// scene, then recent files.
std::vector<PaletteEntry> palette_entries(const Editor& editor);

/// Score of `text` if it has the letters of `query` in order; none if one is missing. Consecutive
/// letters and word beginnings score more. Ignores case and the query's spaces.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

/// Indices of the entries that match all words of the query: by score, then recent use, then
/// enabled first. An empty query: recent entries, then all commands.
std::vector<std::size_t> palette_matches(const std::vector<PaletteEntry>& entries,
                                         std::string_view query,
                                         const std::vector<std::string>& recent);

/// Runs the entry and makes it the most recent one. False if it is disabled.
bool run_entry(Editor& editor, const PaletteEntry& entry);

}  // namespace marrow
