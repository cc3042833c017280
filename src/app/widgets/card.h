// Cards at the top of the viewport: messages and questions that block nothing. ImGui is current.
#pragma once

#include <functional>
#include <string>

#include "app/widgets/layout.h"

namespace marrow::app {

/// The top of the first card, window pixels.
float first_card_top(const Rect& viewport);
/// A card as high as its content; begins at `y`, and moves `y` below it.
void draw_card(const char* id, const Rect& viewport, float& y,
               const std::function<void()>& content);
/// Semibold words, cut to leave `room` pixels.
void card_heading(const std::string& words, float room = 0.0f);
/// A button that scripts find by its words.
bool card_button(const char* label, bool primary = false, const char* tip = nullptr);

}  // namespace marrow::app
