// Parts that the windows "Screenshot" and "Film" share. ImGui is current.
#pragma once

#include <glm/glm.hpp>
#include <string>

namespace marrow {
struct ShotLook;
struct ShotState;
}  // namespace marrow

namespace marrow::app {

/// A centered modal, `width` design units wide, as high as its content. If true, draw the content
/// and call ImGui::EndPopup().
bool begin_shot_window(const char* id, const char* title, float width);
/// Closes the modal from outside, if it is open.
void close_shot_window(const char* id);
/// Size for a preview, pixels, next to settings that are `settings` design units wide.
glm::vec2 preview_room(float settings);
inline constexpr float kShotSettings = 310.0f;  ///< width of the settings, design units

/// The fields of a look: switches two in a row, background, caption.
void look_fields(ShotLook& look, const char* transparent_tip);
/// The folder for pictures, with the default folder as a hint.
void folder_field(ShotState& shots);
/// Why nothing was written; nothing if `problem` is empty.
void problem_line(const std::string& problem);
/// Esc was pressed and is meant for the window: no drop-down is open, no field is being typed in.
/// Call before the fields are drawn, because they use the key.
bool escape_is_for_window();

}  // namespace marrow::app
