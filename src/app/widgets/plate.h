// Areas of the picture, and words on plates that lie on it. Areas are in screen pixels.
#pragma once

#include <imgui.h>
#include <string>
#include <utility>
#include <vector>

namespace marrow::app {

/// Padding around a plate's words and the gap between its lines, pixels at UI scale 1.
inline constexpr float kPlatePadX = 9.0f, kPlatePadY = 6.0f, kPlateGap = 3.0f;

/// The picture's rectangle on the screen.
struct Area {
  ImVec2 low, size;
  ImVec2 high() const { return {low.x + size.x, low.y + size.y}; }
};

/// Room for hints and toasts: the picture without its lower corners' widgets.
struct Room {
  Area free;
  float middle = 0.0f;  ///< x of the whole picture's middle on the screen
};

/// Lines of text with their colors.
using PlateLines = std::vector<std::pair<std::string, ImU32>>;
ImVec2 plate_size(const PlateLines& lines);
/// Draws text on a rounded plate with its upper left corner near `at`, inside the area. Returns the
/// plate's size, {0, 0} without lines.
ImVec2 draw_plate(const Area& area, ImVec2 at, const PlateLines& lines);
/// The upper left corner, nearest to `at`, of a plate of this size inside the area.
ImVec2 plate_corner(const Area& area, ImVec2 at, ImVec2 size);

}  // namespace marrow::app
