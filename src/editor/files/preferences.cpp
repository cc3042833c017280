#include "editor/files/preferences.h"

namespace marrow {

namespace {

/// Copies one section's values.
void copy_section(const Preferences& from, Preferences& to, PreferenceSection section) {
  switch (section) {
    case PreferenceSection::keys:
      to.keymap = from.keymap;
      return;
    case PreferenceSection::look:
      to.theme = from.theme;
      to.ui_scale = from.ui_scale;
      return;
    case PreferenceSection::snapping:
      to.move_step = from.move_step;
      to.rotate_step = from.rotate_step;
      to.radius_step = from.radius_step;
      to.snaps_always = from.snaps_always;
      return;
    case PreferenceSection::view:
      to.orbits_about_selection = from.orbits_about_selection;
      to.gpu_skinning = from.gpu_skinning;
      to.left_width = from.left_width;
      to.right_width = from.right_width;
      return;
    case PreferenceSection::files:
      to.autosaves = from.autosaves;
      to.welcome_is_dismissed = from.welcome_is_dismissed;
      return;
    case PreferenceSection::pictures:
      to.shot_scale = from.shot_scale;
      to.shot_is_transparent = from.shot_is_transparent;
      return;
  }
}

}  // namespace

bool is_default(const Preferences& preferences, PreferenceSection section) {
  Preferences with_defaults = preferences;
  copy_section(Preferences(), with_defaults, section);
  return with_defaults == preferences;
}

void reset_section(Editor& editor, PreferenceSection section) {
  copy_section(Preferences(), editor.shell.preferences, section);
  if (section == PreferenceSection::look) editor.ui_scale = editor.shell.display_scale;
  editor.wants_redraw = true;
}

}  // namespace marrow
