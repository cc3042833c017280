#include "rig/measure/meters.h"

#include <algorithm>
#include <cmath>

#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kPatchesAtOnce = 32;  ///< patches in one piece of work

/// The least volume over area^1.5 that is measured: a ball has 0.094, a sheet of 1 x 1 x 0.003
/// 0.001.
constexpr double kLeastFullness = 1e-3;

Band band(bool is_good, bool is_fair) {
  return is_good ? Band::good : is_fair ? Band::fair : Band::poor;
}

/// The largest value met so far and the edge it was met on.
struct Worst {
  float value = -1.0f;  ///< negative: none met
  EdgePlace where;
  void take(const WorstOfPatch& worst, const Patch& patch, Id mesh) {
    if (worst.value <= value) return;
    const PatchEdge& edge = patch.edges[worst.edge];
    *this = {worst.value, {.mesh = mesh, .a = patch.vertices[edge.a], .b = patch.vertices[edge.b]}};
  }
};

/// Of one joint, or of all.
struct Sum {
  double area = 0.0, bind = 0.0, posed = 0.0;
  Worst step, stretch;
};

/// Volume now over volume at bind; NaN where that is next to nothing for the surface's area.
Meter volume_meter(const Sum& sum) {
  if (!(std::abs(sum.bind) > kLeastFullness * std::pow(sum.area, 1.5))) return {};
  const double ratio = sum.posed / sum.bind, change = std::abs(ratio - 1.0);
  return {.value = ratio,
          .band = std::isnan(ratio) ? Band::unknown : band(change <= 0.05, change <= 0.15),
          .where = {}};
}

Meter stretch_meter(const Worst& worst) {
  if (worst.value < 0.0f) return {};
  const double stretch = std::sqrt(double(worst.value));
  return {.value = stretch, .band = band(stretch < 2.0, stretch < 4.0), .where = worst.where};
}

Meter step_meter(const Worst& worst) {
  if (worst.value < 0.0f) return {};
  return {.value = double(worst.value),
          .band = band(worst.value < 0.15f, worst.value < 0.3f),
          .where = worst.where};
}

Meters meters_of(const Sum& sum, const Meter& section) {
  return {.volume = volume_meter(sum),
          .section = section,
          .stretch = stretch_meter(sum.stretch),
          .step = step_meter(sum.step)};
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

/// The patches that the rings go through, ascending, one list per mesh.
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
    std::sort(patches.begin(), patches.end());
    patches.erase(std::unique(patches.begin(), patches.end()), patches.end());
  }
  return through;
}

/// Mean position by bind areas: follows affine motions, so an open mesh measures the same anywhere.
glm::dvec3 middle_of(const glm::dvec3& moments, double area) {
  return area > 0.0 ? moments / area : glm::dvec3(0.0);
}

std::vector<Stamp> stamps_of(const MeasuredSkeleton& rig) {
  const MeasuredSkeleton::Stamps& stamps = rig.stamps;
  return {stamps.shape, stamps.rest, stamps.bones, stamps.weights, stamps.pose};
}

}  // namespace

struct MeterBoard::Sums {
  Sum all;
  std::vector<Sum> joints;
};

void MeterBoard::update(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs) {
  if (is_current(rig)) return;
  const MeasuredSkeleton::Stamps& stamps = rig.stamps;
  if (meshes_.is_stale({stamps.shape, stamps.rest})) rest(rig, graphs);
  for (std::size_t m = 0; m < rig.meshes.size(); ++m)
    meter(rig.meshes[m], rig.bones.size(), meshes_.value[m]);
  if (bones_.is_stale({stamps.shape, stamps.rest, stamps.bones})) cut(rig, graphs);
  find_sections(rig);
  write(rig);
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
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    meshes.push_back({.graph = graphs[m],
                      .positions = &rig.meshes[m].rest_positions(),
                      .blocks = &meshes_.value[m].blocks});
  }
  bones_.value.resize(rig.bones.size());
  parallel_for(rig.bones.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      MeteredBone& bone = bones_.value[j];
      if (bone.cut.bone == rig.bones[j] && !bone.patches.empty()) continue;
      bone.cut = rings_of(rig.bones[j], meshes);
      bone.patches = patches_through(bone.cut, meshes_.value);
      bone.section = section_meter(bone.cut, rig.meshes);
    }
  });
}

/// Marks the patches that changed.
void MeterBoard::find_news(const MeasuredMesh& mesh, MeteredMesh& metered) const {
  const DeformedMesh& now = *mesh.now;
  const auto rows = now.rows_changed_since(metered.bind_revision);
  metered.has_new_rows.assign(metered.found.size(), rows ? 0 : 1);
  const std::size_t vertices = mesh.bind_positions.size();
  for (const std::uint32_t vertex : rows.value_or(std::vector<std::uint32_t>())) {
    if (vertex >= vertices) continue;
    for (const std::uint32_t patch : metered.patches.patches_of(vertex))
      metered.has_new_rows[patch] = 1;
  }
  metered.is_bent = metered.has_new_rows;
  if (metered.pose_revision == now.pose_revision) return;
  if (!now.has_engine() || metered.skinning.size() != now.skinning.size())
    return metered.is_bent.assign(metered.found.size(), 1);
  std::vector<char> has_moved(now.skinning.size());
  for (std::size_t j = 0; j < has_moved.size(); ++j)
    has_moved[j] = metered.skinning[j] != now.skinning[j];
  for (std::size_t p = 0; p < metered.found.size(); ++p) {
    const std::vector<PatchMeters::OfJoint>& joints = metered.found[p].joints;
    if (std::any_of(joints.begin(), joints.end(),
                    [&](const PatchMeters::OfJoint& of) { return has_moved[of.joint] != 0; }))
      metered.is_bent[p] = 1;
  }
}

void MeterBoard::meter(const MeasuredMesh& mesh, std::size_t joints, MeteredMesh& metered) {
  const DeformedMesh& now = *mesh.now;
  find_news(mesh, metered);
  const std::vector<glm::vec3>& positions = now.positions();
  parallel_for(metered.found.size(), kPatchesAtOnce, [&](std::size_t begin, std::size_t end) {
    PatchRoom room(joints);
    for (std::size_t p = begin; p < end; ++p) {
      if (!metered.is_bent[p]) continue;
      const Patch patch = metered.patches.patch(p);
      if (metered.has_new_rows[p])
        weigh(patch, mesh.rest_positions(), now.influences, room, metered.found[p]);
      bend(patch, positions, now.influences, room, metered.found[p]);
    }
  });
  metered.bind_revision = now.bind_revision;
  metered.pose_revision = now.pose_revision;
  metered.skinning = now.skinning;
}

void MeterBoard::find_sections(const MeasuredSkeleton& rig) {
  const auto is_bent = [&](const MeteredBone& bone) {
    for (std::size_t m = 0; m < bone.patches.size(); ++m) {
      const std::vector<char>& bent = meshes_.value[m].is_bent;
      if (std::any_of(bone.patches[m].begin(), bone.patches[m].end(),
                      [&](std::uint32_t patch) { return bent[patch] != 0; }))
        return true;
    }
    return false;
  };
  parallel_for(bones_.value.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      MeteredBone& bone = bones_.value[j];
      if (is_bent(bone)) bone.section = section_meter(bone.cut, rig.meshes);
    }
  });
}

/// Volumes count positive for either winding of the mesh.
void MeterBoard::add_mesh(const MeasuredSkeleton& rig, std::size_t mesh, Sums& sums) const {
  const MeteredMesh& metered = meshes_.value[mesh];
  const Id node = rig.meshes[mesh].node;
  glm::dvec3 bind_moments(0.0), posed_moments(0.0);
  double area = 0.0, bind = 0.0, posed = 0.0;
  for (const PatchMeters& found : metered.found) {
    bind_moments += found.bind.moments;
    posed_moments += found.posed.moments;
    area += found.area;
  }
  const glm::dvec3 bind_middle = middle_of(bind_moments, area),
                   posed_middle = middle_of(posed_moments, area);
  for (const PatchMeters& found : metered.found) {
    bind += found.bind.fan.volume(bind_middle, found.bind.m);
    posed += found.posed.fan.volume(posed_middle, found.posed.m);
  }
  const double sign = bind < 0.0 ? -1.0 : 1.0;
  sums.all.area += area;
  sums.all.bind += sign * bind;
  sums.all.posed += sign * posed;
  for (std::size_t p = 0; p < metered.found.size(); ++p) {
    const Patch patch = metered.patches.patch(p);
    const PatchMeters& found = metered.found[p];
    sums.all.step.take(found.step, patch, node);
    sums.all.stretch.take(found.stretch, patch, node);
    for (const PatchMeters::OfJoint& of : found.joints) {
      Sum& sum = sums.joints[of.joint];
      sum.area += of.area;
      sum.bind += sign * of.bind.volume(glm::dvec3(rig.bones[of.joint].start), found.bind.m);
      sum.posed += sign * of.posed.volume(glm::dvec3(rig.now->posed[of.joint][3]), found.posed.m);
      sum.step.take(of.step, patch, node);
      sum.stretch.take(of.stretch, patch, node);
    }
  }
}

void MeterBoard::write(const MeasuredSkeleton& rig) {
  Sums sums{.all = {}, .joints = std::vector<Sum>(rig.bones.size())};
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) add_mesh(rig, m, sums);
  joints_.clear();
  Meter narrowest;
  for (std::size_t j = 0; j < sums.joints.size(); ++j) {
    const Meter& section = bones_.value[j].section;
    joints_.push_back(meters_of(sums.joints[j], section));
    if (!(section.value >= narrowest.value) && section.band != Band::unknown) narrowest = section;
  }
  model_ = meters_of(sums.all, narrowest);
}

}  // namespace marrow
