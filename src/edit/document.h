// An open document: scene, selection, history. The editor changes a scene only through it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/history.h"
#include "edit/keying.h"
#include "edit/operation.h"

namespace marrow {

class Document {
 public:
  /// `history_cap`: bytes, see History.
  explicit Document(const Tasks& tasks, Scene scene = {}, std::string label = "New scene",
                    std::size_t history_cap = 256u << 20);

  const Scene& scene() const {
    return live_;
  }  ///< what is seen now, mid-gesture and at the time of a motion included
  /// The scene of the present step: what is saved.
  const Scene& committed() const { return history_.steps()[history_.current()].scene; }
  std::uint64_t revision() const { return revision_; }  ///< changes whenever scene() does
  const History& history() const { return history_; }
  const Tasks& tasks() const { return *tasks_; }

  /// One edit, one step. False and a reason() when refused; then nothing changed. Refused during a
  /// gesture. An edit that changes nothing makes no step. `note` is added to the step's name: the
  /// effect of the edit ("+212 vertices").
  bool perform(const Operation& operation, std::string_view note = {});

  /// Adds the present step's effect to its name, when it is known only later; empty: no effect.
  void annotate(std::string_view note) { history_.annotate(note); }

  // A gesture: many updates, one step. Every update is applied to the scene at begin().
  void begin();                             ///< a gesture still open is cancelled first
  bool update(const Operation& operation);  ///< false and a reason() when refused: scene() keeps
                                            ///< the last good update
  bool commit(std::string_view note = {});  ///< false when nothing is pushed: no update succeeded,
                                            ///< or the scene is what it was at begin()
  void cancel();                            ///< scene() is bit-identical to what it was at begin()
  bool in_gesture() const { return in_gesture_; }
  const Scene& gesture_start() const {
    return in_gesture_ ? start_ : live_;
  }  ///< the scene at begin(); outside a gesture, scene()

  /// Counts changes of the committed scene: steps pushed, undone, redone, travelled to. Never
  /// decreases, does not change during a gesture, and then stands for gesture_start().
  std::uint64_t commits() const { return commits_; }

  // A time of a motion: scene() is the committed scene then (at_time()). Nothing enters the history
  // by showing it. An edit of the pose is an edit of what is shown: it becomes keys of that time,
  // or without them the pose, in one step, and the time is no longer shown. Other edits are made of
  // the committed scene, and the time is shown on.

  /// Not during a gesture; a motion that is not there is not shown.
  void show_time(std::optional<MotionTime> time);
  const std::optional<MotionTime>& shown_time() const { return time_; }
  void make_keys(bool makes_keys) { makes_keys_ = makes_keys; }
  bool makes_keys() const { return makes_keys_; }

  bool undo();  ///< false during a gesture, or when there is nothing to undo
  bool redo();
  bool travel(std::size_t step);  ///< false when there is no such step

  const std::string& reason() const {
    return reason_;
  }  ///< of the last refusal; empty after a success

  // Selection: ids of nodes and joints, missing ones dropped after each change. The last is the
  // active one.
  const std::vector<Id>& selection() const { return selection_; }
  bool is_selected(Id id) const;
  Id active() const { return selection_.empty() ? kNoId : selection_.back(); }
  void select(std::vector<Id> ids);  ///< of an id named twice the last place counts
  void toggle_selected(Id id);

  bool is_dirty() const {
    return is_dirty_;
  }  ///< committed(), or in a gesture scene(), differs from what was saved (or opened); undoing
     ///< back to that is clean again
  void mark_saved(std::filesystem::path path) { mark_saved(std::move(path), committed()); }
  void mark_saved(std::filesystem::path path,
                  Scene scene);  ///< the same of what was committed() when it was written
  void
  mark_unsaved();  ///< what is open stands in no file: dirty whatever is undone, until it is saved
  /// True for a step whose scene is the one that was saved or opened.
  bool is_saved_step(std::size_t step) const;
  const std::filesystem::path& path() const { return path_; }  ///< empty: never saved
  void set_path(std::filesystem::path path) { path_ = std::move(path); }

 private:
  bool refuse(std::string reason);
  bool differs_from_saved() const;  ///< what is_dirty() says
  void show(Scene scene);           ///< makes it what is seen now
  void settle();  ///< shows the committed scene, at the time of a motion if one is shown
  Scene at_shown_time(const Scene& scene) const;
  /// An edit of the committed scene, and whether the time is shown on after it.
  struct EditAtTime {
    Operation operation;
    bool is_shown_on = true;
  };
  /// What `operation`, which made `after` of `before` at the time that is shown, is to be
  /// committed.
  EditAtTime edit_at_time(const Operation& operation, const Scene& before,
                          const Scene& after) const;
  /// Performs an edit whose effect on what was seen is known. False: no step.
  bool take(const Operation& operation, const Scene& before, Scene after, std::string_view note);

  const Tasks* tasks_;
  Scene live_;
  Scene start_;  ///< of the gesture
  std::optional<MotionTime> time_;
  bool makes_keys_ = false;
  std::optional<Scene> saved_;  ///< nothing: what is open stands in no file
  History history_;
  std::optional<Operation> last_update_;  ///< of the gesture: the last that succeeded
  std::uint64_t revision_ = 1, commits_ = 0;
  bool is_dirty_ = false;
  bool in_gesture_ = false;
  std::vector<Id> selection_;
  std::string reason_;
  std::filesystem::path path_;
};

}  // namespace marrow
