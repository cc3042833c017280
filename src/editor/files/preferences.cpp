#include "editor/files/preferences.h"

#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow {

namespace {

/// Copies one section's values.
void copy_section(const Preferences& from, Preferences& to, PreferenceSection section) {
  for_each_preference([&](const auto& row) {
    if (row.section == section) to.*row.member = from.*row.member;
  });
}

}  // namespace

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
