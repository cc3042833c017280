// What is kept between runs. The user's choices are preferences.json in the configuration folder
// (XDG), fit for version control or another machine; window size, recent files and the last view
// are session.json in the state folder.
#pragma once

#include <filesystem>
#include <string>

#include "editor/preferences_state.h"

namespace marrow {

inline constexpr std::size_t kMaxRecentCommands = 12;

/// The kept preferences; defaults for what is missing, damaged or out of range.
Preferences load_preferences();
/// Writes both files, keeping members unknown to this version. The reason of a failure; empty on
/// success.
std::string save_preferences(const Preferences& preferences);

/// Puts a file at the head of the recent ones (absolute, no duplicates, at most 10); it becomes the
/// last.
void remember_file(Preferences& preferences, const std::filesystem::path& path);

/// The samples' folder among what ships with the program; empty without one.
std::filesystem::path media_folder();

}  // namespace marrow
