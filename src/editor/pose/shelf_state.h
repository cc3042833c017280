// State of the shelf of stored poses. No ImGui.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "scene/scene.h"

namespace marrow {

struct ShelfState {
  bool is_open = true;  ///< otherwise folded to its heading
  Id skeleton = kNoId;  ///< owner of the poses: the last skeleton that panels showed

  // Hovering a card shows its pose only in the picture; the document does not change.
  std::string hovered;    ///< the card under the pointer in this frame
  std::string rests_on;   ///< the card under the pointer in the frame before
  bool is_muted = false;  ///< the document changed under the pointer: no preview until it leaves
  struct Preview {
    std::string name;                      ///< of the pose
    std::shared_ptr<const Motion> motion;  ///< or the preview of "Change motion"
    Scene base;                            ///< the document's scene before it
    Scene scene;
  };
  std::optional<Preview> preview;

  /// A transition of the picture to the document's scene after a pose was reset or applied.
  struct Ease {
    Scene from, to;
    double start = 0.0;  ///< seconds of the app's clock
    Scene scene;         ///< of this frame
  };
  std::optional<Ease> ease;

  struct Blend {
    std::string name;
    float share = 0.0f;               ///< 0: before the drag, 1: the stored pose
    std::optional<float> drops_at{};  ///< the card is over this time of the motion, seconds
  };
  std::optional<Blend> blend;
  bool blend_was_canceled = false;  ///< while the button is still held

  std::string renaming;  ///< the pose whose name is a text field
  std::string rename_buffer;
  bool rename_began = false;
};

}  // namespace marrow
