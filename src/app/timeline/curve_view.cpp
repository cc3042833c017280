// The curves of the selection: names at the left, values over time.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/timeline/timeline_parts.h"
#include "app/widgets/card.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/index.h"
#include "base/text.h"
#include "editor/timeline/curves.h"

namespace marrow::app {

namespace {

constexpr float kPointEach = 3.0f, kCurveRow = 18.0f, kDot = 4.0f, kDotGrab = 8.0f, kHandle = 36.0f,
                kCurveMargin = 0.12f, kNumbers = 34.0f;

/// Maps values to pixels.
struct ValueScale {
  float top = 0.0f, bottom = 1.0f;  ///< pixels
  glm::dvec2 span{0.0, 1.0};
  float y(double value) const {
    return bottom - float((value - span.x) / (span.y - span.x)) * (bottom - top);
  }
  float value(float y) const {
    return float(span.x + double((bottom - y) / (bottom - top)) * (span.y - span.x));
  }
};

using Hold = TimelineState::Hold;

bool holds_curve(const TimelineState& timeline) {
  return timeline.hold == Hold::curve_key || timeline.hold == Hold::slope ||
         timeline.hold == Hold::box;
}

glm::dvec2 span_of(const std::vector<Curve>& curves, const TimeSpan& time) {
  double low = 1e30, high = -1e30;
  for (const Curve& curve : curves)
    for (const glm::dvec2& point : curve.points) {
      if (point.x < time.begin || point.x > time.end) continue;
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  if (low > high) return {0.0, 1.0};
  const double least = std::max(std::abs(high), 1.0) * 0.05,
               around = std::max((high - low) * double(kCurveMargin), least);
  return {low - around, high + around};
}

ImU32 tone_of_curve(const Curve& curve) {
  return curve.component < 3 ? colors().axis[curve.component] : colors().text_dim;
}

void draw_curve_names(const TimelineFrame& frame, const std::vector<Curve>& curves, float top,
                      float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = frame.time.left - frame.names;
  float y = top;
  const bool is_of_one = frame.editor.document.selection().size() == 1;
  const float room = frame.names - px(26.0f + kNumbers);
  for (const Curve& curve : curves) {
    if (y + px(kCurveRow) > bottom) break;
    list.AddRectFilled({left + px(4), y + px(7)}, {left + px(14), y + px(10)},
                       tone_of_curve(curve));
    draw_text({left + px(20), y + px(1)}, colors().text,
              as_shown(ellipsis(is_of_one ? curve.part : curve.name, room)));
    y += px(kCurveRow);
  }
}

/// Grid lines at round values, with their numbers.
void draw_values(const TimelineFrame& frame, const ValueScale& values) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double rough =
      (values.span.y - values.span.x) / std::max((values.bottom - values.top) / px(34), 1.0f);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = rough <= power         ? power
                      : rough <= 2.0 * power ? 2.0 * power
                      : rough <= 5.0 * power ? 5.0 * power
                                             : 10.0 * power;
  const FontScope font(fonts().small);
  for (double value = std::ceil(values.span.x / step) * step; value <= values.span.y;
       value += step) {
    const float y = values.y(value);
    list.AddLine({frame.time.left, y}, {frame.time.right, y}, faded(colors().line, 160), 1.0f);
    const float half = ImGui::GetFontSize() * 0.5f;
    if (y - half < values.top || y + half > values.bottom) continue;
    const double shown = std::abs(value) < step * 1e-6 ? 0.0 : value;  // no -0
    const std::string words = fmt::format("{:.4g}", shown);
    draw_text({frame.time.left - text_width(words) - px(4), y - half}, colors().text_faint, words);
  }
}

ImVec2 handle_of(const TimelineFrame& frame, const ValueScale& values, const CurveKey& key,
                 bool is_out) {
  const double seconds = frame.time.seconds_of(px(kHandle));
  const float slope = is_out ? key.out : key.in;
  const ImVec2 at{frame.time.x(double(key.place.seconds)), values.y(double(key.value))};
  const float dx = px(kHandle), dy = values.y(double(key.value) + double(slope) * seconds) - at.y;
  const float length = std::max(std::hypot(dx, dy), 1.0f), by = dx / length;
  return is_out ? ImVec2{at.x + dx * by, at.y + dy * by} : ImVec2{at.x - dx * by, at.y - dy * by};
}

void draw_curve(const TimelineFrame& frame, const ValueScale& values, const Curve& curve) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::vector<ImVec2> line;
  for (const glm::dvec2& point : curve.points)
    line.push_back({frame.time.x(point.x), values.y(point.y)});
  list.AddPolyline(line.data(), int(line.size()), tone_of_curve(curve), ImDrawFlags_None, px(1.5f));
  float last = -1e9f;
  for (const CurveKey& key : curve.keys) {
    const ImVec2 at{frame.time.x(double(key.place.seconds)), values.y(double(key.value))};
    const bool is_seen = at.x >= frame.time.left && at.x <= frame.time.right;
    if (!is_seen || (!key.is_selected && at.x - last < px(kDot))) continue;
    last = at.x;
    if (key.is_selected && key.shape == KeyShape::free)
      for (const bool is_out : {false, true}) {
        const ImVec2 end = handle_of(frame, values, key, is_out);
        list.AddLine(at, end, colors().amber, px(1));
        list.AddCircleFilled(end, px(3), colors().amber);
        note_spot(fmt::format("tangent {} {}", curve.name, is_out ? "out" : "in"), {end.x, end.y});
      }
    list.AddCircleFilled(at, px(kDot), key.is_selected ? colors().amber : tone_of_curve(curve));
    note_spot(fmt::format(
                  "key {} {}", curve.name,
                  std::lround(double(key.place.seconds) * double(frame.motion.timing.frame_rate))),
              {at.x, at.y});
  }
}

/// The key, or the end of a selected key's tangent, under the pointer.
struct CurveHit {
  int curve = -1;
  const CurveKey* key = nullptr;
  bool is_tangent = false, is_out = false;
};

CurveHit hit_at(const TimelineFrame& frame, const ValueScale& values,
                const std::vector<Curve>& curves, ImVec2 mouse) {
  CurveHit hit;
  float best = px(kDotGrab);
  const auto offer = [&](ImVec2 place, const CurveHit& candidate) {
    const float distance = std::hypot(place.x - mouse.x, place.y - mouse.y);
    if (distance < best) hit = candidate, best = distance;
  };
  for (std::size_t c = 0; c < curves.size(); ++c)
    for (const CurveKey& key : curves[c].keys) {
      const int index = int(c);
      offer({frame.time.x(double(key.place.seconds)), values.y(double(key.value))},
            {index, &key, false, false});
      if (key.is_selected && key.shape == KeyShape::free)
        for (const bool is_out : {false, true})
          offer(handle_of(frame, values, key, is_out), {index, &key, true, is_out});
    }
  return hit;
}

void press_curve(const TimelineFrame& frame, const ValueScale& values,
                 const std::vector<Curve>& curves, const CurveHit& hit) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const Choosing how = how_to_choose();
  if (hit.key == nullptr) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    timeline.hold = Hold::box;
    timeline.before_box = timeline.selected;
    timeline.held_from = float(frame.time.seconds(mouse.x));
    timeline.held_value = float(values.value(mouse.y));
    return;
  }
  if (how != Choosing::replace || !hit.key->is_selected)
    choose_keys(timeline, {hit.key->place}, how);
  timeline.held_from = hit.key->place.seconds;
  timeline.held_curve = hit.curve;
  timeline.is_held_out = hit.is_out;
  timeline.held_value = hit.key->value;
  timeline.hold = hit.is_tangent ? Hold::slope : Hold::curve_key;
  if (hit.is_tangent &&
      !begin_value_drag(editor, editor.transport, timeline, curves[at(hit.curve)], *hit.key))
    timeline.hold = Hold::none;
}

const CurveKey* key_in_hand(const TimelineState& timeline, const std::vector<Curve>& curves) {
  if (timeline.held_curve >= int(curves.size())) return nullptr;
  for (const CurveKey& key : curves[at(timeline.held_curve)].keys)
    if (key.place.seconds == timeline.held_from) return &key;
  return nullptr;
}

/// Drags keys along the axis in which the pointer moved first: time or value.
void hold_curve_key(const TimelineFrame& frame, const ValueScale& values,
                    const std::vector<Curve>& curves) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 moved{io.MousePos.x - io.MouseClickedPos[0].x,
                     io.MousePos.y - io.MouseClickedPos[0].y};
  if (!timeline.drag && !timeline.value_drag) {
    if (std::max(std::abs(moved.x), std::abs(moved.y)) < px(3)) return;
    const CurveKey* key = key_in_hand(timeline, curves);
    const bool begun = key != nullptr &&
                       (std::abs(moved.x) > std::abs(moved.y)
                            ? begin_key_drag(editor, editor.transport, timeline, timeline.held_from,
                                             io.KeyAlt ? KeyDrag::scale : KeyDrag::move)
                            : begin_value_drag(editor, editor.transport, timeline,
                                               curves[at(timeline.held_curve)], *key));
    if (!begun) {
      timeline.hold = Hold::none;
      return;
    }
  }
  if (timeline.drag)
    drag_keys(editor, editor.transport, timeline,
              double(timeline.held_from) + frame.time.seconds_of(moved.x));
  else
    drag_value(editor, editor.transport, timeline,
               values.value(values.y(double(timeline.held_value)) + moved.y));
  if (!timeline.drag && !timeline.value_drag) timeline.hold = Hold::none;  // Esc
}

void hold_slope(const TimelineFrame& frame, const ValueScale& values) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double passed = frame.time.seconds(mouse.x) - double(timeline.held_from);
  const double least = frame.time.seconds_of(px(4));
  const double run = timeline.is_held_out ? std::max(passed, least) : std::min(passed, -least);
  drag_slope(editor, editor.transport, timeline,
             float(double(values.value(mouse.y) - timeline.held_value) / run));
  if (!timeline.value_drag) timeline.hold = Hold::none;  // Esc
}

void hold_curve_box(const TimelineFrame& frame, const ValueScale& values,
                    const std::vector<Curve>& curves) {
  const TimelineState& timeline = frame.editor.timeline;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double seconds = frame.time.seconds(mouse.x), value = double(values.value(mouse.y));
  const auto [begin, end] = std::minmax({double(timeline.held_from), seconds});
  const auto [low, high] = std::minmax({double(timeline.held_value), value});
  KeyPlaces keys;
  for (const Curve& curve : curves)
    for (const CurveKey& key : curve.keys)
      if (double(key.place.seconds) >= begin && double(key.place.seconds) <= end &&
          double(key.value) >= low && double(key.value) <= high)
        keys.push_back(key.place);
  sort_unique(keys);
  hold_key_box(frame, keys,
               {frame.time.x(double(timeline.held_from)), values.y(double(timeline.held_value))});
}

void use_curve_pointer(const TimelineFrame& frame, const ValueScale& values,
                       const std::vector<Curve>& curves) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const CurveHit hit = hit_at(frame, values, curves, ImGui::GetIO().MousePos);
  if (ImGui::IsItemActivated() && !is_dragging(editor)) press_curve(frame, values, curves, hit);
  if (holds_curve(timeline) && !ImGui::IsItemActive()) {
    end_key_drag(editor, timeline);
    end_value_drag(editor, timeline);
    timeline.hold = Hold::none;
  }
  if (timeline.hold == Hold::curve_key) hold_curve_key(frame, values, curves);
  if (timeline.hold == Hold::slope) hold_slope(frame, values);
  if (timeline.hold == Hold::box) hold_curve_box(frame, values, curves);
  if (!ImGui::IsItemHovered() || timeline.hold != Hold::none) return;
  if (hit.key != nullptr)
    tooltip(fmt::format("{} \u00b7 {} \u00b7 {:.4g} \u00b7 {}", curves[at(hit.curve)].name,
                        time_text(double(hit.key->place.seconds)), double(hit.key->value),
                        word_of(hit.key->shape)));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("##keys_menu");
  move_by_wheel(frame);
}

}  // namespace

void draw_curves(const TimelineFrame& frame) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const TimeSpan& span = frame.time.span;
  const ShownCurves& shown =
      shown_curves(editor, editor.transport, timeline,
                   {span.begin, span.end, frame.time.seconds_of(px(kPointEach))});
  const std::vector<Curve>& curves = shown.curves;
  if (curves.empty()) {
    return card_words(editor.document.selection().empty()
                          ? "Select a joint to see the curves of its keys here."
                          : "The selection has no keys in this motion: press K to make one.");
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float bottom = corner.y + ImGui::GetContentRegionAvail().y;
  if (!holds_curve(timeline)) timeline.value_span = span_of(curves, span);
  const ValueScale values{corner.y, bottom, timeline.value_span};
  draw_curve_names(frame, curves, corner.y, bottom);
  draw_values(frame, values);
  const ImVec2 low{frame.time.left, corner.y}, high{frame.time.right, bottom};
  ImGui::SetCursorScreenPos(low);
  ImGui::InvisibleButton("##curves", {high.x - low.x, std::max(high.y - low.y, 1.0f)});
  note_spot("curves");
  ImGui::PushClipRect(low, high, true);
  draw_time_lines(frame, low, high);
  draw_playhead(frame, low, high);
  for (const Curve& curve : curves) draw_curve(frame, values, curve);
  if (!shown.problems.empty())
    draw_text({low.x + px(8), high.y - px(20)}, colors().error,
              as_shown(ellipsis(shown.problems.front(), high.x - low.x - px(16))));
  use_curve_pointer(frame, values, curves);
  ImGui::PopClipRect();
  draw_key_menu(editor);
}

}  // namespace marrow::app
