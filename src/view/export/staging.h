// What is put around a scene in a picture or a film that leaves the program: background, shadow,
// caption.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "view/gl/renderer.h"

namespace marrow::view {

/// From the upper edge to the lower one.
struct Background {
  Color top, bottom;
  bool operator==(const Background&) const = default;
};

/// One line at the lower edge.
struct Caption {
  std::string text{};        ///< empty: none
  bool is_centered = false;  ///< otherwise it begins at the left
  bool operator==(const Caption&) const = default;
};

struct Staging {
  std::optional<Background> background{};  ///< none: the picture's own
  bool shadow = false;                     ///< the ground catches one
  Caption caption{};
  bool operator==(const Staging&) const = default;
};

/// Background and shadow, to be called before the picture is drawn. Grid and marks take the tones
/// that stand out from the background.
void stage(Picture& picture, const Staging& staging);
/// On a dark plate, to be readable on everything; what does not fit ends in an ellipsis.
void draw_caption(Image& image, const Caption& caption);

/// "#fa0", "#ffaa00" or the same without #; nothing for other text.
std::optional<Color> color_from_text(std::string_view text);

}  // namespace marrow::view
