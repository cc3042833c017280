// Draws the viewport's picture when it would differ from the last one.
#pragma once

#include <optional>

#include "editor/session.h"
#include "view/gl/renderer.h"

namespace marrow {

struct Editor;

class PictureCache {
 public:
  /// Updates the deformer and the picture, with editor.viewport.samples, in `share` of its pixels
  /// along each side (more than 0, at most 1). True when it drew.
  bool draw(Editor& editor, view::Renderer& renderer, float share = 1.0f);
  /// Of the last picture; zeros before the first.
  glm::ivec2 pixels() const { return drawn_ ? drawn_->pixels : glm::ivec2(0); }
  /// Scene or camera differ from the last picture's: something moves.
  bool is_stale(const Editor& editor) const;
  /// The renderer holds another picture: the next draw() draws again.
  void forget() { drawn_.reset(); }
  /// The renderer lost the picture: the next draw() draws it again. Nothing has moved.
  void lose() { is_lost_ = true; }

 private:
  /// The right side of a comparison.
  struct Right {
    Scene scene;
    float divider = 0.0f;
    bool is_provisional = false;  ///< with distances or blends that wait
    bool operator==(const Right&) const = default;
  };
  /// Inputs of the last picture. A scene compares by its parts' identity, so keeping one costs
  /// little.
  struct Drawn {
    Scene scene;
    view::Picture picture;
    std::optional<Right> right;
    glm::ivec2 pixels{0};
    int samples = 0;
    bool is_provisional = false;  ///< the same of the left side
  };
  std::optional<Drawn> drawn_;
  bool is_lost_ = false;
};

}  // namespace marrow
