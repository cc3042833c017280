// An open document: scene, selection, history. The editor changes a scene only through it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "edit/history.h"
#include "edit/keying.h"
#include "edit/operation.h"

namespace marrow {

class Document {
 public:
  /// `history_cap`: bytes, see History.
  explicit Document(const Tasks& tasks, Scene scene = {}, std::string label = "New scene",
                    std::size_t history_cap = 256u << 20);

  /// The scene on the screen: during a gesture and at a motion's time, too.
  const Scene& scene() const { return live_; }
  /// The scene of the present step, which Save writes.
  const Scene& committed() const { return history_.steps()[history_.current()].scene; }
  std::uint64_t revision() const { return revision_; }  ///< changes whenever scene() does
  const History& history() const { return history_; }
  const Tasks& tasks() const { return *tasks_; }

  /// Makes one edit as one step. Returns false, sets reason() and changes nothing if the edit is
  /// refused, as every edit is during a gesture. An edit without effect makes no step. `note` is
  /// added to the step's name: the effect of the edit ("+212 vertices").
  bool perform(const Operation& operation, std::string_view note = {});
  /// As perform(), for an edit that a background job has computed: `after` is apply(before,
  /// operation). Computes it again if scene() is no longer `before`.
  bool perform_computed(const Operation& operation, const Scene& before, Scene after);

  /// Adds the effect of the present step to its name, if the effect is known only later. Empty: the
  /// step has no effect.
  void annotate(std::string_view note) { history_.annotate(note); }

  // A gesture: many updates, one step. Every update is applied to the scene at begin().
  /// Cancels a gesture that is still open, then begins one.
  void begin();
  /// Returns false and sets reason() when refused; scene() then keeps the last good update.
  bool update(const Operation& operation);
  /// Returns false without a new step: no update succeeded, or the scene equals that at begin().
  bool commit(std::string_view note = {});
  void cancel();  ///< afterwards scene() is bit-identical to the scene at begin()
  bool in_gesture() const { return in_gesture_; }
  /// The scene at begin(); outside a gesture, scene().
  const Scene& gesture_start() const { return in_gesture_ ? start_ : live_; }

  /// Counts changes of the committed scene: steps pushed, undone, redone, traveled to. Never
  /// decreases. Constant during a gesture, where it is the version of gesture_start().
  std::uint64_t commits() const { return commits_; }

  // While a motion's time is shown, scene() is the committed scene at that time (at_time()).
  // Showing a time adds nothing to the history. An edit of the pose applies to the shown pose, in
  // one step: with makes_keys() it becomes keys at that time if keys can express it; otherwise the
  // edited pose is committed and the time is no longer shown. Other edits apply to the committed
  // scene, and the time stays shown.

  /// Ignored during a gesture. None, or a motion that does not exist: no time is shown.
  void show_time(std::optional<MotionTime> time);
  const std::optional<MotionTime>& shown_time() const { return time_; }
  void make_keys(bool makes_keys) { makes_keys_ = makes_keys; }
  bool makes_keys() const { return makes_keys_; }

  bool undo();  ///< false during a gesture, or when there is nothing to undo
  bool redo();
  bool travel(std::size_t step);  ///< false when there is no such step

  /// Why the last edit was refused; empty after a success.
  const std::string& reason() const { return reason_; }

  // Selection: ids of nodes and joints. Missing ones are dropped after each change. The last is the
  // active one.
  const std::vector<Id>& selection() const { return selection_; }
  bool is_selected(Id id) const;
  Id active() const { return selection_.empty() ? kNoId : selection_.back(); }
  void select(std::vector<Id> ids);  ///< for an id that is listed twice, its last place counts
  void toggle_selected(Id id);

  /// True if committed(), or scene() during a gesture, differs from the scene that was saved or
  /// opened. Undoing back to that scene makes the document clean again.
  bool is_dirty() const { return is_dirty_; }
  void mark_saved(std::filesystem::path path) { mark_saved(std::move(path), committed()); }
  /// `scene`: the committed scene at the time of writing.
  void mark_saved(std::filesystem::path path, Scene scene);
  /// The open scene is not in a file: it is dirty until it is saved, even if edits are undone.
  void mark_unsaved();
  /// True for a step whose scene is the one that was saved or opened.
  bool is_saved_step(std::size_t step) const;
  const std::filesystem::path& path() const { return path_; }  ///< empty: never saved
  void set_path(std::filesystem::path path) { path_ = std::move(path); }

 private:
  bool refuse(std::string reason);
  bool differs_from_saved() const;  ///< computes is_dirty()
  void show(Scene scene);           ///< makes `scene` the result of scene()
  void show_committed();            ///< shows it at the shown time of a motion, if any
  Scene at_shown_time(const Scene& scene) const;
  /// An edit of the committed scene, and whether the time stays shown after it.
  struct EditAtTime {
    Operation operation;
    bool keeps_time = true;
  };
  /// The edit of the committed scene that corresponds to `operation`, which turned `before` into
  /// `after` at the shown time.
  EditAtTime edit_at_time(const Operation& operation, const Scene& before,
                          const Scene& after) const;
  /// Pushes a step for an edit that turned the shown scene `before` into `after`. False: no step.
  bool commit_edit(const Operation& operation, const Scene& before, Scene after,
                   std::string_view note);

  const Tasks* tasks_;
  Scene live_;
  Scene start_;  ///< the scene at begin()
  std::optional<MotionTime> time_;
  bool makes_keys_ = false;
  std::optional<Scene> saved_;  ///< none: the open scene is not in a file
  History history_;
  std::optional<Operation> last_update_;  ///< the gesture's last update that succeeded
  std::uint64_t revision_ = 1, commits_ = 0;
  bool is_dirty_ = false;
  bool in_gesture_ = false;
  std::vector<Id> selection_;
  std::string reason_;
  std::filesystem::path path_;
};

}  // namespace marrow
