// The preview in the windows "Screenshot" and "Film". Owns a renderer and a texture in the window's
// GL context, created by the first draw(), freed by reset().
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "editor/session.h"
#include "view/export/staging.h"
#include "view/gl/gl.h"
#include "view/gl/renderer.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

/// The motion and time that pose the scene; without a motion, the document's pose.
struct PreviewMoment {
  const Motion* motion = nullptr;
  double seconds = 0.0;
  bool operator==(const PreviewMoment&) const = default;
};

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
    bool is_straight = false;  ///< straight distances, while the body is measured
  };
  void upload(const view::Image& image);
  void show(glm::ivec2 size, glm::vec2 room) const;

  std::unique_ptr<Workshop> workshop_;
  std::optional<Drawn> drawn_;
};

}  // namespace marrow::app
