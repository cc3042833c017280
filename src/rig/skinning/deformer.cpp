#include "rig/skinning/deformer.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <unordered_set>
#include <utility>

#include "rig/body/body.h"
#include "rig/guarded.h"
#include "rig/skinning/mesh_binder.h"
#include "rig/skinning/mesh_skinner.h"
#include "rig/stopwatch.h"
#include "scene/morph.h"

namespace marrow {

namespace {

/// The item of the last update for a node, or `fresh`.
template <typename Item>
Item taken(std::vector<Item>& items, const std::unordered_map<Id, std::size_t>& places, Id node,
           Item fresh) {
  const auto found = places.find(node);
  return found == places.end() ? std::move(fresh) : std::move(items[found->second]);
}

/// S^-1 M. Exactly the identity where mesh and skeleton have the same place.
glm::mat4 skeleton_from_mesh_of(const glm::mat4& world_from_skeleton,
                                const glm::mat4& world_from_mesh) {
  if (world_from_skeleton == world_from_mesh) return glm::mat4(1.0f);
  return glm::mat4(glm::affineInverse(glm::dmat4(world_from_skeleton)) *
                   glm::dmat4(world_from_mesh));
}

/// Adds the milliseconds of `work` to a sum if it reports that it changed something.
template <typename Work>
bool timed(double& milliseconds, const Work& work) {
  double taken = 0.0;
  bool has_changed = false;
  {
    const Stopwatch stopwatch(taken);
    has_changed = work();
  }
  if (has_changed) milliseconds += taken;
  return has_changed;
}

}  // namespace

/// The input of a PosedSkeleton, and the problems found.
struct Deformer::SkeletonSource {
  /// The bind side of one joint without its radius.
  struct JointSource {
    Id id;
    int parent;
    glm::mat4 bind_local;
    glm::vec3 extent;
  };
  std::vector<JointSource> bones;
  CapsuleSettings capsules;
  std::vector<glm::mat4> user_locals;
  std::uint64_t revision = 0;  ///< changes with the bones
  std::vector<std::string> bind_problems, pose_problems;

  bool has_bones_of(const Skeleton& skeleton) const {
    return std::equal(bones.begin(), bones.end(), skeleton.joints.begin(), skeleton.joints.end(),
                      [](const JointSource& bone, const Joint& joint) {
                        return bone.id == joint.id && bone.parent == joint.parent &&
                               bone.bind_local == joint.bind_local && bone.extent == joint.extent;
                      });
  }
  bool has_pose_of(const Skeleton& skeleton) const {
    return std::equal(user_locals.begin(), user_locals.end(), skeleton.joints.begin(),
                      skeleton.joints.end(), [](const glm::mat4& user_local, const Joint& joint) {
                        return user_local == joint.user_local;
                      });
  }
  void take_bones(const Skeleton& skeleton) {
    revision = next_revision();
    bones.clear();
    for (const Joint& joint : skeleton.joints)
      bones.push_back({joint.id, joint.parent, joint.bind_local, joint.extent});
  }
  void take_pose(const Skeleton& skeleton) {
    user_locals.clear();
    for (const Joint& joint : skeleton.joints) user_locals.push_back(joint.user_local);
  }
};

struct Deformer::MeshUpdater {
  MeshBinder binder;
  MeshSkinner skinner;
  MeshUpdater(const Tasks& tasks, Evaluate evaluate, bool uses_engine)
      : binder(tasks, uses_engine), skinner(tasks, evaluate == Evaluate::each_time) {}
};

Deformer::Deformer(Backend backend) : Deformer(tasks_of(backend), Evaluate::each_time) {
  if (backend != Backend::fast || !has_engine()) return;
  uses_engine_ = true;
  evaluate_ = Evaluate::when_changed;
}

Deformer::Deformer(const Tasks& tasks, Evaluate evaluate) : tasks_(&tasks), evaluate_(evaluate) {}

Deformer::Deformer(Deformer&& other) noexcept = default;
Deformer& Deformer::operator=(Deformer&& other) noexcept = default;
Deformer::~Deformer() = default;

void Deformer::update(const Scene& scene) {
  const Cost before = std::exchange(cost_, {});
  has_changes_ = false;
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  update_skeletons(scene, worlds);
  take_meshes(scene);
  update_bodies(scene, worlds);
  std::vector<const Skeleton*> posed_now;  // parallel to skeletons_
  for (const Node& node : scene.nodes) {
    if (node.skeleton) posed_now.push_back(node.skeleton.get());
  }
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    const std::size_t at = mesh_places_.at(node.id);
    const PosedSkeleton* posed = skeleton(node.bound_to);
    meshes_[at].skeleton = posed ? posed->node : kNoId;
    meshes_[at].world_from_output = posed ? posed->world_from_skeleton : worlds[n];
    if (posed)
      update_bound(node, worlds[n], *posed_now[std::size_t(posed - skeletons_.data())], *posed,
                   meshes_[at], mesh_updaters_[at]);
    else
      update_rigid(node, meshes_[at], mesh_updaters_[at]);
  }
  count_captured();
  collect_problems();
  if (!has_changes_) cost_ = before;
}

Deformer::Cost Deformer::last_cost() const {
  Cost cost = cost_;
  for (const DeformedMesh& mesh : meshes_) cost.skin_ms += mesh.skin_ms();
  return cost;
}

const PosedSkeleton* Deformer::skeleton(Id node) const {
  const auto found = skeleton_places_.find(node);
  return found == skeleton_places_.end() ? nullptr : &skeletons_[found->second];
}

const DeformedMesh* Deformer::mesh(Id node) const {
  const auto found = mesh_places_.find(node);
  return found == mesh_places_.end() ? nullptr : &meshes_[found->second];
}

void Deformer::update_skeletons(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  std::vector<PosedSkeleton> old_skeletons = std::exchange(skeletons_, {});
  std::vector<SkeletonSource> old_sources = std::exchange(skeleton_sources_, {});
  const Places old_places = std::exchange(skeleton_places_, {});
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.skeleton) continue;
    skeleton_places_.emplace(node.id, skeletons_.size());
    skeletons_.push_back(taken(old_skeletons, old_places, node.id, {}));
    skeleton_sources_.push_back(taken(old_sources, old_places, node.id, {}));
    skeletons_.back().node = node.id;
    skeletons_.back().world_from_skeleton = worlds[n];
    pose(*node.skeleton, skeletons_.back(), skeleton_sources_.back());
  }
}

void Deformer::pose(const Skeleton& skeleton, PosedSkeleton& posed, SkeletonSource& source) {
  const Stopwatch stopwatch(cost_.kinematics_ms);
  CapsuleSettings settings = capsule_settings_of(skeleton);
  const bool bones_changed = source.revision == 0 || !source.has_bones_of(skeleton);
  const bool bind_changed = bones_changed || source.capsules != settings;
  const bool pose_changed = bind_changed || !source.has_pose_of(skeleton);
  if (bones_changed) source.take_bones(skeleton);
  if (bind_changed) {
    source.capsules = std::move(settings);
    source.bind_problems.clear();
    posed.bind = guarded::bind_matrices(*tasks_, skeleton, source.bind_problems);
  }
  if (pose_changed) source.take_pose(skeleton);
  if (pose_changed || evaluate_ == Evaluate::each_time) {
    source.pose_problems.clear();
    posed.posed = guarded::posed_matrices(*tasks_, skeleton, posed.bind, source.pose_problems);
    posed.skinning = guarded::skinning_matrices(*tasks_, skeleton, posed.posed, posed.bind,
                                                source.pose_problems);
  }
}

/// Reads new meshes. Several nodes may share a mesh and its surface.
void Deformer::take_meshes(const Scene& scene) {
  std::vector<DeformedMesh> old_meshes = std::exchange(meshes_, {});
  std::vector<MeshUpdater> old_updaters = std::exchange(mesh_updaters_, {});
  const Places old_places = std::exchange(mesh_places_, {});
  std::unordered_map<const Mesh*, std::shared_ptr<const Surface>> surfaces;
  for (const DeformedMesh& mesh : old_meshes) surfaces.emplace(mesh.mesh.get(), mesh.surface);
  for (const Node& node : scene.nodes) {
    if (!node.mesh) continue;
    mesh_places_.emplace(node.id, meshes_.size());
    meshes_.push_back(taken(old_meshes, old_places, node.id, {}));
    mesh_updaters_.push_back(
        taken(old_updaters, old_places, node.id, MeshUpdater(*tasks_, evaluate_, uses_engine_)));
    DeformedMesh& mesh = meshes_.back();
    mesh.node = node.id;
    if (mesh.mesh == node.mesh) continue;
    const Stopwatch stopwatch(cost_.bind_ms);
    auto& surface = surfaces[node.mesh.get()];
    if (!surface) surface = std::make_shared<const Surface>(make_surface(*node.mesh));
    mesh.take(node.mesh, surface);
    mesh_updaters_.back().binder = MeshBinder(*tasks_, uses_engine_);
  }
}

/// A body consists of all meshes of a skeleton that use its capsules.
void Deformer::update_bodies(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  bodies_.begin(scene);
  for (const Node& rig : scene.nodes) {
    if (!rig.skeleton || rig.skeleton->metric != Metric::body) continue;
    const PosedSkeleton& posed = *skeleton(rig.id);
    std::vector<BodyMesh> parts;
    std::vector<Id> nodes;
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      const Node& node = scene.nodes[n];
      if (!node.mesh || node.bound_to != rig.id || (node.explicit_weights && node.mesh->weights))
        continue;
      parts.push_back({node.mesh, meshes_[mesh_places_.at(node.id)].surface,
                       skeleton_from_mesh_of(posed.world_from_skeleton, worlds[n])});
      nodes.push_back(node.id);
    }
    timed(cost_.bind_ms,
          [&] { return bodies_.update(*rig.skeleton, posed, parts, std::move(nodes)); });
  }
  bodies_.end();
}

void Deformer::update_rigid(const Node& node, DeformedMesh& mesh, MeshUpdater& updater) {
  const bool has_new_vertices = timed(cost_.bind_ms, [&] {
    const bool is_new = updater.binder.place({}, mesh);
    if (is_new) updater.binder.bind_rigid(mesh);
    return is_new;
  });
  const bool has_new_rest = timed(cost_.skin_ms, [&] {
    return updater.skinner.set_rest(glm::mat4(1.0f), active_morph_weights(node), has_new_vertices,
                                    mesh);
  });
  if (!has_new_rest) return;
  updater.skinner.pose_rigid(mesh);
  has_changes_ = true;
}

void Deformer::update_bound(const Node& node, const glm::mat4& world, const Skeleton& skeleton,
                            const PosedSkeleton& posed, DeformedMesh& mesh, MeshUpdater& updater) {
  MeshBinder::Input now;
  now.skeleton = posed.node;
  now.skeleton_revision = skeleton_sources_[std::size_t(&posed - skeletons_.data())].revision;
  now.skeleton_from_mesh = skeleton_from_mesh_of(posed.world_from_skeleton, world);
  now.explicit_weights = node.explicit_weights && node.mesh->weights;
  const MeasuredBody* const measured = now.explicit_weights ? nullptr : body(posed.node);
  if (!now.explicit_weights) now.capsules = capsule_settings_of(skeleton);
  if (measured) now.body_revision = measured->revision;
  if (node.touch_ups && !node.mesh->positions.empty()) {
    now.touch_ups = node.touch_ups;
    now.touch_up_strength = node.touch_up_strength;
  }
  const bool has_new_vertices =
      timed(cost_.bind_ms, [&] { return updater.binder.place(now, mesh); });
  timed(cost_.skin_ms, [&] {
    return updater.skinner.set_rest(now.skeleton_from_mesh, active_morph_weights(node),
                                    has_new_vertices, mesh);
  });
  const bool has_new_rows = timed(cost_.bind_ms, [&] {
    return updater.binder.bind({skeleton, posed, measured}, std::move(now), mesh);
  });
  Blend blend = skeleton.blend;
  timed(cost_.bind_ms,
        [&] { return updater.skinner.update_centers(blend, bodies_.is_hurried, mesh); });
  const bool has_new_pose = updater.skinner.pose(posed, blend, has_new_rows, mesh);
  has_changes_ |= has_new_rows || has_new_pose;
}

bool Deformer::blends_linearly_meanwhile() const {
  return std::any_of(mesh_updaters_.begin(), mesh_updaters_.end(), [](const MeshUpdater& updater) {
    return updater.skinner.has_deferred_centers();
  });
}

void Deformer::set_measured_body(std::shared_ptr<const BodyRequest> request,
                                 BodyMeasured measured) {
  bodies_.deliver(std::move(request), std::move(measured));
}

bool Deformer::reorder() {
  bool is_other = false;
  for (DeformedMesh& mesh : meshes_) is_other |= MeshSkinner::reorder(mesh);
  return is_other;
}

void Deformer::count_captured() {
  for (PosedSkeleton& posed : skeletons_) posed.captured.assign(posed.bind.size(), 0);
  for (const DeformedMesh& mesh : meshes_) {
    if (mesh.captured.empty()) continue;
    std::vector<std::uint32_t>& captured = skeletons_[skeleton_places_.at(mesh.skeleton)].captured;
    for (std::size_t j = 0; j < mesh.captured.size(); ++j) captured[j] += mesh.captured[j];
  }
}

void Deformer::collect_problems() {
  problems_.clear();
  for (const SkeletonSource& source : skeleton_sources_) {
    guarded::add_new(source.bind_problems, problems_);
    guarded::add_new(source.pose_problems, problems_);
  }
  for (const MeshUpdater& updater : mesh_updaters_) {
    guarded::add_new(updater.binder.problems(), problems_);
    guarded::add_new(updater.skinner.problems(), problems_);
  }
}

Bounds world_bounds(const Deformer& deformer, const Scene& scene) {
  Bounds bounds;
  const auto add = [&](const glm::mat4& world_from, const glm::vec3& point) {
    bounds.add(glm::vec3(world_from * glm::vec4(point, 1.0f)));
  };
  for (const DeformedMesh& mesh : deformer.meshes()) {
    const Bounds its = world_bounds(mesh);
    if (its.empty()) continue;
    bounds.add(its.low);
    bounds.add(its.high);
  }
  std::unordered_set<Id> seen_by_meshes;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (!mesh.bind_positions.empty()) seen_by_meshes.insert(mesh.skeleton);
  }
  for (const Node& node : scene.nodes) {
    const PosedSkeleton* found = node.skeleton ? deformer.skeleton(node.id) : nullptr;
    if (!found || seen_by_meshes.count(node.id) > 0) continue;
    const PosedSkeleton& posed = *found;
    const std::vector<Joint>& joints = node.skeleton->joints;
    for (std::size_t j = 0; j < std::min(joints.size(), posed.posed.size()); ++j) {
      add(posed.world_from_skeleton, glm::vec3(posed.posed[j][3]));
      add(posed.world_from_skeleton, glm::vec3(posed.posed[j] * glm::vec4(joints[j].extent, 1.0f)));
    }
  }
  return bounds;
}

}  // namespace marrow
