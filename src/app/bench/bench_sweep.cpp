// The sweep: curves over the active joint's radius. The plot is also a slider that sets the radius.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/bench/bench_parts.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/editor.h"
#include "editor/panels/field_edit.h"
#include "editor/radius_edit.h"
#include "editor/viewport/gizmo_target.h"

namespace marrow::app {
namespace {

constexpr float kPlotHeight = 120.0f;
constexpr float kPlotTop = 1.06f;  // end of the vertical axis: leaves room for a thick curve at 1
constexpr float kFine = 0.1f;      // relative speed of a drag with Shift

struct SweepCurve {
  const char* name;
  float SweepPoint::*value;
  ImU32 Colors::*tone;
  float width, dash, gap;  ///< of the line, design units; dash 0: solid
  const char* help;
};

constexpr SweepCurve kCurves[] = {
    {"covered", &SweepPoint::covered, &Colors::accent_text, 1.6f, 0.0f, 0.0f,
     "Share of the mesh that some joint holds"},
    {"shared", &SweepPoint::shared, &Colors::violet, 1.6f, 7.0f, 4.0f,
     "Share of the joint's vertices that another joint holds too"},
    {"volume", &SweepPoint::volume, &Colors::text_dim, 1.6f, 2.0f, 3.0f,
     "Volume kept around the joint, in the present pose"},
    {"weight jump", &SweepPoint::weight_jump, &Colors::amber, 2.2f, 0.0f, 0.0f,
     "The biggest jump of the joint's weight along an edge: a tear"},
};

/// Maps radii and shares to pixels.
struct Plot {
  ImVec2 low, high;  ///< corners of the frame: upper left, lower right
  float range = 1.0f;
  float x(float radius) const { return low.x + (high.x - low.x) * radius / range; }
  float y(float share) const {
    return high.y - (high.y - low.y) * std::clamp(share, 0.0f, kPlotTop) / kPlotTop;
  }
  float radius_of_pixels(float pixels) const { return pixels / (high.x - low.x) * range; }
};

ImVec2 on(const Plot& plot, const SweepPoint& point, float SweepPoint::*value) {
  return {plot.x(point.radius), plot.y(point.*value)};
}

/// Dashes of `dash` pixels with gaps of `gap`, continued across corners.
void draw_dashed(const std::vector<ImVec2>& path, ImU32 tone, float width, float dash, float gap) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float at = 0.0f;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const ImVec2 from = path[i], to = path[i + 1];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    for (float begin = 0.0f; begin < length;) {
      const float phase = std::fmod(at + begin, dash + gap);
      const bool is_drawn = phase < dash;
      const float end =
          std::min(length, begin + std::max((is_drawn ? dash : dash + gap) - phase, 0.5f));
      const auto point = [&](float s) {
        return ImVec2{from.x + (to.x - from.x) * s / length, from.y + (to.y - from.y) * s / length};
      };
      if (is_drawn) list.AddLine(point(begin), point(end), tone, width);
      begin = end;
    }
    at += length;
  }
}

void draw_path(const std::vector<ImVec2>& path, const SweepCurve& curve) {
  if (curve.dash > 0.0f)
    draw_dashed(path, colors().*curve.tone, px(curve.width), px(curve.dash), px(curve.gap));
  else
    ImGui::GetWindowDrawList()->AddPolyline(path.data(), int(path.size()), colors().*curve.tone,
                                            ImDrawFlags_None, px(curve.width));
}

std::vector<ImVec2> path_of(const Plot& plot, const std::vector<SweepPoint>& points,
                            const SweepCurve& curve) {
  std::vector<ImVec2> path;
  for (const SweepPoint& point : points)
    if (std::isfinite(point.*curve.value)) path.push_back(on(plot, point, curve.value));
  return path;
}

/// The height of a path at x; none outside the path.
std::optional<float> height_at(const std::vector<ImVec2>& path, float x) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    if (path[i].x <= x && x <= path[i + 1].x) {
      const float width = path[i + 1].x - path[i].x;
      return width > 0.0f ? path[i].y + (path[i + 1].y - path[i].y) * (x - path[i].x) / width
                          : path[i].y;
    }
  return std::nullopt;
}

/// Highest and lowest pixel of a path between two x, jumps included; first > second if the path has
/// no pixel there.
std::pair<float, float> heights_over(const std::vector<ImVec2>& path, float from, float to) {
  std::pair<float, float> range{1e6f, -1e6f};
  const auto add = [&](float y) { range = {std::min(range.first, y), std::max(range.second, y)}; };
  for (const float x : {from, to})
    if (const auto y = height_at(path, x)) add(*y);
  for (const ImVec2& point : path)
    if (point.x >= from && point.x <= to) add(point.y);
  return range;
}

struct Box {
  ImVec2 low, high;
  float distance(const Box& other) const {
    const float x = std::max({other.low.x - high.x, low.x - other.high.x, 0.0f});
    const float y = std::max({other.low.y - high.y, low.y - other.high.y, 0.0f});
    return std::hypot(x, y);
  }
};

/// Pixels between a label of curve `own` and everything else. Curve `own` itself counts only where
/// it crosses the label, which makes the result negative.
float freedom(const Box& box, const std::vector<std::vector<ImVec2>>& paths, std::size_t own,
              const std::vector<Box>& taken, float vertical_line) {
  float free = 1e6f;
  for (const Box& other : taken) free = std::min(free, box.distance(other));
  const Box line{{vertical_line, box.low.y}, {vertical_line, box.high.y}};
  free = std::min(free, box.distance(line));
  for (std::size_t c = 0; c < paths.size(); ++c) {
    const auto [top, bottom] = heights_over(paths[c], box.low.x, box.high.x);
    const float gap = std::max(box.low.y - bottom, top - box.high.y);
    if (top <= bottom && (c != own || gap < 1.0f)) free = std::min(free, gap);
  }
  return free;
}

constexpr const char* kHalfWay = "50 %";

/// The box of the only number inside the frame. The small font is pushed.
Box half_way_label(const Plot& plot) {
  const ImVec2 size = ImGui::CalcTextSize(kHalfWay);
  const ImVec2 low{plot.low.x + px(4), plot.y(0.5f) - size.y * 0.5f};
  return {low, {low.x + size.x, low.y + size.y}};
}

/// Writes each curve's name close to the curve and far from everything else.
void draw_labels_of(const Plot& plot, const std::vector<std::vector<ImVec2>>& paths,
                    float vertical_line) {
  const FontScope font(fonts().small);
  std::vector<Box> taken{half_way_label(plot)};
  for (std::size_t c = 0; c < std::size(kCurves); ++c) {
    const ImVec2 size = ImGui::CalcTextSize(kCurves[c].name);
    std::optional<Box> best;
    float best_freedom = px(1.5f);  // nearer than this, the curve gets no label
    for (float x = plot.low.x + px(4); x + size.x < plot.high.x - px(4); x += px(6)) {
      const auto y = height_at(paths[c], x + size.x * 0.5f);
      if (!y) continue;
      for (const float top : {*y - size.y - px(4), *y + px(4)}) {
        const Box box{{x, top}, {x + size.x, top + size.y}};
        if (top < plot.low.y + px(1) || box.high.y > plot.high.y - px(1)) continue;
        if (const float free = std::min(freedom(box, paths, c, taken, vertical_line), px(16));
            free > best_freedom) {
          best = box;
          best_freedom = free;
        }
      }
    }
    if (!best) continue;
    taken.push_back(*best);
    draw_text(best->low, colors().*kCurves[c].tone, kCurves[c].name);
  }
}

void draw_ground(const Plot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(plot.low, plot.high, colors().well, px(4));
  for (const float share : {0.25f, 0.5f, 0.75f, 1.0f}) {
    const float y = std::floor(plot.y(share)) + 0.5f;
    list.AddLine({plot.low.x, y}, {plot.high.x, y},
                 share == 1.0f ? colors().veil_strong : colors().veil, 1.0f);
  }
  const FontScope font(fonts().small);
  draw_text(half_way_label(plot).low, colors().text_faint, kHalfWay);
}

/// The axis below: 0, the end, and the present radius if there is room.
void draw_axis(const Session& session, Id joint, const Plot& plot, float radius, float fit) {
  const FontScope font(fonts().small);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = plot.high.y + px(4);
  const std::string end = radius_text(session, joint, plot.range),
                    now = radius_text(session, joint, radius);
  const float end_x = plot.high.x - text_width(end), now_width = text_width(now);
  const float now_x =
      std::clamp(plot.x(radius) - now_width * 0.5f, plot.low.x, plot.high.x - now_width);
  if (now_x > plot.low.x + px(14)) draw_text({plot.low.x, y}, colors().text_faint, "0");
  if (now_x + now_width < end_x - px(6)) draw_text({end_x, y}, colors().text_faint, end);
  draw_text({now_x, y}, colors().text, now);
  if (fit > 0.0f && fit <= plot.range) {  // a small triangle on the axis
    const float x = plot.x(fit);
    list.AddTriangleFilled({x - px(4), plot.high.y}, {x + px(4), plot.high.y},
                           {x, plot.high.y - px(7)}, colors().accent_text);
  }
}

void draw_radius_line(const Plot& plot, float radius, bool is_held) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = std::floor(plot.x(std::min(radius, plot.range))) + 0.5f;
  list.AddLine({x, plot.low.y}, {x, plot.high.y},
               is_held ? colors().text : faded(colors().text, 170), std::max(px(1), 1.0f));
  list.AddCircleFilled({x, plot.high.y}, px(is_held ? 5 : 4), colors().text);
}

/// The curves at a radius; none where they are not computed yet.
std::optional<SweepPoint> point_at(const std::vector<SweepPoint>& points, float radius) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const SweepPoint &a = points[i], &b = points[i + 1];
    if (radius < a.radius || radius > b.radius) continue;
    const float t = b.radius > a.radius ? (radius - a.radius) / (b.radius - a.radius) : 0.0f;
    SweepPoint point{.radius = radius};
    for (const SweepCurve& curve : kCurves)
      point.*curve.value = a.*curve.value + (b.*curve.value - a.*curve.value) * t;
    return point;
  }
  return std::nullopt;
}

std::string value_text(const SweepCurve& curve, const std::optional<SweepPoint>& point) {
  if (!point || !std::isfinite((*point).*curve.value)) return "\u2013";
  const float value = (*point).*curve.value;
  if (curve.value == &SweepPoint::weight_jump) return fmt::format("{:.2f}", value);
  if (value == 1.0f) return "100 %";
  const float percent = 100.0f * value;
  return fmt::format("{:.1f} %",
                     curve.value == &SweepPoint::covered ? std::min(percent, 99.9f) : percent);
}

/// The legend, two columns: each curve's line, name and value.
void draw_values(const std::optional<SweepPoint>& point) {
  const FontScope font(fonts().small);
  const float width = std::floor(ImGui::GetContentRegionAvail().x * 0.5f), height = px(18),
              start = ImGui::GetCursorPosX();
  for (std::size_t c = 0; c < std::size(kCurves); ++c) {
    if (c % 2 == 1) ImGui::SameLine(start + width, 0.0f);
    const SweepCurve& curve = kCurves[c];
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float middle = corner.y + std::floor(height * 0.5f),
                text_y = corner.y + std::floor((height - ImGui::GetFontSize()) * 0.5f);
    draw_path({{corner.x, middle}, {corner.x + px(14), middle}}, curve);
    draw_text({corner.x + px(19), text_y}, colors().text_dim, curve.name);
    const std::string value = value_text(curve, point);
    draw_text({corner.x + width - px(c % 2 == 0 ? 8 : 0) - text_width(value), text_y},
              colors().text, value);
    ImGui::InvisibleButton(curve.name, {width - px(2), height});
    tooltip(curve.help);
  }
}

/// The plot as a slider. A click only reads the curves. A drag sets the radius to the one under the
/// pointer. Shift drags slowly, Ctrl rounds.
FieldEvents plot_slider(BenchState& bench, const Plot& plot, float present) {
  constexpr float kDragFrom = 3.0f;  // pixels at scale 1
  ImGui::InvisibleButton("##sweep", {plot.high.x - plot.low.x, plot.high.y - plot.low.y});
  note_spot("sweep plot");
  bool& is_dragged = bench.panel.is_sweep_dragged;
  FieldEvents events;
  events.ended = ImGui::IsItemDeactivated() && is_dragged;
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (!ImGui::IsItemActive()) {
    is_dragged = false;
    return events;
  }
  if (!is_dragged && !ImGui::IsMouseDragging(ImGuiMouseButton_Left, px(kDragFrom))) return events;
  events.began = !std::exchange(is_dragged, true);
  const ImGuiIO& io = ImGui::GetIO();
  float& radius = bench.panel.swept_radius;
  if (events.began)
    radius = plot.radius_of_pixels(io.MousePos.x - plot.low.x);
  else
    radius += plot.radius_of_pixels(io.MouseDelta.x) * (io.KeyShift ? kFine : 1.0f);
  radius = std::clamp(radius, 0.0f, plot.range);
  events.changed = radius != present;
  return events;
}

float rounded(const Session& session, const ViewportState& viewport, float radius) {
  const float step = radius_step(session, viewport);
  return ImGui::GetIO().KeyCtrl && step > 0.0f ? std::round(radius / step) * step : radius;
}

/// The tooltip; names the mirror partner if a drag changes it too.
std::string sweep_tip(const Session& session, Id joint) {
  const Joint* partner = joint_of(session.document.scene(), mirror_partner(session, joint));
  if (!session.is_symmetric || partner == nullptr) return "Drag to set the radius";
  return fmt::format("Drag to set the radius, and that of {}: Symmetric is on", partner->name);
}

void draw_plot(Editor& editor, Id joint, float fit) {
  const Sweep& sweep = editor.bench.sweep;
  const float present = joint_of(editor.document.scene(), joint)->radii().largest();
  const bool is_aimed = sweep.joint() == joint && sweep.high() > 0.0f;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const Plot plot{corner,
                  {corner.x + ImGui::GetContentRegionAvail().x, corner.y + px(kPlotHeight)},
                  is_aimed ? sweep.high() : sweep_range(present, fit)};
  const FieldEvents events = plot_slider(editor.bench, plot, present);
  const bool is_held = editor.bench.panel.is_sweep_dragged, is_hovered = ImGui::IsItemHovered();
  if (!is_held) tooltip(sweep_tip(editor, joint));
  apply_field(
      editor, editor.panels, events,
      radius_operation(editor, {joint},
                       {rounded(editor, editor.viewport, editor.bench.panel.swept_radius)}));
  const float radius = joint_of(editor.document.scene(), joint)->radii().largest();

  const std::vector<SweepPoint> none;
  const std::vector<SweepPoint>& points = is_aimed ? sweep.points() : none;
  draw_ground(plot);
  ImGui::PushClipRect(plot.low, {plot.high.x, plot.high.y + px(6)}, true);
  std::vector<std::vector<ImVec2>> paths;
  for (const SweepCurve& curve : kCurves) {
    paths.push_back(path_of(plot, points, curve));
    draw_path(paths.back(), curve);
  }
  if (is_hovered && !is_held) {
    const float x = std::floor(ImGui::GetIO().MousePos.x) + 0.5f;
    ImGui::GetWindowDrawList()->AddLine({x, plot.low.y}, {x, plot.high.y}, colors().veil_strong,
                                        1.0f);
  }
  draw_radius_line(plot, radius, is_held);
  if (is_aimed && sweep.is_done()) draw_labels_of(plot, paths, plot.x(radius));
  ImGui::PopClipRect();
  draw_axis(editor, joint, plot, radius, fit);
  ImGui::Dummy({0.0f, fonts().small->FontSize + px(4)});
  const float read = is_hovered && !is_held
                         ? plot.radius_of_pixels(ImGui::GetIO().MousePos.x - plot.low.x)
                         : radius;
  draw_values(point_at(points, read));
}

}  // namespace

void draw_bench_sweep(Editor& editor, Id) {
  const Id joint = active_joint(editor);
  const Fit fit = joint != kNoId ? editor.measures.fit(joint) : Fit{};
  const float fitting = fit.has_skin ? fit.radius : 0.0f;
  const std::string status = joint == kNoId ? "no joint"
                             : fit.has_skin
                                 ? fmt::format("fit {}", radius_text(editor, joint, fit.radius))
                                 : "no skin of its own";
  if (!fold_header("Sweep", editor.bench.panel.open(BenchSection::sweep), status,
                   colors().text_dim))
    return;
  if (joint == kNoId) {
    paragraph(
        "Select a joint to see what its radius does, and to find it by dragging along the curves.",
        colors().text_dim);
    ImGui::Dummy({0.0f, px(8)});
    return;
  }
  if (advance_sweep(editor, editor.bench, joint)) editor.wants_redraw = true;
  draw_plot(editor, joint, fitting);
  if (fit.is_held_back)
    small_note("The fit is held back: a wider radius would bleed into another limb.");
  ImGui::Dummy({0.0f, px(2)});
  csv_button(editor, editor.bench, editor.files, CsvKind::sweep);
  ImGui::Dummy({0.0f, px(8)});
}

}  // namespace marrow::app
