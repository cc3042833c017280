#include "rig/deformer.h"

#include <algorithm>
#include <chrono>
#include <glm/gtc/matrix_inverse.hpp>
#include <utility>

#include "rig/guarded.h"
#include "rig/weights.h"

namespace marrow {

namespace {

/// Adds the time it lived to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& milliseconds) : milliseconds_(milliseconds), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { milliseconds_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& milliseconds_;
  std::chrono::steady_clock::time_point start_;
};

template <typename Item>
int index_of_node(const std::vector<Item>& items, Id node) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.node == node; });
  return found == items.end() ? -1 : int(found - items.begin());
}

/// S^-1 M. Exactly the identity where mesh and skeleton stand at the same place.
glm::mat4 skeleton_from_mesh_of(const glm::mat4& world_from_skeleton, const glm::mat4& world_from_mesh) {
  if (world_from_skeleton == world_from_mesh) return glm::mat4(1.0f);
  return glm::mat4(glm::affineInverse(glm::dmat4(world_from_skeleton)) * glm::dmat4(world_from_mesh));
}

/// Positions and normals of all shading vertices, brought into another space.
void transform_surface(const glm::mat4& to_from_mesh, DeformedMesh& mesh) {
  const std::size_t count = mesh.surface->source.size();
  const glm::dmat3 m{glm::mat3(to_from_mesh)};
  const glm::dmat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  const glm::dmat3 normal_matrix = glm::determinant(m) < 0.0 ? -cofactor : cofactor;
  mesh.bind_positions.resize(count);
  mesh.bind_normals.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    mesh.bind_positions[i] = glm::vec3(to_from_mesh * glm::vec4(mesh.mesh->positions[mesh.surface->source[i]], 1.0f));
    const glm::dvec3 normal = normal_matrix * glm::dvec3(mesh.surface->normals[i]);
    const double length = glm::length(normal);
    mesh.bind_normals[i] = length > 0.0 ? glm::vec3(normal / length) : mesh.surface->normals[i];
  }
}

/// One more row, a copy of row `i` of `from`, which may be the same.
void append_row(const Influences& from, std::size_t i, Influences& to) {
  for (std::uint32_t k = from.row_begin[i]; k < from.row_begin[i + 1]; ++k) {
    to.joint.push_back(from.joint[k]);
    to.weight.push_back(from.weight[k]);
    if (!from.distance.empty()) to.distance.push_back(from.distance[k]);
  }
  to.row_begin.push_back(std::uint32_t(to.joint.size()));
}

/// Copies of a source vertex get the row of their source: appends the rows of `source[V..]`.
void append_copied_rows(const std::vector<std::uint32_t>& source, Influences& influences) {
  influences.row_begin.reserve(source.size() + 1);
  for (std::size_t i = influences.vertex_count(); i < source.size(); ++i) append_row(influences, source[i], influences);
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

std::vector<std::uint32_t> captured_by_joint(const Influences& influences, std::size_t vertices, std::size_t joints) {
  std::vector<std::uint32_t> captured(joints, 0);
  for (std::uint32_t k = 0; k < influences.row_begin[vertices]; ++k) ++captured[influences.joint[k]];
  return captured;
}

void add_new(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& sentence : from) {
    if (std::find(to.begin(), to.end(), sentence) == to.end()) to.push_back(sentence);
  }
}

}  // namespace

Deformer::Deformer(Backend backend)
    : Deformer(tasks_of(backend), backend == Backend::fast && has_solution() ? Evaluate::incremental : Evaluate::each_time) {}

Deformer::Deformer(const Tasks& tasks, Evaluate evaluate) : tasks_(&tasks), evaluate_(evaluate) {}

void Deformer::update(const Scene& scene) {
  const Cost before = std::exchange(cost_, {});
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  update_skeletons(scene, worlds);
  update_meshes(scene, worlds);
  count_captured();
  collect_problems();
  if (cost_.bind_ms <= 0.0 && cost_.skin_ms <= 0.0) cost_ = before;
}

const PosedSkeleton* Deformer::skeleton(Id node) const {
  const int index = index_of_node(skeletons_, node);
  return index < 0 ? nullptr : &skeletons_[std::size_t(index)];
}

const DeformedMesh* Deformer::mesh(Id node) const {
  const int index = index_of_node(meshes_, node);
  return index < 0 ? nullptr : &meshes_[std::size_t(index)];
}

// ---- Skeletons ------------------------------------------------------------------------------------------------------

Deformer::SkeletonSource Deformer::source_of(const Skeleton& skeleton) {
  SkeletonSource source;
  source.reach = reach_of(skeleton);
  for (const Joint& joint : skeleton.joints) {
    source.bones.push_back({joint.id, joint.parent, joint.bind_local, joint.extent});
    source.user_locals.push_back(joint.user_local);
  }
  return source;
}

void Deformer::update_skeletons(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  std::vector<PosedSkeleton> old_skeletons = std::exchange(skeletons_, {});
  std::vector<SkeletonSource> old_sources = std::exchange(skeleton_sources_, {});
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.skeleton) continue;
    const int old = index_of_node(old_skeletons, node.id);
    skeletons_.push_back(old < 0 ? PosedSkeleton() : std::move(old_skeletons[std::size_t(old)]));
    skeleton_sources_.push_back(old < 0 ? SkeletonSource{} : std::move(old_sources[std::size_t(old)]));
    skeletons_.back().node = node.id;
    skeletons_.back().world_from_skeleton = worlds[n];
    pose(*node.skeleton, skeletons_.back(), skeleton_sources_.back());
  }
}

void Deformer::pose(const Skeleton& skeleton, PosedSkeleton& posed, SkeletonSource& source) {
  const Stopwatch stopwatch(cost_.kinematics_ms);
  SkeletonSource now = source_of(skeleton);
  const bool bones_changed = source.revision == 0 || source.bones != now.bones;
  const bool bind_changed = bones_changed || source.reach != now.reach;
  const bool pose_changed = bind_changed || source.user_locals != now.user_locals;
  if (bones_changed) source.revision = ++last_revision_;
  if (bind_changed) {
    source.bind_problems.clear();
    posed.bind = guarded::bind_matrices(*tasks_, skeleton, source.bind_problems);
  }
  if (pose_changed || evaluate_ == Evaluate::each_time) {
    source.pose_problems.clear();
    posed.posed = guarded::posed_matrices(*tasks_, skeleton, posed.bind, source.pose_problems);
    posed.skinning = guarded::skinning_matrices(*tasks_, skeleton, posed.posed, posed.bind, source.pose_problems);
  }
  source.bones = std::move(now.bones);
  source.reach = std::move(now.reach);
  source.user_locals = std::move(now.user_locals);
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

void Deformer::update_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds) {
  std::vector<DeformedMesh> old_meshes = std::exchange(meshes_, {});
  std::vector<MeshSource> old_sources = std::exchange(mesh_sources_, {});
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    const int old = index_of_node(old_meshes, node.id);
    meshes_.push_back(old < 0 ? DeformedMesh() : std::move(old_meshes[std::size_t(old)]));
    mesh_sources_.push_back(old < 0 ? MeshSource{} : std::move(old_sources[std::size_t(old)]));
    DeformedMesh& mesh = meshes_.back();
    MeshSource& source = mesh_sources_.back();
    mesh.node = node.id;
    take_mesh(node, mesh, source);
    const PosedSkeleton* posed = skeleton(node.bound_to);
    mesh.skeleton = posed ? posed->node : kNoId;
    mesh.world_from_output = posed ? posed->world_from_skeleton : worlds[n];
    if (!posed) {
      place_rigid(mesh, source);
      continue;
    }
    MeshSource now;
    now.skeleton = posed->node;
    now.skeleton_revision = skeleton_sources_[std::size_t(posed - skeletons_.data())].revision;
    now.skeleton_from_mesh = skeleton_from_mesh_of(posed->world_from_skeleton, worlds[n]);
    now.explicit_weights = node.explicit_weights && node.mesh->weights;
    const Skeleton& skeleton_now = *find_node(scene, posed->node)->skeleton;
    if (!now.explicit_weights) now.reach = reach_of(skeleton_now);
    const bool same_bones = source.has_same_bones(now);
    if (!same_bones || (source.reach != now.reach && !edit_reach(skeleton_now, *posed, now.reach, mesh, source))) {
      source = std::move(now);
      bind(skeleton_now, *posed, mesh, source);
    }
    skin(*posed, mesh, source);
  }
}

bool Deformer::MeshSource::has_same_bones(const MeshSource& other) const {
  return is_bound && skeleton == other.skeleton && skeleton_revision == other.skeleton_revision &&
         skeleton_from_mesh == other.skeleton_from_mesh && explicit_weights == other.explicit_weights;
}

void Deformer::take_mesh(const Node& node, DeformedMesh& mesh, MeshSource& source) {
  if (mesh.mesh == node.mesh) return;
  const Stopwatch stopwatch(cost_.bind_ms);
  const auto same = std::find_if(meshes_.begin(), meshes_.end(), [&](const DeformedMesh& other) { return other.mesh == node.mesh; });
  mesh.surface = same != meshes_.end() ? same->surface : std::make_shared<const Surface>(make_surface(*node.mesh));
  mesh.mesh = node.mesh;
  mesh.shape_revision = ++last_revision_;
  source = {};
}

void Deformer::place_rigid(DeformedMesh& mesh, MeshSource& source) {
  if (source.is_bound && source.skeleton == kNoId) return;
  const Stopwatch stopwatch(cost_.bind_ms);
  source = {};
  source.is_bound = true;
  transform_surface(glm::mat4(1.0f), mesh);
  mesh.positions = mesh.bind_positions;
  mesh.normals = mesh.bind_normals;
  mesh.influences = {};
  mesh.influences.row_begin.assign(mesh.bind_positions.size() + 1, 0);
  mesh.coverage = {.covered = std::uint32_t(mesh.mesh->positions.size()), .uncovered = 0, .histogram = {}};
  mesh.bind_revision = ++last_revision_;
  mesh.pose_revision = ++last_revision_;
}

void Deformer::bind(const Skeleton& skeleton, const PosedSkeleton& posed, DeformedMesh& mesh, MeshSource& source) {
  const Stopwatch stopwatch(cost_.bind_ms);
  const std::size_t vertices = mesh.mesh->positions.size();
  transform_surface(source.skeleton_from_mesh, mesh);
  const std::vector<glm::vec3> positions(mesh.bind_positions.begin(), mesh.bind_positions.begin() + std::ptrdiff_t(vertices));
  JointLists lists;
  if (!source.explicit_weights) {
    const Stopwatch membership(cost_.membership_ms);
    lists = guarded::find_joints(*tasks_, skeleton, posed.bind, positions, source.bind_problems);
  }
  const Stopwatch weights(cost_.weights_ms);
  mesh.influences = source.explicit_weights ? explicit_influences(skeleton, *mesh.mesh->weights)
                                            : capsule_influences(skeleton, posed.bind, positions, lists, *tasks_, &source.bind_problems);
  mesh.coverage = coverage_of(mesh.influences, vertices);
  source.captured = captured_by_joint(mesh.influences, vertices, skeleton.joints.size());
  append_copied_rows(mesh.surface->source, mesh.influences);
  source.is_bound = true;
  mesh.bind_revision = ++last_revision_;
}

/// The bones stand, radii or falloff are new. False when the mesh must be bound anew.
bool Deformer::edit_reach(const Skeleton& skeleton, const PosedSkeleton& posed, const Reach& reach, DeformedMesh& mesh,
                          MeshSource& source) {
  if (evaluate_ != Evaluate::incremental || !source.bind_problems.empty()) return false;
  const Stopwatch stopwatch(cost_.bind_ms);
  const BoundMesh bound{skeleton, posed.bind, mesh.surface->source, mesh.bind_positions, mesh.mesh->positions.size(), *tasks_};
  {
    const Stopwatch membership(cost_.membership_ms);
    if (!source.radius_edit.find_touched(bound, source.reach)) return false;
  }
  const Stopwatch weights(cost_.weights_ms);
  if (!source.radius_edit.rewrite(bound, {mesh.influences, mesh.coverage, source.captured})) return false;
  source.reach = reach;
  if (!source.radius_edit.touched().empty()) mesh.bind_revision = ++last_revision_;
  return true;
}

void Deformer::skin(const PosedSkeleton& posed, DeformedMesh& mesh, MeshSource& source) {
  const bool same_matrices = source.is_skinned && source.skinning == posed.skinning;
  if (same_matrices && source.radius_edit.touched().empty() && evaluate_ != Evaluate::each_time) return;
  const Stopwatch stopwatch(cost_.skin_ms);
  const bool is_done = same_matrices && skin_touched(posed, mesh, source);
  source.radius_edit.clear_touched();
  if (is_done) return;
  source.skin_problems.clear();
  guarded::skin(*tasks_, posed.skinning, mesh.influences, mesh.bind_positions, mesh.bind_normals, new_positions_, new_normals_,
                source.skin_problems);
  source.skinning = posed.skinning;
  source.is_skinned = true;
  if (mesh.positions == new_positions_ && mesh.normals == new_normals_ && mesh.pose_revision != 0) return;
  mesh.positions.swap(new_positions_);
  mesh.normals.swap(new_normals_);
  mesh.pose_revision = ++last_revision_;
}

/// Skins the vertices whose rows a radius edit wrote, as a small mesh of their own. False when all vertices are to be skinned: when most
/// are touched, or when there is a problem to name, whose sentence counts vertices of the whole mesh.
bool Deformer::skin_touched(const PosedSkeleton& posed, DeformedMesh& mesh, MeshSource& source) {
  const std::vector<std::uint32_t>& touched = source.radius_edit.touched();
  if (touched.empty() || touched.size() > mesh.positions.size() / 2 || !source.skin_problems.empty()) return false;
  touched_rows_ = {};
  touched_positions_.clear();
  touched_normals_.clear();
  for (const std::uint32_t i : touched) {
    append_row(mesh.influences, i, touched_rows_);
    touched_positions_.push_back(mesh.bind_positions[i]);
    touched_normals_.push_back(mesh.bind_normals[i]);
  }
  guarded::Problems problems;
  guarded::skin(*tasks_, posed.skinning, touched_rows_, touched_positions_, touched_normals_, new_positions_, new_normals_, problems);
  if (!problems.empty()) return false;
  bool has_moved = false;
  for (std::size_t n = 0; n < touched.size(); ++n) {
    glm::vec3 &position = mesh.positions[touched[n]], &normal = mesh.normals[touched[n]];
    has_moved = has_moved || position != new_positions_[n] || normal != new_normals_[n];
    position = new_positions_[n];
    normal = new_normals_[n];
  }
  if (has_moved) mesh.pose_revision = ++last_revision_;
  return true;
}

// ---- Counts and reports ---------------------------------------------------------------------------------------------

void Deformer::count_captured() {
  for (PosedSkeleton& posed : skeletons_) posed.captured.assign(posed.bind.size(), 0);
  for (const MeshSource& source : mesh_sources_) {
    const int s = index_of_node(skeletons_, source.skeleton);
    for (std::size_t j = 0; j < source.captured.size(); ++j) skeletons_[std::size_t(s)].captured[j] += source.captured[j];
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

Bounds world_bounds(const Deformer& deformer, const Scene& scene) {
  Bounds bounds;
  const auto add = [&](const glm::mat4& world_from, const glm::vec3& point) { bounds.add(glm::vec3(world_from * glm::vec4(point, 1.0f))); };
  for (const DeformedMesh& mesh : deformer.meshes()) {
    for (const glm::vec3& position : mesh.positions) add(mesh.world_from_output, position);
  }
  for (const PosedSkeleton& posed : deformer.skeletons()) {
    const auto deforms = [&](const DeformedMesh& mesh) { return mesh.skeleton == posed.node && !mesh.positions.empty(); };
    const Node* node = find_node(scene, posed.node);
    if (!node || !node->skeleton || std::any_of(deformer.meshes().begin(), deformer.meshes().end(), deforms)) continue;
    const std::vector<Joint>& joints = node->skeleton->joints;
    for (std::size_t j = 0; j < std::min(joints.size(), posed.posed.size()); ++j) {
      add(posed.world_from_skeleton, glm::vec3(posed.posed[j][3]));
      add(posed.world_from_skeleton, glm::vec3(posed.posed[j] * glm::vec4(joints[j].extent, 1.0f)));
    }
  }
  return bounds;
}

}  // namespace marrow
