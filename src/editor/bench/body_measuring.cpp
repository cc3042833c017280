#include "editor/bench/body_measuring.h"

#include <optional>
#include <utility>

#include "editor/bench/compare.h"
#include "editor/editor.h"

namespace marrow {
namespace {

/// The first request of the deformers; nullptr if there is none.
const std::shared_ptr<const BodyRequest>* body_request(const Editor& editor) {
  if (!editor.deformer.body_requests().empty()) return &editor.deformer.body_requests().front();
  const bool compares = is_comparing(editor.compare);
  if (compares && !editor.compare.deformer->body_requests().empty())
    return &editor.compare.deformer->body_requests().front();
  return nullptr;
}

/// Measures in two steps, the body and then its fields: with only one thread, frames are drawn
/// between them.
struct BodyMeasuring {
  std::shared_ptr<const BodyRequest> request;
  std::shared_ptr<const Body> body{};  ///< kept alive for measured_body(), which finds it again

  std::optional<BodyMeasured> step(Progress& progress) {
    if (body == nullptr) {
      body = Body::of(request->parts, progress.part());
      return std::nullopt;
    }
    return measured_body(*request, [&, report = progress.part()](double share) {
      if (share > 0.0) progress.set_words("Bones");
      return report(share);
    });
  }
};

void begin_measuring(Editor& editor, const std::shared_ptr<const BodyRequest>& request) {
  BodyMeasuringState& state = editor.measuring;
  state.request = request;
  state.job.begin(
      {.out_of_memory = "There is not enough memory to measure distances through the body.",
       .words = "Finding the inside of the mesh..."},
      [measuring = BodyMeasuring{request}](Progress& progress) mutable {
        return measuring.step(progress);
      });
  state.began = editor.now;
  editor.wants_redraw = true;
}

/// Updates the deformers at once, so that their requests are gone.
void deliver(Editor& editor, const std::shared_ptr<const BodyRequest>& request,
             const BodyMeasured& measured) {
  editor.deformer.set_measured_body(request, measured);
  deformed(editor);
  CompareState& compare = editor.compare;
  if (!is_comparing(compare)) return;
  compare.deformer->set_measured_body(request, measured);
  compare.deformer->update(compare.scene);
}

bool is_measured_straight(const Scene& scene, Id skeleton) {
  const Node* node = find_node(scene, skeleton);
  return node != nullptr && node->skeleton && node->skeleton->metric == Metric::straight;
}

}  // namespace

void on_document_replaced(BodyMeasuringState& measuring) {
  measuring.job.drop();
  measuring.request.reset();
}

bool advance_measuring(Editor& editor) {
  BodyMeasuringState& state = editor.measuring;
  if (advance_fit(editor, state.fit)) return true;
  if (state.fit.job.has_begun()) return false;  // measuring waits for the fit
  if (is_dragging(editor)) return false;        // each update of a drag needs another body
  const std::shared_ptr<const BodyRequest>* const request = body_request(editor);
  if (request == nullptr || !state.request || !state.request->has_distances_of(**request))
    on_document_replaced(state);
  if (request == nullptr) return false;
  if (!state.job.has_begun() && state.job.is_ending()) return false;  // one at a time
  if (!state.job.has_begun()) begin_measuring(editor, *request);
  if (!state.job.is_done()) return false;
  const std::shared_ptr<const BodyRequest> measured = std::exchange(state.request, nullptr);
  platform::JobOutcome<BodyMeasured> outcome = state.job.take();
  editor.wants_redraw = true;
  if (outcome.result) {
    deliver(editor, measured, *outcome.result);
  } else {
    cancel_measuring(editor);
    say(editor, std::move(outcome.problem), true);
  }
  return true;
}

bool is_measuring(const Editor& editor) {
  return editor.measuring.fit.job.has_begun() || editor.measuring.job.has_begun() ||
         body_request(editor) != nullptr;
}

bool shows_measuring(const Editor& editor) {
  constexpr double kShownAfter = 0.2;  // seconds
  const BodyMeasuringState& state = editor.measuring;
  const bool fits = state.fit.job.has_begun();
  const double began = fits ? state.fit.began : state.began;
  return (fits || state.job.has_begun()) && editor.now - began >= kShownAfter;
}

void cancel_measuring(Editor& editor) {
  if (editor.measuring.fit.job.has_begun()) return cancel_fit(editor, editor.measuring.fit);
  const std::shared_ptr<const BodyRequest>* const request = body_request(editor);
  if (request == nullptr || is_dragging(editor)) return;
  const Id skeleton = (*request)->skeleton;
  on_document_replaced(editor.measuring);
  if (editor.deformer.body_requests().empty()) return set_comparing(editor, false);
  const History& history = editor.document.history();
  const bool is_last_step =
      history.can_undo() &&
      is_measured_straight(history.steps()[history.current() - 1].scene, skeleton);
  if (is_last_step)
    editor.document.undo();
  else
    perform(editor, op::SetSkeletonChoices{skeleton, {.metric = Metric::straight}});
  deformed(editor);
  say(editor, "Canceled: distances are straight");
}

}  // namespace marrow
