#include "editor/timeline/ghosts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "base/index.h"
#include "edit/keying.h"
#include "edit/pose_edit.h"
#include "editor/editor.h"
#include "editor/picture_theme.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"
#include "editor/rays.h"
#include "editor/timeline/timeline.h"
#include "editor/viewport_state.h"
#include "rig/ik/ik.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/motion_sampling.h"
#include "scene/stance.h"

namespace marrow {
namespace {

constexpr std::size_t kMostTrailPoints = 600;
constexpr std::size_t kMostSolvedPoints = 120;  // if each needs inverse kinematics
constexpr glm::dvec3 kNowhere{std::numeric_limits<double>::quiet_NaN()};
constexpr float kTrailPixels = 8.0f;    // at UI scale 1
constexpr double kOtherTime = 1e-3;     // seconds: keys nearer than this are at the time shown
constexpr float kNearestGhost = 0.75f;  // opacity
constexpr float kFadePerStep = 0.2f;
constexpr view::Color kBefore{0.36f, 0.62f, 0.95f, 1.0f}, kAfter{0.95f, 0.55f, 0.25f, 1.0f};

view::Color with_alpha(view::Color color, float alpha) {
  color.a = alpha;
  return color;
}

/// From a joint or node to its parent: L Ul, or the motion's transform.
struct Link {
  glm::dmat4 own{1.0};
  const MotionTrack* track = nullptr;
  glm::dmat4 at(float seconds) const {
    return track != nullptr ? glm::dmat4(local_at(*track, seconds)) : own;
  }
};

/// The transforms from a joint up to the world, and its tip.
struct Chain {
  std::vector<Link> links;
  glm::dvec4 tip{0.0, 0.0, 0.0, 1.0};
  std::vector<Id> targets;

  glm::vec3 tip_at(float seconds) const {
    glm::dvec4 point = tip;
    for (const Link& link : links) point = link.at(seconds) * point;
    return glm::vec3(point);
  }
};

Chain chain_of(const Scene& scene, const Motion& motion, Id joint) {
  Chain chain;
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return chain;
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  const auto add = [&](Id target, const glm::mat4& own) {
    chain.links.push_back({glm::dmat4(own), find_track(motion, target)});
    chain.targets.push_back(target);
  };
  chain.tip = glm::dvec4(skeleton.joints[at(ref.joint)].extent, 1.0);
  for (int j = ref.joint; j >= 0; j = skeleton.joints[at(j)].parent) {
    const Joint& one = skeleton.joints[at(j)];
    add(one.id, one.bind_local * one.user_local);
  }
  for (int n = ref.node; n >= 0; n = scene.nodes[at(n)].parent)
    add(scene.nodes[at(n)].id, scene.nodes[at(n)].local);
  return chain;
}

/// True if the motion pulls the tip of a joint whose limb has a joint of the chain.
bool is_drawn(const Scene& scene, const Motion& motion, const std::vector<Id>& chain) {
  for (const MotionTrack& track : motion.tracks) {
    const JointRef drawn = find_joint(scene, track.target);
    if (drawn.node < 0 || find_channel(track, MotionProperty::ik_target) == nullptr) continue;
    const Skeleton& skeleton = *scene.nodes[at(drawn.node)].skeleton;
    for (const int j : ik_limb(skeleton, drawn.joint))
      if (list_has(chain, skeleton.joints[at(j)].id)) return true;
  }
  return false;
}

std::vector<TrailPoint> trail_of(const Scene& scene, const Motion& motion, Id joint) {
  const Chain chain = chain_of(scene, motion, joint);
  const bool solves = is_drawn(scene, motion, chain.targets);
  const std::size_t most = solves ? kMostSolvedPoints : kMostTrailPoints;
  std::set<float> keys;
  for (const Id target : chain.targets)
    if (const MotionTrack* track = find_track(motion, target))
      for (const MotionChannel& channel : track->channels)
        keys.insert(channel.times.begin(), channel.times.end());
  if (keys.empty()) return {};
  std::set<float> times = keys.size() <= most ? keys : std::set<float>();
  for (const float time : sample_times(motion, most)) times.insert(time);
  std::vector<TrailPoint> trail;
  for (const float time : times) {
    const glm::vec3 place =
        solves ? glm::vec3(world_tip(at_time(scene, motion, time), joint).value_or(kNowhere))
               : chain.tip_at(time);
    if (!glm::any(glm::isnan(place))) trail.push_back({time, place, keys.count(time) > 0});
  }
  return trail;
}

Ghost ghost_at(const Scene& own, const Motion& motion, float seconds, int steps) {
  const Scene scene = at_time(own, motion, seconds);
  Ghost ghost{seconds, steps, {}};
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.skeleton) continue;
    const glm::dmat4 world = exact_world_from_node(scene, int(n));
    const std::vector<glm::dmat4> places = posed_places(*node.skeleton);
    for (std::size_t j = 0; j < places.size(); ++j) {
      const Joint& joint = node.skeleton->joints[j];
      const glm::dmat4 place = world * places[j];
      ghost.bones.push_back(
          {glm::vec3(place[3]), glm::vec3(place * glm::dvec4(joint.extent, 1.0))});
    }
  }
  return ghost;
}

/// Times of ghosts with their steps from the time shown.
std::vector<std::pair<float, int>> ghost_times(const Session& session, const Motion& motion,
                                               GhostTimes kind, double now) {
  std::vector<std::pair<float, int>> times;
  if (kind == GhostTimes::keys) {
    const std::set<float> keys = key_times(session, motion);
    auto after = keys.upper_bound(float(now + kOtherTime));
    for (int i = 1; i <= kGhosts && after != keys.end(); ++i, ++after) times.push_back({*after, i});
    auto before = keys.lower_bound(float(now - kOtherTime));
    for (int i = 1; i <= kGhosts && before != keys.begin(); ++i) times.push_back({*--before, -i});
  } else if (kind == GhostTimes::frames) {
    const double rate = double(motion.timing.frame_rate),
                 step = std::max(std::round(kGhostStep * rate), 1.0) / rate;
    for (int i = -kGhosts; i <= kGhosts; ++i)
      if (const double time = now + i * step;
          i != 0 && time >= 0.0 && time <= double(duration_of(motion)))
        times.push_back({float(time), i});
  }
  std::sort(times.begin(), times.end(),
            [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  return times;
}

/// The motion with the keys that the drag under way will set.
std::shared_ptr<const Motion> motion_in_hand(const Session& session,
                                             std::shared_ptr<const Motion> motion) {
  const Document& document = session.document;
  const std::optional<MotionTime>& time = document.shown_time();
  if (!document.in_gesture() || !document.makes_keys() || !time) return motion;
  const Scene& before = document.gesture_start();
  const std::vector<Id> posed = changed_poses(before, document.scene());
  if (posed.empty()) return motion;
  const op::SetTracks edit =
      key_edit(document.committed(), document.scene(), *time, posed, Keyed::changes, {});
  const Applied after = apply(document.committed(), edit, document.tasks());
  return after.scene ? after.scene->motions[time->motion] : motion;
}

GhostsState::MadeOf wanted_of(const Session& session, const TransportState& transport,
                              const GhostsState& ghosts) {
  const Document& document = session.document;
  GhostsState::MadeOf wanted;
  wanted.motion = chosen_motion_kept(session, transport);
  if (wanted.motion == nullptr || !shows_motion(session)) return {};
  wanted.times = ghosts.times;
  if (ghosts.has_trail && joint_of(document.scene(), document.active()) != nullptr)
    wanted.trailed = document.active();
  if (wanted.times == GhostTimes::none && wanted.trailed == kNoId) return {};
  wanted.revision = document.in_gesture() ? document.revision() : document.commits();
  if (wanted.times != GhostTimes::none) wanted.seconds = float(transport.seconds);
  if (wanted.times == GhostTimes::keys) wanted.selected = document.selection();
  return wanted;
}

void add_trail(view::Overlay& overlay, const Session& session, const ViewportState& viewport,
               const GhostsState& ghosts) {
  const view::Color tone = tones_of(session).selection;
  view::Overlay::Line line{{}, with_alpha(tone, 0.8f), 1.5f};
  for (const TrailPoint& point : ghosts.trail) line.points.push_back(point.place);
  overlay.lines.push_back(std::move(line));
  const TrailPoint* lit =
      is_dragging(session) ? nullptr : trail_key_at(session, ghosts, viewport.pointer.pixel);
  for (const TrailPoint& point : ghosts.trail)
    if (point.is_key)
      overlay.dots.push_back({point.place, &point == lit ? tones_of(session).handle_lit : tone,
                              &point == lit ? 6.0f : 4.0f, view::Color(0.05f, 0.06f, 0.07f, 0.9f)});
}

}  // namespace

void update_ghosts(const Session& session, const TransportState& transport, GhostsState& ghosts) {
  GhostsState::MadeOf wanted = wanted_of(session, transport, ghosts);
  if (ghosts.made_of == wanted) return;
  const GhostsState::MadeOf was = std::exchange(ghosts.made_of, wanted);
  const bool is_same_motion = was.motion == wanted.motion && was.revision == wanted.revision;
  const bool keeps_trail = is_same_motion && was.trailed == wanted.trailed;
  if (!keeps_trail) ghosts.trail.clear();
  if (wanted.motion == nullptr) return ghosts.ghosts.clear();
  const std::shared_ptr<const Motion> motion = motion_in_hand(session, wanted.motion);
  const Scene& own = session.document.committed();
  const auto times = ghost_times(session, *motion, wanted.times, double(wanted.seconds));
  const bool keeps_ghosts =
      is_same_motion && std::equal(times.begin(), times.end(), ghosts.ghosts.begin(),
                                   ghosts.ghosts.end(), [](const auto& time, const Ghost& ghost) {
                                     return time == std::pair(ghost.seconds, ghost.steps);
                                   });
  if (!keeps_ghosts) {  // while a motion plays, ghosts of keys stay from key to key
    ghosts.ghosts.clear();
    for (const auto& [seconds, steps] : times)
      ghosts.ghosts.push_back(ghost_at(own, *motion, seconds, steps));
  }
  if (wanted.trailed != kNoId && !keeps_trail)
    ghosts.trail = trail_of(own, *motion, wanted.trailed);
}

void add_ghosts(view::Overlay& overlay, const Session& session, const ViewportState& viewport,
                const GhostsState& ghosts) {
  for (const Ghost& ghost : ghosts.ghosts) {
    const float alpha = kNearestGhost - kFadePerStep * float(std::abs(ghost.steps) - 1);
    const view::Color tone = with_alpha(ghost.steps < 0 ? kBefore : kAfter, alpha);
    for (const Ghost::Bone& bone : ghost.bones)
      overlay.lines.push_back({{bone.base, bone.tip}, tone, 2.0f});
  }
  if (!ghosts.trail.empty()) add_trail(overlay, session, viewport, ghosts);
}

const TrailPoint* trail_key_at(const Session& session, const GhostsState& ghosts, glm::vec2 pixel) {
  const TrailPoint* nearest = nullptr;
  float least = kTrailPixels * session.ui_scale;
  for (const TrailPoint& point : ghosts.trail) {
    if (!point.is_key) continue;
    const Projected seen = project(session.camera, point.place, session.picture_size);
    const float pixels = glm::distance(seen.pixel, pixel);
    if (!seen.visible || pixels >= least) continue;
    least = pixels;
    nearest = &point;
  }
  return nearest;
}

Id seek_trail_key(Editor& editor, glm::vec2 pixel) {
  const TrailPoint* key = trail_key_at(editor, editor.timeline.ghosts, pixel);
  if (key == nullptr) return kNoId;
  const Id joint = editor.timeline.ghosts.made_of.trailed;
  seek(editor, editor.transport, double(key->seconds));
  set_auto_key(editor, editor.transport, true);
  editor.deformer.update(editor.document.scene());
  return joint;
}

}  // namespace marrow
