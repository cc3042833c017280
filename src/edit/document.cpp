#include "edit/document.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/index.h"
#include "rig/playback.h"

namespace marrow {
namespace {

constexpr const char* kMidDrag = "Finish the drag first (Esc cancels it).";

/// Drops ids that the scene does not have, in one walk over the scene.
void drop_missing(std::vector<Id>& selection, const Scene& scene) {
  if (selection.empty()) return;
  std::vector<Id> wanted = selection;
  std::sort(wanted.begin(), wanted.end());
  std::vector<char> is_there(wanted.size(), 0);
  const auto see = [&](Id id) {
    const auto found = std::lower_bound(wanted.begin(), wanted.end(), id);
    if (found != wanted.end() && *found == id) is_there[std::size_t(found - wanted.begin())] = 1;
  };
  for (const Node& node : scene.nodes) {
    see(node.id);
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) see(joint.id);
  }
  std::erase_if(selection, [&](Id id) {
    return !is_there[std::size_t(std::lower_bound(wanted.begin(), wanted.end(), id) -
                                 wanted.begin())];
  });
}

}  // namespace

Document::Document(const Tasks& tasks, Scene scene, std::string label, std::size_t history_cap)
    : tasks_(&tasks),
      live_(std::move(scene)),
      saved_(live_),
      history_(std::move(label), live_, history_cap) {}

bool Document::perform(const Operation& operation, std::string_view note) {
  if (in_gesture_) return refuse(kMidDrag);
  Applied applied = apply(live_, operation, *tasks_);
  if (!applied.scene) return refuse(std::move(applied.reason));
  reason_.clear();
  if (*applied.scene == live_) return true;
  return commit_edit(operation, live_, std::move(*applied.scene), note) || reason_.empty();
}

bool Document::perform_computed(const Operation& operation, const Scene& before, Scene after) {
  if (in_gesture_ || !(live_ == before)) return perform(operation);
  if (std::string why = why_invalid(after, &before); !why.empty())
    return refuse("The result is broken: " + why + ".");
  reason_.clear();
  if (after == before) return true;
  return commit_edit(operation, before, std::move(after), {}) || reason_.empty();
}

void Document::begin() {
  cancel();
  start_ = live_;
  in_gesture_ = true;
}

bool Document::update(const Operation& operation) {
  if (!in_gesture_) return refuse("No drag has begun.");
  Applied applied = apply(start_, operation, *tasks_);
  if (!applied.scene) return refuse(std::move(applied.reason));
  reason_.clear();
  last_update_ = operation;
  const bool moves_keys = time_ && applied.scene->motions != start_.motions;
  show(moves_keys ? at_shown_time(*applied.scene) : std::move(*applied.scene));
  return true;
}

bool Document::commit(std::string_view note) {
  if (!in_gesture_) return false;
  in_gesture_ = false;
  const std::optional<Operation> operation = std::exchange(last_update_, std::nullopt);
  const Scene start = std::exchange(start_, {});
  if (!operation || live_ == start) {
    show_committed();
    return false;
  }
  if (!time_) return commit_edit(*operation, start, live_, note);
  Applied applied = apply(start, *operation, *tasks_);  // live_ may be at the shown time
  if (applied.scene) return commit_edit(*operation, start, std::move(*applied.scene), note);
  show_committed();
  return refuse(std::move(applied.reason));
}

void Document::cancel() {
  if (!in_gesture_) return;
  in_gesture_ = false;
  last_update_.reset();
  start_ = {};
  show_committed();
}

void Document::show_time(std::optional<MotionTime> time) {
  if (in_gesture_ || time == time_) return;
  time_ = time;
  show_committed();
}

bool Document::undo() {
  if (in_gesture_) return refuse(kMidDrag);
  if (!history_.can_undo()) return refuse("There is nothing to undo.");
  return travel(history_.current() - 1);
}

bool Document::redo() {
  if (in_gesture_) return refuse(kMidDrag);
  if (!history_.can_redo()) return refuse("There is nothing to redo.");
  return travel(history_.current() + 1);
}

bool Document::travel(std::size_t step) {
  if (in_gesture_) return refuse(kMidDrag);
  if (step >= history_.steps().size()) return refuse("The history has no such step.");
  reason_.clear();
  if (step != history_.current()) ++commits_;
  history_.travel(step);
  show_committed();
  return true;
}

bool Document::is_selected(Id id) const { return list_has(selection_, id); }

void Document::select(std::vector<Id> ids) {
  selection_.clear();
  std::unordered_set<Id> seen;
  for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
    if (seen.insert(*id).second) selection_.push_back(*id);
  }
  std::reverse(selection_.begin(), selection_.end());
  drop_missing(selection_, live_);
}

void Document::toggle_selected(Id id) {
  if (std::erase(selection_, id) > 0) return;
  selection_.push_back(id);
  drop_missing(selection_, live_);
}

void Document::mark_saved(std::filesystem::path path, Scene scene) {
  path_ = std::move(path);
  saved_ = std::move(scene);
  is_dirty_ = differs_from_saved();
}

bool Document::differs_from_saved() const {
  return !saved_ || !((in_gesture_ ? live_ : committed()) == *saved_);
}

void Document::mark_unsaved() {
  saved_.reset();
  is_dirty_ = true;
}

bool Document::is_saved_step(std::size_t step) const {
  return saved_ && history_.steps()[step].scene == *saved_;
}

Scene Document::at_shown_time(const Scene& scene) const {
  return time_ && time_->motion < scene.motions.size()
             ? at_time(scene, *scene.motions[time_->motion], time_->seconds)
             : scene;
}

void Document::show_committed() {
  if (time_ && time_->motion >= committed().motions.size()) time_.reset();
  show(at_shown_time(committed()));
}

namespace {

/// The scene after an edit of the shown scene, without the changes that only come from showing a
/// time: poses, pins, nodes that a motion hides.
Scene without_playing(const Scene& after, const Scene& before, const Scene& committed) {
  Scene result = with_pose(after, committed);
  for (std::size_t n = 0; n < result.nodes.size(); ++n) {
    Node& node = result.nodes[n];
    const Node *shown = find_node(before, node.id), *own = find_node(committed, node.id);
    if (shown == nullptr || own == nullptr) continue;
    if (node.visible == shown->visible) node.visible = own->visible;
    if (!node.skeleton || !shown->skeleton || shown->skeleton == own->skeleton) continue;
    for (std::size_t j = 0; j < node.skeleton->joints.size(); ++j) {
      const Joint& joint = node.skeleton->joints[j];
      const Joint *was = joint_of(before, joint.id), *is = joint_of(committed, joint.id);
      if (was != nullptr && is != nullptr && joint.pinned == was->pinned &&
          joint.pinned != is->pinned)
        edit_skeleton(result, int(n)).joints[j].pinned = is->pinned;
    }
  }
  return result;
}

/// True if the motion has an IK target for one of these joints.
bool draws_any(const Motion& motion, const std::vector<Id>& joints) {
  return std::any_of(joints.begin(), joints.end(), [&](Id joint) {
    return find_channel(motion, joint, MotionProperty::ik_target) != nullptr;
  });
}

}  // namespace

Document::EditAtTime Document::edit_at_time(const Operation& operation, const Scene& before,
                                            const Scene& after) const {
  if (const auto* pins = std::get_if<op::SetPinned>(&operation);
      pins != nullptr && (makes_keys_ || draws_any(*before.motions[time_->motion], pins->joints)))
    return {pin_edit(committed(), *time_, pins->joints, pins->pinned, label(before, operation))};
  const std::vector<Id> posed = changed_poses(before, after);
  const op::PoseAt pose{time_->motion, time_->seconds};
  std::string name = label(before, operation);
  if (posed.empty()) {
    const Applied applied = apply(committed(), operation, *tasks_);
    const Scene wanted = without_playing(after, before, committed());
    if (applied.scene && same_content(*applied.scene, wanted)) return {operation};
    // The edit depends on the shown pose, as storing a pose does; then the committed pose returns.
    op::Sequence edits{{pose, operation}, std::move(name)};
    for (Operation& edit : pose_edits(after, committed())) edits.operations.push_back(edit);
    return {std::move(edits)};
  }
  if (makes_keys_ && same_content(with_pose(after, before), before))
    return {key_edit(committed(), after, *time_, posed, Keyed::changes, std::move(name))};
  return {op::Sequence{{pose, operation}, std::move(name)}, false};
}

bool Document::commit_edit(const Operation& operation, const Scene& before, Scene after,
                           std::string_view note) {
  std::string name = label(before, operation);
  EditAtTime edit{operation};
  if (time_) {
    edit = edit_at_time(operation, before, after);
    Applied applied = apply(committed(), edit.operation, *tasks_);
    if (!applied.scene) {
      show_committed();
      return refuse(std::move(applied.reason));
    }
    after = std::move(*applied.scene);
    if (!edit.keeps_time) time_.reset();
    if (same_content(after, committed())) {
      show_committed();
      return false;
    }
  }
  ++commits_;
  history_.push(std::move(name), std::move(edit.operation), std::move(after));
  if (!note.empty()) history_.annotate(note);
  show_committed();
  return true;
}

bool Document::refuse(std::string reason) {
  reason_ = std::move(reason);
  return false;
}

void Document::show(Scene scene) {
  const bool is_same = scene == live_;
  // also when equal: a minus zero equals zero, and canceling restores every bit
  live_ = std::move(scene);
  is_dirty_ = differs_from_saved();
  if (is_same) return;
  ++revision_;
  drop_missing(selection_, live_);
}

}  // namespace marrow
