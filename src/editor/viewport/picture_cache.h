// Draws the viewport's picture when it would differ from the last one.
#pragma once

#include <optional>

#include "editor/session.h"
#include "view/picture/renderer.h"

namespace marrow {

struct Editor;

class PictureCache {
 public:
  /// Updates the deformer and the picture, with session.samples. True when it drew.
  bool draw(Editor& editor, view::Renderer& renderer);
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
    bool operator==(const Right&) const = default;
  };
  /// Inputs of the last picture. A scene compares by its parts' identity, so keeping one costs
  /// little.
  struct Drawn {
    Scene scene;
    view::Picture picture;
    std::optional<Right> right;
    glm::vec2 size{0.0f};
    int samples = 0;
  };
  std::optional<Drawn> drawn_;
  bool is_lost_ = false;
};

}  // namespace marrow
