#include "editor/files/preferences.h"
#include "fuzz/targets.h"
#include "fuzz/workplace.h"

namespace marrow::fuzz {

namespace {

/// Folders for the program's files while this object exists.
struct Folders : Workplace {
  Folders() {
    std::filesystem::create_directories(*this / "marrow");
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
      setenv(variable, (*this / "").c_str(), 1);
  }
};

}  // namespace

void preferences(std::string_view bytes, Depth) {
  static const Folders folders;
  for (const char* name : {"marrow/preferences.json", "marrow/session.json"})
    folders.put(name, bytes);
  const Preferences first = load_preferences();
  demand(save_preferences(first).empty(), "preferences that were read can be written");
  demand(load_preferences() == first, "preferences come back as they were");
}

}  // namespace marrow::fuzz
