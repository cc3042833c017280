// Retargeting: a motion from another file onto a skeleton of the scene, looked at before it is
// added. State: retarget_state.h.
#pragma once

#include <string>
#include <vector>

#include "editor/pose/retarget_state.h"
#include "editor/session.h"
#include "io/loaded.h"
#include "scene/joint_roles.h"

namespace marrow {

struct TransportState;

/// True for a file with a skeleton and a motion but no mesh, when the scene has a skeleton, too.
bool can_retarget(const Session& session, const Scene& loaded);
/// Opens the dialog, with a table guessed from the joints' names, and up and rest pose from how
/// the figure stands.
void begin_retarget(Session& session, TransportState& transport, const std::string& path,
                    io::Loaded loaded);
/// Chooses another skeleton of the scene; guesses the table again.
void choose_onto(Session& session, TransportState& transport, Id skeleton_node);
/// Adds the motion as one step and plays it. False, and a problem in the dialog, when impossible.
bool finish_retarget(Session& session, TransportState& transport);

/// "21 of 21 joints matched. ..." and what the file differs in.
std::string retarget_summary(const RetargetDialog& dialog);
/// What may be wrong with the motion as it is chosen now; sentences.
std::vector<std::string> retarget_doubts(const Session& session, RetargetDialog& dialog);

// The preview: both figures at one time, each about 1 high, y up, its hips above the origin, 0 the
// height of the floor.

struct PreviewBone {
  glm::vec3 from, to;
  BodySide side = BodySide::none;
};
struct Preview {
  std::vector<PreviewBone> bones;
  glm::vec2 travel{0.0f};  ///< of the hips across the floor, x and z
};
/// Lets time go by unless the slider holds it.
void advance_preview(const Session& session, RetargetDialog& dialog);
Preview preview_of_file(const Session& session, RetargetDialog& dialog);
Preview preview_of_figure(const Session& session, RetargetDialog& dialog);

}  // namespace marrow
