// Playback of motions. The document shows a time of a motion, which is no step of the history;
// edits of the pose there become keys, or the scene's own pose. No ImGui.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "editor/editor.h"
#include "editor/pose/retarget_state.h"
#include "editor/pose/rework_state.h"

namespace marrow {

struct TransportState {
  std::size_t motion = 0;    ///< the chosen one, index into Scene::motions
  double seconds = 0.0;      ///< in the motion, also while the document shows its own pose
  bool is_playing = false;   ///< time advances
  bool goes_back = false;    ///< bounces: on the way back
  bool loops = true;         ///< otherwise playback stops at the end
  bool bounces = false;      ///< a loop plays backwards from its end
  double played_at = 0.0;    ///< seconds of the app's clock: last advance of `seconds`
  bool is_scrubbed = false;  ///< the slider is held
  bool follows = false;      ///< the camera follows the figure, in the chosen motion
  /// `follows` of the motions that were chosen so far, by name: at first true where a motion leaves
  /// the picture.
  std::map<std::string, bool> following{};
  glm::vec3 followed_by{0.0f};  ///< the camera's way so far: undone when the motion stops

  /// figure_joint() of a motion, in a version of the document (Document::commits()).
  struct Figure {
    std::size_t motion;
    std::uint64_t commits;
    Id joint;
  };
  std::optional<Figure> figure{};  ///< that the camera follows

  /// The motion with Auto-key that an undo has taken away, until a redo brings both back.
  struct Undone {
    std::size_t motion = 0;
    std::string name;
    double seconds = 0.0;
  };
  std::optional<Undone> undone;

  bool is_renaming = false, rename_began = false;
  std::string rename_buffer;
  std::string search;  ///< in the list of motions

  std::optional<RetargetDialog> retarget;
  std::optional<ReworkDialog> rework;
  /// ReworkDialog::shown(); nullptr without the dialog.
  std::shared_ptr<const Motion> previewed() const { return rework ? rework->shown() : nullptr; }
};

/// The chosen motion; nullptr if the scene has none.
const Motion* chosen_motion(const Session& session, const TransportState& transport);
/// The chosen motion, kept alive while edits may replace it.
std::shared_ptr<const Motion> chosen_motion_kept(const Session& session,
                                                 const TransportState& transport);
void choose_motion(Session& session, TransportState& transport, std::size_t motion);
/// "\u2026walk" for "Armature|walk" where other motions begin with "Armature|" too: a motion's name
/// for places that are too narrow for it.
std::string distinct_name(const Scene& scene, std::size_t motion);
/// True if the document shows a time of a motion, not its own pose.
bool shows_motion(const Session& session);
/// Once a frame, after the panels: advances time; stops if the document no longer shows a motion.
void update_transport(Session& session, TransportState& transport);

/// Pauses, or plays from the present time; at the end, from the beginning. Without a motion a toast
/// explains what to do.
void toggle_playing(Session& session, TransportState& transport);
/// Returns to the scene's own pose.
void stop_motion(Session& session, TransportState& transport);
/// A file that was opened begins with its first motion, at 0.
void on_document_replaced(TransportState& transport, DocumentChange change);
/// Plays a motion of the scene from its beginning.
void play_from_start(Session& session, TransportState& transport, std::size_t motion);
/// Whether the camera follows the figure across the ground, in the chosen motion.
void set_follows(Session& session, TransportState& transport, bool follows);
/// Shows a time, clamped to the motion; playback continues from there.
void seek(Session& session, TransportState& transport, double seconds);
/// The shown pose becomes the scene's own, as one step. Locked joints stay.
void keep_pose(Session& session, TransportState& transport);
/// Adds a motion of three seconds with keys of the present pose at 0: of the shown skeleton, in
/// Layout or without one of all nodes. Shows it and turns Auto-key on.
void new_motion(Session& session, TransportState& transport);
/// Adds and plays a motion of the shown skeleton: from the present pose through its stored poses
/// and back, a second for each. Nothing happens without stored poses.
void motion_of_poses(Session& session, TransportState& transport);
/// Adds a motion and shows its beginning. False if refused.
bool add_motion(Session& session, TransportState& transport, Motion motion);
void duplicate_motion(Session& session, TransportState& transport);
/// Auto-key: edits of the pose become keys. Shows the chosen motion; adds one if there is none.
void set_auto_key(Session& session, TransportState& transport, bool is_on);
bool is_auto_key(const Session& session);
enum class ToKey { selection, pose, changes };
/// Sets keys at the present time, as one step: of the selection, of the whole skeleton or all
/// nodes, or of everything that differs from the motion.
void set_keys(Session& session, TransportState& transport, ToKey what);
/// Moves the chosen motion up (-1) or down (1) in the list.
void move_motion(Session& session, TransportState& transport, int by);
void rename_motion(Session& session, TransportState& transport, const std::string& name);
void delete_motion(Editor& editor);

}  // namespace marrow
