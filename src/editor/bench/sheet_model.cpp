#include "editor/bench/sheet_model.h"

#include <algorithm>
#include <chrono>

#include "editor/bench/bench_model.h"
#include "editor/bench/bench_state.h"
#include "editor/bench/sheet_state.h"
#include "editor/session.h"
#include "editor/viewport/camera_move.h"

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

/// Worst first, of equals the one tried earlier.
void insert(std::vector<JointTrial>& trials, JointTrial trial) {
  const auto is_worse = [](const JointTrial& a, const JointTrial& b) {
    return a.badness > b.badness;
  };
  trials.insert(std::upper_bound(trials.begin(), trials.end(), trial, is_worse), std::move(trial));
}

}  // namespace

void open_sheet(Session& session, SheetState& sheet) {
  if (is_dragging(session)) return say(session, "Finish the drag first (Esc cancels it).", true);
  const Id skeleton = shown_skeleton(session);
  const Node* node = find_node(session.document.scene(), skeleton);
  if (node == nullptr || !node->skeleton || node->skeleton->joints.empty())
    return say(session,
               "Select a skeleton with joints first: the sheet moves each of them in turn.", true);
  sheet = {.is_open = true, .skeleton = skeleton, .revision = session.document.revision()};
}

void advance_sheet(Session& session, SheetState& sheet, Deformer& deformer, Measures& measures,
                   double milliseconds) {
  if (sheet.revision !=
      session.document.revision()) {  // another scene: what was tried says nothing about it
    sheet.revision = session.document.revision();
    sheet.next_joint = 0;
    sheet.trials.clear();
  }
  deformed(session);
  const auto begin = std::chrono::steady_clock::now();
  const auto spent = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  };
  while (!sheet_is_done(session, sheet)) {
    const std::size_t joint = sheet.next_joint++;
    if (!moves_a_vertex(session, sheet, joint)) continue;
    insert(sheet.trials,
           try_joint(session.document.scene(), sheet.skeleton, joint, deformer, measures));
    if (spent() >= milliseconds) return;
  }
}

bool sheet_is_done(const Session& session, const SheetState& sheet) {
  const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
  return skeleton == nullptr || sheet.next_joint >= skeleton->joints.size();
}

float sheet_progress(const Session& session, const SheetState& sheet) {
  const Skeleton* skeleton = skeleton_of_sheet(session, sheet);
  if (skeleton == nullptr || skeleton->joints.empty()) return 1.0f;
  return static_cast<float>(sheet.next_joint) / static_cast<float>(skeleton->joints.size());
}

void go_to_trial(Session& session, BenchState& bench, SheetState& sheet, const JointTrial& trial) {
  const JointTrial kept = trial;  // it may be one of the sheet's own
  sheet = {};
  session.document.select({kept.joint});
  session.scroll_to = kept.joint;
  perform(session, op::SetUserLocal{{{kept.joint, kept.worst.user_local}}});
  deformed(session);
  frame_selected(session);
  session.right_tab = RightTab::bench;
  bench.panel.open(BenchSection::meters) = true;
}

std::string trial_title(const Scene& scene, const JointTrial& trial) {
  return joint_name(scene, trial.joint) + "  " + trial.worst.name;
}

void on_document_replaced(SheetState& sheet) { sheet = {}; }

}  // namespace marrow
