// Retargeting: motions of another file for a skeleton of the scene, with a preview. State:
// retarget_state.h.
#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"
#include "editor/pose/retarget_state.h"
#include "io/loaded.h"
#include "scene/joint_roles.h"

namespace marrow {

/// Why no motion of a file can be added, as a sentence after the file's name; empty if one can.
std::string why_no_motions(const Session& session, const Scene& loaded);
/// True if the file has a skeleton and a motion but no mesh, and the scene has a skeleton.
bool can_retarget(const Session& session, const Scene& loaded);
/// Opens the dialog with all clips chosen; guesses the table from joint names, and up axis and rest
/// pose from the figure.
void begin_retarget(Session& session, TransportState& transport, const std::string& path,
                    io::Loaded loaded);
/// Chooses another skeleton of the scene; guesses the table again.
void choose_onto(Session& session, TransportState& transport, Id skeleton_node);
/// Shows a clip in the preview and guesses its reading, unless the user chose another reading.
void show_clip(const Session& session, RetargetDialog& dialog, std::size_t clip);
void choose_all_clips(RetargetDialog& dialog, bool is_chosen);
std::size_t chosen_clips(const RetargetDialog& dialog);
/// "Motion "walk"" or "3 of 8 motions".
std::string clips_title(const RetargetDialog& dialog);
/// Closes the dialog, adds the chosen motions as one step (in the background if slow) and plays the
/// first. False if none is chosen, or with a problem in the dialog if nothing would move.
bool finish_retarget(Editor& editor);

/// "21 of 21 joints matched. ..." and how the file differs.
std::string retarget_summary(const RetargetDialog& dialog);
/// Possible problems of the motion with the present choices; sentences.
std::vector<std::string> retarget_doubts(const Session& session, RetargetDialog& dialog);
/// Changes the choices as a cure of the trial proposes.
void apply_cure(RetargetDialog& dialog, const RetargetCure& cure);

// The preview: both figures at one time, each about 1 high, y up, hips above the origin, floor at
// height 0.

struct PreviewBone {
  glm::vec3 from, to;
  BodySide side = BodySide::none;
};
struct Preview {
  std::vector<PreviewBone> bones;
  glm::vec2 travel{0.0f};  ///< place of the hips on the floor, x and z
};
/// Advances the preview's time unless its slider is held.
void advance_preview(const Session& session, RetargetDialog& dialog);
Preview preview_of_file(const Session& session, RetargetDialog& dialog);
Preview preview_of_figure(const Session& session, RetargetDialog& dialog);

}  // namespace marrow
