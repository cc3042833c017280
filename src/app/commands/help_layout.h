// Places of the help's labels: beside their targets, inside the window, no overlap. Pixels.
#pragma once

#include <optional>
#include <vector>

#include "app/widgets/layout.h"

namespace marrow::app {

struct Callout {
  Rect target;
  glm::vec2 label{0.0f};  ///< size of the label
};

/// The upper left corner of each callout's label, in order: the nearest place to its target inside
/// the window, clear of earlier labels, of `blocked` and of all targets but its own, if that is
/// large. None where there is no such place, so the first ones matter most. `gap`: kept free around
/// labels.
std::vector<std::optional<glm::vec2>> place_labels(const std::vector<Callout>& callouts,
                                                   const std::vector<Rect>& blocked,
                                                   const Rect& window, float gap);

/// The ends of the line from a label to its target, between facing sides; none when the label lies
/// on it.
struct CalloutLine {
  glm::vec2 from{0.0f}, to{0.0f};
};
std::optional<CalloutLine> line_between(const Rect& label, const Rect& target);

}  // namespace marrow::app
