// A movable window beside the viewport, which stays usable. ImGui is current.
#pragma once

#include <string>

namespace marrow::app {

/// Where it opens: over the inspector, so that the model stays in view; no wider than the
/// inspector, so that the whole picture stays in view; or over the picture, so that the inspector
/// stays in view.
enum class FloatPlace { inspector, inside_inspector, picture };
/// Begins a window as high as its content. ImGui::End() follows in any case.
void begin_float(const char* id, bool takes_focus, FloatPlace place = FloatPlace::inspector);
/// Title and close button. True when closed by it, or by Esc while the window has the keyboard.
bool float_headline(const char* title);
/// Buttons: Close, and the primary one with `words`. True when that one or Enter applies the
/// window's edit.
bool float_footer(const std::string& words, bool can_be_done, bool& closes);

}  // namespace marrow::app
