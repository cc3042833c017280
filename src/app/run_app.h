// The window: SDL2, OpenGL, Dear ImGui. One call, which returns when the user quits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/preferences_state.h"

namespace marrow::app {

class App;

/// Writes the window's state to the file `path` whenever the window comes to rest; scripts that
/// drive the real window wait for it. Set by tests/support/state_log.cpp, else nullptr.
using StateWriter = void (*)(const std::string& path, App& app);
inline StateWriter state_writer = nullptr;

struct AppOptions {
  /// The first is opened, the others are imported. Empty: the last file, at first the sample.
  std::vector<std::string> files{};
  float ui_scale = 0.0f;                 ///< 0: from the preferences, else from the display
  float display_scale = 0.0f;            ///< 0: as SDL reports it
  int width = 0, height = 0;             ///< 0: as last time, at first 1280 x 800
  std::optional<KeymapPreset> keymap{};  ///< none: the last choice; a given one is stored
  /// The program that runs the assignment's checks. Empty: run_app() uses this program, an App
  /// without run_app() runs no checks.
  std::filesystem::path program{};
  /// The editor calls no function of the assignment until use_functions() (editor/course/course.h).
  bool awaits_functions = false;
  std::string state_log{};  ///< for StateWriter; empty: none
  /// For tests: calls return only after files are read or written and bodies measured, and meters
  /// are never throttled, so that results do not depend on the machine's speed.
  bool waits_for_jobs = false;
  /// Mutes other writers to standard error while OpenGL starts: failing drivers print messages.
  void (*mute_errors)(bool on) = nullptr;
};

/// Exit status: 0, or 1 with one line on standard error when there is no display or no OpenGL 3.3.
int run_app(AppOptions options);

}  // namespace marrow::app
