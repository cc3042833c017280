#include "editor/pose/transport.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "editor/editor.h"
#include "editor/pose/shelf_skeleton.h"
#include "editor/pose/shelf_state.h"
#include "editor/pose/transport_state.h"
#include "scene/playback.h"
#include "scene/stance.h"

namespace marrow {

namespace {

constexpr float kStripHeight = 34.0f;  // design units
constexpr double kEnd = 1e-6;          // seconds: nearer to the end than this is at the end

double length_of(const Motion* motion) {
  return motion != nullptr ? static_cast<double>(duration_of(*motion)) : 0.0;
}

/// Advances by the time since the last frame.
void advance(Session& session, TransportState& transport, const Motion& motion) {
  const double passed =
                   std::max(session.now - std::exchange(transport.played_at, session.now), 0.0),
               length = length_of(&motion);
  if (!transport.is_playing || transport.is_scrubbed) return;
  transport.seconds += passed;
  if (transport.seconds >= length) {
    const bool goes_round = transport.loops && length > kEnd;
    transport.seconds = goes_round ? std::fmod(transport.seconds, length) : length;
    transport.is_playing = goes_round;
  }
  session.wants_redraw = true;
}

void turn_on(Session& session, TransportState& transport) {
  if (!transport.is_on) transport.shown.reset();
  transport.is_on = true;
  transport.played_at = session.now;
}

op::SetMorphWeights shapes_of(const Node& node) {
  op::SetMorphWeights shapes{node.id, std::vector<std::size_t>(node.morph_weights.size()),
                             node.morph_weights};
  std::iota(shapes.shapes.begin(), shapes.shapes.end(), std::size_t{0});
  return shapes;
}

/// The edits that turn one scene's pose into another's; locked joints are counted and left out.
std::vector<Operation> edits_between(const Scene& document, const Scene& played,
                                     const std::string& what, int& locked) {
  std::vector<Operation> edits;
  op::SetUserLocal pose{{}, what};
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    const Node &before = document.nodes[n], &after = played.nodes[n];
    if (before.local != after.local) edits.push_back(op::SetNodeLocal{before.id, after.local});
    if (before.morph_weights != after.morph_weights) edits.push_back(shapes_of(after));
    if (before.skeleton == after.skeleton) continue;
    for (std::size_t j = 0; j < before.skeleton->joints.size(); ++j) {
      const Joint &joint = before.skeleton->joints[j], &moved = after.skeleton->joints[j];
      if (joint.user_local == moved.user_local) continue;
      if (joint.locked)
        ++locked;
      else
        pose.entries.push_back({joint.id, moved.user_local});
    }
  }
  if (!pose.entries.empty()) edits.insert(edits.begin(), Operation(std::move(pose)));
  return edits;
}

/// Where the figure that a motion moves is, in world space; none without one.
std::optional<glm::vec3> figure_place(const Scene& scene, const Motion& motion) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.skeleton) continue;
    const bool is_moved = std::any_of(
        motion.tracks.begin(), motion.tracks.end(),
        [&](const MotionTrack& track) { return joint_index(*node.skeleton, track.target) >= 0; });
    if (!is_moved) continue;
    glm::dmat4 place(1.0);
    for (int joint = std::max(body_joints(*node.skeleton).hips, 0); joint >= 0;
         joint = node.skeleton->joints[at(joint)].parent) {
      const Joint& one = node.skeleton->joints[at(joint)];
      place = glm::dmat4(one.bind_local) * glm::dmat4(one.user_local) * place;
    }
    return glm::vec3(glm::dmat4(world_from_node(scene, static_cast<int>(n))) * place[3]);
  }
  return std::nullopt;
}

void move_camera_along(Session& session, TransportState& transport, const glm::vec3& to) {
  const glm::vec3 by = to - std::exchange(transport.followed_by, to);
  session.camera.target += by;
  if (!session.camera_move) return;
  session.camera_move->from.target += by;
  session.camera_move->to.target += by;
}

/// Puts the camera as far from where it was as the figure is from its place in the document.
void follow(Session& session, TransportState& transport, const Motion& motion) {
  if (!transport.follows || !transport.shown) return;
  const auto rest = figure_place(transport.shown->base, motion),
             now = figure_place(transport.shown->scene, motion);
  if (!rest || !now) return;
  move_camera_along(session, transport, {now->x - rest->x, 0.0f, now->z - rest->z});
}

}  // namespace

const Motion* chosen_motion(const Session& session, const TransportState& transport) {
  const auto& motions = session.document.scene().motions;
  return motions.empty() ? nullptr : motions[std::min(transport.motion, motions.size() - 1)].get();
}

void choose_motion(Session& session, TransportState& transport, std::size_t motion) {
  if (motion >= session.document.scene().motions.size() || transport.motion == motion) return;
  transport.motion = motion;
  transport.seconds = 0.0;
}

const Scene* played_scene(const Session& session, const TransportState& transport) {
  const bool is_there = transport.is_on && transport.shown && !is_dragging(session) &&
                        transport.shown->base == session.document.scene();
  return is_there ? &transport.shown->scene : nullptr;
}

void update_transport(Session& session, TransportState& transport) {
  const Scene& scene = session.document.scene();
  transport.motion =
      scene.motions.empty() ? 0 : std::min(transport.motion, scene.motions.size() - 1);
  const Motion* motion = chosen_motion(session, transport);
  transport.seconds = std::clamp(transport.seconds, 0.0, length_of(motion));
  if (!transport.is_on) return;
  const bool is_overtaken = transport.shown && !(transport.shown->base == scene);
  if (motion == nullptr || is_overtaken || is_dragging(session))
    return stop_motion(session, transport);
  advance(session, transport, *motion);
  const bool is_shown = transport.shown && transport.shown->seconds == transport.seconds &&
                        transport.shown->motion == transport.motion;
  if (is_shown) return;
  transport.shown =
      TransportState::Shown{scene, transport.seconds, transport.motion,
                            at_time(scene, *motion, static_cast<float>(transport.seconds))};
  follow(session, transport, *motion);
}

void toggle_playing(Session& session, TransportState& transport) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr)
    return say(
        session,
        "There is no motion to play yet: drop a .bvh file on the window, or choose File > Import.",
        true);
  if (is_dragging(session)) return;
  if (transport.is_on && transport.is_playing) {
    transport.is_playing = false;
  } else {
    if (transport.seconds >= length_of(motion) - kEnd) transport.seconds = 0.0;
    turn_on(session, transport);
    transport.is_playing = true;
  }
}

namespace {

void stop(TransportState& transport) {
  transport.is_on = transport.is_playing = transport.is_scrubbed = false;
  transport.shown.reset();
}

}  // namespace

void stop_motion(Session& session, TransportState& transport) {
  if (transport.is_on) session.wants_redraw = true;
  move_camera_along(session, transport, glm::vec3(0.0f));
  stop(transport);
}

void play_from_start(Session& session, TransportState& transport, std::size_t motion) {
  choose_motion(session, transport, motion);
  transport.seconds = 0.0;
  turn_on(session, transport);
  transport.is_playing = true;
}

void set_follows(Session& session, TransportState& transport, bool follows) {
  transport.follows = follows;
  const Motion* motion = chosen_motion(session, transport);
  if (!follows)
    move_camera_along(session, transport, glm::vec3(0.0f));
  else if (motion != nullptr && transport.is_on)
    follow(session, transport, *motion);
  session.wants_redraw = true;
}

void on_document_replaced(TransportState& transport, DocumentChange change) {
  transport.followed_by = glm::vec3(0.0f);  // the other document has a view of its own
  if (change != DocumentChange::opened) stop(transport);
}

void seek(Session& session, TransportState& transport, double seconds) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return;
  turn_on(session, transport);
  transport.seconds = std::clamp(seconds, 0.0, length_of(motion));
}

void keep_pose(Session& session, TransportState& transport) {
  const Motion* motion = chosen_motion(session, transport);
  const Scene* played = played_scene(session, transport);
  if (motion == nullptr || played == nullptr) return;
  int locked = 0;
  const std::string what =
      fmt::format("Pose of {} at {}", motion->name, time_text(transport.seconds));
  std::vector<Operation> edits = edits_between(session.document.scene(), *played, what, locked);
  const bool is_done =
      !edits.empty() &&
      perform(session, edits.size() == 1 ? edits.front() : op::Sequence{std::move(edits), what});
  stop_motion(session, transport);
  if (!is_done) return;
  say(session, locked == 0
                   ? "Kept the pose at " + time_text(transport.seconds)
                   : fmt::format("Kept the pose at {}; {} locked joint{} stayed",
                                 time_text(transport.seconds), locked, locked == 1 ? "" : "s"));
}

void rename_motion(Session& session, TransportState& transport, const std::string& name) {
  if (chosen_motion(session, transport) != nullptr)
    perform(session, op::RenameMotion{transport.motion, name});
}

void delete_motion(Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr) return;
  const std::string name = motion->name;
  stop_motion(editor, editor.transport);
  if (perform(editor, op::DeleteMotion{editor.transport.motion}))
    say(editor, "Deleted the motion \"" + name + "\" \u00b7 Ctrl+Z brings it back");
}

float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport) {
  if (chosen_motion(session, transport) != nullptr) return kStripHeight;
  return session.tab == Tab::pose && shelf.is_open && shelf_skeleton(session, shelf) != nullptr
             ? kStripHeight
             : 0.0f;
}

std::string time_text(double seconds) {
  const auto hundredths = static_cast<long long>(std::floor(std::max(seconds, 0.0) * 100.0 + 0.5));
  return fmt::format("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100);
}

}  // namespace marrow
