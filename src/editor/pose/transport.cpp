#include "editor/pose/transport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "edit/keying.h"
#include "edit/pose_edit.h"
#include "editor/editor.h"
#include "rig/playback.h"
#include "scene/motion_sampling.h"

namespace marrow {

namespace {

constexpr double kEnd = 1e-6;  // seconds: a time this near to the end counts as the end

double length_of(const Motion* motion) {
  return motion != nullptr ? double(duration_of(*motion)) : 0.0;
}

/// The part of a motion that a loop repeats.
struct Range {
  double begin = 0.0, end = 0.0;
};

Range played_range(const Motion& motion, const TransportState& transport) {
  const MotionTiming& timing = motion.timing;
  const double length = length_of(&motion);
  if (!transport.loops || timing.loop_end <= timing.loop_begin) return {0.0, length};
  return {std::min(double(timing.loop_begin), length), std::min(double(timing.loop_end), length)};
}

void bounce(TransportState& transport, const Range& range) {
  const double length = range.end - range.begin;
  double way = std::fmod(std::abs(transport.seconds - range.begin), 2.0 * length);
  if (transport.seconds < range.begin) transport.goes_back = false;
  if (way > length) {
    way = 2.0 * length - way;
    transport.goes_back = true;
  }
  transport.seconds = range.begin + way;
}

/// Advances by the time since the last frame.
void advance(Session& session, TransportState& transport, const Motion& motion) {
  const double passed =
      std::max(session.now - std::exchange(transport.played_at, session.now), 0.0);
  if (!transport.is_playing || transport.is_scrubbed || is_dragging(session)) return;
  session.wants_redraw = true;
  const Range range = played_range(motion, transport);
  const double length = range.end - range.begin;
  const bool goes_round = transport.loops && length > kEnd;
  transport.seconds += transport.goes_back ? -passed : passed;
  if (transport.seconds < range.end && !(transport.goes_back && transport.seconds < range.begin))
    return;
  if (!goes_round) {
    transport.seconds = range.end;
    transport.is_playing = false;
  } else if (transport.bounces) {
    bounce(transport, range);
  } else {
    transport.seconds = range.begin + std::fmod(transport.seconds - range.begin, length);
  }
}

void show(Session& session, const TransportState& transport) {
  session.document.show_time(MotionTime{transport.motion, float(transport.seconds)});
}

void turn_on(Session& session, TransportState& transport) {
  show(session, transport);
  transport.played_at = session.now;
}

void move_camera_along(Session& session, TransportState& transport, const glm::vec3& to) {
  const glm::vec3 by = to - std::exchange(transport.followed_by, to);
  session.camera.target += by;
  if (!session.camera_move) return;
  session.camera_move->from.target += by;
  session.camera_move->to.target += by;
}

/// Moves the camera as far as the motion has moved the figure, or back if it no longer follows.
void follow(Session& session, TransportState& transport, const Motion& motion) {
  const Document& document = session.document;
  if (!transport.follows) return move_camera_along(session, transport, glm::vec3(0.0f));
  auto& figure = transport.figure;
  if (!figure || figure->motion != transport.motion || figure->commits != document.commits())
    figure = {transport.motion, document.commits(), figure_joint(document.committed(), motion)};
  move_camera_along(session, transport,
                    traveled(document.committed(), document.scene(), figure->joint));
}

/// True if the figure goes farther over the ground than half its longest extent (not its height,
/// because it may lie or have four legs).
bool travels_far(const Scene& scene, const Motion& motion) {
  constexpr int kLooks = 24;
  const glm::dvec3 extent = figure_extent(scene, motion);
  const double far = 0.5 * std::max({extent.x, extent.y, extent.z});
  const Id joint = figure_joint(scene, motion);
  for (int i = 0; i <= kLooks; ++i) {
    const float seconds = duration_of(motion) * float(i) / float(kLooks);
    const Scene then = keyed_at_time(scene, motion, seconds);
    if (double(glm::length(traveled(scene, then, joint))) > far) return true;
  }
  return false;
}

void choose_following(const Session& session, TransportState& transport, const Motion* motion) {
  transport.follows = false;
  if (motion == nullptr) return;
  const auto [entry, is_new] = transport.following.try_emplace(motion->name);
  if (is_new) entry->second = travels_far(session.document.committed(), *motion);
  transport.follows = entry->second;
}

}  // namespace

std::shared_ptr<const Motion> chosen_motion_kept(const Session& session,
                                                 const TransportState& transport) {
  const auto& motions = session.document.scene().motions;
  return motions.empty() ? nullptr : motions[std::min(transport.motion, motions.size() - 1)];
}

const Motion* chosen_motion(const Session& session, const TransportState& transport) {
  return chosen_motion_kept(session, transport).get();
}

namespace {

/// The chosen motion, or the preview of "Change motion", which may be longer.
const Motion* played_motion(const Session& session, const TransportState& transport) {
  const Motion* chosen = chosen_motion(session, transport);
  const Motion* made = transport.previewed().get();  // the dialog keeps it alive
  return chosen != nullptr && made != nullptr ? made : chosen;
}

}  // namespace

void choose_motion(Session& session, TransportState& transport, std::size_t motion) {
  if (motion >= session.document.scene().motions.size() || transport.motion == motion) return;
  transport.motion = motion;
  transport.seconds = 0.0;
  if (shows_motion(session)) show(session, transport);
}

std::string distinct_name(const Scene& scene, std::size_t motion) {
  const std::string& name = scene.motions[motion]->name;
  if (scene.motions.size() < 2) return name;
  std::size_t shared = name.size();
  for (const auto& other : scene.motions)
    if (other != scene.motions[motion]) {
      const auto [end, unused] =
          std::mismatch(name.begin(), name.end(), other->name.begin(), other->name.end());
      shared = std::min(shared, std::size_t(end - name.begin()));
    }
  // Cuts whole words only, so that "walk" and "walk 2" stay whole.
  const std::size_t last =
      shared > 0 ? name.find_last_of(" |_-.:/", shared - 1) : std::string::npos;
  return last == std::string::npos || last + 1 == name.size() ? name
                                                              : "\u2026" + name.substr(last + 1);
}

namespace {

/// Notes a motion with Auto-key that an undo has removed.
void note_undone(const Session& session, TransportState& transport) {
  const History& history = session.document.history();
  const std::size_t motion = transport.motion;
  if (!session.document.makes_keys() || motion < session.document.scene().motions.size()) return;
  for (std::size_t step = history.current() + 1; step < history.steps().size(); ++step) {
    const auto& motions = history.steps()[step].scene.motions;
    if (motion >= motions.size()) continue;
    transport.undone = {motion, motions[motion]->name, transport.seconds};
    return;
  }
}

/// Shows that motion again, with Auto-key, once a redo has brought it back.
void restore_undone(Session& session, TransportState& transport) {
  if (!transport.undone) return;
  const auto& motions = session.document.scene().motions;
  const TransportState::Undone wanted = *transport.undone;
  const bool is_back =
      wanted.motion < motions.size() && motions[wanted.motion]->name == wanted.name;
  if (is_back || !session.document.history().can_redo()) transport.undone.reset();
  if (!is_back || shows_motion(session)) return;
  transport.motion = wanted.motion;
  transport.seconds = wanted.seconds;
  turn_on(session, transport);
  session.document.make_keys(true);
}

}  // namespace

bool shows_motion(const Session& session) { return session.document.shown_time().has_value(); }

void update_transport(Session& session, TransportState& transport) {
  note_undone(session, transport);
  restore_undone(session, transport);
  const std::size_t motions = session.document.scene().motions.size();
  transport.motion = motions == 0 ? 0 : std::min(transport.motion, motions - 1);
  choose_following(session, transport, chosen_motion(session, transport));
  const Motion* motion = played_motion(session, transport);
  transport.seconds = std::clamp(transport.seconds, 0.0, length_of(motion));
  if (motion == nullptr || !shows_motion(session)) return stop_motion(session, transport);
  advance(session, transport, *motion);
  if (is_dragging(session)) return;
  show(session, transport);
  follow(session, transport, *motion);
}

void toggle_playing(Session& session, TransportState& transport) {
  const Motion* motion = played_motion(session, transport);
  if (motion == nullptr)
    return say(
        session,
        "There is no motion to play yet: press New motion below the picture, or drop a .bvh file.",
        true);
  if (is_dragging(session)) return;
  if (shows_motion(session) && transport.is_playing) {
    transport.is_playing = false;
  } else {
    if (transport.seconds >= length_of(motion) - kEnd) transport.seconds = 0.0;
    turn_on(session, transport);
    transport.is_playing = true;
  }
}

void stop_motion(Session& session, TransportState& transport) {
  if (shows_motion(session)) session.wants_redraw = true;
  session.document.show_time({});
  session.document.make_keys(false);
  move_camera_along(session, transport, glm::vec3(0.0f));
  transport.is_playing = transport.is_scrubbed = transport.goes_back = false;
  if (transport.rework) transport.rework->job.drop();
}

void play_from_start(Session& session, TransportState& transport, std::size_t motion) {
  choose_motion(session, transport, motion);
  transport.following.erase(session.document.scene().motions[motion]->name);
  transport.seconds = 0.0;
  turn_on(session, transport);
  transport.is_playing = true;
}

void set_follows(Session& session, TransportState& transport, bool follows) {
  transport.follows = follows;
  session.wants_redraw = true;
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  transport.following[motion->name] = follows;
  if (shows_motion(session)) follow(session, transport, *motion);
}

void on_document_replaced(TransportState& transport, DocumentChange change) {
  if (change == DocumentChange::opened) {
    transport.motion = 0;
    transport.seconds = 0.0;
    transport.following.clear();
  }
  transport.followed_by = glm::vec3(0.0f);  // the new document has its own view
  transport.figure.reset();
  transport.undone.reset();
  transport.is_playing = transport.is_scrubbed = transport.goes_back = false;
  if (transport.rework) transport.rework->job.drop();
}

void seek(Session& session, TransportState& transport, double seconds) {
  const Motion* motion = played_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return;
  transport.seconds = std::clamp(seconds, 0.0, length_of(motion));
  turn_on(session, transport);
}

namespace {

int locked_between(const Scene& before, const Scene& after) {
  const std::vector<Id> posed = changed_poses(before, after);
  return int(std::count_if(posed.begin(), posed.end(), [&](Id id) {
    const Joint* joint = joint_of(before, id);
    return joint != nullptr && joint->locked;
  }));
}

std::string free_motion_name(const Scene& scene) {
  for (std::size_t number = scene.motions.size() + 1;; ++number)
    if (std::string name = fmt::format("Motion {}", number); find_motion(scene, name) == nullptr)
      return name;
}

std::vector<Id> all_nodes(const Scene& scene) {
  std::vector<Id> nodes;
  for (const Node& node : scene.nodes)
    if (!node.skeleton || node.mesh) nodes.push_back(node.id);
  return nodes;
}

/// The joints or nodes of a whole pose: the shown skeleton's joints; in Layout, or without a
/// skeleton, all nodes.
std::vector<Id> whole_pose(const Session& session) {
  const Scene& scene = session.document.scene();
  const Node* node = find_node(scene, shown_skeleton(session));
  if (session.tab == Tab::layout || node == nullptr || !node->skeleton) return all_nodes(scene);
  std::vector<Id> joints;
  for (const Joint& joint : node->skeleton->joints) joints.push_back(joint.id);
  return joints;
}

/// A track with the joint's places in these scenes, one second apart.
MotionTrack track_through(const std::vector<Scene>& keyed, Id joint) {
  MotionTrack track = track_as_it_stands(keyed.front(), joint);
  std::array<MotionChannel, 3> places;
  places[1].property = MotionProperty::rotation;
  places[2].property = MotionProperty::scale;
  for (std::size_t k = 0; k < keyed.size(); ++k) {
    const auto [target, shift, turn, scale, channels] = track_as_it_stands(keyed[k], joint);
    const std::vector<float> values[] = {
        {shift.x, shift.y, shift.z}, {turn.x, turn.y, turn.z, turn.w}, {scale.x, scale.y, scale.z}};
    for (std::size_t c = 0; c < std::size(places); ++c) {
      places[c].times.push_back(float(k));
      places[c].values.insert(places[c].values.end(), values[c].begin(), values[c].end());
    }
  }
  for (MotionChannel& channel : places) {
    const std::size_t numbers = numbers_of(channel.property);
    const bool changes = !std::equal(channel.values.begin() + std::ptrdiff_t(numbers),
                                     channel.values.end(), channel.values.begin());
    if (changes) track.channels.push_back(std::move(channel));
  }
  return track;
}

std::vector<Id> without_locked(const Scene& scene, std::vector<Id> targets) {
  std::erase_if(targets, [&](Id id) {
    const Joint* joint = joint_of(scene, id);
    return joint != nullptr && joint->locked;
  });
  return targets;
}

}  // namespace

bool add_motion(Session& session, TransportState& transport, Motion motion) {
  if (!perform(session, op::AddMotion{std::make_shared<const Motion>(std::move(motion))}))
    return false;
  transport.motion = session.document.scene().motions.size() - 1;
  transport.following.erase(session.document.scene().motions.back()->name);
  transport.seconds = 0.0;
  turn_on(session, transport);
  return true;
}

void keep_pose(Session& session, TransportState& transport) {
  const std::optional<MotionTime> time = session.document.shown_time();
  if (!time) return;
  const int locked = locked_between(session.document.committed(), session.document.scene());
  const bool is_posed =
      !changed_poses(session.document.committed(), session.document.scene()).empty();
  stop_motion(session, transport);
  if (!perform(session, op::PoseAt{time->motion, time->seconds}) || !is_posed) return;
  const std::string at = time_text(double(time->seconds));
  say(session, locked == 0 ? "Kept the pose at " + at
                           : fmt::format("Kept the pose at {}; {} locked joint{} stayed", at,
                                         locked, locked == 1 ? "" : "s"));
}

void new_motion(Session& session, TransportState& transport) {
  constexpr float kNewLength = 3.0f;  // seconds
  if (is_dragging(session)) return;
  stop_motion(session, transport);
  const Scene& scene = session.document.scene();
  Motion motion = held_motion(scene, whole_pose(session), free_motion_name(scene));
  motion.timing.length = kNewLength;
  if (motion.tracks.empty())
    return say(session, "There is nothing here that could move: open a file first.", true);
  const std::string name = motion.name;
  if (!add_motion(session, transport, std::move(motion))) return;
  session.document.make_keys(true);
  say(session,
      "\"" + name + "\" begins with this pose. Move the time, then pose: that makes keys.");
}

void motion_of_poses(Session& session, TransportState& transport) {
  if (is_dragging(session)) return;
  stop_motion(session, transport);
  const Scene& scene = session.document.scene();
  const Node* node = find_node(scene, shown_skeleton(session));
  if (node == nullptr || !node->skeleton || node->skeleton->poses.empty()) return;
  const Skeleton& skeleton = *node->skeleton;
  std::vector<Scene> keyed = {scene};
  for (const Pose& pose : skeleton.poses)
    if (const auto posed =
            apply(scene, taken_pose(skeleton, pose.entries, {}, {}), session.document.tasks())
                .scene)
      keyed.push_back(*posed);
  keyed.push_back(scene);
  Motion motion{free_motion_name(scene), {}};
  for (const Joint& joint : skeleton.joints)
    motion.tracks.push_back(track_through(keyed, joint.id));
  if (add_motion(session, transport, std::move(motion))) transport.is_playing = true;
}

void duplicate_motion(Session& session, TransportState& transport) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return;
  const double seconds = transport.seconds;
  if (add_motion(session, transport, *motion)) seek(session, transport, seconds);
}

bool is_auto_key(const Session& session) {
  return session.document.makes_keys() && shows_motion(session);
}

void set_auto_key(Session& session, TransportState& transport, bool is_on) {
  if (is_dragging(session)) return;
  session.wants_redraw = true;
  session.document.make_keys(false);
  transport.undone.reset();
  if (!is_on) return;
  if (chosen_motion(session, transport) == nullptr) return new_motion(session, transport);
  turn_on(session, transport);
  session.document.make_keys(true);
}

void set_keys(Session& session, TransportState& transport, ToKey what) {
  if (is_dragging(session)) return;
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return new_motion(session, transport);
  const MotionTime at{transport.motion, float(transport.seconds)};
  const Scene &scene = session.document.scene(), &own = session.document.committed();
  const Scene played = at_time(own, *motion, at.seconds);
  const std::vector<Id> all = what == ToKey::selection ? session.document.selection()
                              : what == ToKey::pose    ? whole_pose(session)
                                                       : changed_poses(played, scene);
  const std::vector<Id> targets = without_locked(scene, all);
  if (targets.empty())
    return say(session,
               !all.empty()               ? "All of these are locked: unlock one in the tree first."
               : what == ToKey::selection ? "Select joints or nodes first: they get the keys."
                                          : "The pose is that of the motion: no key is needed.",
               true);
  const std::string time = time_text(transport.seconds);
  const Operation edit = key_edit(
      own, scene, at, targets, what == ToKey::changes ? Keyed::changes : Keyed::pose,
      targets.size() == 1 ? fmt::format("Key {} at {}", name_of(scene, targets.front()), time)
                          : fmt::format("Key {} joints and nodes at {}", targets.size(), time));
  const bool was_own = !shows_motion(session);
  if (!perform(session, edit)) return;
  if (was_own) turn_on(session, transport);
  session.wants_redraw = true;
}

void move_motion(Session& session, TransportState& transport, int by) {
  const auto count = int(session.document.scene().motions.size());
  const int to = int(transport.motion) + by;
  if (to < 0 || to >= count || is_dragging(session)) return;
  const std::optional<MotionTime> shown = session.document.shown_time();
  session.document.show_time({});
  if (perform(session, op::MoveMotion{transport.motion, std::size_t(to)}))
    transport.motion = std::size_t(to);
  if (shown) seek(session, transport, transport.seconds);
  session.wants_redraw = true;
}

void rename_motion(Session& session, TransportState& transport, const std::string& name) {
  if (chosen_motion(session, transport) == nullptr ||
      !perform(session, op::RenameMotion{transport.motion, name}))
    return;
  transport.following[chosen_motion(session, transport)->name] = transport.follows;
}

void delete_motion(Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr) return;
  const std::string name = motion->name;
  stop_motion(editor, editor.transport);
  if (perform(editor, op::DeleteMotion{editor.transport.motion}))
    say(editor, "Deleted the motion \"" + name + "\" \u00b7 Ctrl+Z brings it back");
}

}  // namespace marrow
