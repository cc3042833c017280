#include "app/widgets/focus.h"

#include <algorithm>
#include <imgui_internal.h>

#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/theme.h"

namespace marrow::app {

namespace {

/// ImGui's name of a place's window; the picture has none.
const char* window_name(FocusPlace place) {
  constexpr const char* kNames[] = {
      nullptr,   "##menu",  "##viewport", "##scene",
      "##right", "##shelf", "##status"};  // in the order of FocusPlace
  return kNames[std::size_t(place)];
}

/// The window of the place, if it is drawn.
ImGuiWindow* window_of(FocusPlace place) {
  const char* name = window_name(place);
  ImGuiWindow* window = name != nullptr ? ImGui::FindWindowByName(name) : nullptr;
  return window != nullptr && window->WasActive ? window : nullptr;
}

void draw_ring() {
  const ImGuiContext& context = *GImGui;
  const ImGuiWindow* window = context.NavWindow;
  if (window == nullptr || context.NavId == 0 || !shows_focus(context) || !context.NavIdIsAlive)
    return;
  ImRect box = ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(window),
                                         window->NavRectRel[context.NavLayer]);
  box.Expand(px(2));
  box.ClipWith(context.NavLayer == ImGuiNavLayer_Menu ? window->Rect() : window->InnerRect);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRect({box.Min.x - 1.0f, box.Min.y - 1.0f}, {box.Max.x + 1.0f, box.Max.y + 1.0f},
               colors().panel, px(5), 0, px(4));
  list.AddRect(box.Min, box.Max, colors().focus, px(4), 0, px(2));
}

}  // namespace

bool belongs_to_focus(const FocusState& focus, SDL_Keycode key) {
  if (focus.place == FocusPlace::picture) return false;
  constexpr SDL_Keycode kKeys[] = {SDLK_UP,     SDLK_DOWN,     SDLK_LEFT,     SDLK_RIGHT, SDLK_TAB,
                                   SDLK_SPACE,  SDLK_RETURN,   SDLK_KP_ENTER, SDLK_HOME,  SDLK_END,
                                   SDLK_PAGEUP, SDLK_PAGEDOWN, SDLK_BACKSPACE};
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

bool prepare_navigation(const FocusState& focus, bool has_dialog, bool is_dragging) {
  ImGuiIO& io = ImGui::GetIO();
  const bool is_in_place = focus.place != FocusPlace::picture;
  if (!is_dragging && (is_in_place || has_dialog || popup_is_open()))
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  return !has_dialog && !is_dragging && !io.WantTextInput;
}

void begin_focus(Session& session, FocusState& focus) {
  for (const FocusPlace place : kFocusOrder)
    focus.is_in_window[std::size_t(place)] =
        place == FocusPlace::picture || window_of(place) != nullptr;
  if (!focus.is_new) return;
  session.wants_redraw = true;
  if (focus.place == FocusPlace::picture) {
    ImGui::FocusWindow(nullptr);
    focus.is_new = false;
    return;
  }
  ImGuiWindow* window = window_of(focus.place);
  if (window == nullptr) {
    focus.place = FocusPlace::picture;
    return;
  }
  // The window was last drawn without navigation, which the next frame switches on.
  if ((window->Flags & ImGuiWindowFlags_NoNavInputs) != 0) return;
  ImGuiContext& context = *GImGui;
  ImGui::FocusWindow(window);
  context.NavLayer = focus.place == FocusPlace::menu ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
  ImGui::NavInitWindow(window, true);
  show_focus(context);
  focus.is_new = false;
}

ImGuiWindowFlags navigation_of(const FocusState& focus, FocusPlace place) {
  return focus.place == place ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoNav;
}

void finish_focus(Session& session, FocusState& focus) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_on = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  const bool was_clicked = std::any_of(std::begin(io.MouseClicked), std::end(io.MouseClicked),
                                       [](bool clicked) { return clicked; });
  const bool menu_closed =
      focus.place == FocusPlace::menu && focus.menu_was_open && !popup_is_open();
  focus.menu_was_open = focus.place == FocusPlace::menu && popup_is_open();
  if (focus.place != FocusPlace::picture && (was_clicked || menu_closed) && !focus.is_new) {
    focus.place = FocusPlace::picture;
    focus.is_new = !was_clicked;  // a click has already moved the keyboard
    session.wants_redraw = true;
  }
  if (is_on) draw_ring();
  // ImGui wants letters only in the frame after the one that made a field active.
  if (GImGui->ActiveId != GImGui->ActiveIdPreviousFrame) session.wants_redraw = true;
}

}  // namespace marrow::app
