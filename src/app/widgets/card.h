// Cards at the top of the viewport: messages and questions that block nothing. ImGui is current.
#pragma once

#include <functional>
#include <string>

#include "app/widgets/layout.h"

namespace marrow::app {

/// Where a card may begin, window pixels: beside the tools, or over them in a narrow picture, where
/// the tools that it would hide are not drawn.
float card_left(const Rect& viewport);
/// The top of the first card, window pixels.
float first_card_top(const Rect& viewport);
/// A card as high as its content; begins at `y`, and moves `y` below it. Where there is less room
/// its words scroll above its buttons; where there is none left below others it is not drawn.
void draw_card(const char* id, const Rect& viewport, float& y, const std::function<void()>& words,
               const std::function<void()>& buttons);
/// True where a card (of draw_card(), the first start's, a vertex's), the increment lens or a toast
/// lay in the frame before: what it would half hide is not drawn.
bool is_under_card(const Rect& place);
/// Gray words under a heading, in as many lines as they need.
void card_words(const std::string& words);
/// Semibold words, in as many lines as they need.
void card_heading(const std::string& words);
/// Before a further button: in the same row where it has room there.
void beside_or_below(const char* label);
/// A button that scripts find by its words.
bool card_button(const char* label, bool primary = false, const char* tip = nullptr);
/// What work is at, dimmed, and at the right a button to end it; true when that is pressed.
bool phase_and_cancel(const std::string& phase, const char* tip);

}  // namespace marrow::app
