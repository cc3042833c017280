// Playback of motions and its strip, without ImGui. Playing shows a scene of its own: nothing
// enters the history, and any edit returns to the document.
#pragma once

#include <string>

#include "editor/session.h"

namespace marrow {

struct Editor;
struct ShelfState;
struct TransportState;

/// The motion that the strip shows; nullptr when the scene has none.
const Motion* chosen_motion(const Session& session, const TransportState& transport);
void choose_motion(Session& session, TransportState& transport, std::size_t motion);
/// The scene of the motion being shown; nullptr otherwise.
const Scene* played_scene(const Session& session, const TransportState& transport);
/// Once a frame, after the panels: advances time; stops after an edit, a drag or a new document.
void update_transport(Session& session, TransportState& transport);

/// Plays from the present time, at the end from the beginning; or pauses. Without a motion a toast
/// says what to do.
void toggle_playing(Session& session, TransportState& transport);
/// The picture shows the document again.
void stop_motion(Session& session, TransportState& transport);
void on_document_replaced(TransportState& transport, DocumentChange change);
/// Plays a motion of the scene from its beginning.
void play_from_start(Session& session, TransportState& transport, std::size_t motion);
/// The camera goes along with the figure, across the ground, or stays.
void set_follows(Session& session, TransportState& transport, bool follows);
/// Shows a time, clamped to the motion; playing goes on from there.
void seek(Session& session, TransportState& transport, double seconds);
/// Makes the pose in the picture the document's, as one step. Locked joints stay.
void keep_pose(Session& session, TransportState& transport);
void rename_motion(Session& session, TransportState& transport, const std::string& name);
void delete_motion(Editor& editor);

/// Height of the strip in design units; 0 without a motion or room for the hint about one.
float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport);
/// "1:02.50"
std::string time_text(double seconds);

}  // namespace marrow
