#include "editor/bench/body_measuring.h"

#include <optional>
#include <utility>

#include "editor/bench/compare.h"
#include "editor/bench/compare_state.h"
#include "editor/editor.h"

namespace marrow {

namespace {

/// Not during a drag: each of its updates wants another body.
const std::shared_ptr<const BodyWish>* wanted_body(const Editor& editor) {
  if (!editor.deformer.wanted_bodies().empty()) return &editor.deformer.wanted_bodies().front();
  const bool compares = is_comparing(editor.compare);
  if (compares && !editor.compare.deformer->wanted_bodies().empty())
    return &editor.compare.deformer->wanted_bodies().front();
  return nullptr;
}

/// The body, then its fields: where there is one thread, frames are drawn in between.
class BodyMeasuring {
 public:
  explicit BodyMeasuring(std::shared_ptr<const BodyWish> wish) : wish_(std::move(wish)) {}

  std::optional<BodyMeasured> step(Progress& progress) {
    if (body_ == nullptr) {
      body_ = Body::of(wish_->parts, progress.part());
      return std::nullopt;
    }
    return measured_body(*wish_, [&, report = progress.part()](double share) {
      if (share > 0.0) progress.set_words("Bones");
      return report(share);
    });
  }

 private:
  const std::shared_ptr<const BodyWish> wish_;
  std::shared_ptr<const Body> body_;  ///< kept: measured_body() asks for it again
};

void begin_measuring(Editor& editor, const std::shared_ptr<const BodyWish>& wish) {
  BodyMeasuringState& state = editor.measuring;
  state.wish = wish;
  state.job.begin(
      {.out_of_memory = "There is not enough memory to measure distances through the body.",
       .words = "Finding the inside of the mesh..."},
      [measuring = std::make_shared<BodyMeasuring>(wish)](Progress& progress) {
        return measuring->step(progress);
      });
  state.began = editor.now;
  editor.wants_redraw = true;
}

/// The deformers are updated at once: they want nothing of it afterwards.
void give(Editor& editor, const std::shared_ptr<const BodyWish>& wish,
          const BodyMeasured& measured) {
  editor.deformer.take_body(wish, measured);
  deformed(editor);
  CompareState& compare = editor.compare;
  if (!is_comparing(compare)) return;
  compare.deformer->take_body(wish, measured);
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

void on_document_replaced(BodyMeasuringState& measuring) {
  measuring.job.drop();
  measuring.wish.reset();
}

bool advance_measuring(Editor& editor) {
  BodyMeasuringState& state = editor.measuring;
  if (is_dragging(editor)) return false;
  const std::shared_ptr<const BodyWish>* const wish = wanted_body(editor);
  if (wish == nullptr || !state.wish || !state.wish->has_distances_of(**wish))
    on_document_replaced(state);
  if (wish == nullptr) return false;
  if (!state.job.has_begun() && state.job.is_ending()) return false;  // one at a time
  if (!state.job.has_begun()) begin_measuring(editor, *wish);
  if (!state.job.is_done()) return false;
  const std::shared_ptr<const BodyWish> measured = std::exchange(state.wish, nullptr);
  platform::JobOutcome<BodyMeasured> outcome = state.job.take();
  editor.wants_redraw = true;
  if (outcome.result)
    give(editor, measured, *outcome.result);
  else
    refuse_measuring(editor, std::move(outcome.problem));
  return true;
}

bool is_measuring(const Editor& editor) {
  return editor.measuring.job.has_begun() || wanted_body(editor) != nullptr;
}

bool shows_measuring(const Editor& editor) {
  constexpr double kShownAfter = 0.2;  // seconds
  return editor.measuring.job.has_begun() && editor.now - editor.measuring.began >= kShownAfter;
}

void cancel_measuring(Editor& editor) {
  const std::shared_ptr<const BodyWish>* const wish = wanted_body(editor);
  if (wish == nullptr || is_dragging(editor)) return;
  const Id skeleton = (*wish)->skeleton;
  on_document_replaced(editor.measuring);
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
