// The sections of the preferences, each of which can be put back to how a new installation has it.
#pragma once

#include "editor/editor.h"

namespace marrow {

enum class PreferenceSection { keys, look, snapping, view, files, pictures };
void reset_section(Editor& editor, PreferenceSection section);
/// Nothing in the section differs from a new installation.
bool is_default(const Preferences& preferences, PreferenceSection section);

}  // namespace marrow
