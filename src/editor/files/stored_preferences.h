// What is kept between runs. What somebody chose is one file, preferences.json in the configuration
// folder (XDG); what the window merely remembers (its size, last and recent files, the last view)
// is session.json in the state folder, so that the first can be put under version control or copied
// to another machine without the second.
#pragma once

#include <filesystem>
#include <string>

#include "editor/files/preferences_state.h"

namespace marrow {

/// $XDG_CONFIG_HOME/marrow (else ~/.config/marrow) and $XDG_STATE_HOME/marrow (else
/// ~/.local/state/marrow); empty without a home.
std::filesystem::path config_folder();
std::filesystem::path state_folder();

inline constexpr std::size_t kMaxRecentCommands = 12;

/// What was kept; defaults for whatever is missing, damaged or out of range.
Preferences load_preferences();
/// Writes both files; members that this version does not know stay in them. A reason in words when
/// it could not; empty on success.
std::string save_preferences(const Preferences& preferences);

/// Puts a file at the head of the recent ones (absolute path, no duplicates, at most 10) and makes
/// it the last one.
void remember_file(Preferences& preferences, const std::filesystem::path& path);

/// The folder of the samples: media beside the executable, else the one of the source tree; empty
/// when neither is there.
std::filesystem::path media_folder();

}  // namespace marrow
