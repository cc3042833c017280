// The window "Change motion".
#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

#include "app/pose/pose_panels.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "edit/motions/remade.h"
#include "editor/editor.h"
#include "editor/pose/rework.h"
#include "editor/pose/transport.h"

namespace marrow::app {

namespace {

constexpr float kCurveHeight = 132.0f, kPointSize = 4.5f, kPointReach = 9.0f;
constexpr float kLongestMotion = 3600.0f;  // seconds

/// A number field for a double, which is shown multiplied by `factor`; `style` is that of the
/// shown number.
void double_field(const char* label, double& value, const NumberStyle& style, double factor = 1.0) {
  auto number = float(factor * value);
  if (number_field(label, number, style).changed) value = double(number) / factor;
}

NumberStyle seconds_style(float low, float high, const char* tip) {
  return {.speed = 0.01f, .low = low, .high = high, .format = "%.2f s", .tooltip = tip};
}

void seconds_field(const char* label, double& value, float low, float high, const char* tip) {
  double_field(label, value, seconds_style(low, high, tip));
}

/// A number of leg lengths, shown in percent; `high` is in percent, too.
void leg_field(const char* label, double& lengths, float high, const char* format,
               const char* tip) {
  double_field(label, lengths,
               {.speed = 0.5f, .low = 0.0f, .high = high, .format = format, .tooltip = tip}, 100.0);
}

void simplify_fields(float size, ReworkChoices& choices) {
  const NumberStyle style{.speed = size * 2e-5f,
                          .low = 0.0f,
                          .high = size,
                          .format = "%.4g",
                          .tooltip =
                              "How far any joint, bone end or prop may be from where it was, "
                              "in units of the scene."};
  number_field("Distance", choices.tolerance, style);
  small_note(
      "Drops keys that a straight line would replace, for files that have one per frame. Smooth "
      "keys stay.");
}

// ---- The curve of time

/// Maps new seconds (x) and old seconds (y) to pixels.
struct CurvePlot {
  ImVec2 low, high;
  double new_length = 1.0, old_length = 1.0;

  ImVec2 place(const glm::dvec2& point) const {
    return {low.x + float(point.x / new_length) * (high.x - low.x),
            high.y - float(point.y / old_length) * (high.y - low.y)};
  }
  glm::dvec2 point(ImVec2 place) const {
    return {std::clamp(double((place.x - low.x) / (high.x - low.x)), 0.0, 1.0) * new_length,
            std::clamp(double((high.y - place.y) / (high.y - low.y)), 0.0, 1.0) * old_length};
  }
};

int point_at(const CurvePlot& plot, const std::vector<glm::dvec2>& points, ImVec2 mouse) {
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const ImVec2 place = plot.place(points[i]);
    const float x = place.x - mouse.x, y = place.y - mouse.y;
    if (x * x + y * y <= px(kPointReach) * px(kPointReach)) return int(i);
  }
  return -1;
}

void draw_plot(const CurvePlot& plot, const TimeCurve& curve, int lit) {
  constexpr int kSteps = 64;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(plot.low, plot.high, colors().well, px(4));
  list.AddLine(plot.place({0.0, 0.0}), plot.place({plot.new_length, plot.old_length}),
               colors().line, 1.0f);
  for (int step = 0; step < kSteps; ++step) {
    const auto at = [&](int s) {
      const double seconds = plot.new_length * double(s) / kSteps;
      return plot.place({seconds, curve.old_at(seconds)});
    };
    list.AddLine(at(step), at(step + 1), colors().accent_text, px(1.5f));
  }
  const std::vector<glm::dvec2>& points = curve.points();
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const bool is_lit = int(i) == lit;
    list.AddCircleFilled(plot.place(points[i]), px(is_lit ? kPointSize + 1.0f : kPointSize),
                         is_lit ? colors().text : colors().accent_text);
    const ImVec2 place = plot.place(points[i]);
    note_spot(fmt::format("time point {}", i), {place.x, place.y});
  }
}

/// Moves a point, keeping a hundredth of the curve from its neighbors; no change without room.
void place_point(std::vector<glm::dvec2>& points, std::size_t i, const glm::dvec2& to) {
  const glm::dvec2 least = points.back() * 0.01;
  const glm::dvec2 low = points[i - 1] + least, high = points[i + 1] - least;
  if (low.x < high.x && low.y < high.y) points[i] = glm::clamp(to, low, high);
}

/// Presses, drags and clicks on the plot.
void edit_points(const CurvePlot& plot, ReworkDialog& dialog) {
  std::vector<glm::dvec2>& points = dialog.choices.curve;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int under = ImGui::IsItemHovered() ? point_at(plot, points, mouse) : -1;
  if (ImGui::IsItemActivated()) dialog.held_point = under;
  if (dialog.held_point > 0) dialog.point = dialog.held_point;
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && under < 0)
    points.push_back(plot.point(mouse));
  if (under >= 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    points.erase(points.begin() + under);
    dialog.held_point = -1;
  }
  if (!ImGui::IsItemActive()) dialog.held_point = -1;
  const int held = dialog.held_point;
  if (held <= 0 || held + 1 >= int(points.size())) return;
  place_point(points, std::size_t(held), plot.point(mouse));
}

/// Adds a point in the middle of the longest interval.
void add_point(ReworkDialog& dialog) {
  std::vector<glm::dvec2>& points = dialog.choices.curve;
  std::size_t longest = 1;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].x - points[i - 1].x > points[longest].x - points[longest - 1].x) longest = i;
  points.insert(points.begin() + std::ptrdiff_t(longest),
                0.5 * (points[longest - 1] + points[longest]));
  dialog.point = int(longest);
}

/// Fields that edit the points without a pointer.
void point_fields(ReworkDialog& dialog) {
  std::vector<glm::dvec2>& points = dialog.choices.curve;
  const int inner = int(points.size()) - 2;
  dialog.point = std::clamp(dialog.point, 1, std::max(inner, 1));
  field_label("Points", "Old times shown at new ones; between the points the time runs smoothly.");
  if (small_button("Add point")) return add_point(dialog);
  if (inner < 1) return;
  ImGui::SameLine(0.0f, px(4));
  if (small_button("Remove point")) {
    points.erase(points.begin() + dialog.point);
    return;
  }
  if (inner > 1) {
    std::vector<std::string> words;
    for (int i = 1; i <= inner; ++i) words.push_back(fmt::format("{} of {}", i, inner));
    int chosen = dialog.point - 1;
    if (choice_field("Point", chosen, words)) dialog.point = chosen + 1;
  }
  const auto i = std::size_t(dialog.point);
  glm::dvec2 place = points[i];
  seconds_field("New time", place.x, 0.0f, kLongestMotion, "Of the changed motion.");
  seconds_field("Old time", place.y, 0.0f, kLongestMotion,
                "The time of the old motion shown then.");
  if (place != points[i]) place_point(points, i, place);
}

void draw_time_curve(ReworkDialog& dialog, double old_length) {
  std::vector<glm::dvec2>& points = dialog.choices.curve;
  points = sound_points(points, old_length);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::InvisibleButton("##time_curve", {width, px(kCurveHeight)});
  note_spot("time curve");
  const float margin = px(8);
  const CurvePlot plot{{corner.x + margin, corner.y + margin},
                       {corner.x + width - margin, corner.y + px(kCurveHeight) - margin},
                       points.back().x,
                       points.back().y};
  edit_points(plot, dialog);
  const int lit =
      dialog.held_point > 0
          ? dialog.held_point
          : (ImGui::IsItemHovered() ? point_at(plot, points, ImGui::GetIO().MousePos) : -1);
  tooltip(
      "From left to right the new time, upwards the old one. Double-click for a point, drag it, "
      "right-click to take it away.");
  draw_plot(plot, TimeCurve(sound_points(points, old_length)), lit);
}

void retime_fields(const Motion& motion, ReworkDialog& dialog) {
  std::vector<glm::dvec2>& points = dialog.choices.curve;
  const double old_length = std::max(double(duration_of(motion)), 1e-3);
  points = sound_points(points, old_length);
  double length = points.back().x;
  seconds_field("Length", length, 0.01f, kLongestMotion, "Of the changed motion.");
  if (length != points.back().x) {
    const double by = length / points.back().x;
    for (glm::dvec2& point : points) point.x *= by;
  }
  struct TimeShape {
    const char* words;
    std::vector<glm::dvec2> shares;  // of the new and old length; the point 0, 0 is implied
  };
  static const TimeShape kTimeShapes[] = {{"Even", {{1.0, 1.0}}},
                                          {"Ease in", {{0.3, 0.1}, {1.0, 1.0}}},
                                          {"Ease out", {{0.7, 0.9}, {1.0, 1.0}}},
                                          {"Both", {{0.25, 0.1}, {0.75, 0.9}, {1.0, 1.0}}}};
  field_label("Course", "Shapes to start the curve with.");
  for (const TimeShape& shape : kTimeShapes) {
    if (&shape != kTimeShapes) ImGui::SameLine(0.0f, px(4));
    if (!small_button(shape.words)) continue;
    points.clear();
    for (const glm::dvec2& share : shape.shares)
      points.push_back(share * glm::dvec2(length, old_length));
  }
  draw_time_curve(dialog, old_length);
  point_fields(dialog);
}

void travel_fields(ReworkChoices& choices) {
  segments("Path", choices.on_node, {"In place", "On the node"},
           "In place: the figure moves up and down, but does not travel. On the node: the "
           "skeleton's node travels instead, and the figure is where it was.");
}

void feet_fields(ReworkChoices& choices) {
  leg_field("Height", choices.contacts.height, 100.0f, "%.1f %% of leg length",
            "A foot higher than this above its lowest place is not standing.");
  leg_field("Speed", choices.contacts.speed, 1000.0f, "%.0f %% of leg length/s",
            "A foot faster than this over the ground is not standing.");
  number_field(
      "Fade", choices.hold_fade,
      seconds_style(0.0f, 2.0f,
                    "How long a foot takes to reach the place where it is held, and to leave it."));
  small_note(
      "While a foot stands, its tip stays where it is; thigh and shin follow by inverse "
      "kinematics.");
}

void hold_fields(const Session& session, ReworkChoices& choices) {
  const Joint* joint = joint_of(session.document.committed(), choices.hold.joint);
  value_row("Joint", joint != nullptr ? joint->name : "none is active",
            "The active joint: its bone keeps its attitude.");
  value_row("Time", time_text(choices.hold.begin) + " to " + time_text(choices.hold.end),
            "The range that is repeated, else the whole motion: drag it with Shift in the ruler of "
            "the timeline.");
  int way = int(choices.held_where) - int(HeldWhere::begin);
  if (segments("Its tip", way, {"Stays", "Straight", "Smooth"},
               "Stays: where it is when the time begins. Straight, smooth: in the world from each "
               "key of its limb to the next, as on a rail; the limb follows by inverse "
               "kinematics."))
    choices.held_where = static_cast<HeldWhere>(way + int(HeldWhere::begin));
  number_field("Fade", choices.hold_fade,
               seconds_style(0.0f, 2.0f, "How long the tip takes to get there, and to leave."));
}

void springs_fields(SpringBake& bake) {
  constexpr float kSettle = 2.0f;  // seconds
  constexpr int kRounds = 2;
  int begins = bake.rounds > 0 ? 2 : bake.settle > 0.0f ? 0 : 1;
  if (segments("Begins", begins, {"Settled", "At rest", "As a loop"},
               "Settled: after two seconds in the motion's first pose. At rest: in the bind pose. "
               "As a loop, for a motion that ends where it begins: after playing it twice, so that "
               "springs do not jump where it repeats.")) {
    bake.settle = begins == 0 ? kSettle : 0.0f;
    bake.rounds = begins == 2 ? kRounds : 0;
  }
  small_note(
      "Joints that swing get keys at every frame; other keys stay. Their stiffness, drag and "
      "gravity are in the panel on the right: the picture shows at once what they do.");
}

void other_choice(const Session& session, const TransportState& transport, ReworkChoices& choices) {
  const auto& motions = session.document.committed().motions;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < motions.size(); ++i)
    words.push_back(as_shown(motions[i]->name + (i == transport.motion ? " (itself)" : "")));
  int chosen = choices.other < motions.size() ? int(choices.other) : 0;
  if (choice_field("With", chosen, words)) choices.other = std::size_t(chosen);
}

void mix_fields(const Session& session, TransportState& transport, ReworkDialog& dialog) {
  ReworkChoices& choices = dialog.choices;
  Mix& mix = choices.mix;
  other_choice(session, transport, choices);
  int kind = int(mix.kind);
  if (segments("How", kind, {"Cross-fade", "Add", "Replace"},
               "Cross-fade: the other motion follows this one. Add: the other one's movement is "
               "added on top, from its beginning. Replace: the other one in place of this one."))
    choose_mix(session, transport, static_cast<MixKind>(kind));
  seconds_field("From", mix.begin, 0.0f, kLongestMotion,
                "When the other motion begins, in the time of this one.");
  seconds_field("Fade", mix.fade, 0.0f, 60.0f, "How long the other motion takes to fade in.");
  if (mix.kind == MixKind::cross_fade) {
    flag("Continue from there", mix.goes_on,
         "The other motion begins where the figure is then, not where its own keys put it.");
    return;
  }
  double_field("Weight", mix.weight,
               {.speed = 0.005f,
                .low = 0.0f,
                .high = 2.0f,
                .format = "%.2f",
                .tooltip = "1: the other motion in full."});
  flag("Repeats", mix.repeats, "A shorter motion starts again until this one ends.");
  const Joint* active = joint_of(session.document.committed(), session.document.active());
  const std::string limb =
      fmt::format("Only {} and below###limb", active != nullptr ? active->name : "a joint");
  ImGui::BeginDisabled(active == nullptr);
  flag(limb.c_str(), dialog.only_limb, "Select the topmost joint that the other motion moves.");
  ImGui::EndDisabled();
}

/// Two lines, so that the window keeps its height.
void draw_result(const ReworkDialog& dialog) {
  const float top = ImGui::GetCursorPosY() + px(4);
  const ReworkResult* result = dialog.result();
  const std::string problem = dialog.problem();
  ImGui::SetCursorPosY(top);
  ImGui::PushStyleColor(ImGuiCol_Text, !problem.empty()    ? colors().amber
                                       : result == nullptr ? colors().text_dim
                                                           : colors().text);
  const float share = dialog.job.has_begun() ? dialog.job.progress().share() : 0.0f;
  const int percent = int(share * 100.0f);
  wrapped_text(!problem.empty()    ? problem
               : result != nullptr ? result->words
               : percent == 0      ? "Working it out\u2026"
                                   : fmt::format("Working it out: {} %", percent),
               ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  ImGui::SetCursorPosY(
      std::max(ImGui::GetCursorPosY(), top + 2.0f * ImGui::GetTextLineHeight() + px(6)));
}

}  // namespace

void draw_rework(Editor& editor) {
  TransportState& transport = editor.transport;
  update_rework(editor, transport);
  if (!transport.rework) return;
  const std::shared_ptr<const Motion> motion = chosen_motion_kept(editor, transport);
  ReworkDialog& dialog = *transport.rework;
  // Leaves the inspector free while springs are set there.
  begin_float(
      "###rework", dialog.wants_focus,
      dialog.choices.what == Rework::springs ? FloatPlace::picture : FloatPlace::inside_inspector);
  dialog.wants_focus = false;
  bool closes = float_headline("Change motion");
  value_row("Motion", motion->name.empty() ? "(no name)" : motion->name);
  choice_field("What", dialog.choices.what,
               {"Fewer keys", "Change timing", "Change path", "Plant the feet",
                "Hold or smooth a path", "Bake springs", "Bake pins", "Mix with another motion"});
  note_spot("What");
  switch (dialog.choices.what) {
    case Rework::simplify:
      simplify_fields(dialog.size, dialog.choices);
      break;
    case Rework::retime:
      retime_fields(*motion, dialog);
      break;
    case Rework::travel:
      travel_fields(dialog.choices);
      break;
    case Rework::feet:
      feet_fields(dialog.choices);
      break;
    case Rework::hold:
      hold_fields(editor, dialog.choices);
      break;
    case Rework::springs:
      springs_fields(dialog.choices.springs);
      break;
    case Rework::pins:
      small_note(
          "Joints that inverse kinematics turns, because tips below them are pinned or drawn "
          "somewhere, get keys at every frame. Other programs are given these anyway.");
      break;
    case Rework::mix:
      mix_fields(editor, transport, dialog);
  }
  draw_result(dialog);
  flag("Show it", dialog.is_shown,
       "The picture shows what would be made, at the motion's time. Nothing is changed yet.");
  flag("As a new motion", dialog.as_new, "This one stays as it is.");
  const ReworkResult* result = dialog.result();
  const bool can_be_done = result != nullptr && result->motion != nullptr;
  const char* words = dialog.as_new ? "Make motion###rework_done" : "Change motion###rework_done";
  if (float_footer(words, can_be_done, closes)) closes |= apply_rework(editor, transport);
  ImGui::End();
  if (closes) close_rework(editor, transport);
}

}  // namespace marrow::app
