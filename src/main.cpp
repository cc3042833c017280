// The program: runs the batch command on the command line; without one it opens the editor.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "app/run_app.h"
#include "cli/commands.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "editor/version.h"
#include "platform/interrupts.h"
#include "platform/terminal.h"

namespace {

using namespace marrow;

struct EditorWords {
  app::AppOptions options;
  std::string size, keymap;
};

int run_editor(EditorWords& words) {
  app::AppOptions& options = words.options;
  if (!words.keymap.empty()) {
    options.keymap = preset_named(words.keymap);
    if (!options.keymap)
      throw cli::UsageError(
          fmt::format("--keymap \"{}\": expected blender, maya or scotty3d", words.keymap));
  }
  options.mute_errors = cli::mute_errors;
  if (!words.size.empty()) cli::read_size(words.size, options.width, options.height);
  platform::leave_own_console();
  return app::run_app(options);
}

cli::Job declare_editor(cli::Options& own) {
  const auto words = std::make_shared<EditorWords>();
  app::AppOptions& options = words->options;
  own.add("FILE", options.files, "",
          "The first is opened, the others are imported; without any: the last file, or the "
          "sample");
  own.add("--ui-scale", options.ui_scale, "F",
          "Size of text and controls; from the display when not given")
      .within(0.5f, 4.0f);
  own.add("--size", words->size, "WxH", "Size of the window, in pixels");
  own.add("--keymap", words->keymap, "NAME",
          "Keys and mouse like another program: blender, maya or scotty3d; kept");
  if (app::state_writer != nullptr) own.add("--log-state", options.state_log, "TEXT", "").hidden();
  return [words] { return run_editor(*words); };
}

constexpr cli::Command kEditor = {
    "marrow", "A rigging editor. Without a command it opens the window.", declare_editor};

int usage_error(const std::string& text) {
  cli::print_error(text + " (marrow --help lists what is possible)");
  return cli::kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string version = std::string("marrow ") + kVersion;
  const cli::Job job = cli::job_of(argc, argv, kEditor, version, cli::kCommands);
  return platform::status_after_signals(cli::with_output_written(job()));
} catch (const cli::UsageError& error) {
  return usage_error(error.what());
} catch (const std::exception& error) {
  cli::print_error(error.what());
  return cli::kFailed;
}
