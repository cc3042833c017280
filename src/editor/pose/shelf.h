// Stored poses, clipboard and previews, without ImGui: functions of the shelf and the Pose menu.
#pragma once

#include <string>

#include "edit/pose_edit.h"
#include "editor/pose/shelf_skeleton.h"
#include "editor/session.h"

namespace marrow {

struct ShelfState;
struct TransportState;

/// The scene in the picture: with the hovered card's pose or an easing pose, else the document's.
/// It differs from the document's in Ul alone.
const Scene& shown_scene(const Session& session, const ShelfState& shelf);
/// Once a frame, after the panels: updates shown_scene(), and requests frames while a pose eases
/// in.
void update_shown(Session& session, ShelfState& shelf, TransportState& transport);
/// Before input that acts: ends an ease, so that what is grabbed stands where the document has it.
void end_ease(Session& session, ShelfState& shelf);

/// Height of the shelf in design units; 0 outside the Pose tab and without a skeleton.
float shelf_height(const Session& session, const ShelfState& shelf);
/// The stored pose equal to the present one up to rounding; nullptr without one.
const Pose* present_stored_pose(const Skeleton& skeleton);

enum class Taking { whole, flipped, on_selection };
/// Takes a stored pose as one step, eased in the picture.
void take_pose(Session& session, ShelfState& shelf, const std::string& name,
               Taking how = Taking::whole);
/// The stored pose after (+1) or before (-1) the present or last taken one, cyclically.
void step_pose(Session& session, ShelfState& shelf, int by);
/// Swaps left and right in the present pose.
void flip_present_pose(Session& session, ShelfState& shelf);
/// Back to rest: the selected joints of the shown skeleton, or all of it.
void reset_pose(Session& session, ShelfState& shelf, bool all);
/// Stores the present pose under the first free name "Pose 1", "Pose 2", ...
void store_pose(Session& session, ShelfState& shelf);
std::string free_pose_name(const Skeleton& skeleton);
void replace_pose(Session& session, ShelfState& shelf,
                  const std::string& name);  ///< by the present one
void delete_pose(Session& session, ShelfState& shelf, const std::string& name);
void rename_pose(Session& session, ShelfState& shelf, const std::string& name,
                 const std::string& new_name);

// A card dragged sideways: blends from the present pose to the stored one and beyond, one step.
inline constexpr float kMostBlend = 1.5f;
bool begin_blend(Session& session, ShelfState& shelf,
                 const std::string& name);  ///< false while another drag is under way
void update_blend(Session& session, ShelfState& shelf,
                  float share);  ///< clamped to [0, kMostBlend]; nothing once Esc has canceled it
void end_blend(Session& session, ShelfState& shelf);

/// Makes a stored pose keys of the chosen motion at a time, clamped to it, as one step; then that
/// time is shown. Locked joints get none.
void key_stored_pose(Session& session, ShelfState& shelf, TransportState& transport,
                     const std::string& name, double seconds);
/// A card dropped on a time: that instead of a blend.
void drop_pose(Session& session, ShelfState& shelf, TransportState& transport, float seconds);

/// The selected joints, or all, as clipboard text; a toast and nothing in Layout or without a
/// skeleton.
std::string copy_pose(Session& session);
void paste_pose(Session& session, ShelfState& shelf, const std::string& text, bool flipped);

void on_document_replaced(ShelfState& shelf, DocumentChange change);

}  // namespace marrow
