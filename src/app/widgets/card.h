// Cards at the top of the viewport: messages and questions that block nothing. ImGui is current.
#pragma once

#include <functional>
#include <imgui.h>
#include <string>

#include "app/widgets/layout.h"
#include "editor/session.h"

namespace marrow::app {

/// The left edge for a card, window pixels: right of the tools, or over them in a narrow picture,
/// where the tools that it would hide are not drawn.
float card_left(const Rect& viewport);
/// The top of the first card, window pixels.
float first_card_top(const Rect& viewport);
/// Draws a card at `y`, as high as its content, and moves `y` below it: in the middle, or in a
/// corner if it hides less of the figure there. With too little room its words scroll above its
/// buttons; with no room left below other cards it is not drawn. It keeps its place while it is
/// shown.
void draw_card(const Session& session, const char* id, const Rect& viewport, float& y,
               const std::function<void()>& words, const std::function<void()>& buttons);
/// True if the place met a card (of draw_card(), the welcome card, the explain card), the increment
/// lens or a toast in the last frame: the caller then draws nothing there, because it would be half
/// hidden.
bool is_under_card(const Rect& place);
/// A window without a title: if true, draw its content; then call end_bare_window() in any case.
bool begin_bare_window(const char* id, ImVec2 padding, float rounding, ImU32 background,
                       ImGuiWindowFlags more = ImGuiWindowFlags_None);
/// Notes the window's area by this name and returns its size.
ImVec2 end_bare_window(const char* name);
/// Gray words under a heading, in as many lines as they need.
void card_words(const std::string& words);
/// Semibold words, in as many lines as they need.
void card_heading(const std::string& words);
/// Call before a further button: puts it into the same row if it fits.
void beside_or_below(const char* label);
/// The phase that some work is in, dimmed, and a Cancel button at the right; true when it is
/// pressed.
bool phase_and_cancel(const std::string& phase, const char* tip);

}  // namespace marrow::app
