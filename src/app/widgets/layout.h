// The fixed places of the window, pixels.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "editor/files/preference_table.h"
#include "editor/preferences_state.h"

namespace marrow::app {

struct Rect {
  glm::vec2 corner{0.0f};  ///< upper left
  glm::vec2 size{0.0f};    ///< never negative
  glm::vec2 end() const { return corner + size; }
  bool empty() const { return size.x < 1.0f || size.y < 1.0f; }
  /// True if they overlap, or are less than `gap` pixels apart.
  bool meets(const Rect& other, float gap = 0.0f) const {
    const glm::vec2 far = end() + gap, other_far = other.end() + gap;
    return corner.x < other_far.x && other.corner.x < far.x && corner.y < other_far.y &&
           other.corner.y < far.y;
  }
};

struct Layout {
  Rect menu, left, viewport, right, status;
  Rect shelf;  ///< below the viewport
};

inline constexpr float kMenuHeight = 40.0f;
inline constexpr float kStatusHeight = 32.0f;
inline constexpr float kLeftMin = preference_range(&Preferences::left_width).low;
inline constexpr float kRightMin = preference_range(&Preferences::right_width).low;
inline constexpr float kTimelineLow = 96.0f, kTimelineBesideShelf = 150.0f;
inline constexpr float kViewportMin = 240.0f, kViewportLow = 160.0f;
inline constexpr float kFigureMin = 420.0f;      ///< kViewportMin if AppOptions::awaits_functions
inline constexpr float kViewportAbove = 204.0f;  ///< least height of a picture over a timeline

/// Places for the desired `left_width` and `right_width` (design units), which are limited to their
/// minimum and to the room that the viewport's minimum (design units) leaves. A window too narrow
/// for all three drops the left place, then the right one. The shelf gets `shelf_height` (design
/// units) if that leaves the viewport kViewportLow. Places are a hairline apart. Any window size is
/// valid, even 0 x 0.
Layout lay_out(glm::vec2 window, float left_width, float right_width, float ui_scale,
               float shelf_height = 0.0f, float viewport_min = kViewportMin);

/// Heights of the rows below the picture, design units.
struct BottomHeights {
  float strip = 0.0f, timeline = 0.0f, shelf = 0.0f;
  float sum() const { return strip + timeline + shelf; }
};
/// Fits desired heights into a window: the timeline shrinks to kTimelineBesideShelf, then the shelf
/// is dropped, and a timeline below kTimelineLow too.
BottomHeights fit_bottom(BottomHeights wished, float window_height, float ui_scale);

/// Widths of a window's frame: `before` at the left and top, `after` at the right and bottom.
struct WindowFrame {
  glm::vec2 before{0.0f}, after{0.0f};
};
/// `wished`, moved and shrunk until the window and its frame lie in the usable part of one screen:
/// the one that would show most of it, else in the middle of the first. Unchanged without screens.
WindowPlace place_window(WindowPlace wished, const std::vector<Rect>& screens,
                         const WindowFrame& frame);

}  // namespace marrow::app
