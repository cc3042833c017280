#include "editor/panels/joint_actions.h"

#include <algorithm>
#include <fmt/format.h>

#include "edit/mirror.h"
#include "editor/editor.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/radius_edit.h"

namespace marrow {
namespace {

/// The selected joints if the joint is one of them, otherwise the joint alone.
std::vector<Id> with_selection(const Session& session, Id joint) {
  return session.document.is_selected(joint) ? selected_joints(session) : std::vector<Id>{joint};
}

std::size_t count_of(const MirrorPlan& plan, MirrorPlan::Fate fate) {
  return std::size_t(std::count_if(plan.rows.begin(), plan.rows.end(),
                                   [&](const MirrorPlan::Row& row) { return row.fate == fate; }));
}

std::string joints_text(std::size_t count) {
  return fmt::format("{} joint{}", count, count == 1 ? "" : "s");
}

/// "Mirrored 5 joints, made 2 joints; 3 joints could not be paired".
std::string mirror_words(const MirrorPlan& plan) {
  const std::size_t changed = count_of(plan, MirrorPlan::Fate::overwrite),
                    made = count_of(plan, MirrorPlan::Fate::make);
  const std::size_t alone = count_of(plan, MirrorPlan::Fate::alone);
  std::string text = changed > 0 ? "Mirrored " + joints_text(changed) : std::string();
  if (made > 0) text += (text.empty() ? "Made " : ", made ") + joints_text(made);
  if (alone > 0) text += fmt::format("; {} could not be paired", joints_text(alone));
  return text;
}

bool all_selected(const Editor& editor, bool (*is)(const Editor&, Id)) {
  const std::vector<Id> joints = selected_joints(editor);
  return !joints.empty() &&
         std::all_of(joints.begin(), joints.end(), [&](Id joint) { return is(editor, joint); });
}

bool is_locked(const Editor& editor, Id joint) {
  return joint_of(editor.document.scene(), joint)->locked;
}
bool is_hidden(const Editor& editor, Id joint) { return editor.show.hidden.count(joint) > 0; }

}  // namespace

void rename(Session& session, Id target, const std::string& name) {
  const Id partner = mirror_partner(session, target);
  const std::string before = name_of(session.document.scene(), partner);
  if (!perform(session, gesture(session, op::Rename{target, name}))) return;
  const std::string after = name_of(session.document.scene(), partner);
  if (after != before)
    say(session, fmt::format("{} became {} too: editing is symmetric", before, after));
}

void split_selected(Session& session, int pieces) {
  const std::vector<Id> joints = selected_joints(session);
  op::Sequence cuts;
  for (const Id joint : joints) cuts.operations.push_back(op::SplitJoint{joint, pieces});
  if (cuts.operations.empty()) return;
  if (cuts.operations.size() > 1)
    cuts.what = fmt::format("Split {} bones in {}", joints.size(), pieces);
  const Operation operation = joints.size() == 1 ? cuts.operations.front() : Operation(cuts);
  perform(session, gesture(session, operation));
}

void mirror_selected(Session& session) {
  const std::vector<Id> joints = selected_joints(session);
  if (!joints.empty()) mirror(session, {shown_skeleton(session), joints, true});
}

bool mirror(Session& session, const op::MirrorSide& operation) {
  const MirrorPlan plan =
      mirror_plan(session.document.scene(), operation, session.document.tasks());
  if (!perform(session, operation)) return false;
  say(session, mirror_words(plan));
  return true;
}

void set_locked(Session& session, Id joint, bool locked) {
  perform(session, op::SetLocked{with_selection(session, joint), locked});
}

void set_hidden(Session& session, Id joint, bool hidden) {
  for (const Id id : with_selection(session, joint)) {
    if (hidden)
      session.show.hidden.insert(id);
    else
      session.show.hidden.erase(id);
  }
}

void toggle_locked(Editor& editor) {
  const std::vector<Id> joints = selected_joints(editor);
  if (!joints.empty()) perform(editor, op::SetLocked{joints, !are_locked(editor)});
}

void toggle_hidden(Editor& editor) {
  const bool hidden = !are_hidden(editor);
  for (const Id joint : selected_joints(editor)) set_hidden(editor, joint, hidden);
}

void show_all_capsules(Session& session) { session.show.hidden.clear(); }

bool are_locked(const Editor& editor) { return all_selected(editor, is_locked); }
bool are_hidden(const Editor& editor) { return all_selected(editor, is_hidden); }

std::optional<Operation> hang_on_joint_operation(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  const std::vector<Id> joints = selected_joints(editor);
  if (joints.size() != 1) return std::nullopt;
  std::vector<Id> nodes = editor.document.selection();
  std::erase(nodes, joints.front());
  const JointRef ref = find_joint(scene, joints.front());
  return drop_operation(
      scene, nodes,
      {.kind = RowKind::joint, .id = joints.front(), .node = ref.node, .joint = ref.joint});
}

std::optional<Operation> take_off_joint_operation(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  op::Sequence all;
  for (const Id id : editor.document.selection()) {
    const Node* node = find_node(scene, id);
    if (node && node->joint != kNoId)
      all.operations.push_back(op::ReparentNode{id, scene.nodes[at(node->parent)].id});
  }
  if (all.operations.size() > 1)
    all.what = fmt::format("Take {} objects off their joints", all.operations.size());
  if (all.operations.empty()) return std::nullopt;
  return all.operations.size() == 1 ? all.operations.front() : Operation(all);
}

void hang_on_joint(Editor& editor) {
  if (const auto operation = hang_on_joint_operation(editor)) perform(editor, *operation);
}

void take_off_joint(Editor& editor) {
  if (const auto operation = take_off_joint_operation(editor)) perform(editor, *operation);
}

void open_find(Session& session, PanelsState& panels) {
  JointDialogsState& dialogs = panels.joints;
  dialogs.mirror.reset();
  if (!dialogs.find)
    dialogs.find = FindDialog{dialogs.last, selected_joints(session).size() > 1, true};
  dialogs.find->wants_focus = true;
}

void open_mirror(Session& session, PanelsState& panels) {
  JointDialogsState& dialogs = panels.joints;
  dialogs.find.reset();
  if (!dialogs.mirror) {
    dialogs.mirror = MirrorDialog{};
    // Mirrors from the side that the active joint's name has, else from the left.
    if (const Joint* active = joint_of(session.document.scene(), session.document.active()))
      dialogs.mirror->left_to_right = is_left_name(active->name).value_or(true);
  }
  dialogs.mirror->wants_focus = true;
}

bool close_joint_dialogs(Session& session, PanelsState& panels) {
  JointDialogsState& dialogs = panels.joints;
  const bool any = dialogs.find || dialogs.mirror;
  if (dialogs.find) dialogs.last = dialogs.find->what;
  dialogs.find.reset();
  dialogs.mirror.reset();
  dialogs.hovered = kNoId;
  session.wants_redraw |= any;
  return any;
}

std::optional<op::MirrorSide> mirror_operation(const Session& session, const MirrorDialog& dialog) {
  const Id skeleton = shown_skeleton(session);
  const Node* node = find_node(session.document.scene(), skeleton);
  if (node == nullptr || !node->skeleton) return std::nullopt;
  op::MirrorSide operation{skeleton, {}, dialog.left_to_right};
  if (dialog.only_selected)  // if none is selected: all
    for (const Id joint : selected_joints(session))
      if (joint_index(*node->skeleton, joint) >= 0) operation.joints.push_back(joint);
  return operation;
}

void on_document_replaced(PanelsState& panels) {
  panels.tree.scroll_to = panels.tree.renaming = kNoId;
}

}  // namespace marrow
