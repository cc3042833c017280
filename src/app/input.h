// Turns SDL's events into one frame's input. ImGui's SDL backend polls the mouse (in 1.86 also the
// modifiers), so a slow frame would lose clicks and key strokes, and a test's events would
// have no effect. Here events are read one by one, a frame ends before an event that contradicts an
// earlier one, and position, buttons, wheel and modifiers come from events alone.
#pragma once

#include <SDL_events.h>
#include <array>
#include <imgui.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "editor/commands/command_registry.h"
#include "editor/drag_state.h"

namespace marrow::app {

/// A key that went down, with the held modifiers.
struct KeyPress {
  Shortcut shortcut;
  bool is_repeat = false;  ///< the key was down already
};

class Input {
 public:
  /// Reads one frame's events from SDL's queue, passes them to ImGui's backend; true if any came.
  bool take();
  /// Reads one event; false if it contradicts this frame's events and belongs to the next frame.
  bool take(const SDL_Event& event);
  /// Clears the last frame's input; held buttons and modifiers stay.
  void begin_frame();

  /// Overwrites the backend's pointer, buttons and modifiers, and adds the wheel. Call once per
  /// frame, after ImGui_ImplSDL2_NewFrame() and before new_frame().
  void write_to(ImGuiIO& io) const;
  /// Sets click counts by the times of events; ImGui would use the times of frames, which may be
  /// far apart. Call after ImGui::NewFrame().
  void write_clicks(ImGuiIO& io) const;
  /// Time of this frame's last event, SDL's milliseconds; none without an event.
  std::optional<Uint32> event_ticks() const { return event_ticks_; }

  const std::vector<KeyPress>& pressed() const { return pressed_; }
  /// True if Alt went down and up again with nothing in between.
  bool alt_tapped() const { return alt_tapped_; }
  /// Paths of files dropped on the window.
  const std::vector<std::string>& dropped() const { return dropped_; }
  /// True after clicks, the wheel, keys, typed text, dropped files and requests to quit.
  bool has_acted() const {
    return clicked_ || scrolled_ || keyed_ || typed_ || wants_quit_ || !dropped_.empty();
  }
  /// True if the window got the keyboard from another program.
  bool gained_focus() const { return focused_; }
  bool wants_quit() const { return wants_quit_; }  ///< the window is to be closed
  /// True if an event waits for the next frame.
  bool has_leftover() const { return leftover_.has_value(); }
  ImVec2 pointer() const { return pointer_; }
  const Touch& touch() const { return touch_; }  ///< in window pixels
  /// Makes two fingers on a panel scroll like the wheel. Call before write_to().
  void scroll_by_touch();

 private:
  bool holds(std::size_t modifier) const {
    return modifiers_[modifier] || modifiers_[modifier + 4];
  }
  bool contradicts(const SDL_Event& event) const;
  void note(const SDL_Event& event);
  void note_click(std::size_t button, const SDL_MouseButtonEvent& event);
  void note_key(const SDL_KeyboardEvent& event);
  void note_window(const SDL_WindowEvent& event);
  void note_finger(const SDL_TouchFingerEvent& event);

  std::optional<SDL_Event> leftover_;
  ImVec2 pointer_{-FLT_MAX, -FLT_MAX};
  std::array<bool, 5> buttons_{};
  /// The last press of a button.
  struct Click {
    Uint32 ticks = 0;
    ImVec2 at{-FLT_MAX, -FLT_MAX};
    ImU16 count = 0;  ///< 2: second press of a double click
  };
  std::array<Click, 5> clicks_{};
  enum Modifier { kCtrl, kShift, kAlt, kSuper };
  std::array<bool, 8> modifiers_{};  ///< held keys: left ones by Modifier, then right ones

  Touch touch_;
  std::map<SDL_FingerID, glm::vec2> fingers_;
  bool had_several_fingers_ = false;  ///< until all fingers are lifted

  bool alt_alone_ = false;  ///< Alt is down and no other key, button or wheel was used since

  // This frame's input so far.
  ImVec2 wheel_{0.0f, 0.0f};  ///< notches: rightwards, away from the user
  std::optional<Uint32> event_ticks_;
  bool alt_tapped_ = false;
  bool moved_ = false, clicked_ = false, scrolled_ = false, typed_ = false, edited_ = false,
       keyed_ = false;
  std::vector<SDL_Scancode> keys_;
  std::vector<KeyPress> pressed_;
  std::vector<std::string> dropped_;
  bool wants_quit_ = false, focused_ = false;
};

}  // namespace marrow::app
