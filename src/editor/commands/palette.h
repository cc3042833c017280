// The command palette without its window: everything that can be chosen by name. No ImGui.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/commands/keymap.h"
#include "editor/session.h"

namespace marrow {

struct PaletteEntry {
  enum class Kind { command, item, file } kind = Kind::command;
  std::string id{};  ///< "edit.undo", "select:elbow.L", "open:/home/me/human.glb": stable, kept in
                     ///< the recent ones
  std::string label{};    ///< "Undo Rotate elbow.L", "select: elbow.L", "open: human.glb"
  std::string place{};    ///< "Edit", "View \u2023 Heat map", "joint"
  std::string keys{};     ///< "Ctrl+Z"; empty: none
  std::string details{};  ///< what it does, or a file's folder
  std::string reason{};   ///< why it cannot be chosen now; empty where that is not known or it can
  bool is_enabled = true;
  bool is_on = false;  ///< a switch that is on
  Id item = kNoId;     ///< of an item
  std::string path{};  ///< of a file
};

/// Commands in the order of the table, then joints and nodes of the scene, then recent files.
/// Commands that only make sense during something else are left out.
std::vector<PaletteEntry> palette_entries(const Editor& editor);

/// Score of `text` when the letters of `query` occur in it in order; none when one is missing.
/// Letters in a row and at word beginnings score more. Case and the query's spaces do not matter.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

/// Indices of the entries that match all words of the query, best first; equal ones by recent use,
/// then enabled first. An empty query: recent ones, then every command.
std::vector<std::size_t> palette_matches(const std::vector<PaletteEntry>& entries,
                                         std::string_view query,
                                         const std::vector<std::string>& recent);

/// Runs the entry and puts it at the head of the recent ones. False when it cannot be chosen now.
bool run_entry(Editor& editor, const PaletteEntry& entry);

}  // namespace marrow
