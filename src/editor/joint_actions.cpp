#include "editor/joint_actions.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "edit/mirror.h"
#include "editor/bench/radius_edit.h"
#include "editor/viewport/gesture.h"

namespace marrow {

namespace {

/// The selected joints when this is one of them.
std::vector<Id> with_selection(const Editor& editor, Id joint) {
  return editor.document.is_selected(joint) ? selected_joints(editor) : std::vector<Id>{joint};
}

std::size_t count_of(const MirrorPlan& plan, MirrorPlan::Fate fate) {
  return static_cast<std::size_t>(
      std::count_if(plan.rows.begin(), plan.rows.end(),
                    [&](const MirrorPlan::Row& row) { return row.fate == fate; }));
}

std::string joints_text(std::size_t count) {
  return fmt::format("{} joint{}", count, count == 1 ? "" : "s");
}

/// "Mirrored 5 joints, made 2; 3 have no partner".
std::string told(const MirrorPlan& plan) {
  const std::size_t changed = count_of(plan, MirrorPlan::Fate::overwrite),
                    made = count_of(plan, MirrorPlan::Fate::make);
  const std::size_t alone = count_of(plan, MirrorPlan::Fate::alone);
  std::string text = changed > 0 ? "Mirrored " + joints_text(changed) : std::string();
  if (made > 0) text += (text.empty() ? "Made " : ", made ") + joints_text(made);
  if (alone > 0) text += fmt::format("; {} could not be paired", joints_text(alone));
  return text;
}

template <bool (*kIs)(const Editor&, Id)>
bool all_selected(const Editor& editor) {
  const std::vector<Id> joints = selected_joints(editor);
  return !joints.empty() &&
         std::all_of(joints.begin(), joints.end(), [&](Id joint) { return kIs(editor, joint); });
}

bool is_locked(const Editor& editor, Id joint) {
  return joint_of(editor.document.scene(), joint)->locked;
}
bool is_hidden(const Editor& editor, Id joint) { return editor.show.hidden.count(joint) > 0; }

}  // namespace

void rename(Editor& editor, Id target, const std::string& name) {
  const Id partner = mirror_partner(editor, target);
  const std::string before = name_of(editor.document.scene(), partner);
  if (!perform(editor, gesture(editor, op::Rename{target, name}))) return;
  const std::string after = name_of(editor.document.scene(), partner);
  if (after != before)
    say(editor, fmt::format("{} became {} too: editing is symmetric", before, after));
}

void split_selected(Editor& editor, int pieces) {
  const std::vector<Id> joints = selected_joints(editor);
  op::Sequence cuts;
  for (const Id joint : joints) cuts.operations.push_back(op::SplitJoint{joint, pieces});
  if (cuts.operations.empty()) return;
  if (cuts.operations.size() > 1)
    cuts.what = fmt::format("Split {} bones in {}", joints.size(), pieces);
  const Operation operation = joints.size() == 1 ? cuts.operations.front() : Operation(cuts);
  perform(editor, gesture(editor, operation));
}

void mirror_selected(Editor& editor) {
  const std::vector<Id> joints = selected_joints(editor);
  if (!joints.empty()) mirror(editor, {shown_skeleton(editor), joints, true});
}

bool mirror(Editor& editor, const op::MirrorSide& operation) {
  const MirrorPlan plan = mirror_plan(editor.document.scene(), operation, editor.document.tasks());
  if (!perform(editor, operation)) return false;
  say(editor, told(plan));
  return true;
}

void set_locked(Editor& editor, Id joint, bool locked) {
  perform(editor, op::SetLocked{with_selection(editor, joint), locked});
}

void set_hidden(Editor& editor, Id joint, bool hidden) {
  for (const Id id : with_selection(editor, joint)) {
    if (hidden)
      editor.show.hidden.insert(id);
    else
      editor.show.hidden.erase(id);
  }
  editor.wants_redraw = true;
}

void toggle_locked(Editor& editor) {
  const std::vector<Id> joints = selected_joints(editor);
  if (!joints.empty()) perform(editor, op::SetLocked{joints, !are_locked(editor)});
}

void toggle_hidden(Editor& editor) {
  const bool hidden = !are_hidden(editor);
  for (const Id joint : selected_joints(editor)) set_hidden(editor, joint, hidden);
}

void show_all_capsules(Editor& editor) {
  editor.show.hidden.clear();
  editor.wants_redraw = true;
}

bool are_locked(const Editor& editor) { return all_selected<is_locked>(editor); }
bool are_hidden(const Editor& editor) { return all_selected<is_hidden>(editor); }

void open_find(Editor& editor) {
  JointDialogsState& dialogs = editor.joints;
  dialogs.mirror.reset();
  if (!dialogs.find)
    dialogs.find = FindDialog{dialogs.last, selected_joints(editor).size() > 1, true};
  dialogs.find->wants_focus = true;
  editor.wants_redraw = true;
}

void open_mirror(Editor& editor) {
  JointDialogsState& dialogs = editor.joints;
  dialogs.find.reset();
  if (!dialogs.mirror) {
    dialogs.mirror = MirrorDialog{};
    // Of the side that is being worked on, unless that is the other one by its name.
    if (const Joint* active = joint_of(editor.document.scene(), editor.document.active()))
      dialogs.mirror->left_to_right = is_left_name(active->name).value_or(true);
  }
  dialogs.mirror->wants_focus = true;
  editor.wants_redraw = true;
}

bool close_joint_dialogs(Editor& editor) {
  JointDialogsState& dialogs = editor.joints;
  const bool any = dialogs.find || dialogs.mirror;
  if (dialogs.find) dialogs.last = dialogs.find->what;
  dialogs.find.reset();
  dialogs.mirror.reset();
  dialogs.hovered = kNoId;
  editor.wants_redraw |= any;
  return any;
}

std::optional<op::MirrorSide> mirror_operation(const Editor& editor, const MirrorDialog& dialog) {
  const Id skeleton = shown_skeleton(editor);
  const Node* node = find_node(editor.document.scene(), skeleton);
  if (node == nullptr || !node->skeleton) return std::nullopt;
  op::MirrorSide operation{skeleton, {}, dialog.left_to_right};
  if (dialog.only_selected)  // with none selected: all
    for (const Id joint : selected_joints(editor))
      if (joint_index(*node->skeleton, joint) >= 0) operation.joints.push_back(joint);
  return operation;
}

}  // namespace marrow
