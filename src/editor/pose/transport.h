// Playback of motions and its strip, without ImGui. The document shows a time of a motion: nothing
// enters the history by that, and what is posed there becomes keys, or the scene's own pose.
#pragma once

#include <string>

#include "editor/session.h"

namespace marrow {

struct Editor;
struct ShelfState;
struct TransportState;

/// The motion that the strip shows; nullptr when the scene has none.
const Motion* chosen_motion(const Session& session, const TransportState& transport);
/// The same, kept while what is done to it may replace it.
std::shared_ptr<const Motion> chosen_motion_kept(const Session& session,
                                                 const TransportState& transport);
void choose_motion(Session& session, TransportState& transport, std::size_t motion);
/// The document shows a time of a motion, not its own pose.
bool shows_motion(const Session& session);
/// Once a frame, after the panels: advances time; stops where the document shows none any more.
void update_transport(Session& session, TransportState& transport);

/// Plays from the present time, at the end from the beginning; or pauses. Without a motion a toast
/// says what to do.
void toggle_playing(Session& session, TransportState& transport);
/// The picture shows the document again.
void stop_motion(Session& session, TransportState& transport);
void on_document_replaced(TransportState& transport);
/// Plays a motion of the scene from its beginning.
void play_from_start(Session& session, TransportState& transport, std::size_t motion);
/// The camera goes along with the figure, across the ground, or stays.
void set_follows(Session& session, TransportState& transport, bool follows);
/// Shows a time, clamped to the motion; playing goes on from there.
void seek(Session& session, TransportState& transport, double seconds);
/// Makes the pose in the picture the document's, as one step. Locked joints stay.
void keep_pose(Session& session, TransportState& transport);
/// A motion of three seconds with one key of everything at 0: of the shown skeleton, else of the
/// selected nodes, else of all nodes. It is shown, and what is posed becomes keys.
void new_motion(Session& session, TransportState& transport);
/// Adds a motion and shows its beginning. False when refused.
bool add_motion(Session& session, TransportState& transport, Motion motion);
void duplicate_motion(Session& session, TransportState& transport);
/// Whether what is posed becomes keys; a motion is shown then, and made where there is none.
void set_auto_key(Session& session, TransportState& transport, bool is_on);
bool is_auto_key(const Session& session);
enum class ToKey { selection, pose, changes };
/// Keys at the present time, as one step: of what is selected, of the whole skeleton or all nodes,
/// or of what stands differently than the motion says.
void set_keys(Session& session, TransportState& transport, ToKey what);
/// Puts the chosen motion earlier (-1) or later (1) in the list.
void move_motion(Session& session, TransportState& transport, int by);
void rename_motion(Session& session, TransportState& transport, const std::string& name);
void delete_motion(Editor& editor);

/// Height of the strip in design units; 0 without a motion or room for the hint about one.
float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport);

}  // namespace marrow
