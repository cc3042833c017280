#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/preferences_state.h"

namespace marrow::app {

class App;

/// Writes the window's state to the file `path`, whenever the window has come to rest: scripts that
/// drive the real window wait for it. Builds with tests set it (tests/support/state_log.cpp); in
/// others it is none.
using StateWriter = void (*)(const std::string& path, App& app);
inline StateWriter state_writer = nullptr;

/// The options of the window.
struct AppOptions {
  std::vector<std::string>
      files{};  ///< the first is opened, the others imported; none: the sample, later the last file
  float ui_scale = 0.0f;                 ///< 0: from the display
  float display_scale = 0.0f;            ///< 0: as SDL has it
  int width = 0, height = 0;             ///< 0: as last time, at first 1280 x 800
  std::optional<KeymapPreset> keymap{};  ///< none: as chosen last; one that is given here is kept
  std::filesystem::path program{};  ///< what runs the assignment's checks; empty: run_app() takes
                                    ///< this program, an App by itself runs none
  std::string state_log{};          ///< for StateWriter; empty: none
  /// For tests: files are read and written and bodies measured before a call returns, and meters
  /// are never throttled, so that results do not depend on the machine's speed.
  bool waits_for_jobs = false;
  void (*mute_errors)(bool on) = nullptr;  ///< what else writes to standard error while OpenGL
                                           ///< starts: drivers that fail say it in their own words
};

}  // namespace marrow::app
