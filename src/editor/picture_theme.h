// Names of themes, limits of the UI scale, colors of the picture. Colors of panels are in src/app/.
#pragma once

#include "editor/preferences_state.h"
#include "editor/session.h"
#include "view/picture/picture.h"

namespace marrow {

inline constexpr float kMinUiScale = 0.5f;
inline constexpr float kMaxUiScale = 4.0f;

struct ThemeName {
  ThemeKind theme;
  const char* id;    ///< "high_contrast": in preferences.json
  const char* name;  ///< "High contrast"
};
inline constexpr ThemeName kThemeNames[] = {
    {ThemeKind::dark, "dark", "Dark"},
    {ThemeKind::light, "light", "Light"},
    {ThemeKind::high_contrast, "high_contrast", "High contrast"}};

/// Dark edge around light lines, so that they are visible on any background.
inline constexpr view::Color kHalo{0.05f, 0.05f, 0.06f, 0.75f};

inline constexpr view::Tones kHighContrastTones = {.top = {0.07f, 0.07f, 0.07f, 1.0f},
                                                   .bottom = {0.0f, 0.0f, 0.0f, 1.0f},
                                                   .grid = {1.0f, 1.0f, 1.0f, 0.26f},
                                                   .capsule = {0.55f, 0.86f, 1.0f, 1.0f},
                                                   .capsule_hovered = {0.85f, 0.97f, 1.0f, 1.0f},
                                                   .selection = {1.0f, 0.79f, 0.20f, 1.0f},
                                                   .uncovered = {1.0f, 0.35f, 0.90f, 1.0f},
                                                   .handle = {1.0f, 1.0f, 1.0f, 1.0f},
                                                   .handle_lit = {1.0f, 0.95f, 0.40f, 1.0f}};

/// Colors of ground, grid and marks of the picture in the preferred theme.
inline const view::Tones& tones_of(const Session& session) {
  switch (session.preferences.theme) {
    case ThemeKind::light:
      return view::kLightTones;
    case ThemeKind::high_contrast:
      return kHighContrastTones;
    case ThemeKind::dark:
      break;
  }
  return view::kDarkTones;
}

}  // namespace marrow
