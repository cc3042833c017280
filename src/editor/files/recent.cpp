#include "editor/files/recent.h"

#include <system_error>
#include <utility>

#include "editor/files/preferences.h"
#include "editor/viewport/select.h"
#include "io/editor_data.h"
#include "io/formats.h"
#include "io/write_file.h"
#include "platform/folders.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr double kPresenceSeconds = 3.0;  // until files are checked again

/// The model without the editor's overlays; a scene without meshes shows its bones.
view::Picture small_picture(const Editor& editor) {
  view::Picture picture = picture_of(editor);
  bool has_mesh = false;
  for (const Node& node : editor.document.scene().nodes)
    has_mesh |= node.mesh != nullptr && node.visible;
  picture.show.capsules = picture.show.joints = !has_mesh;
  picture.show.uncovered = picture.show.grid = false;
  picture.show.selected.clear();
  picture.show.active = picture.show.hovered = kNoId;
  picture.emphasized.clear();
  return picture;
}

}  // namespace

std::string recent_key(const fs::path& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error).lexically_normal();
  return error ? path.string() : full.string();
}

fs::path thumbnail_file(const fs::path& path) {
  const std::string key = recent_key(path);
  if (platform::state_folder().empty()) return {};
  return platform::state_folder() / "thumbnails" /
         (io::checksum({reinterpret_cast<const unsigned char*>(key.data()), key.size()}) + ".png");
}

void want_thumbnail(Session& session, FilesState& files, const fs::path& path) {
  files.safety.wants_picture = recent_key(path);
  session.wants_redraw = true;
}

bool take_wanted_thumbnail(Editor& editor, view::Renderer& renderer) {
  const std::optional<std::string> path =
      std::exchange(editor.files.safety.wants_picture, std::nullopt);
  if (!path || editor.document.scene().nodes.empty()) return false;
  const fs::path file = thumbnail_file(*path);
  std::error_code error;
  if (!file.empty()) fs::create_directories(file.parent_path(), error);
  if (file.empty() || error) return false;
  deformed(editor);
  renderer.draw(small_picture(editor), kThumbnailWidth, kThumbnailHeight, 4);
  try {
    io::write_file(file, view::png_bytes(renderer.read()));
    editor.files.safety.thumbnails.erase(*path);
  } catch (const io::Error&) {  // a thumbnail is not worth a message
  }
  return true;
}

Thumbnail thumbnail_of(Session& session, FilesState& files, const std::string& path) {
  const auto found = files.safety.thumbnails.find(path);
  if (found != files.safety.thumbnails.end()) return found->second;
  files.safety.wanted_thumbnails.insert(path);
  session.wants_redraw = true;
  return {};
}

bool is_present(Session& session, FilesState& files, const std::string& path) {
  SafetyState& safety = files.safety;
  if (session.now >= safety.presence_until) {
    safety.presence.clear();
    safety.presence_until = session.now + kPresenceSeconds;
  }
  const auto found = safety.presence.find(path);
  if (found != safety.presence.end()) return found->second;
  std::error_code error;
  return safety.presence[path] = fs::exists(path, error);
}

void clear_recent(Session& session, FilesState& files) {
  std::error_code error;
  for (const std::string& path : session.preferences.recent)
    fs::remove(thumbnail_file(path), error);
  session.preferences.recent.clear();
  files.safety.thumbnails.clear();
}

}  // namespace marrow
