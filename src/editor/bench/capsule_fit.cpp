#include "editor/bench/capsule_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/index.h"
#include "edit/fit_capsules.h"
#include "editor/bench/compare.h"
#include "editor/editor.h"
#include "editor/radius_edit.h"

namespace marrow {
namespace {

constexpr int kFramesToSettle = 3;  // until ImGui has resized the window

bool has_weights_of_file(const Scene& scene, Id skeleton) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) {
    return node.mesh && node.bound_to == skeleton && node.mesh->weights;
  });
}

bool has_bound_mesh(const Scene& scene, Id skeleton) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [&](const Node& node) { return node.mesh && node.bound_to == skeleton; });
}

const FitToRow& row_of(FitTo to) { return kFitTargets[std::size_t(to)]; }

CapsuleFitState::MadeOf inputs_of(const Session& session, const CapsuleFitState& state) {
  CapsuleFitState::MadeOf inputs{
      shown_or_first_skeleton(session), session.document.commits(), state.choices, {}};
  if (state.choices.only_selected) inputs.joints = with_partners(session, selected_joints(session));
  return inputs;
}

/// Locks the joints that are not to be fitted, because locked joints keep their capsules.
Scene scene_to_fit(Scene scene, const CapsuleFitState::MadeOf& inputs) {
  const std::vector<Id>& fitted = inputs.joints;
  if (fitted.empty()) return scene;
  for (Joint& joint : edit_skeleton(scene, node_index(scene, inputs.skeleton)).joints)
    joint.locked |= !list_has(fitted, joint.id);
  return scene;
}

FitRequest request_of(const Session& session, const CapsuleFitState& state, Id skeleton) {
  const Scene& scene = session.document.committed();
  FitRequest request{.to = state.choices.to,
                     .freedom = {.tapers = state.choices.tapers,
                                 .falloff = state.choices.falloff,
                                 .metric = state.choices.metric,
                                 .sides = even_sides(scene, skeleton)},
                     .motion = {}};
  if (const Node* node = find_node(scene, skeleton); state.choices.only_selected) {
    request.freedom.falloff = node->skeleton->falloff;
    request.freedom.metric = node->skeleton->metric;
  }
  if (state.choices.motion < scene.motions.size())
    request.motion = scene.motions[state.choices.motion];
  return request;
}

/// Fits, then measures the improvement. Throws std::runtime_error if there is nothing to fit.
FoundCapsules found_capsules(const Scene& scene, Id skeleton, const FitRequest& request,
                             GrowingList<float>& curve, Progress& progress) {
  constexpr double kFitShare = 0.8;  // the rest is measuring
  FoundCapsules found;
  found.fit = fit_capsules(scene, skeleton, request,
                           [&, report = progress.part(0.0, kFitShare)](const FitMoment& moment) {
                             if (moment.error > 0.0) curve.push_back(float(moment.error));
                             return report(moment.share);
                           });
  if (found.fit.is_stopped) throw Stopped();
  if (!found.fit.problem.empty()) throw std::runtime_error(found.fit.problem);
  found.measures = fit_measures(scene, with_capsules(scene, skeleton, found.fit.capsules), skeleton,
                                request, progress.part(kFitShare, 1.0));
  return found;
}

/// Removes the result of a fit from the swipe view.
void end_comparison(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  editor.compare.right.capsules.reset();
  if (std::exchange(state.is_compared, false) && editor.compare.is_on) set_comparing(editor, false);
}

}  // namespace

std::string why_no_capsule_fit(const Session& session, const CapsuleFitState& state) {
  const Scene& scene = session.document.committed();
  const Id skeleton = shown_or_first_skeleton(session);
  if (!has_engine())
    return "Fitting capsules needs the program's own functions, which a handout lacks.";
  if (skeleton == kNoId) return "There is no skeleton whose capsules could be fitted.";
  if (!has_bound_mesh(scene, skeleton))
    return "No mesh follows this skeleton: bind one to it first.";
  if (state.choices.only_selected && selected_joints(session).empty())
    return "No joint is selected.";
  if (state.choices.to == FitTo::weights && !has_weights_of_file(scene, skeleton))
    return "No mesh of this skeleton came with weights of its own.";
  if (state.choices.to == FitTo::clip && scene.motions.empty())
    return "There is no motion: import or make one first.";
  return {};
}

void open_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  if (is_dragging(editor)) return say(editor, "Finish the drag first (Esc cancels it).", true);
  state.wants_focus = true;
  if (std::exchange(state.is_open, true)) return;
  if (editor.tab != Tab::rig && editor.tab != Tab::pose) editor.tab = Tab::rig;
  if (!has_weights_of_file(editor.document.committed(), shown_or_first_skeleton(editor)) &&
      state.choices.to == FitTo::weights)
    state.choices.to = FitTo::range;
  state.frames_to_settle = kFramesToSettle;
  editor.wants_redraw = true;
}

bool close_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  if (!std::exchange(state.is_open, false)) return false;
  end_comparison(editor);
  state.job.drop();
  editor.wants_redraw = true;
  return true;
}

void start_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  if (const std::string why = why_no_capsule_fit(editor, state); !why.empty())
    return say(editor, why, true);
  if (editor.document.in_gesture()) return;
  end_comparison(editor);
  state.made_of = inputs_of(editor, state);
  const Id skeleton = state.made_of.skeleton;
  const auto curve = std::make_shared<GrowingList<float>>();
  state.curve = curve;
  state.job.begin(
      {.out_of_memory = "There is not enough memory to fit these capsules."},
      [scene = scene_to_fit(editor.document.committed(), state.made_of), skeleton,
       request = request_of(editor, state, skeleton), curve](Progress& progress) {
        return std::optional(found_capsules(scene, skeleton, request, *curve, progress));
      });
}

void stop_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  state.job.drop();
  end_comparison(editor);
}

void update_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  if (!state.is_open) return;
  const CapsuleFitState::MadeOf wanted = inputs_of(editor, state);
  if (state.job.has_begun() && !editor.document.in_gesture() && !(state.made_of == wanted))
    stop_capsule_fit(editor);
  const FoundCapsules* found = state.job.result();
  const bool has_ended = state.job.is_done();
  if (std::exchange(state.had_ended, has_ended) != has_ended)
    state.frames_to_settle = kFramesToSettle;
  editor.wants_redraw |= state.job.is_running() || state.frames_to_settle > 0;
  if (state.frames_to_settle > 0) --state.frames_to_settle;
  if (found == nullptr) return;
  if (state.is_compared && !editor.compare.is_on) {  // closed by the user
    state.is_compared = state.shows_both = false;
    editor.compare.right.capsules.reset();
  }
  if (state.shows_both && !state.is_compared) {
    editor.compare.right = {.choices = {}, .capsules = found->fit.capsules};
    state.is_compared = true;
    set_comparing(editor, true);
  } else if (!state.shows_both && state.is_compared) {
    end_comparison(editor);
  }
}

bool apply_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  const FoundCapsules* found = state.job.result();
  if (!state.is_open || found == nullptr || is_dragging(editor)) return false;
  const std::string what = std::string("Fit the capsules to ") + row_of(state.choices.to).title;
  const Operation operation = capsules_operation(editor.document.committed(), found->fit.skeleton,
                                                 found->fit.capsules, what);
  if (std::get<op::Sequence>(operation).operations.empty()) {
    say(editor, "The capsules are already the best that were found; nothing was changed.");
    return true;
  }
  if (!perform(editor, operation)) return false;
  std::string words = what + ".";
  if (!found->measures.empty()) {
    const FitMeasure& first = found->measures.front();
    words += fmt::format(" {}: {} \u2192 {}", first.words, first.text(first.before),
                         first.text(first.after));
  }
  say(editor, words);
  return true;
}

void on_document_replaced(CapsuleFitState& state) {
  CapsuleFitState next;
  next.choices = state.choices;
  next.choices.motion = 0;
  next.shows_both = state.shows_both;
  next.job = std::move(state.job);
  next.job.drop();
  state = std::move(next);
}

}  // namespace marrow
