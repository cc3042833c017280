// Background, shadow and caption of exported pictures and films.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "view/gl/renderer.h"

namespace marrow::view {

/// A vertical gradient from the upper edge to the lower one.
struct Background {
  Color top, bottom;
  bool operator==(const Background&) const = default;
};

/// One line of text at the lower edge.
struct Caption {
  std::string text{};        ///< empty: none
  bool is_centered = false;  ///< otherwise left-aligned
  bool operator==(const Caption&) const = default;
};

struct Staging {
  std::optional<Background> background{};  ///< none: the background of the picture's tones
  bool shadow = false;                     ///< meshes cast a shadow on the ground
  Caption caption{};
  bool operator==(const Staging&) const = default;
};

/// Sets background and shadow, before the picture is drawn. Grid and marks get tones that contrast
/// with the background.
void stage(Picture& picture, const Staging& staging);
/// Draws the caption on a dark plate, so that it is readable on any picture. Text that does not fit
/// ends in an ellipsis.
void draw_caption(Image& image, const Caption& caption);

/// Reads "#fa0" or "#ffaa00", also without the #; none for other text.
std::optional<Color> color_from_text(std::string_view text);

}  // namespace marrow::view
