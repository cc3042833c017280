#include "editor/bench/body_measuring.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "editor/bench/compare.h"
#include "editor/bench/compare_state.h"
#include "editor/editor.h"

namespace marrow {

BodyMeasuring::BodyMeasuring(std::shared_ptr<const BodyWish> wish)
    : wish_(std::move(wish)), job_([this] { return step(); }) {}

/// The body, then its fields: where there is one thread, frames are drawn in between.
std::optional<platform::Job::Moment> BodyMeasuring::step() {
  const ProgressCallback progress = [this](double share) {
    share_ = static_cast<float>(share);
    return !stop_;
  };
  try {
    if (measured_.body == nullptr) {
      measured_.body = Body::of(wish_->parts, progress);
      if (measured_.body == nullptr) return std::nullopt;
      return platform::Job::kAtOnce;
    }
    measured_ = measured_body(*wish_, progress);
  } catch (const std::exception&) {  // only memory can fail
    measured_ = {};
    problem_ = "There is not enough memory to measure distances through the body.";
  }
  return std::nullopt;
}

namespace {

/// Not during a drag: each of its updates wants another body.
const std::shared_ptr<const BodyWish>* wanted_body(const Editor& editor) {
  if (!editor.deformer.wanted_bodies().empty()) return &editor.deformer.wanted_bodies().front();
  const bool compares = is_comparing(editor.compare);
  if (compares && !editor.compare.deformer->wanted_bodies().empty())
    return &editor.compare.deformer->wanted_bodies().front();
  return nullptr;
}

void stop_measuring(BodyMeasuringState& state) {
  if (!state.now) return;
  state.now->stop();
  state.ending.push_back(std::move(state.now));
}

void begin_measuring(Editor& editor, const std::shared_ptr<const BodyWish>& wish) {
  editor.measuring.now = std::make_unique<BodyMeasuring>(wish);
  editor.measuring.began = editor.now;
  editor.wants_redraw = true;
}

/// The deformers are updated at once: they want nothing of it afterwards.
void give(Editor& editor, const BodyMeasuring& done) {
  editor.deformer.take_body(done.wish(), done.measured());
  deformed(editor);
  CompareState& compare = editor.compare;
  if (!is_comparing(compare)) return;
  compare.deformer->take_body(done.wish(), done.measured());
  compare.deformer->update(compare.scene);
}

void refuse_measuring(Editor& editor, std::string problem) {
  cancel_measuring(editor);
  say(editor, std::move(problem), true);
}

bool is_measured_straight(const Scene& scene, Id skeleton) {
  const Node* node = find_node(scene, skeleton);
  return node != nullptr && node->skeleton && node->skeleton->metric == Metric::straight;
}

}  // namespace

bool advance_measuring(Editor& editor) {
  BodyMeasuringState& state = editor.measuring;
  std::erase_if(state.ending, [](const auto& one) { return one->is_done(); });
  if (is_dragging(editor)) return false;
  const std::shared_ptr<const BodyWish>* const wish = wanted_body(editor);
  if (state.now && (wish == nullptr || !state.now->wish()->has_distances_of(**wish)))
    stop_measuring(state);
  if (wish == nullptr) return false;
  if (!state.now && !state.ending.empty()) return false;  // one at a time
  if (!state.now) begin_measuring(editor, *wish);
  if (!state.now->is_done()) return false;
  const std::unique_ptr<BodyMeasuring> done = std::move(state.now);
  editor.wants_redraw = true;
  if (done->measured().body == nullptr)
    refuse_measuring(editor, done->problem());
  else
    give(editor, *done);
  return true;
}

bool is_measuring(const Editor& editor) {
  return editor.measuring.now != nullptr || wanted_body(editor) != nullptr;
}

bool shows_measuring(const Editor& editor) {
  constexpr double kShownAfter = 0.2;  // seconds
  return editor.measuring.now && editor.now - editor.measuring.began >= kShownAfter;
}

void cancel_measuring(Editor& editor) {
  const std::shared_ptr<const BodyWish>* const wish = wanted_body(editor);
  if (wish == nullptr || is_dragging(editor)) return;
  const Id skeleton = (*wish)->skeleton;
  stop_measuring(editor.measuring);
  if (editor.deformer.wanted_bodies().empty()) return set_comparing(editor, false);
  const History& history = editor.document.history();
  const bool is_last_step =
      history.can_undo() &&
      is_measured_straight(history.steps()[history.current() - 1].scene, skeleton);
  if (is_last_step)
    editor.document.undo();
  else
    perform(editor, op::SetSkeletonChoices{skeleton, {.metric = Metric::straight}});
  deformed(editor);
  say(editor, "Cancelled: distances are straight");
}

}  // namespace marrow
