#include "rig/meters.h"

#include <algorithm>
#include <cmath>

namespace marrow {

namespace {

Band band(bool is_good, bool is_fair) { return is_good ? Band::good : is_fair ? Band::fair : Band::poor; }

Meter volume_meter(double now, double bind, double area) {
  Meter meter{.value = volume_ratio(now, bind, area), .band = Band::unknown, .where = {}};
  const double change = std::abs(meter.value - 1.0);
  if (!std::isnan(meter.value)) meter.band = band(change <= 0.05, change <= 0.15);
  return meter;
}

Meter stretch_meter(const Worst& worst) {
  if (worst.value < 0.0f) return {};
  const double stretch = std::sqrt(double(worst.value));
  return {.value = stretch, .band = band(stretch < 2.0, stretch < 4.0), .where = worst.where};
}

Meter step_meter(const Worst& worst) {
  if (worst.value < 0.0f) return {};
  return {.value = double(worst.value), .band = band(worst.value < 0.15f, worst.value < 0.3f), .where = worst.where};
}

/// The narrowest of a bone's rings.
Meter section_meter(const BoneRings& bone, const std::vector<MeasuredMesh>& meshes) {
  Meter meter;
  for (const Ring& ring : bone.rings) {
    const MeasuredMesh& mesh = meshes[ring.mesh];
    const double section = ring_radius(ring, mesh.now->positions()) / ring.bind_radius;
    if (section >= meter.value) continue;
    meter = {.value = section,
             .band = band(section > 0.8, section > 0.5),
             .where = {.mesh = mesh.node, .a = ring.points.front().a, .b = ring.points.front().b}};
  }
  return meter;
}

void clear(WorstEdges& worst, std::size_t joints) {
  worst.all = {};
  worst.joints.assign(joints, {});
}

}  // namespace

void MeterBoard::update(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  const MeasuredSkeleton::Stamps& stamps = rig.stamps;
  if (meshes_.is_stale({stamps.shape})) rest(rig, graphs);
  if (rings_.is_stale({stamps.shape, stamps.bones})) cut(rig, graphs);
  const bool is_reweighed = bind_.is_stale({stamps.shape, stamps.bones, stamps.weights});
  if (is_reweighed) weigh(rig, graphs);
  const bool is_bent = pose_.is_stale({stamps.shape, stamps.bones, stamps.weights, stamps.pose});
  if (is_bent) bend(rig, graphs);
  if (is_reweighed || is_bent) write();
}

bool MeterBoard::is_about(const MeasuredSkeleton& rig) const {
  return pose_.is_about(rig.stamps.shape) && joints_.size() == rig.bones.size();
}

bool MeterBoard::is_current(const MeasuredSkeleton& rig) const {
  const MeasuredSkeleton::Stamps& stamps = rig.stamps;
  return pose_.is_made_from({stamps.shape, stamps.bones, stamps.weights, stamps.pose});
}

void MeterBoard::rest(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  meshes_.value.clear();
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const std::vector<glm::vec3>& positions = rig.meshes[m].bind_positions;
    MeshAtRest& mesh = meshes_.value.emplace_back();
    mesh.edges = stretch_edges_of(graphs[m]->connectivity, positions);
    mesh.areas = areas_of(*graphs[m], positions);
    make_fans(*graphs[m], mesh.areas, positions, mesh.fans);
    mesh.sign = mesh.fans.volume() < 0.0 ? -1.0 : 1.0;
    mesh.blocks = blocks_of(*graphs[m], positions);
  }
  rings_.value.clear();
}

/// Only bones that moved are cut again.
void MeterBoard::cut(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  std::vector<CutMesh> meshes;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    meshes.push_back({.graph = graphs[m], .positions = &rig.meshes[m].bind_positions, .blocks = &meshes_.value[m].blocks});
  }
  rings_.value.resize(rig.bones.size());
  for (std::size_t j = 0; j < rig.bones.size(); ++j) {
    if (rings_.value[j].bone != rig.bones[j]) rings_.value[j] = rings_of(rig.bones[j], meshes);
  }
}

void MeterBoard::weigh(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  const std::size_t joints = rig.bones.size();
  std::vector<glm::vec3> origins;
  for (const Bone& bone : rig.bones) origins.push_back(bone.start);
  Weighed& bind = bind_.value;
  clear(bind.steps, joints);
  bind.areas = bind.volumes = {.all = 0.0, .joints = std::vector<double>(joints, 0.0)};
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const DeformedMesh& mesh = *rig.meshes[m].now;
    const MeshAtRest& at_rest = meshes_.value[m];
    add_steps(mesh, graphs[m]->connectivity, bind.steps);
    add_areas(mesh.influences, at_rest.areas, bind.areas.joints);
    add_cones(mesh.influences, at_rest.fans, origins, at_rest.sign, bind.volumes.joints);
    for (const float area : at_rest.areas) bind.areas.all += double(area);
    bind.volumes.all += at_rest.sign * at_rest.fans.volume();
  }
}

void MeterBoard::bend(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  const std::size_t joints = rig.bones.size();
  std::vector<glm::vec3> origins;
  for (const glm::mat4& posed : rig.now->posed) origins.emplace_back(posed[3]);
  Bent& pose = pose_.value;
  clear(pose.stretches, joints);
  pose.volumes = {.all = 0.0, .joints = std::vector<double>(joints, 0.0)};
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const DeformedMesh& mesh = *rig.meshes[m].now;
    const MeshAtRest& at_rest = meshes_.value[m];
    add_stretch(mesh, at_rest.edges, vertex_stretches_, pose.stretches);
    make_fans(*graphs[m], at_rest.areas, mesh.positions(), posed_fans_);
    add_cones(mesh.influences, posed_fans_, origins, at_rest.sign, pose.volumes.joints);
    pose.volumes.all += at_rest.sign * posed_fans_.volume();
  }
  pose.sections.clear();
  for (const BoneRings& bone : rings_.value) pose.sections.push_back(section_meter(bone, rig.meshes));
}

void MeterBoard::write() {
  const Weighed& bind = bind_.value;
  const Bent& pose = pose_.value;
  model_ = {.volume = volume_meter(pose.volumes.all, bind.volumes.all, bind.areas.all),
            .section = {},
            .stretch = stretch_meter(pose.stretches.all),
            .step = step_meter(bind.steps.all)};
  joints_.assign(pose.sections.size(), {});
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    joints_[j] = {.volume = volume_meter(pose.volumes.joints[j], bind.volumes.joints[j], bind.areas.joints[j]),
                  .section = pose.sections[j],
                  .stretch = stretch_meter(pose.stretches.joints[j]),
                  .step = step_meter(bind.steps.joints[j])};
    if (!(joints_[j].section.value >= model_.section.value) && joints_[j].section.band != Band::unknown)
      model_.section = joints_[j].section;
  }
}

}  // namespace marrow
