// Draws the viewport's picture, and only when it would differ from the one that is there.
#pragma once

#include <optional>

#include "editor/session.h"
#include "view/picture/renderer.h"

namespace marrow {

struct Editor;

class PictureCache {
 public:
  /// Brings the deformer and the picture up to date, with session.samples. True when it drew.
  bool draw(Editor& editor, view::Renderer& renderer);
  /// True when scene or camera are not those of the last picture: something moves.
  bool is_stale(const Editor& editor) const;
  /// The renderer holds another picture: the next draw() draws anew.
  void forget() { drawn_.reset(); }
  /// The renderer holds none: the next draw() draws the same one again. Nothing has moved.
  void lose() { is_lost_ = true; }

 private:
  /// The right side of a comparison.
  struct Right {
    Scene scene;
    float divider = 0.0f;
    bool operator==(const Right&) const = default;
  };
  /// What the last picture was made of. A scene compares by its parts' identity, so keeping one
  /// costs little.
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
