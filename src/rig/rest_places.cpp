#include "rig/rest_places.h"

#include <algorithm>
#include <unordered_map>

#include "rig/rig_check.h"
#include "scene/keys.h"

namespace marrow {

std::vector<RestPlace> rest_places_of(const Skeleton& skeleton) {
  std::vector<RestPlace> places;
  for (const Joint& joint : skeleton.joints)
    places.push_back({glm::vec3(joint.bind_local[3]), joint.extent});
  return places;
}

std::vector<RestPlace> displaced(const Skeleton& skeleton, const std::vector<glm::vec3>& origins,
                                 const std::vector<glm::vec3>& ends) {
  const std::size_t count = skeleton.joints.size();
  RIG_CHECK(origins.size() == count && ends.size() == count);
  std::vector<RestPlace> places = rest_places_of(skeleton);
  std::vector<glm::dmat3> frames;  // of B
  for (std::size_t j = 0; j < count; ++j) {
    const Joint& joint = skeleton.joints[j];
    const glm::dmat3 parent =
        joint.parent < 0 ? glm::dmat3(1.0) : frames[std::size_t(joint.parent)];
    frames.push_back(parent * glm::dmat3(joint.bind_local));
    const glm::vec3 below = joint.parent < 0 ? glm::vec3(0.0f) : origins[std::size_t(joint.parent)];
    const auto moved = [](const glm::vec3& from, const glm::dmat3& frame, const glm::dvec3& by) {
      return by == glm::dvec3(0.0) ? from : glm::vec3(glm::dvec3(from) + glm::inverse(frame) * by);
    };
    places[j].origin = moved(places[j].origin, parent, glm::dvec3(origins[j]) - glm::dvec3(below));
    places[j].extent =
        moved(places[j].extent, frames[j], glm::dvec3(ends[j]) - glm::dvec3(origins[j]));
  }
  return places;
}

namespace {

/// B'^-1 B of a joint whose frame did not turn: how its old frame's points are found in the new.
glm::dvec3 way_back(const Skeleton& before, const Skeleton& after, int joint) {
  const glm::dmat4 old = rest_place(before, joint), now = rest_place(after, joint);
  return glm::inverse(glm::dmat3(now)) * glm::dvec3(old[3] - now[3]);
}

glm::vec3 brought_by(const glm::vec3& point, const glm::dvec3& by) {
  return glm::vec3(glm::dvec3(point) + by);
}

void keep_colliders(const Skeleton& before, const Skeleton& after, Scene& scene) {
  if (scene.springs == nullptr) return;
  Springs springs = *scene.springs;
  for (SpringCollider& collider : springs.colliders) {
    const int joint = joint_index(after, collider.target);
    if (joint < 0) continue;
    const glm::dvec3 by = way_back(before, after, joint);
    collider.offset = brought_by(collider.offset, by);
    if (collider.tail) collider.tail = brought_by(*collider.tail, by);
  }
  if (springs != *scene.springs)
    scene.springs = std::make_shared<const Springs>(std::move(springs));
}

/// How far L of joints went, by id, where they went.
using Ways = std::unordered_map<Id, glm::dvec3>;

Ways ways_between(const Scene& before, const Scene& after) {
  Ways ways;
  const auto add = [&](Id id, const glm::mat4& old, const glm::mat4& now) {
    if (old[3] != now[3]) ways[id] = glm::dvec3(now[3]) - glm::dvec3(old[3]);
  };
  for (std::size_t n = 0; n < before.nodes.size() && n < after.nodes.size(); ++n) {
    const Node &old = before.nodes[n], &now = after.nodes[n];
    if (old.id != now.id) continue;
    if (old.skeleton == now.skeleton || !old.skeleton || !now.skeleton ||
        old.skeleton->joints.size() != now.skeleton->joints.size())
      continue;
    for (std::size_t j = 0; j < old.skeleton->joints.size(); ++j)
      add(now.skeleton->joints[j].id, old.skeleton->joints[j].bind_local,
          now.skeleton->joints[j].bind_local);
  }
  return ways;
}

bool has_way(const Ways& ways, const Motion& motion) {
  return std::any_of(motion.tracks.begin(), motion.tracks.end(),
                     [&](const MotionTrack& track) { return ways.contains(track.target); });
}

/// Of cubic keys the values, not the tangents beside them.
void move_keys(const glm::dvec3& by, MotionChannel& channel) {
  const bool is_cubic = channel.interpolation == Interpolation::cubic;
  const std::size_t step = is_cubic ? 9 : 3;
  for (std::size_t at = is_cubic ? 3 : 0; at + 2 < channel.values.size(); at += step)
    for (int axis = 0; axis < 3; ++axis) {
      float& value = channel.values[at + std::size_t(axis)];
      value = float(double(value) + by[axis]);
    }
}

Motion moved_along(const Motion& motion, const Ways& ways) {
  Motion result = motion;
  for (MotionTrack& track : result.tracks) {
    const auto found = ways.find(track.target);
    if (found == ways.end()) continue;
    track.translation = brought_by(track.translation, found->second);
    for (MotionChannel& channel : track.channels)
      if (channel.property == MotionProperty::translation) move_keys(found->second, channel);
  }
  return result;
}

}  // namespace

Scene with_rest_places(const Scene& scene, Id skeleton, const std::vector<RestPlace>& places) {
  Scene result = scene;
  const int node = node_index(scene, skeleton);
  if (node < 0 || !scene.nodes[std::size_t(node)].skeleton) return result;
  const std::shared_ptr<const Skeleton> before = scene.nodes[std::size_t(node)].skeleton;
  if (before->joints.size() != places.size() || rest_places_of(*before) == places) return result;
  Skeleton& after = edit_skeleton(result, node);
  for (std::size_t j = 0; j < places.size(); ++j) {
    Joint& joint = after.joints[j];
    if (joint.extent != places[j].extent) joint.extent_guessed = false;
    joint.bind_local[3] = glm::vec4(places[j].origin, 1.0f);
    joint.extent = places[j].extent;
  }
  keep_colliders(*before, after, result);
  keep_user_locals(scene, result);
  return result;
}

Motion motion_for_places(const Motion& motion, const Scene& before, const Scene& after) {
  return moved_along(motion, ways_between(before, after));
}

void keep_user_locals(const Scene& before, Scene& after) {
  const Ways ways = ways_between(before, after);
  for (std::shared_ptr<const Motion>& motion : after.motions)
    if (has_way(ways, *motion)) motion = std::make_shared<const Motion>(moved_along(*motion, ways));
}

}  // namespace marrow
