// From SDL's events to one frame's input. ImGui's SDL backend polls the mouse (1.86 the modifiers,
// too); a slow frame would lose clicks and key strokes, and a test's events would not be seen. So
// events are read one by one, a frame ends before an event that contradicts an earlier one, and
// position, buttons, wheel and modifiers come from events alone.
#pragma once

#include <SDL_events.h>
#include <array>
#include <imgui.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "editor/commands/keymap.h"
#include "editor/drag_state.h"

namespace marrow::app {

/// A key that went down, with the held modifiers.
struct KeyPress {
  Shortcut shortcut;
  bool is_repeat = false;  ///< it was down already
};

class Input {
 public:
  /// Takes events off SDL's queue for one frame; ImGui's backend gets them, too. True if there was
  /// one.
  bool take();
  /// One event; false when it contradicts this frame's events: it belongs to the next frame.
  bool take(const SDL_Event& event);
  void begin_frame();  ///< forgets what belonged to the last frame; held buttons and modifiers stay

  /// Overwrites the backend's pointer, buttons and modifiers, and adds the wheel. Once a frame,
  /// after ImGui_ImplSDL2_NewFrame(), before new_frame().
  void write_to(ImGuiIO& io) const;
  /// Whether this frame's clicks are double ones, by the times of their events: ImGui goes by the
  /// times of frames, which may be far apart. After ImGui::NewFrame().
  void write_clicks(ImGuiIO& io) const;
  /// When this frame's last event came, SDL's milliseconds; none without one.
  std::optional<Uint32> event_ticks() const { return event_ticks_; }

  const std::vector<KeyPress>& pressed() const { return pressed_; }
  bool alt_tapped() const {
    return alt_tapped_;
  }  ///< Alt went down and up again, and nothing else happened
  const std::vector<std::string>& dropped() const {
    return dropped_;
  }  ///< files dropped on the window
  bool has_acted() const {
    return clicked_ || scrolled_ || keyed_ || typed_ || wants_quit_ || !dropped_.empty();
  }                                                ///< more than the pointer's moving
  bool gained_focus() const { return focused_; }   ///< the window, from another program's
  bool wants_quit() const { return wants_quit_; }  ///< the window's cross
  bool has_leftover() const {
    return leftover_.has_value();
  }  ///< an event waits for the next frame
  ImVec2 pointer() const { return pointer_; }
  const Touch& touch() const { return touch_; }  ///< pixels of the window
  /// Two fingers on a panel turn the wheel. Before write_to().
  void scroll_by_touch();

 private:
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
    ImU16 count = 0;  ///< 2: the second of a double click
  };
  std::array<Click, 5> clicks_{};
  bool ctrl_[2] = {}, shift_[2] = {}, alt_[2] = {}, super_[2] = {};  ///< left and right key

  Touch touch_;
  std::map<SDL_FingerID, glm::vec2> fingers_;
  bool several_ = false;  ///< there were two fingers since the last time that there was none

  bool alt_alone_ = false;  ///< Alt is down and no other key, button or wheel was used since

  // Taken by this frame so far.
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
