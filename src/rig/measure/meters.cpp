#include "rig/measure/meters.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kPatchesAtOnce = 32;  ///< patches per piece of work

/// The least ratio of volume to area^1.5 at which volume is measured: a ball has 0.094, a sheet of
/// 1 x 1 x 0.003 has 0.001.
constexpr double kLeastFullness = 1e-3;

Band band(bool is_good, bool is_fair) {
  return is_good ? Band::good : is_fair ? Band::fair : Band::poor;
}

/// The largest value found so far and its patch.
struct WorstPatch {
  float value = -1.0f;  ///< negative: no value yet
  std::uint32_t mesh = 0, patch = 0;
  void take(const WorstPatch& other) {
    if (other.value > value) *this = other;
  }
};

/// The sum over patches, for one joint or for all.
struct PatchSum {
  double area = 0.0;
  Fan bind, posed;
  WorstPatch weight_jump, stretch;  ///< stretch squared
  void operator+=(const PatchSum& other) {
    area += other.area;
    bind += other.bind;
    posed += other.posed;
    weight_jump.take(other.weight_jump);
    stretch.take(other.stretch);
  }
};

/// The sums for each joint of a skeleton and for all.
struct PatchSums {
  explicit PatchSums(std::size_t joint_count) : joints(joint_count) {}
  std::vector<PatchSum> joints;
  PatchSum all;
  glm::dvec3 bind_moments{0.0}, posed_moments{0.0};
  void operator+=(const PatchSums& other) {
    for (std::size_t j = 0; j < joints.size(); ++j) joints[j] += other.joints[j];
    all += other.all;
    bind_moments += other.bind_moments;
    posed_moments += other.posed_moments;
  }
};

constexpr std::size_t kPatchesAdded = 512;  ///< patches per piece of work

void add_patch(const PatchMeters& found, std::uint32_t mesh, std::uint32_t patch, PatchSums& sums) {
  sums.bind_moments += found.bind.moments;
  sums.posed_moments += found.posed.moments;
  sums.all += {.area = found.area,
               .bind = found.bind.fan,
               .posed = found.posed.fan,
               .weight_jump = {.value = found.weight_jump.value, .mesh = mesh, .patch = patch},
               .stretch = {.value = found.stretch.value, .mesh = mesh, .patch = patch}};
  for (const PatchMeters::OfJoint& of : found.joints)
    sums.joints[of.joint] +=
        {.area = of.area,
         .bind = of.bind,
         .posed = of.posed,
         .weight_jump = {.value = of.weight_jump.value, .mesh = mesh, .patch = patch},
         .stretch = {.value = of.stretch.value, .mesh = mesh, .patch = patch}};
}

/// Sums over all patches of a mesh, in the same order for any number of threads. `mesh`: its index.
PatchSums sums_of(const std::vector<PatchMeters>& patches, std::size_t mesh, std::size_t joints) {
  std::vector<PatchSums> parts((patches.size() + kPatchesAdded - 1) / kPatchesAdded,
                               PatchSums(joints));
  parallel_for(patches.size(), kPatchesAdded, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      add_patch(patches[p], std::uint32_t(mesh), std::uint32_t(p), parts[begin / kPatchesAdded]);
  });
  PatchSums sums(joints);
  for (const PatchSums& part : parts) sums += part;
  return sums;
}

/// Sums for one joint, or for all joints, over all meshes.
struct Total {
  double area = 0.0, bind = 0.0, posed = 0.0;  ///< volumes
  WorstPatch weight_jump, stretch;
  /// `sign`: -1 for a mesh whose faces point inwards. The apexes are those of the volumes' cones.
  void add(const PatchSum& sum, double sign, const glm::dvec3& bind_apex,
           const glm::dvec3& posed_apex) {
    area += sum.area;
    bind += sign * sum.bind.volume(bind_apex);
    posed += sign * sum.posed.volume(posed_apex);
    weight_jump.take(sum.weight_jump);
    stretch.take(sum.stretch);
  }
};

struct Found {
  const MeasuredMesh& mesh;
  const Patches& patches;
  std::vector<PatchMeters>& meters;  ///< one per patch
};

/// Volume now over volume at bind; NaN if the latter is negligible for the surface's area.
Meter volume_meter(const Total& total) {
  if (!(std::abs(total.bind) > kLeastFullness * std::pow(total.area, 1.5))) return {};
  const double ratio = total.posed / total.bind, change = std::abs(ratio - 1.0);
  return {.value = ratio,
          .band = std::isnan(ratio) ? Band::unknown : band(change <= 0.05, change <= 0.15),
          .where = {}};
}

Meter stretch_meter(const WorstPatch& worst, const EdgePlace& where) {
  if (worst.value < 0.0f) return {};
  const double stretch = std::sqrt(double(worst.value));
  return {.value = stretch, .band = band(stretch < 2.0, stretch < 4.0), .where = where};
}

Meter weight_jump_meter(const WorstPatch& worst, const EdgePlace& where) {
  if (worst.value < 0.0f) return {};
  return {.value = double(worst.value),
          .band = band(worst.value < 0.15f, worst.value < 0.3f),
          .where = where};
}

EdgePlace edge_place(const Found& found, const Patch& patch, const PatchEdge& edge) {
  return {.mesh = found.mesh.node, .a = patch.vertices[edge.a], .b = patch.vertices[edge.b]};
}

/// The worst edge of a joint, or of all joints (kNoIndex).
EdgePlace weight_jump_place(const std::vector<Found>& meshes, const WorstPatch& worst,
                            std::uint32_t joint) {
  if (worst.value < 0.0f) return {};
  const Found& found = meshes[worst.mesh];
  const Patch patch = found.patches.patch(worst.patch);
  PatchMeters& meters = found.meters[worst.patch];
  const PatchMeters::OfJoint* const of = meters.of_joint(joint);
  return edge_place(found, patch, (of ? of->weight_jump : meters.weight_jump).edge);
}

EdgePlace stretch_place(const std::vector<Found>& meshes, const WorstPatch& worst,
                        std::uint32_t joint, PatchRoom& room) {
  if (worst.value < 0.0f) return {};
  const Found& found = meshes[worst.mesh];
  const Patch patch = found.patches.patch(worst.patch);
  return edge_place(
      found, patch,
      stretched_edge(patch, found.mesh.now->positions(), joint, room, found.meters[worst.patch]));
}

/// The narrowest ring of a bone.
Meter thickness_meter(const BoneRings& bone, const std::vector<MeasuredMesh>& meshes) {
  Meter meter;
  for (const Ring& ring : bone.rings) {
    const MeasuredMesh& mesh = meshes[ring.mesh];
    const double thickness = ring_radius(ring, mesh.now->positions()) / ring.bind_radius;
    if (thickness >= meter.value) continue;
    meter = {.value = thickness,
             .band = band(thickness > 0.8, thickness > 0.5),
             .where = {.mesh = mesh.node, .a = ring.points.front().a, .b = ring.points.front().b}};
  }
  return meter;
}

/// The patches that the rings pass through, ascending, one list per mesh.
template <typename Metered>
std::vector<std::vector<std::uint32_t>> patches_through(const BoneRings& bone,
                                                        const std::vector<Metered>& meshes) {
  std::vector<std::vector<std::uint32_t>> through(meshes.size());
  for (const Ring& ring : bone.rings) {
    std::vector<std::uint32_t>& patches = through[ring.mesh];
    for (const RingPoint& point : ring.points) {
      for (const std::uint32_t vertex : {point.a, point.b}) {
        const auto its = meshes[ring.mesh].patches.patches_of(vertex);
        patches.insert(patches.end(), its.begin(), its.end());
      }
    }
  }
  for (std::vector<std::uint32_t>& patches : through) {
    sort_unique(patches);
  }
  return through;
}

/// Mean position, weighted by bind areas. It follows affine motions, so the volume of an open mesh
/// does not depend on where the mesh is.
glm::dvec3 middle_of(const glm::dvec3& moments, double area) {
  return area > 0.0 ? moments / area : glm::dvec3(0.0);
}

/// Adds a mesh to the totals of the joints and to the last one, that of the model. Volumes count as
/// positive for either winding of the mesh.
void add_mesh(const MeasuredSkeleton& rig, const PatchSums& sums, std::vector<Total>& totals) {
  const glm::dvec3 bind_middle = middle_of(sums.bind_moments, sums.all.area),
                   posed_middle = middle_of(sums.posed_moments, sums.all.area);
  const double sign = sums.all.bind.volume(bind_middle) < 0.0 ? -1.0 : 1.0;
  totals.back().add(sums.all, sign, bind_middle, posed_middle);
  for (std::size_t j = 0; j < sums.joints.size(); ++j)
    totals[j].add(sums.joints[j], sign, glm::dvec3(rig.bones[j].start),
                  glm::dvec3(rig.now->posed[j][3]));
}

/// True if the motion keeps squared lengths to within 1e-5 and does not mirror.
bool is_rigid_motion(const glm::mat4& motion) {
  const glm::dmat3 turn(motion);
  const glm::dmat3 should_be_one = glm::transpose(turn) * turn;
  double error = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k)
      error = std::max(error, std::abs(should_be_one[i][k] - (i == k ? 1.0 : 0.0)));
  }
  return error < 1e-5 && glm::determinant(turn) > 0.0;
}

std::vector<Stamp> stamps_of(const MeasuredSkeleton& rig) {
  const MeasuredSkeleton::Stamps& stamps = rig.stamps;
  return {stamps.shape, stamps.rest, stamps.bones, stamps.weights, stamps.pose};
}

}  // namespace

void MeterBoard::update(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs,
                        const std::vector<Meter>& follows) {
  if (is_current(rig)) return;
  const MeasuredSkeleton::Stamps& stamps = rig.stamps;
  if (meshes_.is_stale({stamps.shape, stamps.rest})) rest(rig, graphs);
  for (std::size_t m = 0; m < rig.meshes.size(); ++m)
    meter(rig.meshes[m], rig.bones.size(), meshes_.value[m]);
  if (bones_.is_stale({stamps.shape, stamps.rest, stamps.bones})) cut(rig, graphs);
  find_thickness(rig);
  write(rig, follows);
  made_from_ = stamps_of(rig);
}

bool MeterBoard::is_about(const MeasuredSkeleton& rig) const {
  return !made_from_.empty() && made_from_.front() == rig.stamps.shape &&
         joints_.size() == rig.bones.size();
}

bool MeterBoard::is_current(const MeasuredSkeleton& rig) const {
  return made_from_ == stamps_of(rig);
}

void MeterBoard::rest(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  meshes_.value.clear();
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    MeteredMesh& mesh = meshes_.value.emplace_back();
    mesh.patches = patches_of(*graphs[m], rig.meshes[m].rest_positions());
    mesh.found.resize(mesh.patches.count());
    mesh.blocks = blocks_of(*graphs[m], rig.meshes[m].rest_positions());
  }
  bones_.value.clear();
}

/// Only bones that moved are cut again.
void MeterBoard::cut(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  std::vector<CutMesh> meshes;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m)
    meshes.push_back({.graph = graphs[m],
                      .positions = &rig.meshes[m].rest_positions(),
                      .blocks = &meshes_.value[m].blocks});
  bones_.value.resize(rig.bones.size());
  parallel_for_each(rig.bones.size(), 1, [&](std::size_t j) {
    MeteredBone& bone = bones_.value[j];
    if (bone.cut.bone == rig.bones[j] && !bone.patches.empty()) return;
    bone.cut = rings_of(rig.bones[j], meshes);
    bone.patches = patches_through(bone.cut, meshes_.value);
    bone.thickness = thickness_meter(bone.cut, rig.meshes);
  });
}

/// Marks the patches with new rows and the joints that moved.
void MeterBoard::find_changes(const MeasuredMesh& mesh, MeteredMesh& metered) const {
  const DeformedMesh& now = *mesh.now;
  const auto rows = now.rows_changed_since(metered.bind_revision);
  metered.has_new_rows.assign(metered.found.size(), rows ? 0 : 1);
  const std::size_t vertices = mesh.bind_positions.size();
  for (const std::uint32_t vertex : rows.value_or(std::vector<std::uint32_t>())) {
    if (vertex >= vertices) continue;
    for (const std::uint32_t patch : metered.patches.patches_of(vertex))
      metered.has_new_rows[patch] = 1;
  }
  const bool is_other_pose = metered.pose_revision != now.pose_revision;
  metered.may_all_be_bent =
      is_other_pose &&
      (!now.has_engine() || metered.skinning.size() != now.skinning.size() ||
       metered.blend != now.blend || metered.centers_revision != now.centers_revision);
  metered.joints.assign(now.skinning.size(), {});
  for (std::size_t j = 0; j < metered.joints.size(); ++j) {
    MeteredMesh::JointMotion& motion = metered.joints[j];
    motion.is_new =
        is_other_pose && !metered.may_all_be_bent && metered.skinning[j] != now.skinning[j];
    motion.is_rigid = now.has_engine() && is_rigid_motion(now.skinning[j]);
  }
}

bool MeterBoard::MeteredMesh::needs_bending(std::size_t patch) const {
  if (has_new_rows[patch] || may_all_be_bent) return true;
  const std::vector<PatchMeters::OfJoint>& its = found[patch].joints;
  return std::any_of(its.begin(), its.end(),
                     [&](const PatchMeters::OfJoint& of) { return joints[of.joint].is_new; });
}

bool MeterBoard::MeteredMesh::moves_rigidly(std::size_t patch) const {
  return is_of_one_joint(found[patch]) && joints[found[patch].joints.front().joint].is_rigid;
}

/// Under every blend, vertices that follow one rigid joint alone move by its T.
void MeterBoard::meter(const MeasuredMesh& mesh, std::size_t patch, PatchRoom& room,
                       MeteredMesh& metered) {
  const DeformedMesh& now = *mesh.now;
  PatchMeters& found = metered.found[patch];
  if (metered.has_new_rows[patch])
    weigh(metered.patches.patch(patch), mesh.rest_positions(), now.influences, room, found);
  if (metered.moves_rigidly(patch)) {
    move_rigidly(now.skinning[found.joints.front().joint], found);
  } else {
    bend(metered.patches.patch(patch), now.positions(), room, found);
  }
}

void MeterBoard::meter(const MeasuredMesh& mesh, std::size_t joints, MeteredMesh& metered) {
  const DeformedMesh& now = *mesh.now;
  find_changes(mesh, metered);
  metered.is_bent.assign(metered.found.size(), 0);
  const std::vector<glm::vec3>& positions = now.positions();
  parallel_for(metered.found.size(), kPatchesAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) metered.is_bent[p] = metered.needs_bending(p);
    PatchRoom room(joints);
    for (std::size_t p = begin; p < end; ++p) {
      if (p + 1 < end && metered.is_bent[p + 1] &&
          (metered.has_new_rows[p + 1] || !metered.moves_rigidly(p + 1)))
        fetch(metered.patches.patch(p + 1), positions);
      if (metered.is_bent[p]) meter(mesh, p, room, metered);
    }
  });
  metered.bind_revision = now.bind_revision;
  metered.pose_revision = now.pose_revision;
  metered.skinning = now.skinning;
  metered.blend = now.blend;
  metered.centers_revision = now.centers_revision;
}

void MeterBoard::find_thickness(const MeasuredSkeleton& rig) {
  const auto is_bent = [&](const MeteredBone& bone) {
    for (std::size_t m = 0; m < bone.patches.size(); ++m) {
      const std::vector<char>& bent = meshes_.value[m].is_bent;
      if (std::any_of(bone.patches[m].begin(), bone.patches[m].end(),
                      [&](std::uint32_t patch) { return bent[patch] != 0; }))
        return true;
    }
    return false;
  };
  parallel_for_each(bones_.value.size(), 1, [&](std::size_t j) {
    MeteredBone& bone = bones_.value[j];
    if (is_bent(bone)) bone.thickness = thickness_meter(bone.cut, rig.meshes);
  });
}

void MeterBoard::write(const MeasuredSkeleton& rig, const std::vector<Meter>& follows) {
  const std::size_t joints = rig.bones.size();
  std::vector<Total> totals(joints + 1);  // the last one: of the whole model
  std::vector<Found> found;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    MeteredMesh& metered = meshes_.value[m];
    add_mesh(rig, sums_of(metered.found, m, joints), totals);
    found.push_back({.mesh = rig.meshes[m], .patches = metered.patches, .meters = metered.found});
  }
  PatchRoom room(joints);
  const auto meters_of = [&](const Total& total, std::uint32_t joint, const Meter& thickness,
                             const Meter& its_follows) {
    return Meters{
        .volume = volume_meter(total),
        .thickness = thickness,
        .stretch = stretch_meter(total.stretch, stretch_place(found, total.stretch, joint, room)),
        .weight_jump = weight_jump_meter(total.weight_jump,
                                         weight_jump_place(found, total.weight_jump, joint)),
        .follows = its_follows};
  };
  joints_.clear();
  Meter narrowest, least;
  for (std::size_t j = 0; j < joints; ++j) {
    const Meter& thickness = bones_.value[j].thickness;
    joints_.push_back(meters_of(totals[j], std::uint32_t(j), thickness, follows[j]));
    if (!(follows[j].value >= least.value) && follows[j].band != Band::unknown) least = follows[j];
    if (!(thickness.value >= narrowest.value) && thickness.band != Band::unknown)
      narrowest = thickness;
  }
  model_ = meters_of(totals.back(), kNoIndex, narrowest, least);
}

}  // namespace marrow
