// Places of named items in the frame, so that scripts and tests can click them by their words.
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
  std::string name;        ///< the item's words, without what follows "##"
  glm::vec2 middle{0.0f};  ///< window pixels
};

/// Notes the last ImGui item under the visible part of `label`.
void note_spot(std::string_view label);
/// Notes words that are drawn without an ImGui item.
void note_spot(std::string_view words, glm::vec2 middle);
/// The spots of this frame so far, in drawing order.
const std::vector<Spot>& spots();
/// Notes the place of a part of the window that the help names: "tools", "tabs".
void note_area(std::string_view name, glm::vec2 low, glm::vec2 high);
void note_item_area(std::string_view name);  ///< notes the last ImGui item's place
/// An area of this frame so far; none if it was not drawn.
std::optional<Rect> area_named(std::string_view name);
/// All areas of this frame so far that have one of these names.
std::vector<Rect> areas_named(std::initializer_list<std::string_view> names);
/// All areas of the last frame that have one of these names.
std::vector<Rect> areas_before(std::initializer_list<std::string_view> names);
/// True if an area of this name met the place in the last frame: for items that make room for an
/// area drawn after them.
bool lay_under(std::string_view name, const Rect& place);
/// Notes words that were cut with an ellipsis for lack of room.
void note_shortened(std::string_view words);
const std::vector<std::string>& shortened_words();  ///< of this frame so far
void forget_spots();                                ///< call at the beginning of a frame

}  // namespace marrow::app
