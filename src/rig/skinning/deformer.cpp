#include "rig/skinning/deformer.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <iterator>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "rig/body/body.h"
#include "rig/body/field_rows.h"
#include "rig/guarded.h"
#include "rig/skinning/centers.h"
#include "rig/skinning/revision.h"
#include "rig/skinning/weights.h"
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

/// Copies of a source vertex share the row of their source.
void point_copied_rows(std::size_t vertices, const std::vector<std::uint32_t>& source,
                       Influences& influences) {
  influences.rows.resize(source.size());
  for (std::size_t i = vertices; i < source.size(); ++i)
    influences.rows[i] = influences.rows[source[i]];
}

Coverage coverage_of(const Influences& influences, std::size_t vertices) {
  Coverage coverage;
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::size_t row = influences.row_size(i);
    ++(row == 0 ? coverage.uncovered : coverage.covered);
    if (coverage.histogram.size() <= row) coverage.histogram.resize(row + 1, 0);
    ++coverage.histogram[row];
  }
  return coverage;
}

std::vector<std::uint32_t> captured_by_joint(const Influences& influences, std::size_t vertices,
                                             std::size_t joints) {
  std::vector<std::uint32_t> captured(joints, 0);
  for (std::size_t i = 0; i < vertices; ++i) {
    for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k)
      ++captured[influences.joint[k]];
  }
  return captured;
}

/// After rows of source vertices that no engine made: the copies' rows and the counts.
void complete_rows(std::size_t vertices, std::size_t joints, DeformedMesh& mesh) {
  mesh.coverage = coverage_of(mesh.influences, vertices);
  mesh.captured = captured_by_joint(mesh.influences, vertices, joints);
  point_copied_rows(vertices, mesh.surface->source, mesh.influences);
}

CapsuleSettings capsule_settings_of(const Skeleton& skeleton) {
  CapsuleSettings capsule_settings;
  capsule_settings.falloff = skeleton.falloff;
  capsule_settings.metric = skeleton.metric;
  capsule_settings.radii.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) capsule_settings.radii.push_back(joint.radii());
  return capsule_settings;
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
  const bool bind_changed = bones_changed || source.capsule_settings != settings;
  const bool pose_changed = bind_changed || !source.has_pose_of(skeleton);
  if (bones_changed) {
    source.revision = next_revision();
    source.take_bones(skeleton);
  }
  if (bind_changed) {
    source.capsule_settings = std::move(settings);
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
      now.capsule_settings = capsule_settings_of(skeleton_now);
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
  its.waits = is_hurried_ && has_moved && its.body != nullptr;
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
         explicit_weights == other.explicit_weights && capsule_settings == other.capsule_settings &&
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

/// True when rows changed.
bool Deformer::bind(const Skeleton& skeleton, const PosedSkeleton& posed, MeshSource now,
                    DeformedMesh& mesh, MeshSource& source) {
  const bool has_new_vertices = !source.has_vertices_for(now);
  if (has_new_vertices || source.morph_weights != now.morph_weights)
    take_rest(now, has_new_vertices, mesh, source);
  const bool has_same_rows = source.has_same_bind_side(now);
  if (has_same_rows && source.has_same_touch_ups(now)) return false;
  const Stopwatch stopwatch(cost_.bind_ms);
  now.is_bound = true;
  now.is_skinned = source.is_skinned;
  const MeshSource before = std::exchange(source, std::move(now));
  RowsWritten written;
  std::vector<std::uint32_t> painted;
  bool is_other = false;
  if (!has_same_rows) {
    painted = mesh.painted_.lift(mesh);
    is_other = bind_own_rows(skeleton, posed, has_new_vertices, before, mesh, source, written);
  }
  const std::vector<std::uint32_t> laid = lay_touch_ups(skeleton, posed, source, mesh);
  if (!is_other && before.has_same_touch_ups(source)) return false;
  std::vector<std::uint32_t> changed;
  std::set_union(painted.begin(), painted.end(), laid.begin(), laid.end(),
                 std::back_inserter(changed));
  if (!is_other && changed.empty()) return false;
  if (!changed.empty()) add_painted(std::move(changed), mesh, written);
  source.is_skinned = false;
  has_changes_ = true;
  mesh.set_rows(std::move(written));
  return true;
}

/// The rows without touch-ups. False when none changed.
bool Deformer::bind_own_rows(const Skeleton& skeleton, const PosedSkeleton& posed,
                             bool has_new_vertices, const MeshSource& before, DeformedMesh& mesh,
                             MeshSource& source, RowsWritten& written) {
  written.is_all = true;
  if (source.body_revision != 0) {
    bind_by_fields(skeleton, has_new_vertices, before, mesh, source, written);
  } else if (uses_engine_) {
    if (bind_by_engine(skeleton, posed, has_new_vertices, mesh, source, written)) return true;
    written.is_all = false;
    return false;
  } else {
    if (has_new_vertices) keep_order(mesh);
    bind_by_tasks(skeleton, posed, mesh, source);
  }
  return true;
}

/// Returns the source vertices whose rows were written.
std::vector<std::uint32_t> Deformer::lay_touch_ups(const Skeleton& skeleton,
                                                   const PosedSkeleton& posed,
                                                   const MeshSource& source, DeformedMesh& mesh) {
  if (!source.touch_ups && mesh.painted_.size() == 0) return {};
  const std::size_t vertices = mesh.mesh->positions.size();
  std::vector<std::uint32_t> laid = mesh.painted_.lay(source.touch_ups, source.touch_up_strength,
                                                      skeleton, bones_of(skeleton, posed.bind),
                                                      {mesh.bind_positions.data(), vertices}, mesh);
  if (!laid.empty()) point_copied_rows(vertices, mesh.surface->source, mesh.influences);
  return laid;
}

/// Rows of these source vertices (ascending) are new, too.
void Deformer::add_painted(std::vector<std::uint32_t> painted, DeformedMesh& mesh,
                           RowsWritten& written) {
  if (mesh.engine_) painted = mesh.engine_->take_changed_rows(mesh, painted);
  written.is_all |= mesh.engine_ == nullptr;
  if (!written.is_all)
    written.vertices.insert(written.vertices.end(), painted.begin(), painted.end());
}

void Deformer::bind_by_tasks(const Skeleton& skeleton, const PosedSkeleton& posed,
                             DeformedMesh& mesh, MeshSource& source) {
  const std::size_t vertices = mesh.mesh->positions.size();
  if (source.explicit_weights) {
    mesh.influences = explicit_influences(skeleton, *mesh.mesh->weights);
  } else {
    const std::vector<glm::vec3> positions(mesh.bind_positions.begin(),
                                           mesh.bind_positions.begin() + std::ptrdiff_t(vertices));
    const JointLists lists =
        capsule_lists(skeleton, posed.bind, positions, *tasks_, source.bind_problems);
    mesh.influences =
        capsule_influences(skeleton, posed.bind, positions, lists, *tasks_, &source.bind_problems);
  }
  complete_rows(vertices, skeleton.joints.size(), mesh);
}

bool Deformer::bind_by_engine(const Skeleton& skeleton, const PosedSkeleton& posed,
                              bool has_new_vertices, DeformedMesh& mesh, const MeshSource& source,
                              RowsWritten& written) {
  if (!mesh.engine_) mesh.engine_ = make_engine();
  if (has_new_vertices) mesh.engine_->take_vertices(mesh);
  if (has_new_vertices || source.explicit_weights) mesh.order_revision = next_revision();
  if (!source.explicit_weights)
    return mesh.engine_->bind_capsules(skeleton, posed.bind, mesh, written);
  mesh.influences = explicit_influences(skeleton, *mesh.mesh->weights);
  complete_rows(mesh.mesh->positions.size(), skeleton.joints.size(), mesh);
  mesh.engine_->take_rows(mesh);
  return true;
}

/// By distances that are known. Only rows of changed capsules are written where radii alone
/// changed.
void Deformer::bind_by_fields(const Skeleton& skeleton, bool has_new_vertices,
                              const MeshSource& before, DeformedMesh& mesh, MeshSource& source,
                              RowsWritten& written) {
  const MeasuredBody& body = bodies_.at(mesh.skeleton);
  const std::size_t vertices = mesh.mesh->positions.size();
  const MeasuredPart measured{
      body.fields, body.bones, body.part_of(mesh.node), {mesh.bind_positions.data(), vertices}};
  const bool has_rows = !has_new_vertices && before.body_revision == source.body_revision &&
                        before.capsule_settings.falloff == source.capsule_settings.falloff;
  if (uses_engine_ && !mesh.engine_) mesh.engine_ = make_engine();
  if (has_new_vertices && mesh.engine_) mesh.engine_->take_vertices(mesh);
  if (has_new_vertices && !uses_engine_) keep_order(mesh);
  if (has_rows) {
    std::vector<std::uint32_t> changed =
        change_field_influences(skeleton, {body.before, before.capsule_settings.radii}, measured,
                                *tasks_, mesh, source.bind_problems);
    point_copied_rows(vertices, mesh.surface->source, mesh.influences);
    if (mesh.engine_) changed = mesh.engine_->take_changed_rows(mesh, changed);
    written = {.is_all = mesh.engine_ == nullptr, .vertices = std::move(changed)};
    return;
  }
  mesh.influences = field_influences(skeleton, measured, *tasks_, source.bind_problems);
  complete_rows(vertices, skeleton.joints.size(), mesh);
  if (!mesh.engine_) return;
  mesh.order_revision = next_revision();
  mesh.engine_->take_rows(mesh);
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
  if (!has_new_rows) settle(mesh);  // the user is posing, so no radius is being dragged
  mesh.engine_->take_centers(mesh);
  mesh.pose_revision = next_revision();
}

/// Centers whose rows changed are made anew, or wait.
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
  const bool is_centered = mesh.blend == Blend::centers;
  const auto skin_by =
      mesh.blend == Blend::dual_quaternion ? guarded::skin_by_dual_quaternions : guarded::skin;
  skin_by(*tasks_, mesh.skinning, mesh.influences,
          is_centered ? rest_centers(mesh) : mesh.rest_positions(), mesh.rest_normals(),
          new_positions_, new_normals_, source.skin_problems);
  if (is_centered) turn_about_centers(mesh, mesh.skinning, new_positions_, new_normals_);
  if (mesh.blend == Blend::delta_mush) mesh.mush(new_positions_, new_normals_);
  if (mesh.pose_revision != 0 && mesh.positions() == new_positions_ &&
      mesh.normals() == new_normals_)
    return;
  mesh.pose_revision = next_revision();
  mesh.set_skinned(new_positions_, new_normals_);
}

bool Deformer::settle(DeformedMesh& mesh) {
  if (!mesh.engine_ || !mesh.engine_->settle(mesh)) return false;
  mesh.engine_->take_centers(mesh);
  mesh.order_revision = next_revision();
  return true;
}

bool Deformer::settle() {
  bool is_other = false;
  for (DeformedMesh& mesh : meshes_) is_other |= settle(mesh);
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

Bounds world_bounds(const DeformedMesh& mesh) {
  const glm::mat4& world_from = mesh.world_from_output;
  Bounds bounds;
  const auto add = [&](const glm::vec3& point) {
    bounds.add(glm::vec3(world_from * glm::vec4(point, 1.0f)));
  };
  const glm::mat3 linear(world_from);
  const bool keeps_axes =
      linear == glm::mat3(linear[0].x, 0, 0, 0, linear[1].y, 0, 0, 0, linear[2].z);
  if (!keeps_axes) {
    for (const glm::vec3& position : mesh.positions()) add(position);
  } else if (const Bounds own = mesh.bounds(); !own.empty()) {
    add(own.low);
    add(own.high);
  }
  return bounds;
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
