// Stored poses, the clipboard and previews, without ImGui: what the shelf and the commands of the
// Pose menu do.
#pragma once

#include <string>

#include "edit/pose_edit.h"
#include "editor/pose/shelf_skeleton.h"
#include "editor/session.h"

namespace marrow {

struct ShelfState;
struct TransportState;

/// What the picture shows: the pose of the card under the pointer, or the motion that is on, or the
/// way to a pose just taken, else the document's scene. It differs from the document's scene in Ul
/// alone; with a motion also in where nodes stand.
const Scene& shown_scene(const Session& session, const ShelfState& shelf,
                         const TransportState& transport);
/// Once a frame, after the panels: brings the above up to date with the card that is hovered, and
/// asks for frames while a pose eases in.
void update_shown(Session& session, ShelfState& shelf, TransportState& transport);
/// Before input that acts: what is grabbed then stands where the document has it.
void end_ease(Session& session, ShelfState& shelf, TransportState& transport);

/// Height of the shelf's place in design units; 0 outside the Pose tab and without a skeleton.
float shelf_height(const Session& session, const ShelfState& shelf);
/// The stored pose that the skeleton is in now but for rounding, nullptr when it is in none.
const Pose* present_stored_pose(const Skeleton& skeleton);

enum class Taking { whole, flipped, on_selection };
/// Takes a stored pose as one step, eased in the picture.
void take_pose(Session& session, ShelfState& shelf, TransportState& transport,
               const std::string& name, Taking how = Taking::whole);
/// The stored pose after (+1) or before (-1) the one that the skeleton is in or took last, in a
/// ring.
void step_pose(Session& session, ShelfState& shelf, TransportState& transport, int by);
/// Left and right change places in the present pose.
void flip_present_pose(Session& session, ShelfState& shelf, TransportState& transport);
/// Back to rest: the selected joints of the shown skeleton, or all of it.
void reset_pose(Session& session, ShelfState& shelf, TransportState& transport, bool all);
/// Stores the present pose under the first free name "Pose 1", "Pose 2", ...
void store_pose(Session& session, ShelfState& shelf);
/// A free name for a stored pose of the skeleton.
std::string free_pose_name(const Skeleton& skeleton);
void replace_pose(Session& session, ShelfState& shelf,
                  const std::string& name);  ///< by the present one
void delete_pose(Session& session, ShelfState& shelf, const std::string& name);
void rename_pose(Session& session, ShelfState& shelf, const std::string& name,
                 const std::string& new_name);

// A card dragged sideways: from the present pose to the stored one and beyond, one step.
inline constexpr float kMostBlend = 1.5f;
bool begin_blend(Session& session, ShelfState& shelf,
                 const std::string& name);  ///< false while another drag is under way
void update_blend(Session& session, ShelfState& shelf,
                  float share);  ///< clamped to [0, kMostBlend]; nothing once Esc has cancelled it
void end_blend(Session& session, ShelfState& shelf);

/// The selected joints, or all, as text for the clipboard; says a refusal and returns nothing in
/// Layout and without a skeleton.
std::string copy_pose(Session& session);
void paste_pose(Session& session, ShelfState& shelf, TransportState& transport,
                const std::string& text, bool flipped);

void on_document_replaced(ShelfState& shelf, DocumentChange change);

}  // namespace marrow
