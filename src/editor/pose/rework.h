// The window "Change motion": fewer keys, another timing or path, planted feet, held joints, baked
// springs and pins, a mix of two motions. No ImGui.
#pragma once

#include "editor/editor.h"
#include "editor/pose/rework_state.h"

namespace marrow {

/// The changed motion, or the reason why there is none.
ReworkResult reworked(const Scene& scene, std::size_t motion, const ReworkChoices& choices,
                      const ProgressCallback& progress = {});

/// Opens the window, at the change `what` if given; the picture then shows a time of the motion.
void open_rework(Session& session, TransportState& transport, std::optional<Rework> what = {});
/// False if the window was not open.
bool close_rework(Session& session, TransportState& transport);

/// Sets the kind of mix; a cross-fade begins at the end of the motion, others at its beginning.
void choose_mix(const Session& session, TransportState& transport, MixKind kind);
/// Call once per frame; while the window is open, adapts limb and curve to the scene, and starts a
/// job when the choices changed.
void update_rework(Session& session, TransportState& transport);
/// Replaces the motion by the result, or adds the result, as one step. False if refused.
bool apply_rework(Session& session, TransportState& transport);

/// Size of the figure: diagonal of the bounding box of the moved skeletons' joints at rest, world
/// units; 1 if there are none.
double figure_size(const Scene& scene, const Motion& motion);

}  // namespace marrow
