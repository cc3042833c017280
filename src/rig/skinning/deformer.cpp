#include "rig/skinning/deformer.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <numeric>
#include <utility>

#include "rig/body/body.h"
#include "rig/guarded.h"
#include "rig/skinning/centers.h"
#include "rig/skinning/delta_mush.h"
#include "rig/skinning/revision.h"
#include "rig/stopwatch.h"
#include "scene/morph.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// What the last update made for a node, or a new one.
template <typename Item>
Item taken(std::vector<Item>& items, const std::unordered_map<Id, std::size_t>& places, Id node) {
  const auto found = places.find(node);
  return found == places.end() ? Item{} : std::move(items[found->second]);
}

/// S^-1 M. Exactly the identity where mesh and skeleton have the same place.
glm::mat4 skeleton_from_mesh_of(const glm::mat4& world_from_skeleton,
                                const glm::mat4& world_from_mesh) {
  if (world_from_skeleton == world_from_mesh) return glm::mat4(1.0f);
  return glm::mat4(glm::affineInverse(glm::dmat4(world_from_skeleton)) *
                   glm::dmat4(world_from_mesh));
}

/// Transforms positions (one per source vertex) and normals (one per shading vertex) to another
/// space, one per shading vertex.
void transform_surface(const glm::mat4& to_from_mesh, const std::vector<std::uint32_t>& source,
                       const std::vector<glm::vec3>& positions,
                       const std::vector<glm::vec3>& normals, std::vector<glm::vec3>& to_positions,
                       std::vector<glm::vec3>& to_normals) {
  const glm::dmat3 normal_matrix = normal_matrix_of(to_from_mesh);
  to_positions.resize(source.size());
  to_normals.resize(source.size());
  parallel_for(source.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      to_positions[i] = glm::vec3(to_from_mesh * glm::vec4(positions[source[i]], 1.0f));
      const glm::dvec3 normal = normal_matrix * glm::dvec3(normals[i]);
      const double length = glm::length(normal);
      to_normals[i] = length > 0.0 ? glm::vec3(normal / length) : normals[i];
    }
  });
}

void transform_bind(const glm::mat4& to_from_mesh, DeformedMesh& mesh) {
  transform_surface(to_from_mesh, mesh.surface->source, mesh.mesh->positions, mesh.surface->normals,
                    mesh.bind_positions, mesh.bind_normals);
}

std::vector<float> largest_of(const std::vector<Radii>& radii) {
  std::vector<float> largest;
  for (const Radii& its : radii) largest.push_back(its.largest());
  return largest;
}

void add_new(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& sentence : from) {
    if (std::find(to.begin(), to.end(), sentence) == to.end()) to.push_back(sentence);
  }
}

}  // namespace

Deformer::Deformer(Backend backend) : Deformer(tasks_of(backend), Evaluate::each_time) {
  if (backend != Backend::fast || !has_engine()) return;
  uses_engine_ = true;
  evaluate_ = Evaluate::when_changed;
}

Deformer::Deformer(const Tasks& tasks, Evaluate evaluate) : tasks_(&tasks), evaluate_(evaluate) {}

void Deformer::update(const Scene& scene) {
  const Cost before = std::exchange(cost_, {});
  has_changes_ = false;
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  update_skeletons(scene, worlds);
  update_meshes(scene, worlds);
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

bool Deformer::SkeletonSource::has_bones_of(const Skeleton& skeleton) const {
  return std::equal(bones.begin(), bones.end(), skeleton.joints.begin(), skeleton.joints.end(),
                    [](const JointSource& bone, const Joint& joint) { return bone.is_of(joint); });
}

bool Deformer::SkeletonSource::has_pose_of(const Skeleton& skeleton) const {
  return std::equal(user_locals.begin(), user_locals.end(), skeleton.joints.begin(),
                    skeleton.joints.end(), [](const glm::mat4& user_local, const Joint& joint) {
                      return user_local == joint.user_local;
                    });
}

void Deformer::SkeletonSource::take_bones(const Skeleton& skeleton) {
  bones.clear();
  for (const Joint& joint : skeleton.joints)
    bones.push_back({joint.id, joint.parent, joint.bind_local, joint.extent});
}

void Deformer::SkeletonSource::take_pose(const Skeleton& skeleton) {
  user_locals.resize(skeleton.joints.size());
  std::transform(skeleton.joints.begin(), skeleton.joints.end(), user_locals.begin(),
                 [](const Joint& joint) { return joint.user_local; });
}

void Deformer::update_skeletons(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  std::vector<PosedSkeleton> old_skeletons = std::exchange(skeletons_, {});
  std::vector<SkeletonSource> old_sources = std::exchange(skeleton_sources_, {});
  const Places old_places = std::exchange(skeleton_places_, {});
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.skeleton) continue;
    skeleton_places_.emplace(node.id, skeletons_.size());
    skeletons_.push_back(taken(old_skeletons, old_places, node.id));
    skeleton_sources_.push_back(taken(old_sources, old_places, node.id));
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
  if (bones_changed) {
    source.revision = next_revision();
    source.take_bones(skeleton);
  }
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

void Deformer::update_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  std::vector<DeformedMesh> old_meshes = std::exchange(meshes_, {});
  std::vector<MeshSource> old_sources = std::exchange(mesh_sources_, {});
  const Places old_places = std::exchange(mesh_places_, {});
  std::vector<const Skeleton*> now_posed;  // beside skeletons_
  for (const Node& node : scene.nodes) {
    if (node.skeleton) now_posed.push_back(node.skeleton.get());
  }
  Surfaces surfaces;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    mesh_places_.emplace(node.id, meshes_.size());
    meshes_.push_back(taken(old_meshes, old_places, node.id));
    mesh_sources_.push_back(taken(old_sources, old_places, node.id));
    DeformedMesh& mesh = meshes_.back();
    MeshSource& source = mesh_sources_.back();
    mesh.node = node.id;
    take_mesh(node, surfaces, mesh, source);
  }
  update_bodies(scene, worlds);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    DeformedMesh& mesh = meshes_[mesh_places_.at(node.id)];
    MeshSource& source = mesh_sources_[mesh_places_.at(node.id)];
    const PosedSkeleton* posed = skeleton(node.bound_to);
    mesh.skeleton = posed ? posed->node : kNoId;
    mesh.world_from_output = posed ? posed->world_from_skeleton : worlds[n];
    if (!posed) {
      mesh.centers_wait_ = false;
      place_rigid(node, mesh, source);
      continue;
    }
    MeshSource now;
    now.morph_weights = active_morph_weights(node);
    now.skeleton = posed->node;
    const auto place = std::size_t(posed - skeletons_.data());
    now.skeleton_revision = skeleton_sources_[place].revision;
    now.skeleton_from_mesh = skeleton_from_mesh_of(posed->world_from_skeleton, worlds[n]);
    now.explicit_weights = node.explicit_weights && node.mesh->weights;
    const Skeleton& skeleton_now = *now_posed[place];
    if (!now.explicit_weights) {
      now.capsules = capsule_settings_of(skeleton_now);
      if (const MeasuredBody* its = body(posed->node)) now.body_revision = its->revision;
    }
    if (node.touch_ups && !node.mesh->positions.empty()) {
      now.touch_ups = node.touch_ups;
      now.touch_up_strength = node.touch_up_strength;
    }
    const bool has_new_rows = bind(skeleton_now, *posed, std::move(now), mesh, source);
    skin(*posed, blend_for_now(skeleton_now.blend, mesh), has_new_rows, mesh, source);
  }
}

std::size_t MeasuredBody::part_of(Id mesh) const {
  return std::size_t(std::find(meshes.begin(), meshes.end(), mesh) - meshes.begin());
}

const MeasuredBody* Deformer::body(Id skeleton) const {
  const auto found = bodies_.find(skeleton);
  return found == bodies_.end() || found->second.waits ? nullptr : &found->second;
}

bool Deformer::measures_straight_meanwhile() const {
  return std::any_of(bodies_.begin(), bodies_.end(),
                     [](const auto& entry) { return entry.second.waits; });
}

bool Deformer::blends_linearly_meanwhile() const {
  return std::any_of(meshes_.begin(), meshes_.end(),
                     [](const DeformedMesh& mesh) { return mesh.centers_wait_; });
}

/// The body is made of all meshes of the skeleton that use its capsules.
void Deformer::update_bodies(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  body_requests_.clear();
  std::erase_if(bodies_, [&](const auto& entry) {
    const Node* node = find_node(scene, entry.first);
    return !node || !node->skeleton || node->skeleton->metric != Metric::body;
  });
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
    update_body(*rig.skeleton, posed, parts, std::move(nodes));
  }
  delivered_request_.reset();
  delivered_body_.reset();
}

void Deformer::set_measured_body(std::shared_ptr<const BodyRequest> request,
                                 BodyMeasured measured) {
  delivered_request_ = std::move(request);
  delivered_body_ = std::make_shared<const BodyMeasured>(std::move(measured));
}

/// True if a body that must be measured again is deferred. Appends to body_requests_, unless only a
/// drag defers it.
bool Deformer::defers_body(const MeasuredBody& its, BodyRequest request) {
  if (is_hurried_ && its.body != nullptr) return true;
  if (request.work() <= synchronous_work_limit_) return false;
  if (delivered_request_ && delivered_request_->has_distances_of(request)) return false;
  body_requests_.push_back(std::make_shared<const BodyRequest>(std::move(request)));
  return true;
}

void Deformer::update_body(const Skeleton& skeleton, const PosedSkeleton& posed,
                           const std::vector<BodyMesh>& parts, std::vector<Id> meshes) {
  if (parts.empty()) {
    bodies_.erase(posed.node);
    return;
  }
  MeasuredBody& its = bodies_[posed.node];
  std::vector<Bone> bones = bones_of(skeleton, posed.bind);
  std::vector<Radii> radii = capsule_settings_of(skeleton).radii;
  const bool is_other = !its.body || its.body->parts() != parts || its.meshes != meshes,
             has_moved = is_other || its.bones != bones;
  its.waits = has_moved && defers_body(its, {posed.node, parts, bones, largest_of(radii)});
  if (its.waits || (!has_moved && its.radii == radii)) return;
  const Stopwatch stopwatch(cost_.bind_ms);
  if (is_other) its.body = Body::of(parts);
  its.meshes = std::move(meshes);
  its.before = std::exchange(its.fields, its.body->fields(bones, largest_of(radii)));
  its.bones = std::move(bones);
  its.radii = std::move(radii);
  if (has_moved) its.revision = next_revision();
}

bool Deformer::MeshSource::has_same_bind_side(const MeshSource& other) const {
  return is_bound && skeleton == other.skeleton && skeleton_revision == other.skeleton_revision &&
         skeleton_from_mesh == other.skeleton_from_mesh &&
         explicit_weights == other.explicit_weights && capsules == other.capsules &&
         body_revision == other.body_revision;
}

bool Deformer::MeshSource::has_same_touch_ups(const MeshSource& other) const {
  return touch_ups == other.touch_ups && touch_up_strength == other.touch_up_strength;
}

bool Deformer::MeshSource::has_vertices_for(const MeshSource& other) const {
  return is_bound && (skeleton == kNoId) == (other.skeleton == kNoId) &&
         skeleton_from_mesh == other.skeleton_from_mesh;
}

void Deformer::take_mesh(const Node& node, Surfaces& surfaces, DeformedMesh& mesh,
                         MeshSource& source) {
  if (mesh.mesh == node.mesh) return;
  const Stopwatch stopwatch(cost_.bind_ms);
  for (; surfaces.seen + 1 < meshes_.size(); ++surfaces.seen) {
    const DeformedMesh& other = meshes_[surfaces.seen];
    surfaces.of.emplace(other.mesh.get(), other.surface);
  }
  auto& surface = surfaces.of[node.mesh.get()];
  if (!surface) surface = std::make_shared<const Surface>(make_surface(*node.mesh));
  mesh.surface = surface;
  mesh.mesh = node.mesh;
  mesh.shape_revision = next_revision();
  source = {};
}

/// Without an engine the drawing order is the vertices' own.
void Deformer::keep_order(DeformedMesh& mesh) {
  mesh.engine_.reset();
  mesh.order_.resize(mesh.surface->source.size());
  std::iota(mesh.order_.begin(), mesh.order_.end(), 0u);
  mesh.order_revision = next_revision();
}

/// Rest vertices of skin() by the morph weights of `source`; bind positions and normals are there.
void Deformer::morph(const glm::mat4& to_from_mesh, DeformedMesh& mesh, const MeshSource& source) {
  const Stopwatch stopwatch(cost_.skin_ms);
  mesh.rest_revision = next_revision();
  if (source.morph_weights.empty()) {
    mesh.morphed_positions = std::vector<glm::vec3>();  // gives the memory back, as {} would not
    mesh.morphed_normals = std::vector<glm::vec3>();
    return;
  }
  const std::vector<glm::vec3> positions = morphed_positions(*mesh.mesh, source.morph_weights);
  transform_surface(to_from_mesh, mesh.surface->source, positions,
                    morphed_normals(*mesh.mesh, *mesh.surface, source.morph_weights, positions),
                    mesh.morphed_positions, mesh.morphed_normals);
}

void Deformer::place_rigid(const Node& node, DeformedMesh& mesh, MeshSource& source) {
  MeshSource now;
  now.is_bound = true;
  now.morph_weights = active_morph_weights(node);
  const bool has_new_vertices = !source.has_vertices_for(now);
  if (!has_new_vertices && source.morph_weights == now.morph_weights) return;
  source = std::move(now);
  has_changes_ = true;
  if (has_new_vertices) bind_rigid(mesh);
  morph(glm::mat4(1.0f), mesh, source);
  mesh.pose_revision = next_revision();
  mesh.skinned_ = {};
}

void Deformer::bind_rigid(DeformedMesh& mesh) {
  const Stopwatch stopwatch(cost_.bind_ms);
  transform_bind(glm::mat4(1.0f), mesh);
  keep_order(mesh);
  mesh.influences = {};
  mesh.influences.rows.resize(mesh.bind_positions.size());
  mesh.coverage = {};
  mesh.coverage.covered = std::uint32_t(mesh.mesh->positions.size());
  mesh.captured.clear();
  mesh.painted_ = {};
  mesh.skinning.clear();
  mesh.set_rows({.is_all = true, .vertices = {}});
}

/// Takes the rest vertices of `now`.
void Deformer::take_rest(const MeshSource& now, bool has_new_vertices, DeformedMesh& mesh,
                         MeshSource& source) {
  if (has_new_vertices) transform_bind(now.skeleton_from_mesh, mesh);
  source.morph_weights = now.morph_weights;
  source.is_skinned = false;
  morph(now.skeleton_from_mesh, mesh, source);
  if (!has_new_vertices && mesh.engine_) mesh.engine_->take_rest(mesh);
}

void Deformer::skin(const PosedSkeleton& posed, Blend blend, bool has_new_rows, DeformedMesh& mesh,
                    MeshSource& source) {
  if (evaluate_ != Evaluate::each_time && source.is_skinned && mesh.skinning == posed.skinning &&
      mesh.blend == blend)
    return;
  mesh.skinning = posed.skinning;
  mesh.blend = blend;
  source.is_skinned = true;
  has_changes_ = true;
  mesh.skinned_.milliseconds = 0.0;
  if (!mesh.engine_) return skin_by_tasks(mesh, source);
  if (!has_new_rows) reorder(mesh);  // the user is posing, so no radius is being dragged
  mesh.engine_->take_centers(mesh);
  mesh.pose_revision = next_revision();
}

/// Centers whose rows changed are computed again, or wait.
Blend Deformer::blend_for_now(Blend blend, DeformedMesh& mesh) {
  const bool is_stale = blend == Blend::centers && mesh.centers_of_rows_ != mesh.bind_revision;
  mesh.centers_wait_ = is_stale && is_hurried_ && mesh.centers_of_rows_ != 0;
  if (mesh.centers_wait_) return Blend::linear;
  if (!is_stale) return blend;
  const Stopwatch stopwatch(cost_.bind_ms);
  mesh.centers = centers_of(mesh);
  mesh.centers_of_rows_ = mesh.bind_revision;
  mesh.centers_revision = next_revision();
  return blend;
}

void Deformer::skin_by_tasks(DeformedMesh& mesh, MeshSource& source) {
  const Stopwatch stopwatch(mesh.skinned_.milliseconds);
  source.skin_problems.clear();
  const auto skin_by =
      mesh.blend == Blend::dual_quaternion ? guarded::skin_by_dual_quaternions : guarded::skin;
  if (mesh.blend == Blend::centers)
    guarded::skin_about_centers(*tasks_, mesh.skinning, mesh.influences, mesh.rest_positions(),
                                mesh.rest_normals(), rest_centers(mesh), new_positions_,
                                new_normals_, source.skin_problems);
  else
    skin_by(*tasks_, mesh.skinning, mesh.influences, mesh.rest_positions(), mesh.rest_normals(),
            new_positions_, new_normals_, source.skin_problems);
  if (mesh.blend == Blend::delta_mush)
    guarded::delta_mush(*tasks_, mesh.welded(), DeltaMush::kSteps, mesh.rest_positions(),
                        mesh.rest_normals(), new_positions_, new_normals_, source.skin_problems);
  if (mesh.pose_revision != 0 && mesh.positions() == new_positions_ &&
      mesh.normals() == new_normals_)
    return;
  mesh.pose_revision = next_revision();
  mesh.set_skinned(new_positions_, new_normals_);
}

bool Deformer::reorder(DeformedMesh& mesh) {
  if (!mesh.engine_ || !mesh.engine_->reorder(mesh)) return false;
  mesh.engine_->take_centers(mesh);
  mesh.order_revision = next_revision();
  return true;
}

bool Deformer::reorder() {
  bool is_other = false;
  for (DeformedMesh& mesh : meshes_) is_other |= reorder(mesh);
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
    add_new(source.bind_problems, problems_);
    add_new(source.pose_problems, problems_);
  }
  for (const MeshSource& source : mesh_sources_) {
    add_new(source.bind_problems, problems_);
    add_new(source.skin_problems, problems_);
  }
}

}  // namespace marrow
