// State of the shelf of stored poses. No ImGui.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "scene/scene.h"

namespace marrow {

struct ShelfState {
  bool is_open = true;  ///< else folded away to its heading
  Id skeleton = kNoId;  ///< whose poses are shown: the last one that panels showed

  // Hovering a card shows its pose in the picture alone; the document does not change.
  std::string hovered;   ///< the card under the pointer in this frame
  std::string rests_on;  ///< the card that the pointer came to last and has not left
  bool is_muted =
      false;  ///< the document changed under the resting pointer: no preview until it leaves
  struct Preview {
    std::string name;                      ///< of the pose
    std::shared_ptr<const Motion> motion;  ///< or of this motion, which is being made
    Scene base;                            ///< the document's scene that it was made from
    Scene scene;
  };
  std::optional<Preview> preview;

  /// A transition of the picture to the document's scene after a pose was reset or taken.
  struct Ease {
    Scene from, to;
    double start = 0.0;  ///< seconds of the app's clock
    Scene scene;         ///< in between, of this frame
  };
  std::optional<Ease> ease;

  struct Blend {
    std::string name;
    float share = 0.0f;               ///< 0: as before the drag, 1: the pose
    std::optional<float> drops_at{};  ///< the card is over this time of the motion, seconds
  };
  std::optional<Blend> blend;
  bool blend_was_canceled = false;  ///< and the button is still held

  std::string renaming;  ///< the pose whose name is a text field
  std::string rename_buffer;
  bool rename_began = false;
};

}  // namespace marrow
