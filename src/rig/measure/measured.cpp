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
  Changes changes;
  take_joints(deformer.tasks(), changes);
  take_meshes(scene, worlds, deformer, changes);
  if (changes.shape) stamps.shape = ++last_stamp_;
  if (changes.rest) stamps.rest = ++last_stamp_;
  if (changes.bones) stamps.bones = ++last_stamp_;
  if (changes.weights) stamps.weights = ++last_stamp_;
  if (changes.pose) stamps.pose = ++last_stamp_;
  return true;
}

int MeasuredSkeleton::index_of(Id joint) const {
  const auto found = indices_.find(joint);
  return found == indices_.end() ? -1 : found->second;
}

void MeasuredSkeleton::take_joints(const Tasks& tasks, Changes& changes) {
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
    changes.bones = true;
    indices_.clear();
    for (std::size_t j = 0; j < ids_.size(); ++j) indices_.emplace(ids_[j], int(j));
  }
  changes.bones |= differs(parents_, parents);
  changes.bones |= differs(bones, bones_of(*skeleton, now->bind));
  changes.weights |= changes.bones | differs(capsules_, capsules);
  changes.pose |= changes.weights | differs(posed_, now->posed);
  changes.pose |= differs(skinning_, now->skinning);
}

void MeasuredSkeleton::take_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds,
                                   const Deformer& deformer, Changes& changes) {
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
    changes.shape |= differs(mine.node, mesh.node);
    changes.shape |= differs(mine.mesh, mesh.mesh);
    changes.weights |= differs(mine.has_capsules, !(owner.explicit_weights && mesh.mesh->weights));
    changes.weights |= differs(mine.world_from_mesh, worlds[std::size_t(index)]);
    const bool is_other = differs(mine.shape_revision, mesh.shape_revision);
    may_have_moved |= is_other | differs(mine.order_revision, mesh.order_revision);
    changes.weights |= is_other | differs(mine.bind_revision, mesh.bind_revision);
    changes.rest |= is_other | differs(mine.rest_revision, mesh.rest_revision);
    changes.pose |= is_other | differs(mine.pose_revision, mesh.pose_revision);
  }
  changes.shape |= count != meshes.size();
  meshes.resize(count);
  changes.rest |= changes.shape;
  changes.weights |= changes.shape;
  changes.pose |= changes.weights;
  if (!changes.shape && !may_have_moved) return;
  for (MeasuredMesh& mesh : meshes)
    changes.shape |= copy_if_different(mesh.now->bind_positions, mesh.mesh->positions.size(),
                                       mesh.bind_positions);
}

}  // namespace marrow
