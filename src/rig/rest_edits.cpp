#include "rig/rest_edits.h"

#include <algorithm>
#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>
#include <unordered_map>

#include "rig/guarded.h"
#include "rig/rig_check.h"

namespace marrow {

namespace {

struct RestMatrices {
  std::vector<glm::mat4> bind, posed;
};

RestMatrices matrices_of(const Skeleton& skeleton, const Tasks& tasks) {
  guarded::Problems unheard;
  RestMatrices matrices;
  matrices.bind = guarded::bind_matrices(tasks, skeleton, unheard);
  matrices.posed = guarded::posed_matrices(tasks, skeleton, matrices.bind, unheard);
  return matrices;
}

glm::mat4 of_parent(const std::vector<glm::mat4>& matrices, int parent) {
  return parent < 0 ? glm::mat4(1.0f) : matrices[std::size_t(parent)];
}

SkeletonEdit refused(std::string reason) { return {std::nullopt, std::move(reason)}; }

std::string singular_reason(const Skeleton& skeleton, int joint) {
  return fmt::format("joint \"{}\" is scaled to nothing in this pose: reset its scale first",
                     skeleton.joints[std::size_t(joint)].name);
}

/// `skeleton` in a stored pose.
Skeleton posed_by(const Skeleton& skeleton, const Pose& pose) {
  Skeleton result = skeleton;
  for (const Pose::Entry& entry : pose.entries) {
    const int joint = joint_index(skeleton, entry.joint);
    if (joint >= 0) result.joints[std::size_t(joint)].user_local = entry.user_local;
  }
  return result;
}

/// Rewrites the entries of `joint` in stored poses so that the joint stays in place, except in a
/// pose that scales the new parent to zero.
void keep_stored_poses(const Skeleton& before, int joint, int new_parent,
                       const glm::mat4& bind_local, const Tasks& tasks, std::vector<Pose>& poses) {
  const Id id = before.joints[std::size_t(joint)].id;
  for (Pose& pose : poses) {
    for (Pose::Entry& entry : pose.entries) {
      if (entry.joint != id) continue;
      const RestMatrices then = matrices_of(posed_by(before, pose), tasks);
      const glm::mat4 parent = of_parent(then.posed, new_parent);
      if (is_invertible(parent))
        entry.user_local =
            tasks.user_local_from_posed(bind_local, parent, then.posed[std::size_t(joint)]);
    }
  }
}

/// Gives `joint` its new parent in place, without sorting. Returns the reason for refusal; empty:
/// success.
std::string move_under(Skeleton& skeleton, int joint, int new_parent, const Tasks& tasks) {
  const RestMatrices now = matrices_of(skeleton, tasks);
  const glm::mat4 parent_posed = of_parent(now.posed, new_parent);
  if (!is_invertible(parent_posed)) return singular_reason(skeleton, new_parent);
  const auto j = std::size_t(joint);
  const glm::mat4 bind_local =
      tasks.bind_local_from_bind(of_parent(now.bind, new_parent), now.bind[j]);
  const glm::mat4 user_local = tasks.user_local_from_posed(bind_local, parent_posed, now.posed[j]);
  if (!is_finite(bind_local) || !is_invertible(bind_local) || !is_finite(user_local))
    return fmt::format(
        "joint \"{}\" has no place under its new parent: the result is not a usable matrix",
        skeleton.joints[j].name);
  std::vector<Pose> poses = skeleton.poses;
  keep_stored_poses(skeleton, joint, new_parent, bind_local, tasks, poses);
  skeleton.poses = std::move(poses);
  skeleton.joints[j].parent = new_parent;
  skeleton.joints[j].bind_local = bind_local;
  skeleton.joints[j].user_local = user_local;
  return {};
}

/// Removes the joints that `is_gone` marks; no remaining joint may have a removed parent.
void erase_joints(Skeleton& skeleton, const std::vector<bool>& is_gone) {
  std::vector<int> new_index(skeleton.joints.size(), -1);
  std::vector<Joint> kept;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    if (is_gone[j]) continue;
    new_index[j] = int(kept.size());
    kept.push_back(skeleton.joints[j]);
    int& parent = kept.back().parent;
    if (parent >= 0) parent = new_index[std::size_t(parent)];
  }
  for (Pose& pose : skeleton.poses) {
    std::erase_if(pose.entries, [&](const Pose::Entry& entry) {
      const int joint = joint_index(skeleton, entry.joint);
      return joint >= 0 && is_gone[std::size_t(joint)];
    });
  }
  skeleton.joints = std::move(kept);
}

/// Adds entries at rest for the `count` joints with ids from `first` on to each pose that has an
/// entry for the joint `whole`.
void add_straight(std::vector<Pose>& poses, Id whole, Id first, int count) {
  for (Pose& pose : poses) {
    const auto names_it = [&](const Pose::Entry& entry) { return entry.joint == whole; };
    if (std::none_of(pose.entries.begin(), pose.entries.end(), names_it)) continue;
    for (int i = 0; i < count; ++i) pose.entries.push_back({first + Id(i), glm::mat4(1.0f)});
  }
}

bool has_joint(const Skeleton& skeleton, int joint) {
  return joint >= 0 && joint < int(skeleton.joints.size());
}

}  // namespace

SkeletonEdit reparented(const Skeleton& skeleton, int joint, int new_parent, const Tasks& tasks) {
  RIG_CHECK(has_joint(skeleton, joint));
  RIG_CHECK(new_parent == -1 || has_joint(skeleton, new_parent));
  if (new_parent >= 0 && is_in_subtree(skeleton, joint, new_parent)) {
    return refused(fmt::format("joint \"{}\" cannot hang under \"{}\", which is {}",
                               skeleton.joints[std::size_t(joint)].name,
                               skeleton.joints[std::size_t(new_parent)].name,
                               joint == new_parent ? "itself" : "below it"));
  }
  Skeleton result = skeleton;
  if (std::string reason = move_under(result, joint, new_parent, tasks); !reason.empty())
    return refused(std::move(reason));
  sort_parents_first(result);
  return {std::move(result), {}};
}

SkeletonEdit without_joint(const Skeleton& skeleton, int joint, bool subtree, const Tasks& tasks) {
  RIG_CHECK(has_joint(skeleton, joint));
  Skeleton result = skeleton;
  std::vector<bool> is_gone(skeleton.joints.size(), false);
  for (int j = joint; j < int(skeleton.joints.size()); ++j) {
    if (subtree) is_gone[std::size_t(j)] = is_in_subtree(skeleton, joint, j);
    if (subtree || skeleton.joints[std::size_t(j)].parent != joint) continue;
    std::string reason = move_under(result, j, skeleton.joints[std::size_t(joint)].parent, tasks);
    if (!reason.empty()) return refused(std::move(reason));
  }
  is_gone[std::size_t(joint)] = true;
  erase_joints(result, is_gone);
  return {std::move(result), {}};
}

SkeletonEdit tip_moved(const Skeleton& skeleton, int joint, const glm::mat4& world_from_skeleton,
                       const glm::mat4& increment, bool children_ride, const Tasks& tasks) {
  RIG_CHECK(has_joint(skeleton, joint));
  const glm::mat4 world_from_joint =
      world_from_skeleton * matrices_of(skeleton, tasks).posed[std::size_t(joint)];
  if (!is_invertible(world_from_joint)) return refused(singular_reason(skeleton, joint));

  Skeleton result = skeleton;
  Joint& moved = result.joints[std::size_t(joint)];
  const glm::dmat4 joint_from_world = glm::affineInverse(glm::dmat4(world_from_joint));
  const glm::dmat4 moves = joint_from_world * glm::dmat4(increment) * glm::dmat4(world_from_joint);
  // e' = (S W_j)^-1 U S W_j e
  moved.extent = glm::vec3(moves * glm::dvec4(glm::dvec3(moved.extent), 1.0));
  moved.extent_guessed = false;
  if (!is_finite(moved.extent))
    return refused(fmt::format("the tip of \"{}\" would leave all bounds", moved.name));

  const glm::vec3 displacement = moved.extent - skeleton.joints[std::size_t(joint)].extent;
  for (Joint& child : result.joints) {
    if (children_ride && child.parent == joint)
      child.bind_local[3] += glm::vec4(displacement, 0.0f);
  }
  return {std::move(result), {}};
}

SkeletonEdit joint_split(const Skeleton& skeleton, int joint, int pieces, Id first_id) {
  RIG_CHECK(has_joint(skeleton, joint));
  RIG_CHECK(pieces >= 2);
  const Joint& whole = skeleton.joints[std::size_t(joint)];
  const glm::vec3 piece = whole.extent / float(pieces);
  if (!(glm::length(piece) > 0.0f))
    return refused(fmt::format("the bone of \"{}\" has no length: give it one first", whole.name));

  const int added = pieces - 1;
  const auto moved_index = [&](int old) { return old > joint ? old + added : old; };
  Skeleton result = skeleton;
  const auto first = result.joints.begin() + joint;
  first->extent = piece;
  first->extent_guessed = false;
  first->pinned = false;
  Joint next{.id = first_id};
  next.bind_local[3] = glm::vec4(piece, 1.0f);
  next.extent = piece;
  result.joints.insert(first + 1, std::size_t(added), next);
  for (int i = 0; i < added; ++i) {
    Joint& made = result.joints[std::size_t(joint + 1 + i)];
    made.name = unique_joint_name(result, whole.name);
    made.id = first_id + Id(i);
    made.parent = joint + i;
  }
  Joint& last = result.joints[std::size_t(joint + added)];
  last.extent_guessed = whole.extent_guessed;
  last.pinned = whole.pinned;
  const glm::vec3 cut = piece * float(added);
  last.extent = whole.extent - cut;
  const auto radius_after = [&](int count) { return whole.radii().at(double(count) / pieces); };
  for (int i = 0; i < pieces; ++i)
    result.joints[std::size_t(joint + i)].set_radii({radius_after(i), radius_after(i + 1)});
  for (int old = joint + 1; old < int(skeleton.joints.size()); ++old) {
    Joint& other = result.joints[std::size_t(moved_index(old))];
    const bool is_child = other.parent == joint;
    other.parent = is_child ? joint + added : moved_index(other.parent);
    if (is_child) other.bind_local[3] -= glm::vec4(cut, 0.0f);  // L' = T(-cut) L
  }
  add_straight(result.poses, whole.id, first_id, added);
  return {std::move(result), {}};
}

namespace {

/// By joint id: the displacement of the origin of L. Has only joints whose L moved.
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

/// Moves only the values of cubic keys, not their tangents.
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
    track.translation = glm::vec3(glm::dvec3(track.translation) + found->second);
    for (MotionChannel& channel : track.channels)
      if (channel.property == MotionProperty::translation) move_keys(found->second, channel);
  }
  return result;
}

}  // namespace

void keep_user_locals(const Scene& before, Scene& after) {
  const Ways ways = ways_between(before, after);
  for (std::shared_ptr<const Motion>& motion : after.motions)
    if (has_way(ways, *motion)) motion = std::make_shared<const Motion>(moved_along(*motion, ways));
}

}  // namespace marrow
