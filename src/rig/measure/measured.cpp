#include "rig/measure/measured.h"

#include <utility>

namespace marrow {

namespace {

/// Overwrites `mine`; true when it was different.
template <typename Value>
bool differs(Value& mine, const Value& other) {
  if (mine == other) return false;
  mine = other;
  return true;
}

bool copy_if_different(const std::vector<glm::vec3>& positions, std::size_t count,
                       std::vector<glm::vec3>& mine) {
  const auto end = positions.begin() + std::ptrdiff_t(count);
  if (std::equal(mine.begin(), mine.end(), positions.begin(), end)) return false;
  mine.assign(positions.begin(), end);
  return true;
}

}  // namespace

bool MeasuredSkeleton::take(const Scene& scene, const Node& rig,
                            const std::vector<glm::mat4>& worlds, const Deformer& deformer) {
  node = rig.id;
  skeleton = rig.skeleton;
  now = deformer.skeleton(rig.id);
  if (!skeleton || !now || now->bind.size() != skeleton->joints.size() ||
      now->posed.size() != now->bind.size())
    return false;
  News news;
  take_joints(deformer.tasks(), news);
  take_meshes(scene, worlds, deformer, news);
  if (news.shape) stamps.shape = ++last_stamp_;
  if (news.rest) stamps.rest = ++last_stamp_;
  if (news.bones) stamps.bones = ++last_stamp_;
  if (news.weights) stamps.weights = ++last_stamp_;
  if (news.pose) stamps.pose = ++last_stamp_;
  return true;
}

int MeasuredSkeleton::index_of(Id joint) const {
  const auto found = indices_.find(joint);
  return found == indices_.end() ? -1 : found->second;
}

void MeasuredSkeleton::take_joints(const Tasks& tasks, News& news) {
  std::vector<Id> ids;
  std::vector<int> parents;
  Capsules capsules{.radii = {},
                    .falloff = skeleton->falloff,
                    .tasks = &tasks,
                    .world_from_skeleton = now->world_from_skeleton};
  for (const Joint& joint : skeleton->joints) {
    ids.push_back(joint.id);
    parents.push_back(joint.parent);
    capsules.radii.push_back(joint.radius);
  }
  if (differs(ids_, ids)) {
    news.bones = true;
    indices_.clear();
    for (std::size_t j = 0; j < ids_.size(); ++j) indices_.emplace(ids_[j], int(j));
  }
  news.bones |= differs(parents_, parents);
  news.bones |= differs(bones, bones_of(*skeleton, now->bind));
  news.weights |= news.bones | differs(capsules_, capsules);
  news.pose |= news.weights | differs(posed_, now->posed);
  news.pose |= differs(skinning_, now->skinning);
}

void MeasuredSkeleton::take_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds,
                                   const Deformer& deformer, News& news) {
  std::size_t count = 0;
  bool may_have_moved =
      false;  // at bind: where bind positions are new, so is the order in which they are drawn
  for (const DeformedMesh& mesh : deformer.meshes()) {
    const int index = mesh.skeleton == node ? node_index(scene, mesh.node) : -1;
    if (index < 0) continue;
    const Node& owner = scene.nodes[std::size_t(index)];
    if (count == meshes.size()) meshes.emplace_back();
    MeasuredMesh& mine = meshes[count++];
    mine.now = &mesh;
    news.shape |= differs(mine.node, mesh.node) | differs(mine.mesh, mesh.mesh);
    news.weights |= differs(mine.has_capsules, !(owner.explicit_weights && mesh.mesh->weights)) |
                    differs(mine.world_from_mesh, worlds[std::size_t(index)]);
    const bool is_other = differs(mine.shape_revision, mesh.shape_revision);
    may_have_moved |= is_other | differs(mine.order_revision, mesh.order_revision);
    news.weights |= is_other | differs(mine.bind_revision, mesh.bind_revision);
    news.rest |= is_other | differs(mine.rest_revision, mesh.rest_revision);
    news.pose |= is_other | differs(mine.pose_revision, mesh.pose_revision);
  }
  news.shape |= count != meshes.size();
  meshes.resize(count);
  news.rest |= news.shape;
  news.weights |= news.shape;
  news.pose |= news.weights;
  if (!news.shape && !may_have_moved) return;
  for (MeasuredMesh& mesh : meshes)
    news.shape |= copy_if_different(mesh.now->bind_positions, mesh.mesh->positions.size(),
                                    mesh.bind_positions);
}

}  // namespace marrow
