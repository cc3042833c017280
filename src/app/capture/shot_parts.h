// Shared parts of the windows of screenshots and films. ImGui is current.
#pragma once

#include <glm/glm.hpp>
#include <string>

namespace marrow {
struct ShotLook;
struct ShotState;
}  // namespace marrow

namespace marrow::app {

/// A centered modal, `width` design units wide, as high as its content. When true, content and
/// ImGui::EndPopup() follow.
bool begin_shot_window(const char* id, const char* title, float width);
/// Closes a modal from outside, when it is not to be shown any more.
void close_shot_window(const char* id);
/// Pixels for the preview beside settings that are `settings` design units wide.
glm::vec2 preview_room(float settings);
inline constexpr float kShotSettings = 310.0f;  ///< width of the settings, design units

/// The switches of a look, two in a row.
void look_fields(ShotLook& look, const char* transparent_tip);
/// Label and text field of the pictures' folder, with the usual folder as a hint.
void folder_field(ShotState& shots);
/// The reason why nothing was written, if any.
void problem_line(const std::string& problem);
/// Esc for the window itself: no drop-down is open and no field is being typed in. To be asked
/// before the fields are drawn, which take the key.
bool escape_is_for_window();

}  // namespace marrow::app
