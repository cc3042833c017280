#include "editor/timeline/motion_meters.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "editor/bench/bench_model.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"

namespace marrow {
namespace {

constexpr std::size_t kMostMeteredTimes = 600;

using MotionSamples = GrowingList<MotionSample>;

/// Measures a motion on a copy of the scene, one time of the motion per step, with the program's
/// own functions.
struct MotionMetering {
  Scene scene;
  MotionMetersState::MadeOf inputs;
  std::shared_ptr<MotionSamples> samples;
  std::vector<float> times =
      trial_times(*inputs.motion, double(inputs.motion->timing.frame_rate), kMostMeteredTimes);
  std::size_t next = 0;
  Deformer deformer = Deformer::with(tasks_of(Backend::fast));
  Measures measures{};

  std::optional<std::monostate> step(Progress& progress) {
    if (next < times.size())
      samples->push_back(
          sample_at(scene, inputs.skeleton, *inputs.motion, times[next++], deformer, measures));
    progress.set_share(double(next) / double(std::max<std::size_t>(times.size(), 1)));
    return next < times.size() ? std::nullopt : std::optional(std::monostate());
  }
};

void begin_metering(MotionMetersState& meters, const Scene& scene) {
  const auto measured = std::make_shared<MotionSamples>();
  const auto metering = std::make_shared<MotionMetering>(
      MotionMetering{.scene = scene, .inputs = meters.made_of, .samples = measured});
  meters.measured = measured;
  meters.job.begin({.out_of_memory = "There is not enough memory to measure this motion."},
                   [metering](Progress& progress) { return metering->step(progress); });
}

}  // namespace

std::string why_no_motion_meters(const Session& session, const TransportState& transport) {
  if (!has_engine())
    return "Meters over a motion need the program's own functions, which a handout lacks.";
  if (chosen_motion(session, transport) == nullptr) return "There is no motion to measure.";
  const Node* node = find_node(session.document.scene(), shown_skeleton(session));
  if (node == nullptr || !node->skeleton) return "There is no skeleton to measure.";
  return {};
}

void forget_measured(MotionMetersState& meters) {
  meters.job.drop();
  meters.measured.reset();
  meters.samples.clear();
  meters.worst.clear();
  meters.made_of = {};
}

void update_motion_meters(Session& session, const TransportState& transport,
                          MotionMetersState& meters) {
  if (!meters.is_open || !why_no_motion_meters(session, transport).empty())
    return forget_measured(meters);
  const Document& document = session.document;
  if (document.in_gesture()) return;  // the old strips stay until the gesture is a step
  MotionMetersState::MadeOf wanted{chosen_motion_kept(session, transport), shown_skeleton(session),
                                   document.commits()};
  if (!(meters.made_of == wanted)) {
    forget_measured(meters);
    meters.made_of = wanted;
    begin_metering(meters, document.committed());
  }
  if (is_complete(meters)) return;
  session.wants_redraw = true;
  std::vector<MotionSample> more = meters.measured->from(meters.samples.size());
  if (more.empty()) return;
  std::move(more.begin(), more.end(), std::back_inserter(meters.samples));
  meters.worst = worst_of_all(meters.samples);
}

bool is_complete(const MotionMetersState& meters) {
  return meters.job.is_done() && meters.samples.size() == meters.measured->size();
}

void go_to_worst(Editor& editor, WorstOfMotion worst) {
  const Node* node = find_node(editor.document.scene(), editor.timeline.meters.made_of.skeleton);
  if (worst.joint < 0 || node == nullptr || !node->skeleton || is_dragging(editor)) return;
  const Joint& joint = node->skeleton->joints[std::size_t(worst.joint)];
  const Id id = joint.id;
  const std::string words =
      fmt::format("{}: {} at {}", joint.name, worst.complaint, time_text(double(worst.seconds)));
  editor.transport.is_playing = false;
  seek(editor, editor.transport, double(worst.seconds));
  editor.document.select({id});
  editor.deformer.update(editor.document.scene());
  editor.measures.update(editor.document.scene(), editor.deformer);
  Meters meters = editor.measures.joint(id);
  meters.weight_jump = meters.follows = {};
  fly_to_edge(editor, editor.bench, where_of(meters));
  say(editor, words);
}

void go_to_worst_time(Editor& editor) {
  const MotionMetersState& meters = editor.timeline.meters;
  const Node* node = find_node(editor.document.scene(), meters.made_of.skeleton);
  if (meters.worst.empty() || node == nullptr || !node->skeleton)
    return say(editor, "Show the meters of the motion first: they find the worst time.", true);
  const int active = joint_index(*node->skeleton, editor.document.active());
  const auto of_active =
      std::find_if(meters.worst.begin(), meters.worst.end(),
                   [&](const WorstOfMotion& one) { return one.joint == active; });
  go_to_worst(editor, of_active != meters.worst.end() ? *of_active : meters.worst.front());
}

}  // namespace marrow
