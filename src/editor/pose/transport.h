// Playback of motions and its strip, without ImGui. Playing shows a scene of its own: nothing
// enters the history, and any edit returns to the document.
#pragma once

#include <string>

#include "editor/session.h"
#include "io/loaded.h"

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

// Retargeting: a motion from another file onto a skeleton of the scene.

/// True for a file with a skeleton and a motion but no mesh, when the scene has a skeleton, too.
bool can_retarget(const Session& session, const Scene& loaded);
/// Opens the dialogue, with a table guessed from the joints' names.
void begin_retarget(Session& session, TransportState& transport, const std::string& path,
                    io::Loaded loaded);
/// Chooses another skeleton of the scene; guesses the table again.
void choose_onto(Session& session, TransportState& transport, Id skeleton_node);
/// Adds the motion as one step and plays it. False, and a problem in the dialogue, when impossible.
bool finish_retarget(Session& session, TransportState& transport);

}  // namespace marrow
