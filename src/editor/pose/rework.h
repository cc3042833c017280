// The window "Change motion": fewer keys, another timing or path, planted feet and held joints,
// baked springs and pins, two motions in one. No ImGui.
#pragma once

#include "editor/pose/rework_state.h"
#include "editor/session.h"

namespace marrow {

struct TransportState;

/// Makes the motion, or says why not.
ReworkResult reworked(const Scene& scene, std::size_t motion, const ReworkChoices& choices,
                      const ProgressCallback& progress = {});

/// Also `what` it is to do; the picture shows the motion's time.
void open_rework(Session& session, TransportState& transport, std::optional<Rework> what = {});
/// True when it was open.
bool close_rework(Session& session, TransportState& transport);

/// A cross-fade begins at the end of the motion, the others at its beginning.
void choose_mix(const Session& session, TransportState& transport, MixKind kind);
/// Once a frame while it is open: the limb and the curve follow the scene, and the job what is
/// chosen.
void update_rework(Session& session, TransportState& transport);
/// Puts the result in place of the motion, or beside it, as one step. False when refused.
bool apply_rework(Session& session, TransportState& transport);

/// How the figure of a motion is large: the diagonal of its joints at rest, world units.
double figure_size(const Scene& scene, const Motion& motion);

}  // namespace marrow
