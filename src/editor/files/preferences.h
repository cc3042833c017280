// Preferences and what else is kept between runs. The user's choices are in preferences.json in the
// configuration folder (XDG), suitable for version control or another machine. Window size, recent
// files and the last view are in session.json in the state folder.
#pragma once

#include <filesystem>
#include <string>

#include "editor/files/preference_table.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow {

inline constexpr std::size_t kMaxRecentCommands = 12;

/// The stored preferences; defaults for values that are missing, damaged or out of range.
Preferences load_preferences();
/// Writes both files; keeps members unknown to this version. Returns the reason of a failure, empty
/// on success.
std::string save_preferences(const Preferences& preferences);

/// Makes a file the last file and the first recent one (absolute paths, no duplicates, at most 10).
void remember_file(Preferences& preferences, const std::filesystem::path& path);

/// The folder of the sample scenes that ship with the program; empty if it is missing.
std::filesystem::path media_folder();

void reset_section(Session& session, PreferenceSection section);
/// True if the whole section has its defaults.
bool is_default(const Preferences& preferences, PreferenceSection section);

}  // namespace marrow
