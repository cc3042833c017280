// The timeline below the picture.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/pose/pose_panels.h"
#include "app/timeline/timeline_parts.h"
#include "app/widgets/menu.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/commands/command_registry.h"
#include "editor/pose/transport.h"

namespace marrow::app {

namespace {

constexpr float kRulerHeight = 30.0f, kNamesShare = 0.3f, kNamesMost = 190.0f, kLeastWords = 64.0f,
                kLeastLines = 9.0f, kGrab = 6.0f, kRangeHeight = 5.0f, kLeastField = 62.0f;

void command_flag(Editor& editor, const char* label, const char* command_id) {
  const Command& wanted = command(command_id);
  bool is_on = wanted.checked(editor);
  flag(label, is_on, command_tooltip(editor, wanted).c_str());
  if (is_on != wanted.checked(editor)) run_command(editor, command_id);
  ImGui::SameLine(0.0f, px(10));
}

void draw_shape_choice(Editor& editor, const Motion& motion) {
  const std::optional<KeyShape> shape = chosen_shape(motion, editor.timeline);
  const bool any = !editor.timeline.selected.empty();
  const std::string shown = shape ? capitalized(word_of(*shape)) : any ? "Mixed" : "Shape";
  ImGui::BeginDisabled(!any);
  const bool is_open = begin_choice("##shape", shown.c_str(), px(84));
  if (is_open) {
    for (const char* id : kShapeCommands) {
      if (ImGui::Selectable(command(id).label)) run_command(editor, id);
      tooltip(command(id).tooltip);
      note_spot(command(id).label);
    }
    ImGui::EndCombo();
  } else {
    note_spot("shape of keys");
    tooltip("How the curve runs through the selected keys");
  }
  ImGui::EndDisabled();
  ImGui::SameLine(0.0f, px(10));
}

constexpr struct {
  const char* label;
  const char* command_id;
} kSwitches[] = {{"Curves", "timeline.curves"},
                 {"Meters", "timeline.meters"},
                 {"Snap", "timeline.snap"},
                 {"Ripple", "timeline.ripple"},
                 {"Selected", "timeline.only_selected"}};

/// Draws the switches in the row if they fit, else in a menu.
void draw_switches(Editor& editor) {
  float width = 0.0f;
  for (const auto& one : kSwitches)
    width += text_width(one.label) + ImGui::GetFrameHeight() + px(18);
  if (width <= ImGui::GetContentRegionAvail().x) {
    for (const auto& one : kSwitches) command_flag(editor, one.label, one.command_id);
    ImGui::NewLine();
    return;
  }
  if (icon_button("##switches", icon::kSliders, "How keys are dragged, and which rows are shown"))
    ImGui::OpenPopup("##switches_menu");
  note_spot("timeline options");
  if (!ImGui::BeginPopup("##switches_menu")) return;
  for (const auto& one : kSwitches) command_entry(editor, one.command_id);
  ImGui::EndPopup();
}

/// The part of the ruler that a press at `mouse` would grab.
TimelineState::Hold hold_at(const TimelineFrame& frame, ImVec2 mouse, float top) {
  const MotionTiming& timing = frame.motion.timing;
  const auto is_near = [&](double seconds) {
    return std::abs(frame.time.x(seconds) - mouse.x) <= px(kGrab);
  };
  const bool is_high = mouse.y < top + px(kRangeHeight + 4.0f);
  const bool has_range = timing.loop_end > timing.loop_begin;
  if (is_high && has_range && is_near(timing.loop_begin)) return TimelineState::Hold::range_begin;
  if (is_high && has_range && is_near(timing.loop_end)) return TimelineState::Hold::range_end;
  if (is_high && is_near(double(duration_of(frame.motion)))) return TimelineState::Hold::length;
  return TimelineState::Hold::scrub;
}

const char* help_of(TimelineState::Hold hold) {
  switch (hold) {
    case TimelineState::Hold::range_begin:
    case TimelineState::Hold::range_end:
      return "Drag: the range that repeats";
    case TimelineState::Hold::length:
      return "Drag: where the motion ends";
    default:
      return "Drag to a time; Shift+drag marks the range that repeats";
  }
}

MotionTiming timing_dragged(const TimelineFrame& frame, TimelineState::Hold hold, float to) {
  MotionTiming timing =
      frame.editor.document.gesture_start().motions[frame.editor.transport.motion]->timing;
  const float frame_length = 1.0f / timing.frame_rate;
  if (hold == TimelineState::Hold::range) {
    const float from = frame.editor.timeline.held_from;
    timing.loop_begin = std::min(from, to);
    timing.loop_end = std::max(from, to);
  } else if (hold == TimelineState::Hold::range_begin) {
    timing.loop_begin = std::min(to, timing.loop_end - frame_length);
  } else if (hold == TimelineState::Hold::range_end) {
    timing.loop_end = std::max(to, timing.loop_begin + frame_length);
  } else if (hold == TimelineState::Hold::length) {
    timing.length = std::max(to, frame_length);
  }
  timing.loop_begin = std::max(timing.loop_begin, 0.0f);
  if (timing.loop_end <= timing.loop_begin) timing.loop_begin = timing.loop_end = 0.0f;
  return timing;
}

void press_ruler(const TimelineFrame& frame, float top) {
  TimelineState& timeline = frame.editor.timeline;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  timeline.hold = hold_at(frame, mouse, top);
  timeline.held_from = snapped(frame.motion, timeline, frame.time.seconds(mouse.x));
  if (timeline.hold == TimelineState::Hold::scrub && ImGui::GetIO().KeyShift)
    timeline.hold = TimelineState::Hold::range;
  if (timeline.hold != TimelineState::Hold::scrub) frame.editor.document.begin();
}

void drag_ruler(const TimelineFrame& frame) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const float to = snapped(frame.motion, timeline, frame.time.seconds(ImGui::GetIO().MousePos.x));
  if (timeline.hold == TimelineState::Hold::scrub) {
    if (double(to) != editor.transport.seconds || !shows_motion(editor))
      seek(editor, editor.transport, double(to));
  } else if (editor.document.in_gesture()) {
    editor.document.update(
        op::SetMotionTiming{editor.transport.motion, timing_dragged(frame, timeline.hold, to)});
    editor.wants_redraw = true;
  }
}

void draw_range(const TimelineFrame& frame, float top) {
  const MotionTiming& timing = frame.motion.timing;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float end = frame.time.x(double(duration_of(frame.motion)));
  if (timing.loop_end > timing.loop_begin)
    list.AddRectFilled({frame.time.x(timing.loop_begin), top},
                       {frame.time.x(timing.loop_end), top + px(kRangeHeight)}, colors().accent,
                       px(2));
  list.AddTriangleFilled({end - px(5), top}, {end + px(5), top}, {end, top + px(7)},
                         colors().text_dim);
  note_spot("end of the motion", {end, top + px(2)});
}

void draw_times(const TimelineFrame& frame, float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const RulerSteps steps = ruler_steps(frame.motion, frame.time);
  const auto first = static_cast<long long>(std::ceil(frame.time.span.begin / steps.words));
  const FontScope font(fonts().small);
  for (long long i = std::max(first, 0LL); double(i) * steps.words <= frame.time.span.end; ++i) {
    const double seconds = double(i) * steps.words;
    const float x = frame.time.x(seconds);
    list.AddLine({x, bottom - px(6)}, {x, bottom}, colors().text_faint, px(1));
    const std::string words = steps.words < 0.01 ? fmt::format("{:.3f}", seconds)
                                                 : fmt::format("{:.{}f}", seconds,
                                                               steps.words < 0.1   ? 2
                                                               : steps.words < 1.0 ? 1
                                                                                   : 0);
    if (x + px(3) + text_width(words) > frame.time.right) break;
    draw_text({x + px(3), bottom - px(10) - ImGui::GetFontSize()}, colors().text_dim, words);
  }
}

void draw_timing_fields(Editor& editor, const Motion& motion, float width) {
  MotionTiming timing = editor.document.in_gesture()
                            ? editor.document.scene().motions[editor.transport.motion]->timing
                            : motion.timing;
  if (timing.length <= 0.0f) timing.length = duration_of(motion);
  const bool has_both = width > px(2.0f * kLeastField);
  const float each = has_both ? std::floor((width - px(6)) * 0.5f) : width;
  NumberStyle seconds{.speed = 0.01f, .low = 0.01f, .high = 3600.0f, .format = "%.2f s"};
  FieldEvents events = bare_number("##length", timing.length, seconds, each);
  note_spot("length");
  tooltip("Length of the motion. Keys beyond it stay.");
  if (has_both) {
    ImGui::SameLine(0.0f, px(4));
    const NumberStyle rate{.speed = 0.1f, .low = 1.0f, .high = 240.0f, .format = "%.4g fps"};
    const FieldEvents more = bare_number("##rate", timing.frame_rate, rate, each);
    note_spot("frame rate");
    tooltip("Frames per second: the steps that keys and times snap to. Keys keep their times.");
    events = {events.began || more.began, events.changed || more.changed,
              events.ended || more.ended};
  }
  apply_field(editor, editor.panels, events, op::SetMotionTiming{editor.transport.motion, timing});
}

}  // namespace

RulerSteps ruler_steps(const Motion& motion, const TimeScale& time) {
  const double frame = 1.0 / double(motion.timing.frame_rate);
  const double least = time.seconds_of(px(kLeastWords)),
               least_line = time.seconds_of(px(kLeastLines));
  RulerSteps steps{frame, frame};
  for (const double step : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 600.0}) {
    if (steps.lines >= least_line) break;
    steps.lines = std::max(step, frame);
  }
  for (const double step :
       {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 600.0}) {
    steps.words = step;
    if (step >= least) break;
  }
  return steps;
}

void draw_timeline_tools(Editor& editor, const Motion& motion) {
  command_button(editor, "##key_before", icon::kKeyBefore, "motion.key_before");
  command_button(editor, "##key_after", icon::kKeyAfter, "motion.key_after");
  ImGui::SameLine(0.0f, px(8));
  draw_shape_choice(editor, motion);
  draw_switches(editor);
}

void draw_ruler(const TimelineFrame& frame, float height) {
  Editor& editor = frame.editor;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  draw_timing_fields(editor, frame.motion, frame.names - px(6));
  ImGui::SetCursorScreenPos({frame.time.left, corner.y});
  ImGui::InvisibleButton("##ruler", {frame.time.right - frame.time.left, height});
  note_spot("ruler");
  if (ImGui::IsItemActivated() && !is_dragging(editor)) press_ruler(frame, corner.y);
  TimelineState::Hold& held = editor.timeline.hold;
  const bool holds = held > TimelineState::Hold::none && held <= TimelineState::Hold::length;
  const bool scrubs = held == TimelineState::Hold::scrub;
  editor.transport.is_scrubbed |= scrubs;
  if (holds && ImGui::IsItemActive()) drag_ruler(frame);
  if (holds && !ImGui::IsItemActive()) {
    if (!scrubs && editor.document.in_gesture()) commit_gesture(editor);
    held = TimelineState::Hold::none;
  }
  if (ImGui::IsItemHovered() && !holds) {
    const TimelineState::Hold hold = hold_at(frame, ImGui::GetIO().MousePos, corner.y);
    if (hold != TimelineState::Hold::scrub) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    tooltip(help_of(hold));
    move_by_wheel(frame);
  }
  const ImVec2 low{frame.time.left, corner.y}, high{frame.time.right, corner.y + height};
  ImGui::PushClipRect(low, high, true);
  draw_time_lines(frame, {low.x, high.y - px(4)}, high);
  draw_times(frame, high.y);
  draw_range(frame, low.y);
  const float x = frame.time.x(editor.transport.seconds);
  ImGui::GetWindowDrawList()->AddTriangleFilled(
      {x - px(5), high.y - px(9)}, {x + px(5), high.y - px(9)}, {x, high.y}, colors().accent_text);
  note_spot("playhead", {x, high.y - px(5)});
  ImGui::PopClipRect();
}

void draw_time_lines(const TimelineFrame& frame, ImVec2 low, ImVec2 high) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const RulerSteps steps = ruler_steps(frame.motion, frame.time);
  const auto lines = [&](double step, ImU32 tone) {
    const auto first = static_cast<long long>(std::ceil(frame.time.span.begin / step));
    for (long long i = std::max(first, 0LL); double(i) * step <= frame.time.span.end; ++i) {
      const float x = frame.time.x(double(i) * step);
      list.AddLine({x, low.y}, {x, high.y}, tone, 1.0f);
    }
  };
  lines(steps.lines, faded(colors().line, 110));
  lines(steps.words, colors().line);
  const float zero = frame.time.x(0.0), end = frame.time.x(double(duration_of(frame.motion)));
  const ImU32 shade = faded(colors().bar, 150);
  if (zero > low.x) list.AddRectFilled(low, {std::min(zero, high.x), high.y}, shade);
  if (end < high.x) list.AddRectFilled({std::max(end, low.x), low.y}, high, shade);
}

void draw_playhead(const TimelineFrame& frame, ImVec2 low, ImVec2 high) {
  const float x = frame.time.x(frame.editor.transport.seconds);
  if (x < low.x || x > high.x) return;
  ImGui::GetWindowDrawList()->AddLine({x, low.y}, {x, high.y}, colors().accent_text, px(1.5f));
}

Choosing how_to_choose() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyCtrl ? Choosing::toggle : io.KeyShift ? Choosing::add : Choosing::replace;
}

void hold_key_box(const TimelineFrame& frame, const KeyPlaces& inside, ImVec2 from) {
  TimelineState& timeline = frame.editor.timeline;
  timeline.selected = timeline.before_box;
  choose_keys(timeline, inside, how_to_choose());
  frame.editor.wants_redraw = true;
  const ImVec2 to = ImGui::GetIO().MousePos;
  const ImVec2 low{std::min(from.x, to.x), std::min(from.y, to.y)},
      high{std::max(from.x, to.x), std::max(from.y, to.y)};
  ImGui::GetWindowDrawList()->AddRectFilled(low, high, faded(colors().amber, 40));
  ImGui::GetWindowDrawList()->AddRect(low, high, colors().amber);
}

void move_by_wheel(const TimelineFrame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  TimelineState& timeline = frame.editor.timeline;
  const float wheel = io.MouseWheel + io.MouseWheelH;
  if (wheel != 0.0f && io.KeyCtrl)
    zoom_time(frame.motion, timeline, frame.time.seconds(io.MousePos.x),
              std::pow(0.85, double(wheel)));
  else if (wheel != 0.0f && (io.KeyShift || io.MouseWheelH != 0.0f))
    move_time(frame.motion, timeline, -double(wheel) * frame.time.span.length() * 0.1);
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0.0f))
    move_time(frame.motion, timeline, -frame.time.seconds_of(io.MouseDelta.x));
}

void draw_timeline(Editor& editor, float height) {
  const std::shared_ptr<const Motion> motion = chosen_motion_kept(editor, editor.transport);
  if (motion == nullptr) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), px(4)));
  ImGui::BeginChild("##timeline", {0.0f, height}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right))
    editor.timeline.has_keyboard = ImGui::IsWindowHovered(
        ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  draw_timeline_tools(editor, *motion);
  const float left = ImGui::GetCursorScreenPos().x,
              width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const float names = std::min(std::floor(width * kNamesShare), px(kNamesMost));
  // The motion before a drag: a drag that makes it longer must not move the times on the screen.
  const auto& motions = editor.document.gesture_start().motions;
  const TimeSpan span =
      shown_span(*motions[std::min(editor.transport.motion, motions.size() - 1)], editor.timeline);
  const TimelineFrame frame{editor, *motion, {left + names, left + width, span}, names};
  const float top = ImGui::GetCursorScreenPos().y;
  draw_ruler(frame, px(kRulerHeight));
  if (editor.timeline.meters.is_open)
    draw_meter_rows(frame);
  else if (editor.timeline.shows_curves)
    draw_curves(frame);
  else
    draw_key_rows(frame);
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  const float drop =
      snapped(*motion, editor.timeline, frame.time.seconds(ImGui::GetIO().MousePos.x));
  take_card(editor.shelf, {frame.time.left, top}, {frame.time.right, bottom}, frame.time.x(drop),
            drop);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace marrow::app
