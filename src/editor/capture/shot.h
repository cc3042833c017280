// Screenshots without their window: what they show, how large they are, where they go. No ImGui.
#pragma once

#include "editor/capture/capture_state.h"
#include "editor/editor.h"
#include "view/gl/renderer.h"

namespace marrow {

inline constexpr int kLargestShotScale = 4;

/// The viewport without handles and pointer marks, `scale` times as large, lines and dots too. The
/// deformer must be up to date; the picture refers to the editor's scene.
view::Picture shot_picture(const Editor& editor, const ShotLook& look, float scale);
/// The options of the present viewport, with the background of the preferences.
ShotLook present_look(const Editor& editor);
/// Pixels of a screenshot; scale 1 is the viewport.
glm::ivec2 shot_size(const Session& session, int scale);

/// Draws the viewport `scale` times as large (1..4, clamped), with both sides of a comparison.
/// Throws std::runtime_error if that exceeds a picture's limits or the driver lacks memory.
view::Image take_shot(Editor& editor, view::Renderer& renderer, const ShotLook& look, int scale);

/// The default folder of pictures: the user's Pictures, or the home folder.
std::filesystem::path pictures_folder();
/// The folder as typed: a leading "~" is the home folder, empty is pictures_folder().
std::filesystem::path folder_from_text(const std::string& text);
/// "knight" for knight.glb; what file names cannot hold is replaced.
std::string picture_stem(const Session& session);
/// stem-001.extension, stem-002.extension, ...: the first that is not there yet.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);

/// Whether it is known where pictures go: a folder was chosen, or the user has one for pictures.
bool has_place_for_pictures(const ShotState& shots);
/// Asks for the screenshot of the window with the options, into the folder that it shows.
void save_shot(Editor& editor);

/// A screenshot of what the viewport shows, by the preferences; taken by the next frame. Where no
/// folder for it is known, the window with the options opens instead.
void request_screenshot(Editor& editor);
/// Takes the wanted screenshot, writes a numbered PNG, and says where, or why not. True when it
/// drew: the renderer then holds another picture.
bool take_wanted_shot(Editor& editor, view::Renderer& renderer);

/// Opens the window with the options; refused mid-gesture.
void open_shot_options(Editor& editor);

}  // namespace marrow
