#include "editor/timeline/motion_meters.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/bench_state.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {
namespace {

constexpr std::size_t kMostMeteredTimes = 600;

TrialLimits limits_of(const Scene& scene, Id skeleton) {
  const Node* node = find_node(scene, skeleton);
  return node != nullptr && node->skeleton ? limits_for(node->skeleton->falloff) : TrialLimits{};
}

}  // namespace

MotionMetering::MotionMetering(Scene scene, Id skeleton, std::shared_ptr<const Motion> motion)
    : scene_(std::move(scene)),
      skeleton_(skeleton),
      motion_(std::move(motion)),
      times_(trial_times(*motion_, double(motion_->timing.frame_rate), kMostMeteredTimes)),
      deformer_(Deformer::with(tasks_of(Backend::fast))),
      job_([this] { return step(); }) {}

std::optional<platform::Job::Moment> MotionMetering::step() {
  const std::size_t next = count_;
  if (next >= times_.size()) return std::nullopt;
  MotionSample sample = sample_at(scene_, skeleton_, *motion_, times_[next], deformer_, measures_);
  const std::lock_guard lock(mutex_);
  samples_.push_back(std::move(sample));
  count_ = next + 1;
  return next + 1 < times_.size() ? std::optional(platform::Job::kAtOnce) : std::nullopt;
}

std::vector<MotionSample> MotionMetering::samples_from(std::size_t first) const {
  const std::lock_guard lock(mutex_);
  return {samples_.begin() + static_cast<std::ptrdiff_t>(std::min(first, samples_.size())),
          samples_.end()};
}

std::string why_no_motion_meters(const Session& session, const TransportState& transport) {
  if (!has_engine())
    return "Meters over a motion need the program's own functions, which a handout lacks.";
  if (chosen_motion(session, transport) == nullptr) return "There is no motion to measure.";
  const Node* node = find_node(session.document.scene(), shown_skeleton(session));
  if (node == nullptr || !node->skeleton) return "There is no skeleton to measure.";
  return {};
}

void update_motion_meters(Session& session, const TransportState& transport,
                          MotionMetersState& meters) {
  const auto forget = [&](MotionMetersState::MadeOf now) {
    meters.metering.reset();
    meters.samples.clear();
    meters.worst.clear();
    meters.made_of = std::move(now);
  };
  if (!meters.is_open || !why_no_motion_meters(session, transport).empty()) return forget({});
  const Document& document = session.document;
  if (document.in_gesture()) return;  // the strips of before stay until it is a step
  MotionMetersState::MadeOf wanted{chosen_motion_kept(session, transport), shown_skeleton(session),
                                   document.commits()};
  if (!(meters.made_of == wanted)) {
    forget(wanted);
    meters.metering =
        std::make_shared<MotionMetering>(document.committed(), wanted.skeleton, wanted.motion);
  }
  if (meters.samples.size() == meters.metering->wanted()) return;
  session.wants_redraw = true;
  if (meters.metering->count() == meters.samples.size()) return;
  for (MotionSample& sample : meters.metering->samples_from(meters.samples.size()))
    meters.samples.push_back(std::move(sample));
  meters.worst = worst_of_all(meters.samples, limits_of(document.scene(), wanted.skeleton));
}

float metering_progress(const MotionMetersState& meters) {
  if (meters.metering == nullptr) return 0.0f;
  return static_cast<float>(meters.samples.size()) /
         static_cast<float>(std::max<std::size_t>(meters.metering->wanted(), 1));
}

void go_to_worst(Editor& editor, WorstOfMotion worst) {
  const Node* node = find_node(editor.document.scene(), editor.timeline.meters.made_of.skeleton);
  if (worst.joint < 0 || node == nullptr || !node->skeleton || is_dragging(editor)) return;
  const Joint& joint = node->skeleton->joints[static_cast<std::size_t>(worst.joint)];
  const Id id = joint.id;
  const std::string words =
      fmt::format("{}: {} at {}", joint.name, worst.complaint, time_text(double(worst.seconds)));
  const TrialLimits limits = limits_for(node->skeleton->falloff);
  editor.transport.is_playing = false;
  seek(editor, editor.transport, double(worst.seconds));
  editor.document.select({id});
  editor.deformer.update(editor.document.scene());
  editor.measures.update(editor.document.scene(), editor.deformer);
  Meters meters = editor.measures.joint(id);
  meters.step = {};
  fly_to_edge(editor, editor.bench, where_of(meters, limits));
  say(editor, words);
}

void go_to_worst_time(Editor& editor) {
  const MotionMetersState& meters = editor.timeline.meters;
  const Node* node = find_node(editor.document.scene(), meters.made_of.skeleton);
  if (meters.worst.empty() || node == nullptr || !node->skeleton)
    return say(editor, "Show the meters of the motion first: they say when it is worst.", true);
  const int active = joint_index(*node->skeleton, editor.document.active());
  const auto of_active =
      std::find_if(meters.worst.begin(), meters.worst.end(),
                   [&](const WorstOfMotion& one) { return one.joint == active; });
  go_to_worst(editor, of_active != meters.worst.end() ? *of_active : meters.worst.front());
}

}  // namespace marrow
