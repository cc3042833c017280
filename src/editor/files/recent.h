// Recent files and their thumbnails, PNG files in the user's state folder. No ImGui, no GL.
#pragma once

#include <filesystem>
#include <string>

#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "view/gl/renderer.h"

namespace marrow {

/// Pixels: twice the size shown at UI scale 1.
inline constexpr int kThumbnailWidth = 288, kThumbnailHeight = 192;

/// A file's absolute, normalized path: the key of recent files and thumbnails.
std::string recent_key(const std::filesystem::path& path);
/// The file of a recent file's thumbnail; empty without a state folder.
std::filesystem::path thumbnail_file(const std::filesystem::path& path);

/// Requests a thumbnail of the document for this file, drawn once the window is at rest.
void want_thumbnail(Session& session, FilesState& files, const std::filesystem::path& path);
/// Draws and writes the requested thumbnail; one that cannot be written is skipped silently. True
/// if it drew: the renderer then holds another picture.
bool take_wanted_thumbnail(Editor& editor, view::Renderer& renderer);

/// The thumbnail of a file; empty until it is loaded, in one of the next frames.
Thumbnail thumbnail_of(Session& session, FilesState& files, const std::string& path);
/// False if the file no longer exists. Checked again every few seconds.
bool is_present(Session& session, FilesState& files, const std::string& path);

/// Forgets all recent files and deletes their thumbnails, not the files.
void clear_recent(Session& session, FilesState& files);

}  // namespace marrow
