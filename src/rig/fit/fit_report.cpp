#include "rig/fit/fit_report.h"

#include <algorithm>
#include <fmt/format.h>

#include "rig/fit/weight_target.h"
#include "rig/implementations.h"
#include "rig/measure/range_of_motion.h"
#include "rig/skinning/deformer.h"
#include "rig/skinning/weights.h"

namespace marrow {

namespace {

using Unit = FitMeasure::Unit;

double share_of(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

Deformer own_deformer(const Scene& scene) {
  Deformer deformer = Deformer::with(tasks_of(Backend::fast));
  deformer.update(scene);
  return deformer;
}

/// How far the capsules' weights are from the file's.
struct WeightErrors {
  double mean = 0.0;        ///< mean of misplaced_weight()
  double same_lists = 0.0;  ///< share of vertices that the same joints hold as in the file
};

/// Measures the skeleton's meshes that came with weights.
WeightErrors weight_errors(const Scene& scene, Id skeleton) {
  WeightErrors errors;
  const Node* node = find_node(scene, skeleton);
  if (!node || !node->skeleton) return errors;
  const Scene now = with_capsules(scene, skeleton, capsule_settings_of(*node->skeleton));
  const Deformer deformer = own_deformer(now);
  std::size_t same = 0, vertices = 0;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton || !mesh.mesh->weights) continue;
    const Influences wanted = explicit_influences(*node->skeleton, *mesh.mesh->weights);
    for (std::uint32_t v = 0; v < wanted.vertex_count(); ++v) {
      errors.mean += misplaced_weight(mesh.influences, v, wanted, v);
      const std::uint32_t size = wanted.row_size(v);
      same += size == mesh.influences.row_size(v) &&
              std::equal(wanted.joint.begin() + wanted.row_begin(v),
                         wanted.joint.begin() + wanted.row_end(v),
                         mesh.influences.joint.begin() + mesh.influences.row_begin(v));
    }
    vertices += wanted.vertex_count();
  }
  if (vertices == 0) return errors;
  errors.mean /= double(vertices);
  errors.same_lists = double(same) / double(vertices);
  return errors;
}

/// Distances between the vertices posed by capsules and by the weights of the file, over the range
/// of motion.
struct VertexErrors {
  double mean = 0.0;  ///< over vertices and motions, world units
  /// Mean distance that the file's weights move the vertices from the present pose.
  double mean_displacement = 0.0;
  double worst = 0.0;  ///< the largest distance of one vertex in one motion
  double size = 0.0;   ///< diagonal of the meshes at bind
};

/// Measures the skeleton's meshes that came with weights.
VertexErrors vertex_errors(const Scene& scene, Id skeleton, const ProgressCallback& progress) {
  VertexErrors errors;
  const Node* rig = find_node(scene, skeleton);
  if (!rig || !rig->skeleton) return errors;
  const Scene by_capsules = with_capsules(scene, skeleton, capsule_settings_of(*rig->skeleton));
  Scene by_weights = scene;
  for (Node& node : by_weights.nodes)
    if (node.mesh && node.bound_to == skeleton && node.mesh->weights) node.explicit_weights = true;
  Deformer wanted = own_deformer(by_weights), now = own_deformer(by_capsules);
  std::vector<std::vector<glm::vec3>> rest;
  for (const DeformedMesh& mesh : wanted.meshes()) rest.push_back(mesh.positions());
  Bounds bounds;
  std::size_t count = 0;
  const std::size_t joints = rig->skeleton->joints.size();
  for (std::size_t j = 0; j < joints; ++j) {
    if (!goes_on(progress, double(j) / double(joints))) return errors;
    for (const JointMotion& motion : motions_of(*rig->skeleton, j)) {
      wanted.update(moved(by_weights, motion));
      now.update(moved(by_capsules, motion));
      for (std::size_t m = 0; m < now.meshes().size(); ++m) {
        const DeformedMesh &a = wanted.meshes()[m], &b = now.meshes()[m];
        if (b.skeleton != skeleton || !b.mesh->weights) continue;
        const glm::mat3 world(b.world_from_output);
        for (std::size_t v = 0; v < b.mesh->positions.size(); ++v) {
          const double off = double(glm::length(world * (a.positions()[v] - b.positions()[v])));
          errors.mean += off;
          errors.mean_displacement += double(glm::length(world * (a.positions()[v] - rest[m][v])));
          errors.worst = std::max(errors.worst, off);
        }
        count += b.mesh->positions.size();
      }
    }
  }
  for (const DeformedMesh& mesh : wanted.meshes())
    if (mesh.skeleton == skeleton && mesh.mesh->weights)
      for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v)
        bounds.add(glm::vec3(mesh.world_from_output * glm::vec4(mesh.bind_positions[v], 1.0f)));
  errors.size = double(bounds.diagonal());
  if (count == 0) return errors;
  errors.mean /= double(count);
  errors.mean_displacement /= double(count);
  return errors;
}

struct WeightMeasures {
  WeightErrors weights;
  VertexErrors vertices;
};

std::vector<FitMeasure> measures_of_weights(const WeightMeasures& before,
                                            const WeightMeasures& after) {
  return {{"weight_error", "Weight at wrong joints", before.weights.mean, after.weights.mean,
           Unit::share},
          {"same_lists", "Same joints as the file", before.weights.same_lists,
           after.weights.same_lists, Unit::share},
          {"vertex_error", "Vertices off, all bends", before.vertices.mean, after.vertices.mean,
           Unit::length},
          {"vertex_error_of_way", "Off / displacement",
           share_of(before.vertices.mean, before.vertices.mean_displacement),
           share_of(after.vertices.mean, after.vertices.mean_displacement), Unit::share},
          {"worst_vertex_error_of_size", "Worst / figure size",
           share_of(before.vertices.worst, before.vertices.size),
           share_of(after.vertices.worst, after.vertices.size), Unit::share}};
}

std::vector<FitMeasure> measures_of_bending(const BendScore& before, const BendScore& after) {
  return {
      {"score", "Score of 100", before.score, after.score, Unit::number},
      {"poor", "Poor joints", double(before.poor), double(after.poor), Unit::count},
      {"follows", "Least that a bone's skin follows", before.follows, after.follows, Unit::share},
      {"uncovered", "Uncovered vertices", double(before.uncovered), double(after.uncovered),
       Unit::count},
      {"bleeding", "Vertices taken from another limb", double(before.bleeding),
       double(after.bleeding), Unit::count}};
}

}  // namespace

CapsuleFit fit_capsules(const Scene& scene, Id skeleton, const FitRequest& request,
                        const FitProgress& progress) {
  if (request.to == FitTo::weights)
    return fit_to_weights(scene, skeleton, request.freedom, progress);
  if (request.to == FitTo::range) return fit_to_range(scene, skeleton, request.freedom, progress);
  if (request.motion == nullptr) return {.skeleton = skeleton, .problem = "there is no motion"};
  return fit_to_motion(scene, skeleton, *request.motion, request.freedom, progress);
}

std::string FitMeasure::text(double value) const {
  if (unit == Unit::share) return fmt::format("{:.2f} %", 100.0 * value);
  if (unit == Unit::length) return fmt::format("{:.4g}", value);
  return fmt::format("{:.{}f}", value, unit == Unit::number ? 1 : 0);
}

std::vector<FitMeasure> fit_measures(const Scene& before, const Scene& after, Id skeleton,
                                     const FitRequest& request, const ProgressCallback& progress) {
  bool is_stopped = false;
  const auto half = [&](double begin) -> ProgressCallback {
    return [&progress, &is_stopped, begin](double share) {
      is_stopped = !goes_on(progress, begin + 0.5 * share);
      return !is_stopped;
    };
  };
  std::vector<FitMeasure> measures;
  if (request.to == FitTo::weights) {
    const auto errors_of = [&](const Scene& scene, double from) -> WeightMeasures {
      return {weight_errors(scene, skeleton), vertex_errors(scene, skeleton, half(from))};
    };
    const WeightMeasures old = errors_of(before, 0.0);
    if (is_stopped) return {};
    measures = measures_of_weights(old, errors_of(after, 0.5));
  } else {
    const Motion* motion = request.to == FitTo::clip ? request.motion.get() : nullptr;
    const BendScore old = bend_score(before, skeleton, motion, half(0.0));
    if (is_stopped) return {};
    measures = measures_of_bending(old, bend_score(after, skeleton, motion, half(0.5)));
  }
  return is_stopped ? std::vector<FitMeasure>{} : measures;
}

}  // namespace marrow
