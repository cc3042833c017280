// Parts that the windows "Screenshot" and "Film" share.
#pragma once

#include <memory>
#include <optional>

#include "editor/editor.h"
#include "view/export/staging.h"
#include "view/gl/gl.h"
#include "view/gl/renderer.h"

namespace marrow {
struct ShotLook;
}  // namespace marrow

namespace marrow::app {

/// A centered modal, as high as its content. If true, draw the content and call ImGui::EndPopup().
bool begin_shot_window(const char* id, const char* title);
/// Closes the modal from outside, if it is open.
void close_shot_window(const char* id);
/// Size for a preview, pixels, next to settings that are `settings` design units wide.
glm::vec2 preview_room(float settings);
inline constexpr float kShotSettings = 310.0f;  ///< width of the settings, design units

/// The fields of a look: switches in two columns, background, caption.
void look_fields(ShotLook& look, const char* transparent_tip);
/// The folder for pictures, with the default folder as a hint.
void folder_field(Preferences& preferences);
/// Shows why no file was written; draws nothing if `problem` is empty.
void problem_line(const std::string& problem);

/// The motion and time that pose the scene; without a motion, the document's pose.
struct PreviewMoment {
  const Motion* motion = nullptr;
  double seconds = 0.0;
  bool operator==(const PreviewMoment&) const = default;
};

/// The preview. Owns a renderer and a texture in the window's GL context, created by the first
/// draw(), freed by reset().
class ShotPreview {
 public:
  /// Shows `picture` with the aspect of `size`, as large as `room` (window pixels) allows, on a
  /// checkerboard. Renders again only if an argument or the document changed.
  void draw(const Editor& editor, const view::Picture& picture, const view::Caption& caption,
            glm::ivec2 size, glm::vec2 room, const PreviewMoment& moment = {});
  /// Shows a finished image.
  void draw(const view::Image& image, glm::vec2 room);
  view::Renderer& renderer();
  void reset();

 private:
  struct Workshop {
    view::Renderer renderer;
    view::gl::Texture texture;
  };
  struct Drawn {
    view::Picture picture;
    view::Caption caption;
    std::uint64_t revision = 0;
    glm::ivec2 pixels{0};
    PreviewMoment moment{};
    bool is_straight = false;  ///< distances through the body were not measured yet
  };
  void upload(const view::Image& image);
  void show(glm::ivec2 size, glm::vec2 room) const;

  std::unique_ptr<Workshop> workshop_;
  std::optional<Drawn> drawn_;
};

}  // namespace marrow::app
