// Playback of motions. The document shows a time of a motion, which is not a step of the history;
// edits of the pose then become keys, or the scene's own pose. No ImGui.
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
  std::size_t motion = 0;    ///< index of the chosen motion in Scene::motions
  double seconds = 0.0;      ///< time in the motion, also while the document shows its own pose
  bool is_playing = false;   ///< time advances
  bool goes_back = false;    ///< it bounces and plays backwards now
  bool loops = true;         ///< otherwise playback stops at the end
  bool bounces = false;      ///< a loop plays backwards from its end
  double played_at = 0.0;    ///< seconds of the app's clock at the last advance
  bool is_scrubbed = false;  ///< the slider is held
  bool follows = false;      ///< the camera follows the figure, in the chosen motion
  /// `follows` of the motions that were chosen so far, by name: at first true for motions that
  /// travel far.
  std::map<std::string, bool> following{};
  glm::vec3 followed_by{0.0f};  ///< the camera's path so far: undone when the motion stops

  /// figure_joint() of a motion, in a version of the document (Document::commits()).
  struct Figure {
    std::size_t motion;
    std::uint64_t commits;
    Id joint;
  };
  std::optional<Figure> figure{};  ///< joint that the camera follows

  /// The motion with Auto-key that an undo has removed, until a redo brings both back.
  struct Undone {
    std::size_t motion = 0;
    std::string name;
    double seconds = 0.0;
  };
  std::optional<Undone> undone;

  bool is_renaming = false, rename_began = false;
  std::string rename_buffer;
  std::string search;  ///< typed search in the list of motions

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
/// Call once per frame, after the panels: advances time; stops if no motion is shown any longer.
void update_transport(Session& session, TransportState& transport);

/// Pauses, or plays from the present time; at the end, from the beginning. Without a motion a toast
/// explains what to do.
void toggle_playing(Session& session, TransportState& transport);
/// Returns to the scene's own pose.
void stop_motion(Session& session, TransportState& transport);
/// An opened file begins with its first motion, at time 0.
void on_document_replaced(TransportState& transport, DocumentChange change);
void play_from_start(Session& session, TransportState& transport, std::size_t motion);
/// Sets whether the camera follows the figure across the ground, in the chosen motion.
void set_follows(Session& session, TransportState& transport, bool follows);
/// Shows a time, clamped to the motion; playback continues from there.
void seek(Session& session, TransportState& transport, double seconds);
/// Makes the shown pose the scene's own pose, as one step. Locked joints stay.
void keep_pose(Session& session, TransportState& transport);
/// Adds a motion of three seconds whose keys at 0 hold the present pose of the shown skeleton (in
/// Layout, or without a skeleton, of all nodes). Shows the motion and turns Auto-key on.
void new_motion(Session& session, TransportState& transport);
/// Adds and plays a motion of the shown skeleton: from the present pose through its stored poses
/// and back, one second for each. Nothing happens without stored poses.
void motion_of_poses(Session& session, TransportState& transport);
/// Adds a motion and shows its beginning. False if refused.
bool add_motion(Session& session, TransportState& transport, Motion motion);
void duplicate_motion(Session& session, TransportState& transport);
/// Switches Auto-key, which makes keys of edits of the pose. Turning it on shows the chosen motion,
/// or adds one if there is none.
void set_auto_key(Session& session, TransportState& transport, bool is_on);
bool is_auto_key(const Session& session);
enum class ToKey { selection, pose, changes };
/// Sets keys at the present time, as one step: for the selection, for the whole skeleton or all
/// nodes, or for everything that differs from the motion.
void set_keys(Session& session, TransportState& transport, ToKey what);
/// Moves the chosen motion up (-1) or down (1) in the list.
void move_motion(Session& session, TransportState& transport, int by);
void rename_motion(Session& session, TransportState& transport, const std::string& name);
void delete_motion(Editor& editor);

}  // namespace marrow
