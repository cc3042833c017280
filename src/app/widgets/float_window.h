// A movable window beside the viewport, which stays usable. ImGui is current.
#pragma once

#include <string>

namespace marrow::app {

/// Where it stands at first: over the inspector, so that the model stays in view, no wider than it,
/// so that all of the picture does, or over the picture, so that the inspector does.
enum class FloatPlace { inspector, inside_inspector, picture };
/// As high as its content. ImGui::End() follows in any case.
void begin_float(const char* id, bool takes_focus, FloatPlace place = FloatPlace::inspector);
/// Title and close button. True when closed by it, or by Esc while the window has the keyboard.
bool float_headline(const char* title);
/// Close and the button `words`. True when the window's edit is to be applied, by it or by Enter.
bool float_footer(const std::string& words, bool can_be_done, bool& closes);

}  // namespace marrow::app
