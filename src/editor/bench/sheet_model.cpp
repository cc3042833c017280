#include "editor/bench/sheet_model.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "editor/bench/bench_model.h"
#include "editor/bench/bench_state.h"
#include "editor/camera_move.h"
#include "editor/editor.h"
#include "editor/panels/panel_state.h"
#include "editor/session.h"

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

/// Sorts the worst first; equal trials stay in the order of trying.
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
}

}  // namespace

void open_sheet(Session& session, SheetState& sheet) {
  if (is_dragging(session)) return say(session, "Finish the drag first (Esc cancels it).", true);
  const Id skeleton = shown_skeleton(session);
  const Node* node = find_node(session.document.scene(), skeleton);
  if (node == nullptr || !node->skeleton || node->skeleton->joints.empty())
    return say(session,
               "Select a skeleton with joints first: the sheet moves each of them in turn.", true);
  if (sheet.skeleton != skeleton) sheet = {};
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
  if (sheet_is_done(session, sheet)) sheet.score = sheet_summary(session, sheet).score;
}

TrialSummary sheet_summary(const Session& session, const SheetState& sheet) {
  const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
  const Scene& scene = session.document.scene();
  bool has_capsules = false;
  for (const Node& node : scene.nodes)
    has_capsules |= node.mesh && node.bound_to == sheet.skeleton &&
                    !(node.explicit_weights && node.mesh->weights);
  return summary_of(sheet.trials, skeleton ? *skeleton : Skeleton(),
                    coverage_of(session, sheet.skeleton).uncovered, has_capsules);
}

std::string sheet_words(const Session& session, const SheetState& sheet) {
  std::string words = summary_words(sheet_summary(session, sheet));
  if (!sheet.score_before) return words;
  const std::size_t end = words.find(" \u00b7");
  return words.insert(end, fmt::format(" (was {:.0f})", *sheet.score_before));
}

void cure_sheet(Session& session, SheetState& sheet) {
  cure(session, sheet.skeleton, {.reason = {}, .cure = sheet_summary(session, sheet).cure});
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

void on_document_replaced(SheetState& sheet) { sheet = {}; }

}  // namespace marrow
