// The meters over the motion: a strip per joint, worst first.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/timeline/timeline_parts.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/pose/transport.h"
#include "editor/timeline/motion_meters.h"

namespace marrow::app {

namespace {

constexpr float kMeterRow = 20.0f, kFullBar = 1.5f, kLeastBar = 0.06f;

/// A joint's meters at the sample nearest to a time, one per line.
std::string words_at(const std::vector<MotionSample>& samples, std::size_t joint, double seconds) {
  const auto nearest = std::min_element(
      samples.begin(), samples.end(), [&](const MotionSample& a, const MotionSample& b) {
        return std::abs(double(a.seconds) - seconds) < std::abs(double(b.seconds) - seconds);
      });
  std::string words = time_text(double(nearest->seconds));
  const auto lines = lines_of(meters_of(nearest->joints[joint]));
  for (std::size_t k = 0; k < nearest->joints[joint].size(); ++k) words += "\n" + lines[k].first;
  return words;
}

void draw_bars(const TimelineFrame& frame, const WorstOfMotion& worst, float top, float bottom) {
  const std::vector<MotionSample>& samples = frame.editor.timeline.meters.samples;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float badness = samples[i].badness[std::size_t(worst.joint)];
    if (std::isnan(badness)) continue;
    const double from = double(samples[i].seconds),
                 to = i + 1 < samples.size() ? double(samples[i + 1].seconds)
                                             : from + 1.0 / double(frame.motion.timing.frame_rate);
    const float share = std::clamp(badness / kFullBar, kLeastBar, 1.0f);
    list.AddRectFilled({frame.time.x(from), bottom - std::max(share * (bottom - top), 1.0f)},
                       {std::max(frame.time.x(to), frame.time.x(from) + 1.0f), bottom},
                       colors().band[int(band_of(double(badness)))]);
  }
  const float x = frame.time.x(double(worst.seconds));
  list.AddTriangleFilled({x - px(4), top}, {x + px(4), top}, {x, top + px(5)}, colors().text);
}

/// A click on the strip goes to the time under the pointer, a click on the name to the worst time.
void draw_meter_row(const TimelineFrame& frame, const WorstOfMotion& worst, const Joint& joint) {
  Editor& editor = frame.editor;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = px(kMeterRow), left = frame.time.left - frame.names;
  const Id id = joint.id;
  const bool is_selected = editor.document.is_selected(id);
  ImGui::PushID(int(id));
  ImGui::SetCursorScreenPos({left, corner.y});
  const bool wants_worst = ImGui::InvisibleButton("##name", {frame.names - px(4), height});
  note_spot("meters " + joint.name);
  tooltip(fmt::format("{}: {} at {}\nA click goes there.", joint.name, worst.complaint,
                      time_text(double(worst.seconds))));
  const float text = corner.y + std::floor((height - ImGui::GetFontSize()) * 0.5f);
  draw_text({left + px(4), text}, is_selected ? colors().amber : colors().text,
            ellipsis(joint.name, frame.names - px(12)));
  ImGui::SetCursorScreenPos({frame.time.left, corner.y});
  ImGui::InvisibleButton("##strip", {frame.time.right - frame.time.left, height});
  note_spot("strip " + joint.name);
  const double pointed = frame.time.seconds(ImGui::GetIO().MousePos.x);
  const bool wants_time = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (ImGui::IsItemHovered()) {
    tooltip(words_at(editor.timeline.meters.samples, std::size_t(worst.joint), pointed));
    move_by_wheel(frame);
  }
  draw_bars(frame, worst, corner.y + px(2), corner.y + height - px(2));
  ImGui::SetCursorScreenPos({left, corner.y + height});
  ImGui::PopID();
  if (wants_time && !is_dragging(editor)) {
    if (!is_selected) editor.document.select({id});
    seek(editor, editor.transport, double(snapped(frame.motion, editor.timeline, pointed)));
  }
  if (wants_worst) go_to_worst(editor, worst);
}

}  // namespace

void draw_meter_rows(const TimelineFrame& frame) {
  Editor& editor = frame.editor;
  if (const std::string why = why_no_motion_meters(editor, editor.transport); !why.empty())
    return dim_text(why);
  const MotionMetersState& meters = editor.timeline.meters;
  const Node* node = find_node(editor.document.scene(), meters.made_of.skeleton);
  if (node == nullptr || !node->skeleton || meters.worst.empty())
    return dim_text(!meters.job.is_done() ? "Measuring ..."
                    : !meters.job.problem().empty()
                        ? meters.job.problem()
                        : "No joint of this skeleton moves a mesh: there is nothing to measure.");
  const std::shared_ptr<const Skeleton> skeleton = node->skeleton;
  const std::vector<WorstOfMotion> worst = meters.worst;  // a copy: a click may replace it
  const float visible = ImGui::GetContentRegionAvail().y;
  ImGui::BeginChild("##meters", {0.0f, visible}, false,
                    ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift
                        ? ImGuiWindowFlags_NoScrollWithMouse
                        : ImGuiWindowFlags_None);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  const ImVec2 low{frame.time.left, ImGui::GetWindowPos().y},
      high{frame.time.right, low.y + visible};
  draw_time_lines(frame, low, high);
  for (const WorstOfMotion& one : worst)
    if (one.joint < int(skeleton->joints.size()) && !meters.samples.empty())
      draw_meter_row(frame, one, skeleton->joints[std::size_t(one.joint)]);
  draw_playhead(frame, low, high);
  if (meters.job.is_running())
    ImGui::GetWindowDrawList()->AddRectFilled(
        low, {low.x + (high.x - low.x) * meters.job.progress().share(), low.y + px(2)},
        colors().accent);
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace marrow::app
