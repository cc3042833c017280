// Parts of the timeline's picture. Only the files of this folder include it.
#pragma once

#include <imgui.h>

#include "editor/editor.h"
#include "editor/pose/transport_state.h"
#include "editor/timeline/timeline.h"

namespace marrow::app {

/// Times as pixels.
struct TimeScale {
  float left = 0.0f, right = 1.0f;  ///< pixels
  TimeSpan span;                    ///< seconds
  float x(double seconds) const {
    return left + static_cast<float>((seconds - span.begin) / span.length()) * (right - left);
  }
  double seconds(float x) const {
    return span.begin + static_cast<double>((x - left) / (right - left)) * span.length();
  }
  double seconds_of(float pixels) const {
    return static_cast<double>(pixels / (right - left)) * span.length();
  }
};

/// One frame of the timeline.
struct TimelineFrame {
  Editor& editor;
  const Motion& motion;
  TimeScale time;
  float names = 0.0f;  ///< width of the column of names, pixels
};

/// Steps of the ruler in seconds: of its words, and of the lines between them.
struct RulerSteps {
  double words = 1.0, lines = 0.1;
};
RulerSteps ruler_steps(const Motion& motion, const TimeScale& time);

void draw_timeline_tools(Editor& editor, const Motion& motion);
/// Times, the range that is repeated, the end and the time shown; a drag of each changes it.
void draw_ruler(const TimelineFrame& frame, float height);
/// Names and keys, in the rest of the window.
void draw_key_rows(const TimelineFrame& frame);
/// The same as curves, of what is selected.
void draw_curves(const TimelineFrame& frame);
/// A strip per joint, the worst first: how far the skin breaks over the motion.
void draw_meter_rows(const TimelineFrame& frame);
/// The popup "##keys_menu", when it is open.
void draw_key_menu(Editor& editor);

/// Lines of the ruler's times through a part of the window, what is beyond the motion shaded.
void draw_time_lines(const TimelineFrame& frame, ImVec2 low, ImVec2 high);
/// The line of the time that is shown.
void draw_playhead(const TimelineFrame& frame, ImVec2 low, ImVec2 high);
/// By the keys that are held: Ctrl toggles, Shift adds.
Choosing how_to_choose();
/// The box in which keys are chosen, from the press to the pointer.
void draw_key_box(ImVec2 from, ImVec2 to);
/// Wheel and middle button over the keys: zooms, moves.
void move_by_wheel(const TimelineFrame& frame);

}  // namespace marrow::app
