// The meters of the model and of the active joint, advice on the worst one, bleeding vertices.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/bench/bench_parts.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/body_measuring.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"

namespace marrow::app {
namespace {

constexpr float kNameWidth = 98.0f;
constexpr float kGaugeHeight = 26.0f;
constexpr float kMarkHeight = 6.0f;  // of the strip and its mark, below the words

/// The bands as a strip along the bottom, the value's band brighter.
void draw_zones(ImVec2 low, ImVec2 high, MeterKind kind, const Meter& meter) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = high.x - low.x, strip = high.y - px(3),
              value = meter_share(kind, meter.value);
  float from = 0.0f;
  for (const MeterZone& zone : meter_zones(kind)) {
    const bool is_in = meter.band != Band::unknown && value >= from && value <= zone.end;
    const float x0 = low.x + std::round(width * from), x1 = low.x + std::round(width * zone.end);
    list.AddRectFilled({x0, strip}, {x1 - (zone.end < 1.0f ? px(1) : 0.0f), high.y},
                       faded(band_tone(zone.band), is_in ? 255 : 96));
    from = zone.end;
  }
}

/// A small triangle on the strip at the value.
void draw_mark(ImVec2 low, ImVec2 high, MeterKind kind, const Meter& meter) {
  if (meter.band == Band::unknown) return;
  const float half = px(4), strip = high.y - px(2);
  const float x = std::clamp(low.x + std::round((high.x - low.x) * meter_share(kind, meter.value)),
                             low.x + half, high.x - half);
  ImGui::GetWindowDrawList()->AddTriangleFilled(
      {x - half, strip - px(5)}, {x + half, strip - px(5)}, {x, strip + px(1)}, colors().text);
}

void draw_gauge(ImVec2 low, ImVec2 high, MeterKind kind, const Meter& meter, bool is_hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, high, is_hovered ? colors().well_hover : colors().well, px(3),
                     ImDrawFlags_RoundCornersTop);
  const float y =
      low.y + std::floor((high.y - px(kMarkHeight) - low.y - ImGui::GetFontSize()) * 0.5f);
  const ImU32 tone = meter.band == Band::unknown ? colors().text_faint : band_tone(meter.band);
  if (meter.band != Band::unknown) {
    const float at = low.x + std::round((high.x - low.x) * meter_share(kind, meter.value));
    list.AddRectFilled(low, {std::max(at, low.x + px(2)), high.y - px(3)}, faded(tone, 44), px(3),
                       ImDrawFlags_RoundCornersTopLeft);
    const char* sign = band_sign(meter.band);
    const float sign_x = high.x - text_width(sign) - px(6);
    if (low.x + px(8) + text_width(meter_text(kind, meter)) < sign_x)
      draw_text({sign_x, y}, tone, sign);
  }
  draw_zones(low, high, kind, meter);
  draw_mark(low, high, kind, meter);
  draw_text({low.x + px(6), y}, meter.band == Band::unknown ? colors().text_faint : colors().text,
            meter_text(kind, meter));
}

/// Label, the model's gauge and, when there is one, the joint's.
void meter_table(Session& session, BenchState& bench, const Meters& model, const Meters* joint,
                 const std::string& name) {
  const float gap = px(6), label = px(kNameWidth);
  const float room = ImGui::GetContentRegionAvail().x - label;
  const float width = joint != nullptr ? std::floor((room - gap) * 0.5f) : room;
  const float start = ImGui::GetCursorPosX();
  ImGui::PushFont(fonts().small);
  ImGui::SetCursorPosX(start + label);
  dim_text("model");
  if (joint != nullptr) {
    ImGui::SameLine(start + label + width + gap, 0.0f);
    fitting_text(name, width, colors().amber);
  } else if (constexpr const char* kAdvice = "select a joint to see its meters";
             text_width("model ") + text_width(kAdvice) < room) {
    right_text(kAdvice, colors().text_faint);
  }
  ImGui::PopFont();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, px(3)));
  for (const MeterKind kind : kMeterKinds) {
    const IdScope id{int(kind)};
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(
        top + std::floor((px(kGaugeHeight) - px(kMarkHeight) - ImGui::GetFontSize()) * 0.5f));
    fitting_text(meter_name(kind), label - px(4), colors().text_dim);
    tooltip(meter_help(kind));
    ImGui::SetCursorPos({start + label, top});
    meter_gauge(session, bench, "##model", kind, meter_of(model, kind), width);
    if (joint != nullptr) {
      ImGui::SetCursorPos({start + label + width + gap, top});
      meter_gauge(session, bench, "##joint", kind, meter_of(*joint, kind), width);
    }
    ImGui::SetCursorPos({start, top + px(kGaugeHeight) + px(3)});
  }
  ImGui::PopStyleVar();
}

/// A sentence on a dark card with a colored edge, and a button. True when it was pressed.
bool advice_card(const Session& session, const Advice& advice, Band band) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({corner.x + px(12), corner.y + px(8)});
  ImGui::BeginGroup();
  wrapped_text(advice.reason, width - px(20));
  const bool is_of_fit_row =
      advice.cure == Advice::Cure::fit_all ||
      (advice.cure == Advice::Cure::fit_radius && advice.joint == active_joint(session));
  const std::string words = is_of_fit_row ? std::string() : cure_words(session, advice);
  bool pressed = false;
  if (is_of_fit_row) {
    small_note(advice.cure == Advice::Cure::fit_all ? "Fit all, at the top, cures it."
                                                    : "Fit selected, at the top, cures it.");
  } else if (!words.empty()) {
    ImGui::Dummy({0.0f, px(2)});
    pressed = text_button((words + "###cure").c_str(), true, "One undo step");
  }
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + px(8);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, {corner.x + width, bottom}, colors().well, px(4));
  list.AddRectFilled(corner, {corner.x + px(3), bottom}, band_tone(band), px(4),
                     ImDrawFlags_RoundCornersLeft);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({corner.x, bottom});
  ImGui::Dummy({width, px(4)});
  return pressed;
}

/// How many meters of the strip fit in a row: all, or half if their names would be cut.
std::size_t strip_columns(float room, float gap) {
  constexpr std::size_t kAll = kMeterKinds.size();
  float widest = 0.0f;
  ImGui::PushFont(fonts().small);
  for (const MeterKind kind : kMeterKinds)
    widest = std::max(widest, text_width(meter_short_name(kind)));
  ImGui::PopFont();
  const float cell = (room + gap) / float(kAll) - gap;
  return widest + px(8) <= std::floor(cell) ? kAll : (kAll + 1) / 2;
}

void advice_about(Editor& editor, Id about, const Meters& meters) {
  const Advice advice = editor.measures.advice(about);
  if (advice.reason.empty()) return;
  ImGui::Dummy({0.0f, px(2)});
  if (!advice_card(editor, advice, worst_band(meters))) return;
  if (const auto joints = joints_to_fit(advice))
    begin_fit(editor, editor.measuring.fit, *joints);
  else
    cure(editor, about, advice);
}

/// A line: how many vertices in the joint's capsule are far from its bone along the surface, and
/// the radius that leaves them out.
void bleed_line(Session& session, BenchState& bench, Id joint) {
  const Bleed& bleed = session.measures.bleed(joint);
  if (bleed.count == 0) return;
  const float safe = bleed.safe_radius;
  const std::uint32_t count = bleed.count;
  ImGui::Dummy({0.0f, px(2)});
  const std::string words =
      safe > 0.0f ? fmt::format("{} {}; none to {}", with_separators(count),
                                count == 1 ? "bleeds" : "bleed", radius_text(session, joint, safe))
                  : fmt::format("{} {} at any radius", with_separators(count),
                                count == 1 ? "vertex bleeds" : "vertices bleed");
  const float eye = px(22);
  const float top = ImGui::GetCursorPosY(), start = ImGui::GetCursorPosX(),
              width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorPosY(top + std::floor((px(22) - ImGui::GetFontSize()) * 0.5f));
  fitting_text(words, width - eye - px(4), colors().text);
  tooltip(
      "Vertices near the bone in space but far from it along the surface, such as a thigh held by "
      "a hand. They are hatched in the picture.");
  ImGui::SetCursorPos({start + width - eye, top});
  bool& hatched = bench.shows_bleeding;
  if (icon_button("##hatch", hatched ? icon::kEye : icon::kEyeOff, "Hatches them in the picture",
                  false, 22.0f)) {
    hatched = !hatched;
  }
}

}  // namespace

void meter_gauge(Session& session, BenchState& bench, const char* id, MeterKind kind,
                 const Meter& meter, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool has_place = meter.where.mesh != kNoId;
  const bool clicked = ImGui::InvisibleButton(id, {width, px(kGaugeHeight)});
  draw_gauge(corner, {corner.x + width, corner.y + px(kGaugeHeight)}, kind, meter,
             has_place && ImGui::IsItemHovered());
  const std::string help =
      std::string(meter_help(kind)) + (has_place ? "\nClick to see where." : "");
  tooltip(help);
  if (clicked && has_place) fly_to_edge(session, bench, meter.where);
}

void meter_strip(Session& session, BenchState& bench, const Meters& meters) {
  const float gap = px(4), height = px(40), room = ImGui::GetContentRegionAvail().x;
  const std::size_t columns = strip_columns(room, gap);
  const float width = std::floor((room + gap) / float(columns) - gap);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const MeterKind kind : kMeterKinds) {
    if (std::size_t(kind) % columns != 0) ImGui::SameLine(0.0f, gap);
    const Meter& meter = meter_of(meters, kind);
    const ImVec2 low = ImGui::GetCursorScreenPos(), high{low.x + width, low.y + height};
    if (ImGui::InvisibleButton(meter_name(kind), {width, height})) {
      session.right_tab = RightTab::bench;
      bench.panel.open(BenchSection::meters) = true;
    }
    list.AddRectFilled(low, high, ImGui::IsItemHovered() ? colors().well_hover : colors().well,
                       px(3), ImDrawFlags_RoundCornersTop);
    draw_zones(low, high, kind, meter);
    ImGui::PushFont(fonts().small);
    const float small = ImGui::GetFontSize();
    draw_text({low.x + px(6), low.y + px(3)}, colors().text_dim,
              ellipsis(meter_short_name(kind), width - px(8)));
    ImGui::PopFont();
    const ImU32 tone = meter.band == Band::unknown ? colors().text_faint : band_tone(meter.band);
    // Whole percents: the Bench shows the tenths.
    const bool is_percent = kind == MeterKind::volume && meter.band != Band::unknown;
    const std::string value =
        is_percent ? fmt::format("{:.0f} %", 100.0 * meter.value) : meter_text(kind, meter);
    draw_text({low.x + px(6), low.y + px(3) + small}, tone, ellipsis(value, width - px(8)));
    const std::string tip = fmt::format("{} {}\n{}\nClick for the Bench.", meter_name(kind),
                                        meter_text(kind, meter), meter_help(kind));
    tooltip(tip);
  }
}

void draw_bench_meters(Editor& editor, Id skeleton) {
  const Id active = active_joint(editor);
  // The model's meters are slow on a large mesh: skipped while they are not shown.
  const bool shows_model = active == kNoId || editor.bench.panel.open(BenchSection::meters);
  const Meters model = shows_model ? editor.measures.model(skeleton) : Meters{};
  const Meters joint = active != kNoId ? editor.measures.joint(active) : Meters{};
  const Meters& told = active != kNoId ? joint : model;
  const MetersStatus status =
      meters_status(model, active != kNoId ? &joint : nullptr, captured_by(editor, active) > 0);
  const ImU32 tone = status.band > Band::good ? band_tone(status.band) : colors().text_dim;
  if (!fold_header("Meters", editor.bench.panel.open(BenchSection::meters), status.words, tone))
    return;
  meter_table(editor, editor.bench, model, active != kNoId ? &joint : nullptr,
              name_of(editor.document.scene(), active));
  if (active != kNoId) bleed_line(editor, editor.bench, active);
  measures_of(editor);
  advice_about(editor, active != kNoId ? active : skeleton, told);
  ImGui::Dummy({0.0f, px(2)});
  if (link("Range of motion\u2026",
           command_tooltip(editor, command("bench.range_of_motion")).c_str()))
    run_command(editor, "bench.range_of_motion");
  ImGui::Dummy({0.0f, px(8)});
}

}  // namespace marrow::app
