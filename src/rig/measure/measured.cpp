#include "rig/measure/measured.h"

#include <algorithm>

namespace marrow {

namespace {

/// Overwrites `mine`; returns whether it was different.
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

/// The thinnest place of a capsule counts as at least this share of its thickest place.
constexpr double kThinnest = 1e-3;

}  // namespace

double Distances::shaped(std::size_t joint, std::uint32_t vertex, double distance) const {
  const Radii& its = (*radii)[joint];
  if (!its.is_tapered() || distance <= 0.0) return distance;
  const double t = parameter_on((*bones)[joint], (*positions)[vertex]);
  const double share = double(its.at(t)) / double(its.largest());
  return distance / std::max(share, kThinnest);
}

double Distances::of(std::size_t joint, std::uint32_t vertex) const {
  return shaped(joint, vertex,
                fields ? double((*fields)[joint]->parts[part].of(vertex))
                       : distance_to((*bones)[joint], (*positions)[vertex]));
}

double Distances::slack(std::size_t joint, std::uint32_t vertex) const {
  const double straight =
      fields ? 0.0 : shaped(joint, vertex, distance_slack((*bones)[joint], (*positions)[vertex]));
  return (*radii)[joint].is_tapered() ? straight + 1e-6 * of(joint, vertex) : straight;
}

std::vector<std::uint32_t> Distances::within(std::size_t joint, float radius) const {
  std::vector<std::uint32_t> found;
  if (fields) {
    const BoneField::OfPart& field = (*fields)[joint]->parts[part];
    for (std::size_t k = 0; k < field.vertices.size(); ++k)
      if (is_in_capsule(shaped(joint, field.vertices[k], double(field.distance[k])),
                        double(radius)))
        found.push_back(field.vertices[k]);
    return found;
  }
  const Bone& bone = (*bones)[joint];
  const glm::vec3 low = glm::min(bone.start, bone.end) - radius,
                  high = glm::max(bone.start, bone.end) + radius;
  for (std::uint32_t v = 0; v < positions->size(); ++v) {
    const glm::vec3& p = (*positions)[v];
    if (p.x < low.x || p.y < low.y || p.z < low.z || p.x > high.x || p.y > high.y || p.z > high.z)
      continue;
    if (is_in_capsule(of(joint, v), double(radius))) found.push_back(v);
  }
  return found;
}

/// A mesh with explicit weights is not part of the body, so its distances are straight.
Distances MeasuredSkeleton::distances(std::size_t mesh) const {
  Distances distances{.bones = &bones, .radii = &radii, .positions = &meshes[mesh].bind_positions};
  if (!body || !meshes[mesh].has_capsules) return distances;
  distances.fields = &body->fields;
  distances.part = body->part_of(meshes[mesh].node);
  return distances;
}

bool MeasuredSkeleton::take(const Scene& scene, const Node& rig,
                            const std::vector<glm::mat4>& worlds, const Deformer& deformer) {
  node = rig.id;
  skeleton = rig.skeleton;
  now = deformer.skeleton(rig.id);
  if (!skeleton || !now || now->bind.size() != skeleton->joints.size() ||
      now->posed.size() != now->bind.size())
    return false;
  Changes changes;
  body = deformer.body(rig.id);
  changes.bones = differs(body_revision_, body ? body->revision : 0);
  take_joints(deformer.tasks(), changes);
  take_meshes(scene, worlds, deformer, changes);
  if (changes.shape) stamps.shape = ++last_stamp_;
  if (changes.rest) stamps.rest = ++last_stamp_;
  if (changes.bones) stamps.bones = ++last_stamp_;
  if (changes.tapers) stamps.tapers = ++last_stamp_;
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
  std::vector<Radii> new_radii;
  Capsules capsules{.falloff = skeleton->falloff,
                    .tasks = &tasks,
                    .world_from_skeleton = now->world_from_skeleton};
  for (const Joint& joint : skeleton->joints) {
    ids.push_back(joint.id);
    parents.push_back(joint.parent);
    new_radii.push_back(joint.radii());
  }
  if (differs(ids_, ids)) {
    changes.bones = true;
    indices_.clear();
    for (std::size_t j = 0; j < ids_.size(); ++j) indices_.emplace(ids_[j], int(j));
  }
  changes.bones |= differs(parents_, parents);
  changes.bones |= differs(bones, bones_of(*skeleton, now->bind));
  changes.tapers = !std::equal(radii.begin(), radii.end(), new_radii.begin(), new_radii.end(),
                               [](const Radii& a, const Radii& b) { return a.has_shape_of(b); });
  changes.weights |= changes.bones | differs(capsules_, capsules);
  changes.weights |= differs(radii, new_radii);
  changes.pose |= changes.weights | differs(posed_, now->posed);
  changes.pose |= differs(skinning_, now->skinning);
}

void MeasuredSkeleton::take_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds,
                                   const Deformer& deformer, Changes& changes) {
  std::size_t count = 0;
  bool may_have_moved = false;  // new bind positions come with a new drawing order
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
