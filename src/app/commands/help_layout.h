// Places of the help's labels: next to their targets, inside the window, no overlap. Pixels.
#pragma once

#include <optional>
#include <vector>

#include "app/widgets/layout.h"

namespace marrow::app {

struct Callout {
  Rect target;
  glm::vec2 label{0.0f};  ///< size of the label
};

/// The upper left corner of each callout's label: the place nearest to its target that is inside
/// the window and clear of earlier labels, of `blocked` and of small targets, with `gap` pixels
/// around. The label of a large target lies inside it. None if there is no such place: the first
/// callouts should be the most important.
std::vector<std::optional<glm::vec2>> place_labels(const std::vector<Callout>& callouts,
                                                   const std::vector<Rect>& blocked,
                                                   const Rect& window, float gap);

/// The line from a label to its target, between facing sides; none if they overlap.
struct CalloutLine {
  glm::vec2 from{0.0f}, to{0.0f};
};
std::optional<CalloutLine> line_between(const Rect& label, const Rect& target);

}  // namespace marrow::app
