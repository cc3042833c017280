// Themes by name, the limits of the UI scale, and the picture's colours. The colours of panels are
// app's.
#pragma once

#include "editor/files/preferences_state.h"
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

inline constexpr view::Tones kDarkTones{};
inline constexpr view::Tones kLightTones = {.top = {0.935f, 0.945f, 0.955f, 1.0f},
                                            .bottom = {0.80f, 0.82f, 0.84f, 1.0f},
                                            .grid = {0.20f, 0.25f, 0.30f, 0.24f},
                                            .capsule = {0.10f, 0.36f, 0.50f, 1.0f},
                                            .capsule_hovered = {0.04f, 0.50f, 0.70f, 1.0f},
                                            .selection = {0.74f, 0.33f, 0.0f, 1.0f},
                                            .uncovered = {0.76f, 0.0f, 0.60f, 1.0f},
                                            .handle = {0.12f, 0.13f, 0.15f, 1.0f},
                                            .handle_lit = {0.98f, 0.62f, 0.05f, 1.0f}};
inline constexpr view::Tones kHighContrastTones = {.top = {0.07f, 0.07f, 0.07f, 1.0f},
                                                   .bottom = {0.0f, 0.0f, 0.0f, 1.0f},
                                                   .grid = {1.0f, 1.0f, 1.0f, 0.26f},
                                                   .capsule = {0.55f, 0.86f, 1.0f, 1.0f},
                                                   .capsule_hovered = {0.85f, 0.97f, 1.0f, 1.0f},
                                                   .selection = {1.0f, 0.79f, 0.20f, 1.0f},
                                                   .uncovered = {1.0f, 0.35f, 0.90f, 1.0f},
                                                   .handle = {1.0f, 1.0f, 1.0f, 1.0f},
                                                   .handle_lit = {1.0f, 0.95f, 0.40f, 1.0f}};

/// Ground, grid and marks of the picture in the theme of the preferences.
inline const view::Tones& tones_of(const Session& session) {
  switch (session.preferences.theme) {
    case ThemeKind::light:
      return kLightTones;
    case ThemeKind::high_contrast:
      return kHighContrastTones;
    case ThemeKind::dark:
      break;
  }
  return kDarkTones;
}

}  // namespace marrow
