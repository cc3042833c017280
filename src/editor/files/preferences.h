// The sections of the preferences, each of which can be reset to its defaults.
#pragma once

#include "editor/files/preference_table.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow {

void reset_section(Session& session, PreferenceSection section);
/// Nothing in the section differs from the defaults.
bool is_default(const Preferences& preferences, PreferenceSection section);

}  // namespace marrow
