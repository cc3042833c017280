#include "edit/motions/bake_blend.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "base/index.h"
#include "edit/motions/sampled.h"
#include "rig/playback.h"
#include "rig/skinning/deformer.h"
#include "scene/keys.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kSamples = 8192;  ///< vertices by which moments are chosen
constexpr std::size_t kGrain = 1 << 12;
constexpr double kDamping = 1e-4;  ///< share of M's squared size

bool is_to_bake(const Scene& scene, const Node& node) {
  const Node* rig = node.mesh ? find_node(scene, node.bound_to) : nullptr;
  return rig && rig->skeleton && rig->skeleton->blend != Blend::linear;
}

/// M: the linear blend of the vertex's matrices.
glm::dmat4 blended_matrix(const DeformedMesh& mesh, std::size_t vertex) {
  glm::dmat4 blend(0.0);
  const Influences& rows = mesh.influences;
  for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k)
    blend += double(rows.weight[k]) * glm::dmat4(mesh.skinning[rows.joint[k]]);
  return rows.row_size(vertex) == 0 ? glm::dmat4(1.0) : blend;
}

/// The scene in a pose, and its meshes as they are blended there.
struct BakedMoment {
  const Scene& scene;
  const std::vector<glm::mat4> worlds;
  const Deformer& deformer;

  BakedMoment(const Scene& of, const Deformer& deformed)
      : scene(of), worlds(world_from_nodes(of)), deformer(deformed) {}
  const DeformedMesh& mesh(Id node) const { return *deformer.mesh(node); }
  glm::dmat3 mesh_from_skeleton(Id node) const {
    const glm::dmat4 world_from_mesh(worlds[at(node_index(scene, node))]);
    return glm::dmat3(glm::inverse(world_from_mesh) * glm::dmat4(mesh(node).world_from_output));
  }
};

/// dv of a vertex, mesh space.
glm::vec3 correction(const DeformedMesh& mesh, const glm::dmat3& mesh_from_skeleton,
                     std::size_t vertex) {
  const glm::dmat4 blend = blended_matrix(mesh, vertex);
  const glm::dvec3 rest(mesh.rest_positions()[vertex]);
  const glm::dvec3 off =
      glm::dvec3(mesh.positions()[vertex]) - glm::dvec3(blend * glm::dvec4(rest, 1.0));
  if (off == glm::dvec3(0.0)) return glm::vec3(0.0f);
  const glm::dmat3 linear(blend), squared = glm::transpose(linear) * linear;
  const double size = (squared[0][0] + squared[1][1] + squared[2][2]) / 3.0;
  const glm::dmat3 damped = squared + glm::dmat3(std::max(kDamping * size, 1e-30));
  const glm::dvec3 by = glm::inverse(damped) * (glm::transpose(linear) * off);
  const glm::vec3 in_mesh(mesh_from_skeleton * by);
  return is_finite(in_mesh) ? in_mesh : glm::vec3(0.0f);
}

/// dn of a vertex, mesh space: linear blending turns n + dn to the desired normal.
glm::vec3 normal_correction(const DeformedMesh& mesh, const glm::dmat3& mesh_from_skeleton,
                            std::size_t vertex) {
  const glm::dmat3 linear(blended_matrix(mesh, vertex));
  const glm::dmat3 to_mesh = glm::transpose(glm::inverse(mesh_from_skeleton));
  const auto unit = [&](const glm::dvec3& normal) {
    const glm::dvec3 in_mesh = to_mesh * normal;
    const double length = glm::length(in_mesh);
    return length > 0.0 ? in_mesh / length : glm::dvec3(0.0);
  };
  const glm::vec3 by(unit(glm::transpose(linear) * glm::dvec3(mesh.normals()[vertex])) -
                     unit(glm::dvec3(mesh.rest_normals()[vertex])));
  return is_finite(by) ? by : glm::vec3(0.0f);
}

MorphTarget shape_of(const BakedMoment& moment, Id node, std::string name) {
  const DeformedMesh& mesh = moment.mesh(node);
  const glm::dmat3 mesh_from_skeleton = moment.mesh_from_skeleton(node);
  MorphTarget shape;
  shape.name = std::move(name);
  shape.positions.resize(mesh.mesh->positions.size());
  if (!mesh.mesh->normals.empty()) shape.normals.resize(shape.positions.size());
  mesh.positions();  // skins once, before threads ask
  parallel_for(shape.positions.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      shape.positions[v] = correction(mesh, mesh_from_skeleton, v);
      if (!shape.normals.empty()) shape.normals[v] = normal_correction(mesh, mesh_from_skeleton, v);
    }
  });
  return shape;
}

using Shift = std::vector<glm::vec3>;  ///< corrections of the sampled vertices

Shift sampled_shift(const BakedMoment& moment, Id node) {
  const DeformedMesh& mesh = moment.mesh(node);
  const glm::dmat3 mesh_from_skeleton = moment.mesh_from_skeleton(node);
  const std::size_t vertices = mesh.mesh->positions.size(),
                    step = std::max<std::size_t>(1, vertices / kSamples);
  Shift shift((vertices + step - 1) / step);
  mesh.positions();
  parallel_for(shift.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      shift[n] = correction(mesh, mesh_from_skeleton, n * step);
  });
  return shift;
}

double largest(const Shift& shift) {
  double most = 0.0;
  for (const glm::vec3& by : shift) most = std::max(most, double(glm::length(by)));
  return most;
}

double distance_between(const Shift& a, const Shift& b, double share, const Shift& wanted) {
  double most = 0.0;
  for (std::size_t n = 0; n < wanted.size(); ++n)
    most = std::max(most, glm::distance(glm::mix(glm::dvec3(a[n]), glm::dvec3(b[n]), share),
                                        glm::dvec3(wanted[n])));
  return most;
}

/// The frames that get shapes, ascending; none if no error exceeds `tolerance`.
std::vector<std::size_t> chosen_frames(const std::vector<float>& times,
                                       const std::vector<Shift>& shifts, double tolerance,
                                       std::size_t most) {
  double needed = 0.0;
  for (const Shift& shift : shifts) needed = std::max(needed, largest(shift));
  if (needed <= tolerance || most == 0) return {};
  std::vector<std::size_t> chosen{0};
  if (times.size() > 1 && most > 1) chosen.push_back(times.size() - 1);
  while (chosen.size() < std::min(most, times.size())) {
    std::size_t worst = 0;
    double farthest = tolerance;
    for (std::size_t c = 0; c + 1 < chosen.size(); ++c) {
      const std::size_t from = chosen[c], to = chosen[c + 1];
      for (std::size_t f = from + 1; f < to; ++f) {
        const double share = double(times[f] - times[from]) / double(times[to] - times[from]);
        const double off = distance_between(shifts[from], shifts[to], share, shifts[f]);
        if (off <= farthest) continue;
        farthest = off;
        worst = f;
      }
    }
    if (worst == 0) break;
    chosen.insert(std::lower_bound(chosen.begin(), chosen.end(), worst), worst);
  }
  return chosen;
}

/// A key that drives a shape. `target`: index into the mesh's targets.
struct ShapeKey {
  float time;
  std::size_t target;
};

/// One mesh under construction.
struct BakedMesh {
  Id node = kNoId;
  std::size_t old_targets = 0;
  std::vector<MorphTarget> shapes;
  std::vector<float> weights;                    ///< weights of the shapes in the node
  std::vector<std::vector<ShapeKey>> by_motion;  ///< rising times

  std::size_t targets() const { return old_targets + shapes.size(); }
};

Scene posed_by(Scene scene, Id skeleton, const Pose& pose) {
  Skeleton& edited = edit_skeleton(scene, node_index(scene, skeleton));
  for (const Pose::Entry& entry : pose.entries)
    if (const int joint = joint_index(edited, entry.joint); joint >= 0)
      edited.joints[at(joint)].user_local = entry.user_local;
  return scene;
}

class BlendBaker {
 public:
  BlendBaker(const Scene& scene, const Tasks& tasks, const BlendBake& options,
             const ProgressCallback& progress)
      : scene_(scene),
        options_(options),
        progress_(progress),
        deformer_(Deformer::with(tasks)),
        plain_(Deformer::with(tasks)),
        shown_(Deformer::with(tasks)) {
    deformer_.update(scene);
    tolerance_ = options.tolerance * double(world_bounds(deformer_, scene).diagonal());
    for (const Node& node : scene.nodes)
      if (is_to_bake(scene, node))
        meshes_.push_back({.node = node.id,
                           .old_targets = node.mesh->morph_targets.size(),
                           .shapes = {},
                           .weights = {},
                           .by_motion = std::vector<std::vector<ShapeKey>>(scene.motions.size())});
  }

  BakedBlend bake() {
    BakedBlend baked;
    if (continues(0.0)) add_of(scene_, kNoId, "blending of the pose", 1.0f);
    add_poses();
    for (std::size_t m = 0; m < scene_.motions.size() && !is_stopped_; ++m) add_motion(m);
    if (!is_stopped_) {
      baked.scene = result();
      for (const BakedMesh& mesh : meshes_) baked.shapes += mesh.shapes.size();
      measure(baked);
    }
    baked.is_stopped = is_stopped_;
    return baked;
  }

 private:
  /// The tolerance in mesh units, as corrections have.
  double tolerance_of(const BakedMoment& moment, Id node) const {
    const glm::dmat4 world(moment.worlds[at(node_index(moment.scene, node))]);
    const double scale = std::cbrt(std::abs(glm::determinant(glm::dmat3(world))));
    return scale > 0.0 ? tolerance_ / scale : tolerance_;
  }

  void add_of(const Scene& scene, Id skeleton, const std::string& name, float weight) {
    deformer_.update(scene);
    const BakedMoment moment(scene, deformer_);
    for (BakedMesh& mesh : meshes_) {
      const Id its = find_node(scene, mesh.node)->bound_to;
      if (skeleton != kNoId && its != skeleton) continue;
      if (largest(sampled_shift(moment, mesh.node)) <= tolerance_of(moment, mesh.node)) continue;
      mesh.shapes.push_back(shape_of(moment, mesh.node, name));
      mesh.weights.push_back(weight);
    }
  }
  void add_poses() {
    for (const Node& node : scene_.nodes) {
      if (!node.skeleton || node.skeleton->blend == Blend::linear) continue;
      for (const Pose& pose : node.skeleton->poses)
        if (continues(0.0))
          add_of(posed_by(scene_, node.id, pose), node.id, "blending of " + pose.name, 0.0f);
    }
  }

  void add_motion(std::size_t m) {
    const Motion& motion = *scene_.motions[m];
    const std::vector<float> times = times_of_frames_and_keys(motion, double(duration_of(motion)));
    std::vector<std::vector<Shift>> shifts(meshes_.size());
    for (std::size_t f = 0; f < times.size(); ++f) {
      if (!continues_in(kShifts, m, double(f) / double(times.size()))) return;
      const Scene now = at_time(scene_, motion, times[f]);
      deformer_.update(now);
      const BakedMoment moment(now, deformer_);
      for (std::size_t n = 0; n < meshes_.size(); ++n)
        shifts[n].push_back(sampled_shift(moment, meshes_[n].node));
    }
    std::map<std::size_t, std::vector<std::size_t>> meshes_at;  // by frame
    const BakedMoment moment(scene_, deformer_);
    for (std::size_t n = 0; n < meshes_.size(); ++n)
      for (const std::size_t frame : chosen_frames(
               times, shifts[n], tolerance_of(moment, meshes_[n].node), options_.most_shapes))
        meshes_at[frame].push_back(n);
    for (const auto& [frame, meshes] : meshes_at) {
      if (!continues_in(kShifts, m, 1.0)) return;
      add_frame(m, times[frame], meshes);
    }
  }

  void add_frame(std::size_t m, float time, const std::vector<std::size_t>& meshes) {
    const Scene now = at_time(scene_, *scene_.motions[m], time);
    deformer_.update(now);
    const BakedMoment moment(now, deformer_);
    for (const std::size_t n : meshes) {
      BakedMesh& mesh = meshes_[n];
      mesh.by_motion[m].push_back({time, mesh.targets()});
      mesh.shapes.push_back(shape_of(moment, mesh.node,
                                     fmt::format("{} at {:.2f} s", scene_.motions[m]->name, time)));
      mesh.weights.push_back(0.0f);
    }
  }

  /// Shares of the work at which the two passes over all motions begin.
  static constexpr double kShifts = 0.0, kErrors = 0.5;

  bool continues_in(double pass, std::size_t m, double share) {
    return continues(pass + 0.5 * ((double(m) + share) / double(scene_.motions.size())));
  }
  bool continues(double share) {
    is_stopped_ = is_stopped_ || !goes_on(progress_, share);
    return !is_stopped_;
  }

  Scene result() const {
    Scene scene = scene_;
    for (Node& node : scene.nodes)
      if (node.skeleton && node.skeleton->blend != Blend::linear)
        edit_skeleton(scene, node_index(scene, node.id)).blend = Blend::linear;
    for (const BakedMesh& baked : meshes_) {
      if (baked.shapes.empty()) continue;
      Node& node = scene.nodes[at(node_index(scene, baked.node))];
      Mesh mesh = *node.mesh;
      mesh.morph_targets.insert(mesh.morph_targets.end(), baked.shapes.begin(), baked.shapes.end());
      node.morph_weights.resize(baked.old_targets, 0.0f);
      node.morph_weights.insert(node.morph_weights.end(), baked.weights.begin(),
                                baked.weights.end());
      node.mesh = std::make_shared<const Mesh>(std::move(mesh));
      for (std::size_t m = 0; m < scene.motions.size(); ++m) {
        Motion motion = *scene.motions[m];
        put_track(motion, driven_track(m, baked));
        scene.motions[m] = std::make_shared<const Motion>(std::move(motion));
      }
    }
    return scene;
  }

  /// The node's track with weights of all targets, old and new.
  MotionTrack driven_track(std::size_t m, const BakedMesh& baked) const {
    MotionTrack track = track_for(scene_, *scene_.motions[m], baked.node);
    MotionChannel driven{.property = MotionProperty::morph_weights, .times = {}, .values = {}};
    const MotionChannel* old = find_channel(track, MotionProperty::morph_weights);
    const std::vector<ShapeKey>& keys = baked.by_motion[m];
    for (const ShapeKey& key : keys) driven.times.push_back(key.time);
    if (old) add_times(*scene_.motions[m], *old, driven.times);
    if (driven.times.empty()) driven.times.push_back(0.0f);
    sort_unique(driven.times);
    for (const float time : driven.times) {
      std::vector<float> weights =
          old ? value_at(*old, time) : find_node(scene_, baked.node)->morph_weights;
      weights.resize(baked.old_targets, 0.0f);
      weights.resize(baked.targets(), 0.0f);
      drive(keys, time, weights);
      driven.values.insert(driven.values.end(), weights.begin(), weights.end());
    }
    std::erase_if(track.channels, [](const MotionChannel& channel) {
      return channel.property == MotionProperty::morph_weights;
    });
    track.channels.push_back(std::move(driven));
    return track;
  }

  /// Adds times so that old weights do not change between keys: for linear ones the times of their
  /// keys, for others all times.
  static void add_times(const Motion& motion, const MotionChannel& old, std::vector<float>& times) {
    const std::vector<float> more =
        old.interpolation == Interpolation::linear
            ? old.times
            : times_of_frames_and_keys(motion, double(duration_of(motion)));
    times.insert(times.end(), more.begin(), more.end());
  }

  /// Interpolates linearly between the keys around a time.
  static void drive(const std::vector<ShapeKey>& keys, float time, std::vector<float>& weights) {
    if (keys.empty()) return;
    const auto after = std::find_if(keys.begin(), keys.end(),
                                    [&](const ShapeKey& key) { return key.time >= time; });
    if (after == keys.end()) return void(weights[keys.back().target] = 1.0f);
    if (after == keys.begin() || after->time == time) return void(weights[after->target] = 1.0f);
    const float share = (time - (after - 1)->time) / (after->time - (after - 1)->time);
    weights[(after - 1)->target] = 1.0f - share;
    weights[after->target] = share;
  }

  void measure(BakedBlend& baked) {
    if (continues(kErrors)) compare(scene_, baked.scene, baked);
    for (std::size_t m = 0; m < scene_.motions.size() && !is_stopped_; ++m) {
      const std::vector<float> times =
          times_of_frames_and_keys(*scene_.motions[m], double(duration_of(*scene_.motions[m])));
      for (std::size_t f = 0; f < times.size(); ++f) {
        if (!continues_in(kErrors, m, double(f) / double(times.size()))) return;
        compare(at_time(scene_, *scene_.motions[m], times[f]),
                at_time(baked.scene, *baked.scene.motions[m], times[f]), baked);
      }
    }
  }

  void compare(const Scene& wanted, const Scene& shown, BakedBlend& baked) {
    Scene plain = wanted;
    for (std::size_t n = 0; n < plain.nodes.size(); ++n)
      if (plain.nodes[n].skeleton) edit_skeleton(plain, int(n)).blend = Blend::linear;
    deformer_.update(wanted);
    plain_.update(plain);
    shown_.update(shown);
    baked.error_before = std::max(baked.error_before, farthest(plain_));
    baked.error = std::max(baked.error, farthest(shown_));
  }

  /// The largest distance from the wanted surface, world units.
  double farthest(const Deformer& from) const {
    double most = 0.0;
    for (const BakedMesh& baked : meshes_) {
      const DeformedMesh &a = *deformer_.mesh(baked.node), &b = *from.mesh(baked.node);
      const glm::mat3 to_world(a.world_from_output);
      const std::vector<glm::vec3>&p = a.positions(), &q = b.positions();
      for (std::size_t v = 0; v < std::min(p.size(), q.size()); ++v)
        most = std::max(most, double(glm::length(to_world * (p[v] - q[v]))));
    }
    return most;
  }

  const Scene& scene_;
  const BlendBake& options_;
  const ProgressCallback& progress_;
  Deformer deformer_, plain_, shown_;
  double tolerance_ = 0.0;  ///< world units
  bool is_stopped_ = false;
  std::vector<BakedMesh> meshes_;
};

}  // namespace

std::string BakedBlend::text() const {
  return fmt::format(
      "blending as {} shape{}; nothing is farther off than {:.3g}, without {} {:.3g}", shapes,
      shapes == 1 ? "" : "s", error, shapes == 1 ? "it" : "them", error_before);
}

BakedBlend with_baked_blend(const Scene& scene, const Tasks& tasks, const BlendBake& options,
                            const ProgressCallback& progress) {
  return BlendBaker(scene, tasks, options, progress).bake();
}

bool has_blend_to_bake(const Scene& scene) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [&](const Node& node) { return is_to_bake(scene, node); });
}

}  // namespace marrow
