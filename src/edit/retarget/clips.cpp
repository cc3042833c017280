#include "edit/retarget/clips.h"

#include <algorithm>
#include <set>

#include "edit/motions/bake_springs.h"

namespace marrow {
namespace {

std::set<Id> joints_of(const Skeleton& skeleton) {
  std::set<Id> ids;
  for (const Joint& joint : skeleton.joints) ids.insert(joint.id);
  return ids;
}

std::size_t moved_of(const Motion& motion, const std::set<Id>& joints) {
  return std::size_t(
      std::count_if(motion.tracks.begin(), motion.tracks.end(),
                    [&](const MotionTrack& track) { return joints.count(track.target) > 0; }));
}

}  // namespace

Id actor_node(const Scene& file) {
  Id best = kNoId;
  std::size_t most = 0;
  for (const Node& node : file.nodes) {
    if (!node.skeleton || node.skeleton->joints.empty()) continue;
    const std::set<Id> joints = joints_of(*node.skeleton);
    std::size_t moved = 0;
    for (const auto& motion : file.motions) moved += moved_of(*motion, joints);
    if (best != kNoId && moved <= most) continue;
    best = node.id;
    most = moved;
  }
  return best;
}

std::vector<Clip> clips_of(const Scene& file, Id actor_node) {
  const Node* node = find_node(file, actor_node);
  if (node == nullptr || !node->skeleton) return {};
  const std::set<Id> joints = joints_of(*node->skeleton);
  std::vector<Clip> clips;
  for (const auto& motion : file.motions)
    if (moved_of(*motion, joints) > 0)
      clips.push_back({std::make_shared<const Motion>(with_ik_baked(file, *motion))});
  return clips;
}

std::size_t followed(const Motion& motion, const RetargetTable& table) {
  std::set<Id> moved;
  for (const MotionTrack& track : motion.tracks) moved.insert(track.target);
  return std::size_t(std::count_if(
      table.rows.begin(), table.rows.end(),
      [&](const RetargetRow& row) { return row.from != kNoId && moved.count(row.from) > 0; }));
}

Motion retargeted(const Motion& motion, const Skeleton& from, const ActorReading& reading,
                  const Skeleton& onto, const RetargetTable& table, RetargetOptions options) {
  options.from_up = glm::vec3(direction_of(reading.up));
  return retarget(motion, as_read_for(from, motion, reading, onto, table, options.up), onto, table,
                  options);
}

}  // namespace marrow
