// What is open: the scene, what is selected, how it came to be. The only class through which the editor changes anything.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "edit/history.h"
#include "edit/operation.h"

namespace marrow {

class Document {
 public:
  explicit Document(const Tasks& tasks, Scene scene = {}, std::string label = "New scene");

  const Scene& scene() const { return live_; }          ///< what is seen now, mid-gesture included
  std::uint64_t revision() const { return revision_; }  ///< changes whenever scene() does
  const History& history() const { return history_; }
  const Tasks& tasks() const { return *tasks_; }

  /// One edit, one step. False and a reason() when it is refused; then nothing changed. Refused while a gesture is open.
  bool perform(const Operation& operation);

  // A gesture: any number of updates, one step. Every update is applied to the scene at begin(), never to the last update.
  void begin();
  bool update(const Operation& operation);  ///< false and a reason() when refused: scene() keeps the last good update
  bool commit();                            ///< false when no update succeeded (nothing is pushed)
  void cancel();                            ///< scene() is bit-identical to what it was at begin()
  bool in_gesture() const { return in_gesture_; }
  const Scene& gesture_start() const;  ///< the scene at begin()

  bool undo();  ///< false during a gesture, or when there is nothing to undo
  bool redo();
  bool travel(std::size_t step);

  const std::string& reason() const { return reason_; }  ///< of the last refusal

  // Selection: ids of nodes and joints; those that no longer exist are dropped after each change. The last one is the active one.
  const std::vector<Id>& selection() const { return selection_; }
  bool is_selected(Id id) const;
  Id active() const { return selection_.empty() ? kNoId : selection_.back(); }
  void select(std::vector<Id> ids);
  void toggle_selected(Id id);

  // Saved or not.
  bool is_dirty() const { return saved_revision_ != revision_; }
  void mark_saved(std::filesystem::path path);
  const std::filesystem::path& path() const { return path_; }  ///< empty: never saved
  void set_path(std::filesystem::path path) { path_ = std::move(path); }

 private:
  const Tasks* tasks_;
  Scene live_;
  History history_;
  std::uint64_t revision_ = 1;
  std::uint64_t saved_revision_ = 1;
  bool in_gesture_ = false;
  std::vector<Id> selection_;
  std::string reason_;
  std::filesystem::path path_;
};

}  // namespace marrow
