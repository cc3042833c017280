// What is kept between runs: preferences in the user's configuration folder, last and recent files in the state folder (XDG).
#pragma once

#include <filesystem>
#include <string>

#include "app/shell_state.h"

namespace marrow::app {

/// $XDG_CONFIG_HOME/marrow (else ~/.config/marrow) and $XDG_STATE_HOME/marrow (else ~/.local/state/marrow); empty without a home.
std::filesystem::path config_folder();
std::filesystem::path state_folder();

/// What was kept; defaults for whatever is missing, damaged or out of range.
Preferences load_preferences();
/// Writes both files. A reason in words when it could not; empty on success.
std::string save_preferences(const Preferences& preferences);

/// Puts a file at the head of the recent ones (absolute path, no duplicates, at most 10) and makes it the last one.
void remember_file(Preferences& preferences, const std::filesystem::path& path);

/// The folder of the samples: media beside the executable, else the one of the source tree; empty when neither is there.
std::filesystem::path media_folder();

}  // namespace marrow::app
