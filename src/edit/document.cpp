#include "edit/document.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

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
    if (found != wanted.end() && *found == id)
      is_there[static_cast<std::size_t>(found - wanted.begin())] = 1;
  };
  for (const Node& node : scene.nodes) {
    see(node.id);
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) see(joint.id);
  }
  std::erase_if(selection, [&](Id id) {
    return !is_there[static_cast<std::size_t>(std::lower_bound(wanted.begin(), wanted.end(), id) -
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
  std::string name = label(live_, operation);
  show(std::move(*applied.scene));
  push(std::move(name), operation, note);
  return true;
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
  show(std::move(*applied.scene));
  return true;
}

bool Document::commit(std::string_view note) {
  if (!in_gesture_) return false;
  in_gesture_ = false;
  const std::optional<Operation> operation = std::exchange(last_update_, std::nullopt);
  const Scene start = std::exchange(start_, {});
  if (!operation || live_ == start) {
    show(start);
    return false;
  }
  push(label(start, *operation), *operation, note);
  return true;
}

void Document::cancel() {
  if (!in_gesture_) return;
  in_gesture_ = false;
  last_update_.reset();
  show(std::exchange(start_, {}));
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
  show(history_.travel(step).scene);
  return true;
}

bool Document::is_selected(Id id) const {
  return std::find(selection_.begin(), selection_.end(), id) != selection_.end();
}

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

void Document::mark_saved(std::filesystem::path path) {
  path_ = std::move(path);
  saved_ = live_;
  is_dirty_ = false;
}

void Document::mark_unsaved() {
  saved_.reset();
  is_dirty_ = true;
}

bool Document::is_saved_step(std::size_t step) const {
  return saved_ && history_.steps()[step].scene == *saved_;
}

void Document::push(std::string label, const Operation& operation, std::string_view note) {
  ++commits_;
  history_.push(std::move(label), operation, live_);
  if (!note.empty()) history_.annotate(note);
}

bool Document::refuse(std::string reason) {
  reason_ = std::move(reason);
  return false;
}

void Document::show(Scene scene) {
  const bool is_same = scene == live_;
  live_ = std::move(
      scene);  // also when equal: a minus zero equals zero, and cancelling restores every bit
  if (is_same) return;
  ++revision_;
  is_dirty_ = !saved_ || !(live_ == *saved_);
  drop_missing(selection_, live_);
}

}  // namespace marrow
