#include "editor/bench/sheet_model.h"

#include <algorithm>
#include <chrono>

#include "editor/bench/bench_model.h"

namespace marrow {
namespace {

const Skeleton* skeleton_of_sheet(const Editor& editor) {
  const Node* node = find_node(editor.document.scene(), editor.bench.sheet.skeleton);
  return node != nullptr ? node->skeleton.get() : nullptr;
}

bool moves_a_vertex(const Editor& editor, std::size_t joint) {
  const PosedSkeleton* posed = editor.deformer.skeleton(editor.bench.sheet.skeleton);
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

void open_sheet(Editor& editor) {
  if (is_dragging(editor)) return say(editor, "Finish the drag first (Esc cancels it).", true);
  const Id skeleton = shown_skeleton(editor);
  const Node* node = find_node(editor.document.scene(), skeleton);
  if (node == nullptr || !node->skeleton || node->skeleton->joints.empty())
    return say(editor, "Select a skeleton with joints first: the sheet moves each of them in turn.",
               true);
  editor.bench.sheet = {
      .is_open = true, .skeleton = skeleton, .revision = editor.document.revision()};
  editor.wants_redraw = true;
}

void advance_sheet(Editor& editor, Deformer& deformer, Measures& measures, double milliseconds) {
  SheetState& sheet = editor.bench.sheet;
  if (sheet.revision !=
      editor.document.revision()) {  // another scene: what was tried says nothing about it
    sheet.revision = editor.document.revision();
    sheet.next_joint = 0;
    sheet.trials.clear();
  }
  editor.deformer.update(editor.document.scene());
  const auto begin = std::chrono::steady_clock::now();
  const auto spent = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  };
  while (!sheet_is_done(editor)) {
    const std::size_t joint = sheet.next_joint++;
    if (!moves_a_vertex(editor, joint)) continue;
    insert(sheet.trials,
           try_joint(editor.document.scene(), sheet.skeleton, joint, deformer, measures));
    if (spent() >= milliseconds) return;
  }
}

bool sheet_is_done(const Editor& editor) {
  const Skeleton* skeleton = skeleton_of_sheet(editor);
  return skeleton == nullptr || editor.bench.sheet.next_joint >= skeleton->joints.size();
}

float sheet_progress(const Editor& editor) {
  const Skeleton* skeleton = skeleton_of_sheet(editor);
  if (skeleton == nullptr || skeleton->joints.empty()) return 1.0f;
  return static_cast<float>(editor.bench.sheet.next_joint) /
         static_cast<float>(skeleton->joints.size());
}

void go_to_trial(Editor& editor, const JointTrial& trial) {
  const JointTrial kept = trial;  // it may be one of the sheet's own
  editor.bench.sheet = {};
  editor.document.select({kept.joint});
  editor.viewport.scroll_to = kept.joint;
  perform(editor, op::SetUserLocal{{{kept.joint, kept.worst.user_local}}});
  editor.deformer.update(editor.document.scene());
  frame_selected(editor, editor.viewport.size.x / std::max(editor.viewport.size.y, 1.0f));
  editor.shell.right_tab = RightTab::bench;
  editor.bench.panel.open(BenchSection::meters) = true;
}

std::string trial_title(const Scene& scene, const JointTrial& trial) {
  return joint_name(scene, trial.joint) + "  " + trial.worst.name;
}

}  // namespace marrow
