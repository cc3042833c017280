// The parts of the timeline. Only files of this folder include this header.
#pragma once

#include <imgui.h>

#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/timeline/timeline.h"

namespace marrow::app {

/// Maps times to pixels.
struct TimeScale {
  float left = 0.0f, right = 1.0f;  ///< pixels
  TimeSpan span;                    ///< seconds
  float x(double seconds) const {
    return left + float((seconds - span.begin) / span.length()) * (right - left);
  }
  double seconds(float x) const {
    return span.begin + double((x - left) / (right - left)) * span.length();
  }
  double seconds_of(float pixels) const { return double(pixels / (right - left)) * span.length(); }
};

/// What the parts need to draw one frame.
struct TimelineFrame {
  Editor& editor;
  const Motion& motion;
  TimeScale time;
  float names = 0.0f;  ///< width of the column of names, pixels
};

/// Steps of the ruler, seconds: between its numbers, and between its lines.
struct RulerSteps {
  double words = 1.0, lines = 0.1;
};
RulerSteps ruler_steps(const Motion& motion, const TimeScale& time);

/// The commands that shape keys, in the order of menus.
inline constexpr const char* kShapeCommands[] = {"keys.smooth", "keys.linear", "keys.flat",
                                                 "keys.step", "keys.free"};

void draw_timeline_tools(Editor& editor, const Motion& motion);
/// Times, the loop range, the end of the motion, the playhead; each can be dragged.
void draw_ruler(const TimelineFrame& frame, float height);
/// Names and keys; fills the rest of the window.
void draw_key_rows(const TimelineFrame& frame);
/// The curves of the selection; fills the rest of the window.
void draw_curves(const TimelineFrame& frame);
/// A strip per joint, worst first: how badly the skin deforms over the motion.
void draw_meter_rows(const TimelineFrame& frame);
/// The popup "##keys_menu", if it is open.
void draw_key_menu(Editor& editor);

/// The ruler's lines through the box from `low` to `high`; shades the time before and after the
/// motion.
void draw_time_lines(const TimelineFrame& frame, ImVec2 low, ImVec2 high);
/// The line at the present time.
void draw_playhead(const TimelineFrame& frame, ImVec2 low, ImVec2 high);
/// How a click changes the choice of keys: Ctrl toggles, Shift adds, otherwise it replaces.
Choosing how_to_choose();
/// Chooses the keys in the selection box, and draws it from the press to the pointer.
void hold_key_box(const TimelineFrame& frame, const KeyPlaces& inside, ImVec2 from);
/// Ctrl+wheel zooms; Shift+wheel and a drag with the middle button move the shown time.
void move_by_wheel(const TimelineFrame& frame);

}  // namespace marrow::app
