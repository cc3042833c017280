// Stored poses, clipboard and previews: functions of the shelf and the Pose menu. No ImGui.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "edit/pose_edit.h"
#include "editor/editor.h"
#include "scene/scene.h"

namespace marrow {

struct ShelfState {
  bool is_open = true;  ///< otherwise folded to its heading
  Id skeleton = kNoId;  ///< owner of the poses: the last skeleton that panels showed

  // Hovering a card shows its pose only in the picture; the document does not change.
  std::string hovered;    ///< the card under the pointer in this frame
  std::string rests_on;   ///< the card under the pointer in the frame before
  bool is_muted = false;  ///< the document changed under the pointer: no preview until it leaves
  struct Preview {
    std::string name;                      ///< name of the pose
    std::shared_ptr<const Motion> motion;  ///< set in a preview of "Change motion"
    Scene base;                            ///< the document's scene without the preview
    Scene scene;
  };
  std::optional<Preview> preview;

  /// A transition of the picture to the document's scene after a pose was reset or applied.
  struct Ease {
    Scene from, to;
    double start = 0.0;  ///< seconds of the app's clock
    Scene scene;         ///< shown in this frame
  };
  std::optional<Ease> ease;

  struct Blend {
    std::string name;
    float share = 0.0f;               ///< 0: before the drag, 1: the stored pose
    std::optional<float> drops_at{};  ///< the card is over this time of the motion, seconds
  };
  std::optional<Blend> blend;
  bool blend_was_canceled = false;  ///< by Esc, while the button is still held

  std::string renaming;  ///< the pose whose name is a text field
  std::string rename_buffer;
  bool rename_began = false;
};

/// The node of the skeleton that panels show or last showed, else the first skeleton's; kNoId if
/// none.
Id shelf_node(const Session& session, const ShelfState& shelf);
/// The skeleton of shelf_node(); nullptr if none.
const Skeleton* shelf_skeleton(const Session& session, const ShelfState& shelf);

/// The scene in the picture: with the pose of the hovered card or during an ease, else the
/// document's. It differs from the document's only in Ul.
const Scene& shown_scene(const Session& session, const ShelfState& shelf);
/// Call once per frame, after the panels: updates shown_scene() and requests frames of an ease.
void update_shown(Session& session, ShelfState& shelf, TransportState& transport);
/// Call before input that edits: ends an ease, so that the user grabs what the document has.
void end_ease(Session& session, ShelfState& shelf);

/// Height of the shelf in design units; 0 outside the Pose tab and without a skeleton.
float shelf_height(const Session& session, const ShelfState& shelf);
/// Height of the strip of motions, or of the hint in its place, in design units; 0 without both.
float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport);
/// The stored pose equal to the present one up to rounding; nullptr if none.
const Pose* present_stored_pose(const Skeleton& skeleton);

enum class PoseUse { whole, flipped, on_selection };
/// Applies a stored pose as one step, eased in the picture.
void apply_pose(Session& session, ShelfState& shelf, const std::string& name,
                PoseUse how = PoseUse::whole);
/// Applies the stored pose after (+1) or before (-1) the present one, cyclically.
void step_pose(Session& session, ShelfState& shelf, int by);
/// Swaps left and right in the present pose.
void flip_present_pose(Session& session, ShelfState& shelf);
/// Returns the selected joints of the shown skeleton, or all its joints, to rest.
void reset_pose(Session& session, ShelfState& shelf, bool all);
/// Stores the present pose under the first free name "Pose 1", "Pose 2", ...
void store_pose(Session& session, ShelfState& shelf);
/// Replaces a stored pose by the present one.
void replace_pose(Session& session, ShelfState& shelf, const std::string& name);
void delete_pose(Session& session, ShelfState& shelf, const std::string& name);
void rename_pose(Session& session, ShelfState& shelf, const std::string& name,
                 const std::string& new_name);

// A card dragged sideways: blends from the present pose to the stored one and beyond, one step.
inline constexpr float kMostBlend = 1.5f;
/// Returns false during another drag, or if there is no such pose.
bool begin_blend(Session& session, ShelfState& shelf, const std::string& name);
/// Clamps `share` to [0, kMostBlend]; does nothing once Esc has canceled the blend.
void update_blend(Session& session, ShelfState& shelf, float share);
void end_blend(Session& session, ShelfState& shelf);

/// Turns a stored pose into keys of the chosen motion at a time, clamped to the motion, as one
/// step; then shows that time. Locked joints get no keys.
void key_stored_pose(Session& session, ShelfState& shelf, TransportState& transport,
                     const std::string& name, double seconds);
/// Call when a card is dropped on a time: cancels the blend and sets keys there.
void drop_pose(Session& session, ShelfState& shelf, TransportState& transport, float seconds);

/// The selected joints, or all, as clipboard text. Empty, with a toast, in Layout or without a
/// skeleton.
std::string copy_pose(Session& session);
void paste_pose(Session& session, ShelfState& shelf, const std::string& text, bool flipped);

void on_document_replaced(ShelfState& shelf, DocumentChange change);

}  // namespace marrow
