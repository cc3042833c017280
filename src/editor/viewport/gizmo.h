// Which gizmo the present tab, tool and selection call for, and where it stands.
#pragma once

#include <optional>

#include "editor/session.h"
#include "editor/viewport/drag_state.h"
#include "view/picture/picking.h"

namespace marrow {

struct TransportState;
struct ViewportState;

/// Half the width of the gizmo on the screen, pixels at UI scale 1.
inline constexpr float kGizmoPixels = 90.0f;

/// What the gizmo would move now: nodes in Layout (a selected joint stands for its skeleton's
/// node), joints in Pose, one end of the active bone in Rig. Nothing when nothing fitting is
/// selected or the tool has no gizmo.
std::optional<GizmoTarget> gizmo_target(const Session& session, const TransportState& transport,
                                        const ViewportState& viewport);

/// The gizmo on that target, of constant size on the screen, along the axes chosen or along others.
Gizmo gizmo_on(const Session& session, const GizmoTarget& target);
Gizmo gizmo_on(const Session& session, const GizmoTarget& target, GizmoOrientation axes);

/// What the hand holds, and how far the drag has moved it, `axes` being those it runs along. Things
/// that each move about their own base get an increment each.
Grasp grasp_of(const Session& session, const GizmoTarget& target, const GizmoDrag& drag,
               GizmoOrientation axes);

/// Drags of the present tab go to the other side of the body too: in Rig session.is_symmetric, in
/// Pose session.is_symmetric_pose.
bool mirrors_edits(const Session& session);

/// Where a joint stands, posed. Nothing when the id is nobody's or the deformer has not seen it
/// yet.
std::optional<Stand> joint_stand(const Session& session, Id joint);

/// A handle for an axis, or a plane, moves along the axis 0, 1 or 2.
bool moves_along(GizmoHandle handle, int axis);

/// "Rotate", "Move", "Scale", "Move tip", "Move base": the verb of the history and of the header
/// line.
const char* verb_of(const GizmoTarget& target);

/// "X", "YZ", "view": the handle in the words of the header line.
const char* handle_name(GizmoMode mode, GizmoHandle handle);
/// "world", "parent", "own", "view": an orientation in the words of the header line.
const char* orientation_name(GizmoOrientation orientation);

/// Measures the scene when it changed since the last time. Not to be called during a drag: its
/// steps stay what they were at its start.
void note_scene_size(Session& session, ViewportState& viewport);

/// Steps that Ctrl snaps to: those of the preferences; where these leave it open, scaled by the
/// power of ten of the scene's size: 0.1 for a scene 1 to 10 units large. Radii then take a tenth
/// of the step of moves.
float move_step(const Session& session, const ViewportState& viewport);
float radius_step(const Session& session, const ViewportState& viewport);

/// A joint's posed frame in world space, S W_j. Nothing when the id is nobody's or the deformer has
/// not seen it yet.
std::optional<glm::mat4> world_from_joint(const Session& session, Id joint);

/// Meshes bound to a skeleton that use the weights of their file: the capsules do not move them.
std::vector<Id> meshes_with_file_weights(const Scene& scene, Id skeleton);

/// How many source vertices a joint holds; 0 when the id is nobody's.
std::uint32_t captured_by(const Session& session, Id joint);

/// The capsule of a joint as seen in the world.
std::optional<view::WorldCapsule> world_capsule(const Session& session, Id joint);

}  // namespace marrow
