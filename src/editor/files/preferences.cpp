#include "editor/files/preferences.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "editor/preferences_state.h"
#include "io/file.h"
#include "io/formats.h"
#include "io/number_text.h"
#include "io/write_file.h"
#include "platform/folders.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMaxRecent = 10;

fs::path file_in(const fs::path& folder, const char* name) {
  return folder.empty() ? fs::path() : folder / name;
}
fs::path preferences_file() { return file_in(platform::config_folder(), "preferences.json"); }
fs::path session_file() { return file_in(platform::state_folder(), "session.json"); }

/// The object in a file; empty if the file is missing or damaged, which must not prevent a start.
json read_object(const fs::path& path) {
  constexpr std::uint64_t kMostBytes = 1 << 20;
  constexpr int kDeepest = 32;  // unknown members are written again, recursively
  try {
    const std::string text = io::read_file(path, kMostBytes);
    json value = io::nesting_of(text) <= kDeepest ? json::parse(text, nullptr, false) : json();
    if (value.is_object()) return value;
  } catch (const io::Error&) {
  }
  return json::object();
}

/// The value of a key; JSON's null if it is missing.
json member_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? json() : *found;
}

float number_or(const json& object, const char* key, float fallback, float low, float high) {
  const json member = member_of(object, key);
  if (!member.is_number()) return fallback;
  const float value = member.get<float>();
  return std::isfinite(value) && value >= low && value <= high ? value : fallback;
}

std::string text_or_empty(const json& object, const char* key) {
  const json member = member_of(object, key);
  return member.is_string() ? member.get<std::string>() : std::string();
}

bool flag_or(const json& object, const char* key, bool fallback) {
  const json member = member_of(object, key);
  return member.is_boolean() ? member.get<bool>() : fallback;
}

std::vector<std::string> texts(const json& object, const char* key, std::size_t most) {
  std::vector<std::string> list;
  const json member = member_of(object, key);
  if (!member.is_array()) return list;
  for (const json& entry : member)
    if (entry.is_string() && list.size() < most) list.push_back(entry.get<std::string>());
  return list;
}

json to_json(const Camera& camera) {
  return {{"target", {camera.target.x, camera.target.y, camera.target.z}},
          {"distance", camera.distance},
          {"yaw", camera.yaw},
          {"pitch", camera.pitch},
          {"field_of_view", camera.field_of_view},
          {"orthographic", camera.orthographic}};
}

/// None unless the target and the distance are valid.
std::optional<Camera> camera_from(const json& session) {
  const json view = member_of(session, "last_view"), target = member_of(view, "target");
  if (!target.is_array() || target.size() != 3) return std::nullopt;
  Camera camera;
  for (std::size_t i = 0; i < 3; ++i) {
    const json& number = target[i];
    if (!number.is_number() || !std::isfinite(number.get<float>())) return std::nullopt;
    camera.target[int(i)] = number.get<float>();
  }
  camera.distance = number_or(view, "distance", 0.0f, 1e-6f, 1e9f);
  if (camera.distance <= 0.0f) return std::nullopt;
  camera.yaw = number_or(view, "yaw", camera.yaw, -1e3f, 1e3f);
  camera.pitch = number_or(view, "pitch", camera.pitch, -1.5708f, 1.5708f);
  camera.field_of_view = number_or(view, "field_of_view", camera.field_of_view, 0.01f, 3.0f);
  camera.orthographic = flag_or(view, "orthographic", false);
  return camera;
}

std::string write_object(const fs::path& path, const json& object) {
  if (path.empty()) return "Preferences are not kept: neither HOME nor the XDG folders are set.";
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return path.parent_path().string() + ": the folder cannot be made: " + error.message();
  try {
    // Paths need not be UTF-8: invalid bytes are replaced, so such a file is not found at the next
    // start.
    io::write_file(path, object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  } catch (const io::Error& failed) {
    return failed.what();
  }
  return {};
}

/// The value of a row's key; `fallback` if missing or invalid.
float value_or(const json& object, const PreferenceRow<float>& row, float fallback) {
  return number_or(object, row.key, fallback, row.low, row.high);
}
int value_or(const json& object, const PreferenceRow<int>& row, int fallback) {
  const auto low = float(row.low), high = float(row.high);
  return int(number_or(object, row.key, float(fallback), low, high));
}
bool value_or(const json& object, const PreferenceRow<bool>& row, bool fallback) {
  return flag_or(object, row.key, fallback);
}
ThemeKind value_or(const json& object, const PreferenceRow<ThemeKind>& row, ThemeKind fallback) {
  const std::string id = text_or_empty(object, row.key);
  for (const ThemeName& name : kThemeNames)
    if (id == name.id) return name.theme;
  return fallback;
}
KeymapPreset value_or(const json& object, const PreferenceRow<KeymapPreset>& row,
                      KeymapPreset fallback) {
  return preset_named(text_or_empty(object, row.key)).value_or(fallback);
}

/// A value as it is written to the file.
float stored(float value) { return value; }
int stored(int value) { return value; }
bool stored(bool value) { return value; }
const char* stored(ThemeKind theme) { return kThemeNames[std::size_t(theme)].id; }
const char* stored(KeymapPreset preset) { return name_of(preset).id; }

/// Reads the members of preferences.json; leaves the rest of `kept` unchanged.
void read_preferences(const json& object, Preferences& kept) {
  for_each_preference(
      [&](const auto& row) { kept.*row.member = value_or(object, row, kept.*row.member); });
}

/// Changes only members whose value differs: members unknown to this version survive, and so do
/// invalid values until the user chooses others.
void write_preferences(json& object, const Preferences& kept) {
  const Preferences defaults;
  Preferences before;
  read_preferences(object, before);
  for_each_preference([&](const auto& row) {
    const auto& value = kept.*row.member;
    if (before.*row.member == value) return;
    if (row.default_is_absent && value == defaults.*row.member)
      object.erase(row.key);
    else
      object[row.key] = stored(value);
  });
}

WindowPlace window_from(const json& session) {
  constexpr float kNone = 1e6f, kFarthest = 32768.0f;
  const auto number = [&](const char* key, float fallback, float low, float high) {
    return int(number_or(session, key, fallback, low, high));
  };
  WindowPlace place;
  place.size = {number("window_width", 1280.0f, 320.0f, 16384.0f),
                number("window_height", 800.0f, 240.0f, 16384.0f)};
  const glm::ivec2 at(number("window_x", kNone, -kFarthest, kFarthest),
                      number("window_y", kNone, -kFarthest, kFarthest));
  if (std::max(at.x, at.y) < int(kNone)) place.at = at;
  place.is_maximized = flag_or(session, "window_is_maximized", false);
  return place;
}

void copy_section(const Preferences& from, Preferences& to, PreferenceSection section) {
  for_each_preference([&](const auto& row) {
    if (row.section == section) to.*row.member = from.*row.member;
  });
}

}  // namespace

Preferences load_preferences() {
  Preferences kept;
  read_preferences(read_object(preferences_file()), kept);
  const json session = read_object(session_file());
  kept.window = window_from(session);
  kept.last_file = text_or_empty(session, "last_file");
  kept.last_view = camera_from(session);
  kept.last_folder = text_or_empty(session, "last_folder");
  kept.picture_folder = text_or_empty(session, "picture_folder");
  kept.page_address = text_or_empty(session, "page_address");
  kept.export_for = text_or_empty(session, "export_for");
  kept.export_names = text_or_empty(session, "export_names");
  kept.recent = texts(session, "recent", kMaxRecent);
  kept.recent_commands = texts(session, "recent_commands", kMaxRecentCommands);
  return kept;
}

std::string save_preferences(const Preferences& kept) {
  json preferences = read_object(preferences_file());
  write_preferences(preferences, kept);
  json session = read_object(session_file());
  session["window_width"] = kept.window.size.x;
  session["window_height"] = kept.window.size.y;
  session["window_is_maximized"] = kept.window.is_maximized;
  const std::optional<glm::ivec2> at = kept.window.at;
  session["window_x"] = at ? json(at->x) : json();
  session["window_y"] = at ? json(at->y) : json();
  session["last_file"] = kept.last_file;
  session["last_folder"] = kept.last_folder;
  session["picture_folder"] = kept.picture_folder;
  session["page_address"] = kept.page_address;
  session["export_for"] = kept.export_for;
  session["export_names"] = kept.export_names;
  session["recent"] = kept.recent;
  session["recent_commands"] = kept.recent_commands;
  session.erase("last_view");
  if (kept.last_view) session["last_view"] = to_json(*kept.last_view);
  std::string problem = write_object(preferences_file(), preferences);
  return problem.empty() ? write_object(session_file(), session) : problem;
}

void remember_file(Preferences& preferences, const fs::path& path) {
  std::error_code error;
  fs::path full = fs::absolute(path, error).lexically_normal();
  if (error) full = path;
  const std::string name = full.string();
  std::erase(preferences.recent, name);
  preferences.recent.insert(preferences.recent.begin(), name);
  if (preferences.recent.size() > kMaxRecent) preferences.recent.resize(kMaxRecent);
  if (preferences.last_file != name) preferences.last_view.reset();
  preferences.last_file = name;
  preferences.last_folder = full.parent_path().string();
}

fs::path media_folder() { return platform::resource("media/human.glb").parent_path(); }

bool is_default(const Preferences& preferences, PreferenceSection section) {
  Preferences with_defaults = preferences;
  copy_section(Preferences(), with_defaults, section);
  return with_defaults == preferences;
}

void reset_section(Session& session, PreferenceSection section) {
  copy_section(Preferences(), session.preferences, section);
  if (section == PreferenceSection::look) session.ui_scale = session.display_scale;
}

}  // namespace marrow
