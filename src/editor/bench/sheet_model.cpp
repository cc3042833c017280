#include "editor/bench/sheet_model.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "edit/fit_capsules.h"
#include "editor/bench/bench_model.h"
#include "editor/camera_move.h"
#include "editor/editor.h"
#include "editor/panels/panel_state.h"

namespace marrow {
namespace {

const Skeleton* skeleton_of_sheet(const Session& session, const SheetState& sheet) {
  const Node* node = find_node(session.document.scene(), sheet.skeleton);
  return node != nullptr ? node->skeleton.get() : nullptr;
}

bool moves_a_vertex(const Session& session, const SheetState& sheet, std::size_t joint) {
  const PosedSkeleton* posed = session.deformer.skeleton(sheet.skeleton);
  return posed != nullptr && joint < posed->captured.size() && posed->captured[joint] > 0;
}

/// Keeps the worst first; equal trials stay in the order in which they were tried.
void insert(std::vector<JointTrial>& trials, JointTrial trial) {
  const auto is_worse = [](const JointTrial& a, const JointTrial& b) {
    return a.badness > b.badness;
  };
  trials.insert(std::upper_bound(trials.begin(), trials.end(), trial, is_worse), std::move(trial));
}

std::vector<glm::mat4> pose_of_sheet(const Session& session, const SheetState& sheet) {
  std::vector<glm::mat4> pose;
  if (const Skeleton* skeleton = skeleton_of_sheet(session, sheet))
    for (const Joint& joint : skeleton->joints) pose.push_back(joint.user_local);
  return pose;
}

/// Drops trials of another revision, but keeps their score to compare with.
void restart_if_changed(const Session& session, SheetState& sheet) {
  if (sheet.revision == session.document.revision() && !sheet.trials.empty()) return;
  const bool was_done = !sheet.trials.empty() && sheet_is_done(session, sheet);
  const std::vector<glm::mat4> pose = pose_of_sheet(session, sheet);
  if (std::exchange(sheet.pose, pose) != pose)
    sheet.score_before.reset();
  else if (was_done)
    sheet.score_before = sheet.score;
  sheet.revision = session.document.revision();
  sheet.next_joint = 0;
  sheet.trials.clear();
  sheet.trial.drop();
  sheet.has_tried_cures = false;
  sheet.tried.clear();
}

bool follows_capsules(const Session& session, const SheetState& sheet) {
  const std::vector<Node>& nodes = session.document.scene().nodes;
  return std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) {
    return node.mesh && node.bound_to == sheet.skeleton &&
           !(node.explicit_weights && node.mesh->weights);
  });
}

// ---- Trials of cures

/// Cures of a whole skeleton that are applied one after the other.
struct Cures {
  const char* words;
  std::vector<Advice::Cure> each;
};

/// The linear falloff without and with a fit, because another falloff needs other radii.
std::vector<Cures> cures_of(const Skeleton& skeleton, bool has_capsules) {
  using enum Advice::Cure;
  std::vector<Cures> all;
  if (has_capsules) all.push_back({"Fit all radii", {fit_all}});
  if (has_capsules && choice_row(skeleton.falloff).at_surface == AtSurface::jumps) {
    all.push_back({"Use the linear falloff", {linear_falloff}});
    all.push_back({"Use the linear falloff, fit all radii", {linear_falloff, fit_all}});
  }
  if (skeleton.blend == Blend::linear)
    all.push_back({"Blend by dual quaternions", {dual_quaternions}});
  return all;
}

/// Input of a trial; copied into the job.
struct TrialInput {
  Scene scene;
  Id skeleton = kNoId;
  const Tasks* tasks = nullptr;
  bool is_symmetric = false;

  double score_of(const Scene& changed, Progress& progress, double from, double to) const {
    const std::vector<JointTrial> trials =
        range_of_motion(changed, skeleton, *tasks, progress.part(from, to));
    if (progress.wants_stop()) throw Stopped();
    return summary_of(trials, *find_node(changed, skeleton)->skeleton, 0, true).score;
  }
};

TrialInput input_of(const Session& session, const SheetState& sheet) {
  return {session.document.scene(), sheet.skeleton, &session.document.tasks(),
          session.is_symmetric};
}

/// Performs the cures in a separate session; returns their edits and the score after them.
TriedCure tried(const TrialInput& input, const Cures& cures, Progress& progress, double from,
                double to) {
  Session copy(*input.tasks);
  copy.document = Document(*input.tasks, input.scene);
  copy.is_symmetric = input.is_symmetric;
  for (const Advice::Cure one : cures.each) cure(copy, input.skeleton, {.reason = {}, .cure = one});
  op::Sequence step{.operations = {}, .what = cures.words};
  for (const History::Step& one : copy.document.history().steps())
    if (one.operation) step.operations.push_back(*one.operation);
  const double score =
      step.operations.empty() ? 0.0 : input.score_of(copy.document.scene(), progress, from, to);
  return {step.what, step, score};
}

TriedCure tried_thoroughly(const TrialInput& input, Progress& progress) {
  constexpr double kFitShare = 0.9;  // computing the score is the rest
  const CapsuleFit fit =
      fit_to_range(input.scene, input.skeleton, {.sides = even_sides(input.scene, input.skeleton)},
                   [report = progress.part(0.0, kFitShare)](const FitMoment& moment) {
                     return report(moment.share);
                   });
  if (fit.is_stopped) throw Stopped();
  if (!fit.problem.empty()) throw std::runtime_error(fit.problem);
  const std::string words = "Fit thoroughly";
  return {words, capsules_operation(input.scene, input.skeleton, fit.capsules, words),
          input.score_of(with_capsules(input.scene, input.skeleton, fit.capsules), progress,
                         kFitShare, 1.0)};
}

constexpr const char* kNoMemory = "There is not enough memory to try cures.";

/// The job tries one cure per step.
void begin_cures(const Session& session, SheetState& sheet) {
  sheet.has_tried_cures = true;
  if (!has_engine() || sheet_summary(session, sheet).left.empty()) return;
  const std::vector<Cures> cures =
      cures_of(*skeleton_of_sheet(session, sheet), follows_capsules(session, sheet));
  if (cures.empty()) return;
  sheet.trial.begin({.out_of_memory = kNoMemory, .words = "Trying cures"},
                    [input = input_of(session, sheet), cures, done = std::vector<TriedCure>()](
                        Progress& progress) mutable -> std::optional<std::vector<TriedCure>> {
                      const double each = 1.0 / double(cures.size()),
                                   from = each * double(done.size());
                      done.push_back(tried(input, cures[done.size()], progress, from, from + each));
                      return done.size() < cures.size() ? std::nullopt : std::optional(done);
                    });
}

/// Adds the results of a trial that has ended.
void take_trial(Session& session, SheetState& sheet) {
  if (!sheet.trial.is_done()) return;
  const platform::JobOutcome<std::vector<TriedCure>> outcome = sheet.trial.take();
  if (!outcome.problem.empty()) say(session, outcome.problem, true);
  if (outcome.result)
    sheet.tried.insert(sheet.tried.end(), outcome.result->begin(), outcome.result->end());
}

void forget_trials(SheetState& sheet) {
  SheetState next;
  next.trial = std::move(sheet.trial);
  next.trial.drop();
  sheet = std::move(next);
}

}  // namespace

void open_sheet(Session& session, SheetState& sheet) {
  if (is_dragging(session)) return say(session, "Finish the drag first (Esc cancels it).", true);
  const Id skeleton = shown_skeleton(session);
  const Node* node = find_node(session.document.scene(), skeleton);
  if (node == nullptr || !node->skeleton || node->skeleton->joints.empty())
    return say(session,
               "Select a skeleton with joints first: the sheet moves each of them in turn.", true);
  if (sheet.skeleton != skeleton) forget_trials(sheet);
  sheet.is_open = true;
  sheet.skeleton = skeleton;
  restart_if_changed(session, sheet);
}

void advance_sheet(Session& session, SheetState& sheet, Deformer& deformer, Measures& measures,
                   double milliseconds) {
  if (sheet.revision != session.document.revision()) restart_if_changed(session, sheet);
  if (deformed(session).measures_straight_meanwhile())
    return;  // else `deformer` would measure the body here
  const auto begin = std::chrono::steady_clock::now();
  const auto spent = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  };
  while (!sheet_is_done(session, sheet)) {
    const std::size_t joint = sheet.next_joint++;
    const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
    if (!moves_a_vertex(session, sheet, joint) &&
        !owns_skin(session.document.scene(), skeleton->joints[joint].id, deformer, measures))
      continue;
    insert(sheet.trials,
           try_joint(session.document.scene(), sheet.skeleton, joint, deformer, measures));
    if (spent() >= milliseconds) break;
  }
  take_trial(session, sheet);
  if (!sheet_is_done(session, sheet) || sheet.has_tried_cures) return;
  sheet.score = sheet_summary(session, sheet).score;
  begin_cures(session, sheet);
}

TrialSummary sheet_summary(const Session& session, const SheetState& sheet) {
  const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
  return summary_of(sheet.trials, skeleton ? *skeleton : Skeleton(),
                    coverage_of(session, sheet.skeleton).uncovered,
                    follows_capsules(session, sheet));
}

std::string sheet_words(const Session& session, const SheetState& sheet) {
  std::string words = summary_words(sheet_summary(session, sheet));
  if (!sheet.score_before) return words;
  const std::size_t end = words.find(" \u00b7");
  return words.insert(end, fmt::format(" (was {:.0f})", *sheet.score_before));
}

void try_thorough_fit(Session& session, SheetState& sheet) {
  sheet.trial.begin({.out_of_memory = kNoMemory, .words = "Fitting thoroughly"},
                    [input = input_of(session, sheet)](Progress& progress) {
                      return std::optional(std::vector{tried_thoroughly(input, progress)});
                    });
}

const TriedCure* offered_cure(const SheetState& sheet) {
  const auto best =
      std::max_element(sheet.tried.begin(), sheet.tried.end(),
                       [](const TriedCure& a, const TriedCure& b) { return a.score < b.score; });
  return best != sheet.tried.end() && std::lround(best->score) > std::lround(sheet.score) ? &*best
                                                                                          : nullptr;
}

std::string offer_words(const SheetState& sheet, const TriedCure& cure) {
  return fmt::format("{}: {:.0f} \u2192 {:.0f}", cure.words, sheet.score, cure.score);
}

void cure_sheet(Session& session, SheetState& sheet) {
  if (const TriedCure* offered = offered_cure(sheet)) perform_and_report(session, offered->step);
}

bool sheet_is_done(const Session& session, const SheetState& sheet) {
  const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
  return skeleton == nullptr || sheet.next_joint >= skeleton->joints.size();
}

float sheet_progress(const Session& session, const SheetState& sheet) {
  const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
  if (skeleton == nullptr || skeleton->joints.empty()) return 1.0f;
  return float(sheet.next_joint) / float(skeleton->joints.size());
}

void go_to_trial(Editor& editor, const JointTrial& trial) {
  const JointTrial kept = trial;  // a copy: `trial` may belong to the sheet
  editor.sheet.is_open = false;
  editor.document.select({kept.joint});
  editor.panels.tree.scroll_to = kept.joint;
  perform(editor, op::SetUserLocal{{{kept.joint, kept.worst.user_local}}});
  deformed(editor);
  frame_selected(editor);
  editor.right_tab = RightTab::bench;
  editor.bench.panel.open(BenchSection::meters) = true;
}

std::string trial_title(const Scene& scene, const JointTrial& trial) {
  return name_of(scene, trial.joint) + "  " + trial.worst.name;
}

void on_document_replaced(SheetState& sheet) { forget_trials(sheet); }

}  // namespace marrow
