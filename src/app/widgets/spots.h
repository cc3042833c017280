// Places of named things in the last frame, so that scripts and tests click them by their words.
#pragma once

#include <glm/glm.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/layout.h"

namespace marrow::app {

struct Spot {
  std::string name;        ///< the words on it, without what follows "##"
  glm::vec2 middle{0.0f};  ///< window pixels
};

/// Notes the last ImGui item under the visible part of `label`.
void note_spot(std::string_view label);
/// Notes what is drawn without an item of its own.
void note_spot(std::string_view words, glm::vec2 middle);
/// Of this frame so far, in drawing order.
const std::vector<Spot>& spots();
/// Notes the place of a part of the window that the help names: "tools", "tabs".
void note_area(std::string_view name, glm::vec2 low, glm::vec2 high);
void note_item_area(std::string_view name);  ///< the same, of the last ImGui item
/// Of this frame so far; none if it was not drawn.
std::optional<Rect> area_named(std::string_view name);
/// All of this frame so far that have one of these names.
std::vector<Rect> areas_named(std::initializer_list<std::string_view> names);
/// The same, of the frame before.
std::vector<Rect> areas_before(std::initializer_list<std::string_view> names);
/// True where an area of this name lay in the frame before: what comes later in a frame than what
/// gives way to it.
bool lay_under(std::string_view name, const Rect& place);
/// Notes words that were drawn shorter, with an ellipsis, since they had too little room.
void note_shortened(std::string_view words);
const std::vector<std::string>& shortened_words();  ///< of this frame so far
void forget_spots();                                ///< at the beginning of a frame

}  // namespace marrow::app
