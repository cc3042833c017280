// Cards at the top of the viewport: messages and questions that block nothing.
#pragma once

#include <functional>
#include <imgui.h>
#include <string>

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow::app {

/// The left edge for a card, window pixels: right of the tools, or over them in a narrow picture,
/// where tools under a card are not drawn.
float card_left(const Rect& viewport);
/// The top of the first card, window pixels.
float first_card_top(const Rect& viewport);
/// Draws a card at `y`, as high as its content, and moves `y` below it. The card is in the middle,
/// or in a corner where it hides less of the figure, and keeps its place while shown. With too
/// little room its words scroll above its buttons; without room below other cards it is not drawn.
void draw_card(const Session& session, const char* id, const Rect& viewport, float& y,
               const std::function<void()>& words, const std::function<void()>& buttons);
/// True if the place met a card (of draw_card(), the welcome card, the explain card), the increment
/// lens or a toast in the last frame: draw nothing there, because it would be half hidden.
bool is_under_card(const Rect& place);
/// A window without a title: if true, draw its content; then call end_bare_window() in any case.
bool begin_bare_window(const char* id, ImVec2 padding, float rounding, ImU32 background,
                       ImGuiWindowFlags more = ImGuiWindowFlags_None);
/// Ends the window, notes its area under this name and returns its size.
ImVec2 end_bare_window(const char* name);
/// Gray words under a heading, in as many lines as they need.
void card_words(const std::string& words);
/// Semibold words, in as many lines as they need.
void card_heading(const std::string& words);
/// Call before another button: puts it into the row of the last one if it fits.
void beside_or_below(const char* label);
/// The phase of some work, dimmed, and a Cancel button at the right. True when that is pressed.
bool phase_and_cancel(const std::string& phase, const char* tip);

}  // namespace marrow::app
