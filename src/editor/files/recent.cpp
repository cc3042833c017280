#include "editor/files/recent.h"

#include <system_error>
#include <utility>

#include "editor/files/stored_preferences.h"
#include "editor/viewport/pick.h"
#include "io/editor_data.h"
#include "io/formats.h"
#include "io/write_file.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr double kLookAgain = 3.0;  // seconds

/// The model as it is seen, without what the editor lays over it; a scene without meshes shows its
/// bones.
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
  if (state_folder().empty()) return {};
  return state_folder() / "thumbnails" /
         (io::checksum({reinterpret_cast<const unsigned char*>(key.data()), key.size()}) + ".png");
}

void want_thumbnail(Editor& editor, const fs::path& path) {
  editor.safety.wants_picture = recent_key(path);
  editor.wants_redraw = true;
}

bool take_wanted_thumbnail(Editor& editor, view::Renderer& renderer) {
  const std::optional<std::string> path = std::exchange(editor.safety.wants_picture, std::nullopt);
  if (!path || editor.document.scene().nodes.empty()) return false;
  const fs::path file = thumbnail_file(*path);
  std::error_code error;
  if (!file.empty()) fs::create_directories(file.parent_path(), error);
  if (file.empty() || error) return false;
  editor.deformer.update(editor.document.scene());
  renderer.draw(small_picture(editor), kThumbnailWidth, kThumbnailHeight, 4);
  try {
    io::write_file(file, view::png_bytes(renderer.read()));
    editor.safety.thumbnails.erase(*path);
  } catch (const io::Error&) {
    return true;
  }
  return true;
}

Thumbnail thumbnail_of(Editor& editor, const std::string& path) {
  const auto found = editor.safety.thumbnails.find(path);
  if (found != editor.safety.thumbnails.end()) return found->second;
  editor.safety.wanted_thumbnails.insert(path);
  editor.wants_redraw = true;
  return {};
}

bool is_present(Editor& editor, const std::string& path) {
  SafetyState& safety = editor.safety;
  if (editor.now >= safety.presence_until) {
    safety.presence.clear();
    safety.presence_until = editor.now + kLookAgain;
  }
  const auto found = safety.presence.find(path);
  if (found != safety.presence.end()) return found->second;
  std::error_code error;
  return safety.presence[path] = fs::exists(path, error);
}

void clear_recent(Editor& editor) {
  std::error_code error;
  for (const std::string& path : editor.shell.preferences.recent)
    fs::remove(thumbnail_file(path), error);
  editor.shell.preferences.recent.clear();
  editor.safety.thumbnails.clear();
  editor.wants_redraw = true;
}

}  // namespace marrow
