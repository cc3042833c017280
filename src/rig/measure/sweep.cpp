#include "rig/measure/sweep.h"

#include <algorithm>
#include <chrono>

#include "rig/measure/measure.h"
#include "rig/rig_check.h"

namespace marrow {

namespace {

using Clock = std::chrono::steady_clock;

/// A mesh of the skeleton, by value except for its vertices, which never change.
struct SweptMesh {
  Id node = kNoId;
  std::shared_ptr<const Mesh> mesh;
  bool explicit_weights = false;
  glm::mat4 world_from_mesh{1.0f};
  std::vector<float> morph_weights;
  bool operator==(const SweptMesh&) const = default;
};

/// The input of the curves, by value: everything that a point depends on except the swept radius.
struct SweepSource {
  const Tasks* tasks = nullptr;
  Id rig = kNoId;
  Id joint = kNoId;
  glm::mat4 world_from_skeleton{1.0f};
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;
  std::vector<Joint> joints;  ///< without names; the swept joint without its radii
  Radii shape{};              ///< the swept joint's radii, scaled so that the larger one is 1
  std::vector<SweptMesh> meshes;
  /// Whether the inputs are equal, except for rounding of the shape.
  bool has_same_input(const SweepSource& other) const {
    return tasks == other.tasks && rig == other.rig && joint == other.joint &&
           world_from_skeleton == other.world_from_skeleton && falloff == other.falloff &&
           metric == other.metric && joints == other.joints && shape.has_shape_of(other.shape) &&
           meshes == other.meshes;
  }

  bool has_same_meshes(const SweepSource& other) const {
    return tasks == other.tasks && rig == other.rig && meshes == other.meshes;
  }
};

SweepSource source_of(const Scene& scene, const Deformer& deformer, Id joint) {
  SweepSource source;
  source.tasks = &deformer.tasks();
  source.joint = joint;
  const JointRef at = find_joint(scene, joint);
  if (at.node < 0) return source;
  const Node& rig = scene.nodes[std::size_t(at.node)];
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  source.rig = rig.id;
  source.world_from_skeleton = worlds[std::size_t(at.node)];
  source.falloff = rig.skeleton->falloff;
  source.metric = rig.skeleton->metric;
  source.joints = rig.skeleton->joints;
  for (Joint& each : source.joints) each.name.clear();
  Joint& swept = source.joints[std::size_t(at.joint)];
  source.shape = swept.radii().with_largest(1.0f);
  swept.set_radii({});
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh && node.bound_to == rig.id)
      source.meshes.push_back(
          {node.id, node.mesh, node.explicit_weights, worlds[n], node.morph_weights});
  }
  return source;
}

/// The scene with one skeleton and its meshes; other nodes remain, but empty.
Scene only_rig(Scene scene, Id rig) {
  for (Node& node : scene.nodes) {
    if (node.id != rig) node.skeleton = nullptr;
    node.joint = kNoId;
    if (node.bound_to != rig) node.mesh = nullptr;
  }
  return scene;
}

/// The number of source vertices that the joint holds, and how many of them another joint holds
/// too.
struct HeldBySweep {
  std::size_t all = 0, shared = 0;
};

HeldBySweep held_by(const DeformedMesh& mesh, std::size_t joint) {
  HeldBySweep held;
  const Influences& rows = mesh.influences;
  for (std::size_t i = 0; i < mesh.mesh->positions.size(); ++i) {
    const auto begin = rows.joint.begin() + std::ptrdiff_t(rows.row_begin(i)),
               end = rows.joint.begin() + std::ptrdiff_t(rows.row_end(i));
    if (std::find(begin, end, std::uint32_t(joint)) == end) continue;
    ++held.all;
    if (end - begin > 1) ++held.shared;
  }
  return held;
}

float share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0f : float(double(part) / double(whole));
}

float value_or(const Meter& meter, float otherwise) {
  return meter.value == meter.value ? float(meter.value) : otherwise;
}

}  // namespace

struct Sweep::Impl {
  SweepSource source;
  Scene scene;  ///< input of the deformer: one rig with the swept radius of the last point
  Deformer deformer;
  Measures measures;
  int wanted = 0;  ///< number of points
  float high = 0.0f;
  std::vector<SweepPoint> points;

  bool is_done() const { return source.rig == kNoId || points.size() == std::size_t(wanted); }

  void add_point() {
    const JointRef at = find_joint(scene, source.joint);
    SweepPoint point;
    point.radius = float(double(high) * double(points.size()) / double(wanted - 1));
    edit_skeleton(scene, at.node)
        .joints[std::size_t(at.joint)]
        .set_radii(source.shape.with_largest(point.radius));
    deformer.update(scene);
    measures.update(scene, deformer);

    std::size_t vertices = 0, covered = 0;
    HeldBySweep held;
    for (const DeformedMesh& mesh : deformer.meshes()) {
      vertices += mesh.mesh->positions.size();
      covered += mesh.coverage.covered;
      const HeldBySweep here = held_by(mesh, std::size_t(at.joint));
      held.all += here.all;
      held.shared += here.shared;
    }
    point.covered = share(covered, vertices);
    point.shared = share(held.shared, held.all);
    const Meters& meters = measures.joint(source.joint);
    point.volume = value_or(meters.volume, point.volume);
    point.weight_jump = value_or(meters.weight_jump, point.weight_jump);
    points.push_back(point);
  }
};

Sweep::Sweep() : impl_(std::make_unique<Impl>()) {}
Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;

void Sweep::aim(const Scene& scene, const Deformer& deformer, Id joint, float high, int points) {
  RIG_CHECK(points >= 2 && points <= 256);
  RIG_CHECK(high >= 0.0f);
  SweepSource source = source_of(scene, deformer, joint);
  if (source.has_same_input(impl_->source) && high == impl_->high && points == impl_->wanted)
    return;
  if (!source.has_same_meshes(impl_->source)) {
    impl_->deformer = Deformer::with(deformer.tasks());
    impl_->measures = {};
  }
  impl_->scene = only_rig(scene, source.rig);
  impl_->points.clear();
  impl_->high = high;
  impl_->wanted = points;
  impl_->source = std::move(source);
}

bool Sweep::advance(double milliseconds) {
  const Clock::time_point start = Clock::now();
  while (!impl_->is_done()) {
    impl_->add_point();
    if (std::chrono::duration<double, std::milli>(Clock::now() - start).count() >= milliseconds)
      break;
  }
  return !impl_->is_done();
}

const std::vector<SweepPoint>& Sweep::points() const { return impl_->points; }
float Sweep::high() const { return impl_->high; }
bool Sweep::is_done() const { return impl_->is_done(); }
Id Sweep::joint() const { return impl_->source.joint; }

}  // namespace marrow
