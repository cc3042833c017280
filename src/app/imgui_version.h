// All differences between Dear ImGui 1.86 (Debian 12) and 1.89 to 1.91 (1.90 in Debian 13 and
// Ubuntu 24.04). No other file checks the version or uses a name that some versions lack.
#pragma once

#include <SDL_keyboard.h>
#include <SDL_mouse.h>
#include <array>
#include <cstdint>
#include <imgui.h>
#include <imgui_internal.h>
#include <type_traits>

#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif

#if IMGUI_VERSION_NUM < 18700
#define MARROW_IMGUI_POLLS 1  // backends fill ImGui's arrays, and keys have SDL's numbers
#elif IMGUI_VERSION_NUM >= 18900
#define MARROW_IMGUI_POLLS 0  // backends queue events, and ImGui has a name for each key
#else
#error "Dear ImGui 1.87 and 1.88 are not supported: use 1.86, or 1.89 to 1.91"
#endif

namespace marrow::app {

// Input.

/// Pointer, held buttons and modifiers, and this frame's wheel movement.
struct HeldInput {
  ImVec2 pointer;               ///< pixels; -FLT_MAX outside of the window
  std::array<bool, 5> buttons;  ///< left, right, middle, and two more
  bool ctrl = false, shift = false, alt = false, super = false;
  ImVec2 wheel;  ///< notches: rightwards, away from the user
};

/// Call once after starting the backend. ImGui must not spread events over several frames, because
/// app::Input has already done so. Input methods open their lists at the text cursor.
inline void begin_input(ImGuiIO& io) {
#if MARROW_IMGUI_POLLS
  io.ImeSetInputScreenPosFn = [](int x, int y) {
    const SDL_Rect cursor{x, y, 1, int(ImGui::GetFontSize())};
    SDL_SetTextInputRect(&cursor);
  };
#else
  // No ImeSetInputScreenPosFn: the backend reports the text cursor's position itself.
  io.ConfigInputTrickleEventQueue = false;
#endif
}

/// Overwrites the state that the backend polled. Call after ImGui_ImplSDL2_NewFrame() and before
/// new_frame().
inline void write_held(ImGuiIO& io, const HeldInput& held) {
#if MARROW_IMGUI_POLLS
  io.MousePos = held.pointer;
  for (std::size_t button = 0; button < held.buttons.size(); ++button)
    io.MouseDown[button] = held.buttons[button];
  io.KeyCtrl = held.ctrl;
  io.KeyShift = held.shift;
  io.KeyAlt = held.alt;
  io.KeySuper = held.super;
  io.MouseWheelH -= held.wheel.x;
  io.MouseWheel += held.wheel.y;
#else
  // ImGui uses the last event of each kind, and queues none that changes nothing.
  io.AddMousePosEvent(held.pointer.x, held.pointer.y);
  for (std::size_t button = 0; button < held.buttons.size(); ++button)
    io.AddMouseButtonEvent(int(button), held.buttons[button]);
  io.AddKeyEvent(ImGuiMod_Ctrl, held.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, held.shift);
  io.AddKeyEvent(ImGuiMod_Alt, held.alt);
  io.AddKeyEvent(ImGuiMod_Super, held.super);
  io.AddMouseWheelEvent(-held.wheel.x, held.wheel.y);
#endif
}

/// The window lost the keyboard: keys that are down count as released. Buttons stay held, so a drag
/// continues.
inline void release_keys(ImGuiIO& io) {
#if MARROW_IMGUI_POLLS
  io.AddFocusEvent(false);
#else
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
    if (const auto named = static_cast<ImGuiKey>(key); ImGui::IsKeyboardKey(named))
      io.AddKeyEvent(named, false);
#endif
}

// Keys.

#if MARROW_IMGUI_POLLS
inline constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeyPadEnter;
#else
inline constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeypadEnter;
#endif

/// True if the key went down in this frame, or repeats.
inline bool key_pressed(ImGuiKey key, bool repeats = true) {
#if MARROW_IMGUI_POLLS
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
#else
  return ImGui::IsKeyPressed(key, repeats);
#endif
}

/// True if the key with a letter, 'a' to 'z', went down in this frame.
inline bool letter_pressed(char letter) {
#if MARROW_IMGUI_POLLS
  return ImGui::IsKeyPressed(SDL_GetScancodeFromKey(letter), false);
#else
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'a')), false);
#endif
}

inline bool f1_is_down() {
#if MARROW_IMGUI_POLLS
  return ImGui::IsKeyDown(SDL_SCANCODE_F1);
#else
  return ImGui::IsKeyDown(ImGuiKey_F1);
#endif
}

// Navigation by keyboard.

/// Calls ImGui::NewFrame(). With `enter_presses` Enter presses the focused button, as Space does.
/// Otherwise Enter only starts editing a field, and presses no button before it has been released.
inline void new_frame(bool enter_presses) {
#if MARROW_IMGUI_POLLS
  ImGuiIO& io = ImGui::GetIO();
  const bool by_enter =
      io.KeysDown[io.KeyMap[ImGuiKey_Enter]] || io.KeysDown[io.KeyMap[kKeypadEnter]];
  static bool is_spent = false;
  is_spent = by_enter && (is_spent || !enter_presses);
  if (by_enter && !is_spent) io.NavInputs[ImGuiNavInput_Activate] = 1.0f;
  ImGui::NewFrame();
#else
  ImGui::NewFrame();
  const bool by_enter = ImGui::IsKeyDown(ImGuiKey_Enter) || ImGui::IsKeyDown(kKeypadEnter);
  if (enter_presses || !by_enter || ImGui::IsKeyDown(ImGuiKey_Space)) return;
  // For buttons only; fields do not read these.
  GImGui->NavActivateDownId = GImGui->NavActivatePressedId = 0;
#endif
}

/// Gives the keyboard to the next item, whichever window had it.
inline void focus_next_item() {
  ImGui::SetKeyboardFocusHere();
#if IMGUI_VERSION_NUM >= 18900 && IMGUI_VERSION_NUM < 19020
  GImGui->NavFocusScopeId = GImGui->CurrentFocusScopeId;  // otherwise ImGui keeps the old scope
#endif
}

/// True if the focused item is highlighted.
template <typename Context>
bool shows_focus(const Context& context) {
  if constexpr (requires { context.NavCursorVisible; })
    return context.NavCursorVisible;
  else
    return !context.NavDisableHighlight;
}

template <typename Context>
void show_focus(Context& context) {
  if constexpr (requires { context.NavCursorVisible; })
    context.NavCursorVisible = true;
  else
    context.NavDisableHighlight = false;
}

// Other differences.

/// Draws an item that later items may overlap; those get the pointer first. Returns draw()'s
/// result.
template <typename Draw>
auto draw_below(Draw draw) {
#if IMGUI_VERSION_NUM >= 18970
  ImGui::SetNextItemAllowOverlap();
  return draw();
#else
  const auto result = draw();
  ImGui::SetItemAllowOverlap();
  return result;
#endif
}

/// An OpenGL texture name as an ImTextureID: a pointer or an integer, depending on the version.
template <typename Id = ImTextureID>
Id texture_id(std::uintptr_t name) {
  if constexpr (std::is_pointer_v<Id>)
    return reinterpret_cast<Id>(name);
  else
    return Id(name);
}

template <typename Id>
unsigned texture_name(Id id) {
  if constexpr (std::is_pointer_v<Id>)
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(id));
  else
    return static_cast<unsigned>(id);
}

/// Sets the functions with which text fields copy and paste; the result of read() must live until
/// the next call.
template <const char* (*read)(), void (*write)(const char*)>
void use_clipboard() {
#if IMGUI_VERSION_NUM >= 19110
  ImGuiPlatformIO& io = ImGui::GetPlatformIO();
  io.Platform_GetClipboardTextFn = [](ImGuiContext*) { return read(); };
  io.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { write(text); };
#else
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = [](void*) { return read(); };
  io.SetClipboardTextFn = [](void*, const char* text) { write(text); };
#endif
}

}  // namespace marrow::app

#undef MARROW_IMGUI_POLLS
