// Motions played in the picture, without ImGui: what the strip below the picture and the commands
// of motions do. Playing shows a scene that is not the document's: nothing of it reaches the
// history, and any edit returns to the document.
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
/// What the picture shows while a motion is on; nullptr otherwise.
const Scene* played_scene(const Session& session, const TransportState& transport);
/// Once a frame, after the panels: lets time go on, and ends what an edit, a drag or another
/// document overtook.
void update_transport(Session& session, TransportState& transport);

/// From where it stands, from the beginning when it stood at the end; pauses when it plays. Says
/// what to do when there is no motion.
void toggle_playing(Session& session, TransportState& transport);
/// The picture shows the document again.
void stop_motion(Session& session, TransportState& transport);
void on_document_replaced(TransportState& transport, DocumentChange change);
/// Shows a time, clamped to the motion, and goes on playing from there when it plays.
void seek(Session& session, TransportState& transport, double seconds);
/// The pose in the picture becomes the document's, as one step. Locked joints stay.
void keep_pose(Session& session, TransportState& transport);
void rename_motion(Session& session, TransportState& transport, const std::string& name);
void delete_motion(Editor& editor);

/// Height of the strip in design units: 0 where there is nothing to play and no place that says how
/// to get something.
float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport);
/// "1:02.50"
std::string time_text(double seconds);

// A motion from a file of its own, put on a skeleton of the scene.

/// True for a file that holds a skeleton and a motion and nothing to see, while the scene has a
/// skeleton that could do it.
bool can_retarget(const Session& session, const Scene& loaded);
/// Opens the dialogue, with a table guessed from the joints' names.
void begin_retarget(Session& session, TransportState& transport, const std::string& path,
                    io::Loaded loaded);
/// Another skeleton of the scene; the table is guessed anew.
void choose_onto(Session& session, TransportState& transport, Id skeleton_node);
/// Adds the motion as one step and plays it. False and a problem in the dialogue when that is not
/// possible.
bool finish_retarget(Session& session, TransportState& transport);

}  // namespace marrow
