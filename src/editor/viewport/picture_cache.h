// Draws the viewport's picture only if it differs from the last one.
#pragma once

#include <optional>

#include "editor/editor.h"
#include "view/gl/renderer.h"

namespace marrow {

class PictureCache {
 public:
  /// Updates the deformer and draws the picture with editor.viewport.samples, in `share` (0 to 1,
  /// not 0) of its pixels along each side. Returns true if it drew. `is_slow`: while nothing moves,
  /// a new picture waits for two frames, in which the window can show that it is being drawn
  /// (ViewportState::awaits_picture); until then the last one stays.
  bool draw(Editor& editor, view::Renderer& renderer, float share = 1.0f, bool is_slow = false);
  /// Size of the last picture; zeros before the first.
  glm::ivec2 pixels() const { return drawn_ ? drawn_->pixels : glm::ivec2(0); }
  /// True if the scene or the camera differs from the last picture's, so something moves.
  bool is_stale(const Editor& editor) const;
  /// Call when the renderer holds another picture: the next draw() draws again.
  void forget() { drawn_.reset(); }
  /// Call when the renderer lost the picture: the next draw() draws again, but is_stale() stays
  /// false.
  void lose() { is_lost_ = true; }

 private:
  /// The right side of a comparison.
  struct Right {
    Scene scene;
    float divider = 0.0f;
    bool is_provisional = false;  ///< distances or blends are not final
    bool operator==(const Right&) const = default;
  };
  /// Inputs of the last picture. Scenes share their parts, so a copy costs little.
  struct Drawn {
    Scene scene;
    view::Picture picture;
    std::optional<Right> right;
    glm::ivec2 pixels{0};
    int samples = 0;
    bool is_provisional = false;  ///< the left side's distances or blends are not final
  };
  bool must_wait(Editor& editor, bool is_slow);

  std::optional<Drawn> drawn_;
  bool is_lost_ = false;
  int frames_waited_ = 0;
};

}  // namespace marrow
