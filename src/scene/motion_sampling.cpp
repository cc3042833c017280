#include "scene/motion_sampling.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/index.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "scene/stance.h"

namespace marrow {

namespace {

using Tracks = std::unordered_map<Id, const MotionTrack*>;

Tracks tracks_of(const Motion& motion) {
  Tracks tracks;
  for (const MotionTrack& track : motion.tracks) {
    if (track.target != kNoId) tracks[track.target] = &track;
  }
  return tracks;
}

/// The target's track; null if it has only morph weights or inverse kinematics.
const MotionTrack* place_track(const Tracks& tracks, Id target) {
  const auto found = tracks.find(target);
  if (found == tracks.end()) return nullptr;
  const MotionTrack& track = *found->second;
  return track.channels.empty() || has_place(track) ? &track : nullptr;
}

bool draws_tip(const Tracks& tracks, Id joint) {
  const auto found = tracks.find(joint);
  return found != tracks.end() &&
         find_channel(*found->second, MotionProperty::ik_target) != nullptr;
}

/// The weights of the node's morph targets; none unless a channel has that many.
std::vector<float> weights_at(const Tracks& tracks, const Node& node, float seconds) {
  const auto found = tracks.find(node.id);
  if (found == tracks.end() || !node.mesh || node.mesh->morph_targets.empty()) return {};
  const MotionChannel* channel = find_channel(*found->second, MotionProperty::morph_weights);
  if (channel == nullptr) return {};
  std::vector<float> weights = value_at(*channel, seconds);
  return weights.size() == node.mesh->morph_targets.size() ? weights : std::vector<float>();
}

/// Restores the last row, which the rounding of an inverse changes.
glm::mat4 affine(glm::dmat4 matrix) {
  for (int column = 0; column < 4; ++column) matrix[column].w = column == 3 ? 1.0 : 0.0;
  return glm::mat4(matrix);
}

void play_joints(Scene& scene, int node, const Tracks& tracks, float seconds) {
  const Skeleton& before = *scene.nodes[std::size_t(node)].skeleton;
  const auto is_moved = [&](const Joint& joint) {
    return place_track(tracks, joint.id) != nullptr;
  };
  if (std::none_of(before.joints.begin(), before.joints.end(), is_moved)) return;
  for (Joint& joint : edit_skeleton(scene, node).joints) {
    const MotionTrack* track = place_track(tracks, joint.id);
    if (track == nullptr) continue;
    const glm::mat4 user_local =
        affine(glm::inverse(glm::dmat4(joint.bind_local)) * glm::dmat4(local_at(*track, seconds)));
    if (is_finite(user_local)) joint.user_local = user_local;
  }
}

/// The track with a constant scale.
MotionTrack with_scale(MotionTrack track, const glm::vec3& scale) {
  std::erase_if(track.channels, [](const MotionChannel& channel) {
    return channel.property == MotionProperty::scale;
  });
  track.scale = scale;
  return track;
}

glm::vec3 scale_at(const MotionTrack& track, float seconds) {
  const MotionChannel* channel = find_channel(track, MotionProperty::scale);
  if (channel == nullptr) return track.scale;
  const std::vector<float> value = value_at(*channel, seconds);
  return {value[0], value[1], value[2]};
}

/// Files hide or flatten a node by a scale of 0, but a node's matrix must be invertible: a flat
/// axis keeps 8 millionths of the longest axis. A node whose axes all have length 0 is hidden.
void play_node(Node& node, const MotionTrack& track, float seconds) {
  constexpr float kNothing = 1e-6f, kFlat = 8e-6f;
  glm::vec3 scale = scale_at(track, seconds);
  const glm::vec3 size = glm::abs(scale);
  const float longest = std::max({size.x, size.y, size.z});
  const float least = std::max(kNothing, kFlat * longest);
  bool is_flat = false;
  for (int axis = 0; axis < 3; ++axis) {
    if (!(size[axis] < least)) continue;
    scale[axis] = std::copysign(least, scale[axis]);
    is_flat = true;
  }
  const glm::mat4 local =
      is_flat ? local_at(with_scale(track, scale), seconds) : local_at(track, seconds);
  if (!is_finite(local) || !is_invertible(local)) return;
  node.local = local;
  if (longest < kNothing) node.visible = false;
}

bool moves_joints_of(const Motion& motion, const Skeleton& skeleton) {
  return std::any_of(motion.tracks.begin(), motion.tracks.end(), [&](const MotionTrack& track) {
    return joint_index(skeleton, track.target) >= 0;
  });
}

/// World space; none if there is no such joint.
std::optional<glm::vec3> place_of_joint(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  return glm::vec3((exact_world_from_node(scene, ref.node) * posed_place(skeleton, ref.joint))[3]);
}

}  // namespace

Scene keyed_at_time(const Scene& scene, const Motion& motion, float seconds) {
  Scene result = scene;
  const Tracks tracks = tracks_of(motion);
  for (std::size_t n = 0; n < result.nodes.size(); ++n) {
    Node& node = result.nodes[n];
    if (node.skeleton) play_joints(result, int(n), tracks, seconds);
    if (std::vector<float> weights = weights_at(tracks, node, seconds); !weights.empty())
      node.morph_weights = std::move(weights);
    if (const MotionTrack* track = place_track(tracks, node.id)) play_node(node, *track, seconds);
  }
  return result;
}

const Motion* find_motion(const Scene& scene, std::string_view name) {
  const auto found = std::find_if(scene.motions.begin(), scene.motions.end(),
                                  [&](const auto& motion) { return motion->name == name; });
  return found == scene.motions.end() ? nullptr : found->get();
}

Id figure_joint(const Scene& scene, const Motion& motion) {
  for (const Node& node : scene.nodes)
    if (node.skeleton && moves_joints_of(motion, *node.skeleton)) {
      const int hips = std::max(body_joints(*node.skeleton).hips, 0);
      return node.skeleton->joints[std::size_t(hips)].id;
    }
  return kNoId;
}

glm::vec3 traveled(const Scene& rest, const Scene& now, Id joint) {
  const auto from = place_of_joint(rest, joint), to = place_of_joint(now, joint);
  return from && to ? glm::vec3(to->x - from->x, 0.0f, to->z - from->z) : glm::vec3(0.0f);
}

glm::dvec3 figure_extent(const Scene& scene, const Motion& motion) {
  std::vector<glm::dvec3> places;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const auto& skeleton = scene.nodes[n].skeleton;
    if (!skeleton || !moves_joints_of(motion, *skeleton)) continue;
    const glm::dmat4 world = exact_world_from_node(scene, int(n));
    for (std::size_t j = 0; j < skeleton->joints.size(); ++j)
      places.emplace_back((world * rest_place(*skeleton, int(j)))[3]);
  }
  if (places.empty()) return glm::dvec3(0.0);
  glm::dvec3 low = places.front(), high = low;
  for (const glm::dvec3& place : places) low = glm::min(low, place), high = glm::max(high, place);
  return high - low;
}

bool moves(const Scene& scene, const Motion& motion) {
  const Tracks tracks = tracks_of(motion);
  for (const Node& node : scene.nodes) {
    if (place_track(tracks, node.id) != nullptr || !weights_at(tracks, node, 0.0f).empty())
      return true;
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints)
      if (place_track(tracks, joint.id) != nullptr || draws_tip(tracks, joint.id)) return true;
  }
  return false;
}

namespace {

/// The joint with that id; tries `index` first. Null if none.
const Joint* joint_like(const Skeleton& skeleton, Id id, std::size_t index) {
  if (index < skeleton.joints.size() && skeleton.joints[index].id == id)
    return &skeleton.joints[index];
  const int there = joint_index(skeleton, id);
  return there < 0 ? nullptr : &skeleton.joints[at(there)];
}

}  // namespace

std::vector<float> weights_of(const Node& node) {
  std::vector<float> weights = node.morph_weights;
  if (node.mesh) weights.resize(node.mesh->morph_targets.size());
  return weights;
}

Scene with_pose(const Scene& scene, const Scene& posed) {
  Scene result = scene;
  for (std::size_t n = 0; n < result.nodes.size(); ++n) {
    Node& node = result.nodes[n];
    const Node* of = find_node(posed, node.id);
    if (of == nullptr) continue;
    node.local = of->local;
    if (node.mesh == of->mesh) node.morph_weights = of->morph_weights;
    if (!node.skeleton || !of->skeleton || node.skeleton == of->skeleton) continue;
    std::vector<Joint>& joints = edit_skeleton(result, int(n)).joints;
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (const Joint* joint = joint_like(*of->skeleton, joints[j].id, j))
        joints[j].user_local = joint->user_local;
  }
  return result;
}

std::vector<Id> changed_poses(const Scene& before, const Scene& after) {
  std::vector<Id> posed;
  for (const Node& node : after.nodes) {
    const Node* old = find_node(before, node.id);
    if (old == nullptr) continue;
    const bool has_other_weights = node.mesh == old->mesh && weights_of(*old) != weights_of(node);
    if (old->local != node.local || has_other_weights) posed.push_back(node.id);
    if (!old->skeleton || !node.skeleton || old->skeleton == node.skeleton) continue;
    const std::vector<Joint>& joints = node.skeleton->joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const Joint* joint = joint_like(*old->skeleton, joints[j].id, j);
      if (joint != nullptr && joint->user_local != joints[j].user_local)
        posed.push_back(joints[j].id);
    }
  }
  return posed;
}

}  // namespace marrow
