// Screenshots without their window: their content, size and folder.
#pragma once

#include "editor/capture/capture_state.h"
#include "editor/editor.h"
#include "view/gl/renderer.h"

namespace marrow {

inline constexpr int kLargestShotScale = 4;

/// The viewport's picture without handles and pointer marks; lines and dots `scale` times as large.
/// The picture refers to the editor's scene. Precondition: the deformer is up to date.
view::Picture shot_picture(const Editor& editor, const ShotLook& look, float scale);
/// The options that match the present viewport, with the background from the preferences.
ShotLook present_look(const Editor& editor);
/// Size of a screenshot, pixels; at scale 1 that of the viewport.
glm::ivec2 shot_size(const Session& session, int scale);

/// Draws the viewport `scale` times as large (1 to 4, clamped), with both sides of a comparison.
/// Throws std::runtime_error if the picture is too large or the driver lacks memory.
view::Image take_shot(Editor& editor, view::Renderer& renderer, const ShotLook& look, int scale);

/// The default folder: the user's Pictures, or the home folder.
std::filesystem::path pictures_folder();
/// The folder for a typed text: a leading "~" is the home folder; empty means pictures_folder().
std::filesystem::path folder_from_text(const std::string& text);
/// "knight" for knight.glb. Characters that file names cannot have are replaced.
std::string picture_stem(const Session& session);
/// The first of stem-001.extension, stem-002.extension, ... that does not exist.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);

/// Whether a folder for pictures is known: it was chosen, or the user has a folder Pictures. A page
/// needs none. Otherwise set ShotState::wants_folder.
bool has_place_for_pictures(const Preferences& preferences);
/// Requests a screenshot with the options of the window.
void save_shot(Editor& editor);

/// Requests a screenshot of the viewport with the options of the preferences.
void request_screenshot(Editor& editor);
/// Takes the requested screenshot and writes a numbered PNG; a toast reports its path or the
/// failure. Returns true if one was requested: then the renderer holds another picture.
bool take_wanted_shot(Editor& editor, view::Renderer& renderer);

/// Opens the window with the options; does nothing during a drag.
void open_shot_options(Editor& editor);

}  // namespace marrow
