// Where the labels of the help stand: beside what they name, inside the window, without overlap.
// Pure numbers, pixels.
#pragma once

#include <optional>
#include <vector>

#include "app/widgets/layout.h"

namespace marrow::app {

struct Callout {
  Rect target;
  glm::vec2 label{0.0f};  ///< size of the label
};

/// For each callout, in their order, where its label's upper left corner stands: nearest to its
/// target among the places where it lies inside the window, on none of the labels before it, on
/// none of `blocked` and on no target of any callout but its own, which it may lie on when that is
/// large. Nothing where there is no such place: the first ones matter most. `gap`: kept free around
/// labels.
std::vector<std::optional<glm::vec2>> place_labels(const std::vector<Callout>& callouts,
                                                   const std::vector<Rect>& blocked,
                                                   const Rect& window, float gap);

/// The ends of the line from a label to its target: the middles of the sides that face each other;
/// nothing when the label lies on it.
struct CalloutLine {
  glm::vec2 from{0.0f}, to{0.0f};
};
std::optional<CalloutLine> line_between(const Rect& label, const Rect& target);

}  // namespace marrow::app
