// Recent files and their small pictures, PNG files in the user's state folder. No ImGui, no GL.
#pragma once

#include <filesystem>
#include <string>

#include "editor/editor.h"
#include "editor/files/safety_state.h"
#include "view/gl/renderer.h"

namespace marrow {

struct FilesState;

inline constexpr int kThumbnailWidth = 288,
                     kThumbnailHeight = 192;  ///< pixels: twice what is shown at UI scale 1

/// A file's absolute path in its plainest form: the key of recent files and pictures.
std::string recent_key(const std::filesystem::path& path);
/// The file of a recent file's picture; empty without a state folder.
std::filesystem::path thumbnail_file(const std::filesystem::path& path);

/// The document's picture is drawn for this file once the window is at rest.
void want_thumbnail(Session& session, FilesState& files, const std::filesystem::path& path);
/// Draws and writes what want_thumbnail() asked for; a picture that cannot be written is skipped
/// silently. True when it drew: the renderer then holds another picture.
bool take_wanted_thumbnail(Editor& editor, view::Renderer& renderer);

/// The picture of a file; it is loaded for one of the next frames when it is not there yet.
Thumbnail thumbnail_of(Session& session, FilesState& files, const std::string& path);
/// False for a file that is gone. Checked again every few seconds.
bool is_present(Session& session, FilesState& files, const std::string& path);

/// Forgets all recent files and removes their pictures; the files themselves stay.
void clear_recent(Session& session, FilesState& files);

}  // namespace marrow
