// An edit that takes longer than a frame: a job finds it, then the document does it in one step.
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
  Applied applied;      ///< without a scene: the edit was refused
  std::string words{};  ///< for the toast after the edit; empty: no toast
};

struct LongEdit {
  std::string title;  ///< title of its card: "Adding 12 motions"
  /// Runs on another thread than the window, so it must own all that it uses.
  std::function<FoundEdit(const Scene& scene, Progress& progress)> find;
  /// Edits the shown pose: if that is a motion's pose, it first becomes the scene's pose.
  bool is_of_pose = false;
  /// Meshes or bones change. The job binds them, so that the next frame need not.
  bool binds = false;
  std::function<void(Editor& editor)> then{};  ///< called after the step
};

struct LongEditState {
  struct Found {
    FoundEdit edit;
    std::optional<Deformer> deformer;
  };
  platform::BackgroundJob<Found> job;
  LongEdit edit;
  Scene before;               ///< the committed scene when the job began
  std::uint64_t commits = 0;  ///< Document::commits() then
  double began = 0.0;         ///< seconds of the app's clock
  /// Seconds that perform_long() waits. The default, for use without a window, waits for the end.
  double patience = 1e9;

  /// True if another thread may be calling the implementation's functions.
  bool is_working() const { return job.has_begun() || job.is_ending(); }
};

/// Begins an edit. It is done on return if it is found within LongEditState::patience. Refused
/// during a drag and while another edit is under way.
void perform_long(Editor& editor, LongEdit edit);
/// Performs the edit that the job has found, unless the editor is busy. If the scene was edited
/// meanwhile, begins again with the present scene. Returns true if it did either.
bool advance_long_edit(Editor& editor, bool is_busy);

void on_document_replaced(LongEditState& state);

}  // namespace marrow
