// The preferences that preferences.json keeps, one row each; reading, writing, resetting sections
// and widget ranges follow from it. A new one is a member of Preferences (initialized to the
// default), a row here, and a widget in app/commands/preferences_window.cpp.
#pragma once

#include <algorithm>
#include <tuple>
#include <type_traits>

#include "editor/picture_theme.h"
#include "editor/preferences_state.h"

namespace marrow {

enum class PreferenceSection { keys, look, snapping, view, files, pictures };

/// One row. Values below `low` or above `high` are refused; both apply to numbers only.
template <typename Value>
struct PreferenceRow {
  PreferenceSection section;
  const char* key;  ///< in preferences.json
  Value Preferences::*member;
  Value low{}, high{};
  bool default_is_absent = false;  ///< choosing the default, which is out of range, removes the key
};

inline constexpr float kLargestStep = 1e4f;  ///< for moves and radii

inline constexpr std::tuple kPreferences{
    PreferenceRow<KeymapPreset>{PreferenceSection::keys, "keymap", &Preferences::keymap},
    PreferenceRow<ThemeKind>{PreferenceSection::look, "theme", &Preferences::theme},
    PreferenceRow<float>{PreferenceSection::look, "ui_scale", &Preferences::ui_scale, kMinUiScale,
                         kMaxUiScale, true},
    PreferenceRow<float>{PreferenceSection::snapping, "move_step", &Preferences::move_step, 0.0f,
                         kLargestStep},
    PreferenceRow<float>{PreferenceSection::snapping, "rotate_step", &Preferences::rotate_step,
                         0.1f, 180.0f},
    PreferenceRow<float>{PreferenceSection::snapping, "radius_step", &Preferences::radius_step,
                         0.0f, kLargestStep},
    PreferenceRow<bool>{PreferenceSection::snapping, "snaps_always", &Preferences::snaps_always},
    PreferenceRow<bool>{PreferenceSection::view, "orbits_about_selection",
                        &Preferences::orbits_about_selection},
    PreferenceRow<bool>{PreferenceSection::files, "autosaves", &Preferences::autosaves},
    PreferenceRow<int>{PreferenceSection::pictures, "shot_scale", &Preferences::shot_scale, 1, 4},
    PreferenceRow<bool>{PreferenceSection::pictures, "shot_is_transparent",
                        &Preferences::shot_is_transparent},
    PreferenceRow<float>{PreferenceSection::view, "left_width", &Preferences::left_width, 200.0f,
                         1200.0f},
    PreferenceRow<float>{PreferenceSection::view, "right_width", &Preferences::right_width, 260.0f,
                         1200.0f},
    PreferenceRow<float>{PreferenceSection::view, "timeline_height", &Preferences::timeline_height,
                         96.0f, 2000.0f},
    PreferenceRow<bool>{PreferenceSection::view, "shows_limits", &Preferences::shows_limits},
    PreferenceRow<bool>{PreferenceSection::view, "shows_springs", &Preferences::shows_springs},
    PreferenceRow<bool>{PreferenceSection::view, "shows_quaternion",
                        &Preferences::shows_quaternion},
    PreferenceRow<bool>{PreferenceSection::files, "welcome_is_dismissed",
                        &Preferences::welcome_is_dismissed},
};

/// Converts to any type.
struct AnyValue {
  template <typename Value>
  operator Value() const;
};

/// Number of members of an aggregate: the most values that can initialize it.
template <typename Aggregate, typename... Values>
constexpr std::size_t member_count() {
  if constexpr (requires { Aggregate{Values{}..., AnyValue{}}; })
    return member_count<Aggregate, Values..., AnyValue>();
  else
    return sizeof...(Values);
}

/// Members of session.json: window, last file, view and folder, pictures, page, export, recent
/// files, commands.
inline constexpr std::size_t kRemembered = 10;
static_assert(member_count<Preferences>() ==
                  std::tuple_size_v<decltype(kPreferences)> + kRemembered,
              "each member of Preferences needs a row in kPreferences, or belongs to session.json");

template <typename What>
constexpr void for_each_preference(What what) {
  std::apply([&](const auto&... row) { (what(row), ...); }, kPreferences);
}

template <typename Value>
struct PreferenceRange {
  Value low, high;
  constexpr Value clamped(Value value) const { return std::clamp(value, low, high); }
};

/// The range of a number. Precondition: the member has a row.
template <typename Value>
constexpr PreferenceRange<Value> preference_range(Value Preferences::*member) {
  PreferenceRange<Value> range{};
  for_each_preference([&](const auto& row) {
    if constexpr (std::is_same_v<decltype(row.low), Value>)
      if (row.member == member) range = {row.low, row.high};
  });
  return range;
}

}  // namespace marrow
