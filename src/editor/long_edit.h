// An edit that takes longer than a frame: a background job finds it, then it is done as one step.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "edit/document.h"
#include "platform/background_job.h"
#include "rig/skinning/deformer.h"

namespace marrow {

struct Editor;

/// An edit and its effect on the scene it was found for.
struct FoundEdit {
  Operation operation;
  Applied applied;      ///< without a scene: refused, for this reason
  std::string words{};  ///< for the toast after the edit; empty: no toast
};

struct LongEdit {
  std::string title;  ///< of its card: "Adding 12 motions"
  /// Runs on another thread than the window, so it owns what it uses.
  std::function<FoundEdit(const Scene& scene, Progress& progress)> find;
  /// It edits the shown pose: while a motion's time is shown, that pose becomes the scene's.
  bool is_of_pose = false;
  /// Meshes or bones change. The job binds them, so that the next frame need not.
  bool binds = false;
  std::function<void(Editor& editor)> then{};  ///< after the step
};

struct LongEditState {
  struct Found {
    FoundEdit edit;
    std::optional<Deformer> deformer;
  };
  platform::BackgroundJob<Found> job;
  LongEdit edit;
  Scene before;               ///< committed when the job began
  std::uint64_t commits = 0;  ///< Document::commits() then
  double began = 0.0;         ///< seconds of the app's clock
  /// Seconds that perform_long() waits. Without a window there is no reason to return earlier.
  double patience = 1e9;

  /// Another thread may be calling the implementation's functions.
  bool is_working() const { return job.has_begun() || job.is_ending(); }
};

/// Begins an edit. It is done on return if it is found within LongEditState::patience. Refused
/// during a drag and while another one is under way.
void perform_long(Editor& editor, LongEdit edit);
/// Does what the job has found, once nothing keeps the editor busy. After an edit by hand in the
/// meantime it begins again with the scene as it is. True if something happened.
bool advance_long_edit(Editor& editor, bool is_busy);

void on_document_replaced(LongEditState& state);

}  // namespace marrow
