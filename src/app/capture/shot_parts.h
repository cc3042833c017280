// What the windows of screenshots and turntables have in common. ImGui is current.
#pragma once

#include <glm/glm.hpp>
#include <string>

namespace marrow {
struct ShotLook;
struct ShotState;
}  // namespace marrow

namespace marrow::app {

/// A modal in the middle of the window with a title; when true, content and ImGui::EndPopup()
/// follow. `width` in design units; as high as its content.
bool begin_shot_window(const char* id, const char* title, float width);
/// Lets go of a modal that is not to be shown any more but was not closed from within.
void close_shot_window(const char* id);
/// Pixels for the preview beside settings that are `settings` design units wide.
glm::vec2 preview_room(float settings);
inline constexpr float kShotSettings = 310.0f;  ///< width of the settings, design units

/// The switches of a look, two in a row.
void look_fields(ShotLook& look, const char* transparent_tip);
/// Label and text field of the folder that pictures go to, with the usual one as a hint.
void folder_field(ShotState& shots);
/// The reason why nothing was written, if there is one.
void problem_line(const std::string& problem);
/// Esc, and it is meant for the window: no drop-down over it is open and no field is being typed
/// in. To be asked before the fields are drawn, which take the key for themselves.
bool escape_is_for_window();

}  // namespace marrow::app
