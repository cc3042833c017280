// Fits to weights: which falloff, which metric, where to begin.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rig/fit/fit.h"
#include "rig/fit/place_search.h"
#include "rig/fit/separate.h"
#include "rig/measure/range_of_motion.h"
#include "rig/skinning/weights.h"

namespace marrow {

namespace {

constexpr int kRoundsAtFirst = 2, kMostFitRounds = 40;
constexpr float kReach = 1.5f;      // of a joint's farthest vertex with weight
constexpr float kLastReach = 1.2f;  // of the radius found by rough distances
/// Distances through the body take time at each change of a bone: squares of errors have to be this
/// share of those by straight ones to be worth it.
constexpr double kBodyWorth = 0.96;

/// The rows of the file's weights, of all vertices of a rig; meshes without weights do not count.
Influences wanted_weights(FitRig& rig) {
  Influences wanted;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const Mesh& mesh = *rig.parts[m].mesh;
    rig.counts[m] = mesh.weights.has_value();
    const Influences its =
        mesh.weights ? explicit_influences(*rig.skeleton, *mesh.weights) : Influences{};
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      for (std::uint32_t k = 0; mesh.weights && k < its.row_size(v); ++k) {
        wanted.joint.push_back(its.joint[its.row_begin(v) + k]);
        wanted.weight.push_back(its.weight[its.row_begin(v) + k]);
      }
      wanted.end_row();
    }
  }
  return wanted;
}

std::vector<float> reaches_for(const FitRig& rig, const Influences& wanted) {
  std::vector<float> reaches(rig.bones.size(), 0.0f);
  for (std::size_t v = 0; v < wanted.vertex_count(); ++v)
    for (std::uint32_t k = wanted.row_begin(v); k < wanted.row_end(v); ++k) {
      float& reach = reaches[wanted.joint[k]];
      reach = std::max(reach,
                       kReach * float(distance_to(rig.bones[wanted.joint[k]], rig.positions[v])));
    }
  for (std::size_t j = 0; j < reaches.size(); ++j) {
    const Joint& joint = rig.skeleton->joints[j];
    if (joint.locked) reaches[j] = std::max(reaches[j], 1.01f * joint.radii().largest());
  }
  return reaches;
}

/// The work on one skeleton.
class WeightFitting {
 public:
  WeightFitting(const FitRig& rig, const Influences& wanted, const FitTarget& target,
                const FitFreedom& freedom, const FitProgress& progress, CapsuleFit& fit)
      : rig_(rig),
        wanted_(wanted),
        target_(target),
        freedom_(freedom),
        progress_(progress),
        fit_(fit),
        reaches_(reaches_for(rig, wanted)) {}

  void run() {
    std::vector<Metric> metrics;
    std::vector<Falloff> falloffs;
    for (const auto& row : kMetrics)
      if (freedom_.metric.value_or(row.value) == row.value) metrics.push_back(row.value);
    for (const auto& row : kFalloffs)
      if (freedom_.falloff.value_or(row.value) == row.value) falloffs.push_back(row.value);
    parts_ = double(metrics.size() * falloffs.size()) + (freedom_.places ? 2.0 : 1.0);
    for (const Metric metric : metrics) {
      if (!tell(0.0)) return;
      pairs_ = fit_pairs(rig_, metric, BodyDetail::rough, reaches_);
      even_ = starts(false);
      if (freedom_.tapers) tapered_ = starts(true);
      for (const Falloff falloff : falloffs) {
        if (!try_choice(metric, falloff)) return;
        ++done_;
      }
    }
    const std::vector<Bone> bones = rig_.bones;
    const CapsuleSettings without = fit_.capsules;
    if (freedom_.places && !move_places()) return;
    if (fit_.capsules.metric != Metric::body || !finish_in_body()) return;
    if (fit_.capsules.places.empty()) return;
    const CapsuleSettings with = std::exchange(fit_.capsules, without);
    const double error = std::exchange(chosen_, 0.0);  // rough distances chose the places
    rig_.bones = bones;
    if (!finish_in_body() || chosen_ <= error) return;
    fit_.capsules = with;
    take_error(error);
  }

 private:
  bool tell(double share) {
    if (std::isfinite(least_)) fit_.curve.push_back(std::sqrt(least_));
    const double least = std::isfinite(least_) ? std::sqrt(least_) : 0.0;
    fit_.is_stopped =
        progress_ && !progress_({(done_ + share) / parts_, least, "fitting capsules"});
    return !fit_.is_stopped;
  }

  using Start = std::vector<Radii>;
  struct Choice {
    std::vector<Radii> radii;
    double error = std::numeric_limits<double>::infinity();
  };
  static constexpr double kFound = 1e-12;

  /// Radii to begin with, whatever the falloff; locked joints have their own.
  std::vector<Start> starts(bool tapers) const {
    std::vector<Start> starts;
    for (const float least : {0.0f, 0.05f, 0.2f})
      starts.push_back(separating_radii(pairs_, wanted_, least, tapers, reaches_));
    if (!tapers) starts.push_back(capsule_settings_of(*rig_.skeleton).radii);
    for (Start& radii : starts)
      for (std::size_t j = 0; j < radii.size(); ++j) {
        const Joint& joint = rig_.skeleton->joints[j];
        if (joint.locked) radii[j] = joint.radii();
        radii[j].at_origin = std::min(radii[j].at_origin, reaches_[j]);
        radii[j].at_tip =
            tapers || joint.locked ? std::min(radii[j].at_tip, reaches_[j]) : radii[j].at_origin;
      }
    return starts;
  }

  /// Falloffs that fade give little weight near the end of a capsule: they begin with wider ones
  /// as well.
  void widen(std::vector<Start>& starts) const {
    constexpr float kWider = 1.25f;
    const std::size_t count = starts.size();
    for (std::size_t s = 0; s < count; ++s) {
      Start wider = starts[s];
      for (std::size_t j = 0; j < wider.size(); ++j) {
        if (rig_.skeleton->joints[j].locked) continue;
        wider[j].at_origin = std::min(kWider * wider[j].at_origin, reaches_[j]);
        wider[j].at_tip = std::min(kWider * wider[j].at_tip, reaches_[j]);
      }
      starts.push_back(std::move(wider));
    }
  }

  /// The best of some starts after a few rounds, then all rounds from there.
  bool improve_best(const CapsuleSolver& solver, bool tapers, std::vector<Start> from, double begin,
                    double end, Choice& best) {
    const double middle = 0.5 * (begin + end);
    for (std::size_t s = 0; s < from.size() && best.error > kFound; ++s) {
      Choice one{std::move(from[s]), 0.0};
      const double share = begin + (middle - begin) * double(s) / double(from.size());
      if (!improve(solver, tapers, kRoundsAtFirst, share, share, one)) return false;
      if (one.error < best.error) best = std::move(one);
    }
    return best.error <= kFound || improve(solver, tapers, kMostFitRounds, middle, end, best);
  }

  bool try_choice(Metric metric, Falloff falloff) {
    const CapsuleSolver solver = solver_of(falloff);
    const bool fades = choice_row(falloff).at_surface == AtSurface::fades;
    std::vector<Start> even = even_, tapered = tapered_;
    if (fades) widen(even), widen(tapered);
    Choice best;
    const double end = freedom_.tapers ? 0.4 : 1.0;
    if (!improve_best(solver, false, std::move(even), 0.0, end, best)) return false;
    if (freedom_.tapers && !improve_best(solver, true, std::move(tapered), end, 1.0, best))
      return false;
    fit_.choices.push_back({falloff, metric, std::sqrt(best.error)});
    const bool is_free = metric != Metric::straight && !freedom_.metric;
    if (best.error >= (is_free ? kBodyWorth * chosen_ : chosen_)) return true;
    chosen_ = best.error;
    fit_.capsules = {falloff, metric, std::move(best.radii)};
    return true;
  }

  /// Joints move, under the choice that was taken, if that makes the error less.
  bool move_places() {
    const std::vector<PlacePoint> points = place_points(*rig_.skeleton, rig_.bones);
    if (points.empty()) return true;
    const FitRig unmoved = rig_;
    const CapsuleSettings& now = fit_.capsules;
    PlaceSearch search(
        {&unmoved, &target_, points, now.falloff, now.metric, reaches_, freedom_.tapers},
        now.radii);
    const bool goes_on = search.run([&](double share, double error) {
      least_ = std::min(least_, error);
      return tell(0.8 * share);
    });
    CapsuleSettings placed{now.falloff, now.metric, search.radii(),
                           places_at(points, search.shifts(), *rig_.skeleton)};
    if (!goes_on || placed.places.empty()) return goes_on;
    rig_.bones = bones_at(points, search.shifts(), unmoved.bones);
    pairs_ = fit_pairs(rig_, now.metric, BodyDetail::rough, reaches_);
    Choice last{std::move(placed.radii), 0.0};
    if (!improve(solver_of(now.falloff), freedom_.tapers, kMostFitRounds, 0.8, 1.0, last))
      return false;
    ++done_;
    if (last.error >= chosen_) return rig_.bones = unmoved.bones, true;
    placed.radii = std::move(last.radii);
    fit_.capsules = std::move(placed);
    take_error(last.error);
    return true;
  }

  /// Of the choice that was taken.
  void take_error(double error) {
    chosen_ = error;
    for (CapsuleFit::Choice& choice : fit_.choices)
      if (choice.falloff == fit_.capsules.falloff && choice.metric == fit_.capsules.metric)
        choice.error = std::sqrt(error);
  }

  /// The last rounds, by the distances that the deformer has.
  bool finish_in_body() {
    std::vector<float> reaches = reaches_;
    for (std::size_t j = 0; j < reaches.size(); ++j)
      reaches[j] = std::min(reaches[j], kLastReach * fit_.capsules.radii[j].largest());
    reaches.swap(reaches_);
    pairs_ = fit_pairs(rig_, Metric::body, BodyDetail::full, reaches_);
    const CapsuleSolver solver = solver_of(fit_.capsules.falloff);
    Choice last{fit_.capsules.radii, 0.0};
    least_ = solver.error_of(last.radii);
    const bool goes_on = improve(solver, freedom_.tapers, kMostFitRounds, 0.0, 1.0, last);
    reaches.swap(reaches_);
    if (!goes_on) return false;
    take_error(last.error);
    fit_.capsules.radii = std::move(last.radii);
    return true;
  }

  CapsuleSolver solver_of(Falloff falloff) const {
    SolverInput input{&pairs_, &target_, falloff, reaches_, {}};
    for (const Joint& joint : rig_.skeleton->joints) input.is_locked.push_back(joint.locked);
    return CapsuleSolver(std::move(input));
  }

  bool improve(const CapsuleSolver& solver, bool tapers, int rounds, double from, double to,
               Choice& choice) {
    int round = 0;
    const bool goes_on = solver.solve(tapers, rounds, choice.radii, [&](double error) {
      least_ = std::min(least_, error);
      return tell(from + (to - from) * double(++round) / double(rounds));
    });
    choice.error = solver.error_of(choice.radii);
    least_ = std::min(least_, choice.error);
    return goes_on;
  }

  FitRig rig_;
  const Influences& wanted_;
  const FitTarget& target_;
  const FitFreedom& freedom_;
  const FitProgress& progress_;
  CapsuleFit& fit_;
  std::vector<float> reaches_;
  FitPairs pairs_;
  std::vector<Start> even_, tapered_;
  double parts_ = 1.0, done_ = 0.0;
  double least_ = std::numeric_limits<double>::infinity(), chosen_ = least_;
};

Deformer own_deformer(const Scene& scene) {
  Deformer deformer = Deformer::with(tasks_of(Backend::fast));
  deformer.update(scene);
  return deformer;
}

}  // namespace

CapsuleFit fit_to_weights(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                          const FitProgress& progress) {
  CapsuleFit fit{.skeleton = skeleton};
  FitRig rig = fit_rig(scene, skeleton, own_deformer(scene));
  if (!rig.skeleton) {
    fit.problem = "there is no skeleton";
    return fit;
  }
  fit.capsules = capsule_settings_of(*rig.skeleton);
  const Influences wanted = wanted_weights(rig);
  if (std::find(rig.counts.begin(), rig.counts.end(), 1) == rig.counts.end()) {
    fit.problem = "no mesh of this skeleton came with weights";
    return fit;
  }
  const WeightTarget target(wanted);
  WeightFitting(rig, wanted, target, freedom, progress, fit).run();
  return fit;
}

CapsuleFit fit_to_meshes(const Scene& scene, Id skeleton, const std::vector<PosedSurface>& surfaces,
                         const FitFreedom& freedom, const FitProgress& progress) {
  CapsuleFit fit{.skeleton = skeleton};
  const FitRig rig = fit_rig(scene, skeleton, own_deformer(scene));
  if (!rig.skeleton || rig.bones.empty() || rig.positions.empty()) {
    fit.problem = "no mesh follows joints of this skeleton";
    return fit;
  }
  fit.capsules = capsule_settings_of(*rig.skeleton);
  std::optional<PosedTargets> posed = posed_targets(scene, rig, surfaces, progress, fit.problem);
  fit.is_stopped = !posed && fit.problem.empty();
  if (!posed) return fit;
  fit.posed = std::make_shared<const PosedTargets>(std::move(*posed));
  const PosedTarget target(*fit.posed);
  WeightFitting(rig, fit.posed->best, target, freedom, progress, fit).run();
  return fit;
}

double mesh_error(const Scene& scene, Id skeleton, const PosedTargets& posed) {
  const Node* node = find_node(scene, skeleton);
  if (!node || !node->skeleton) return 0.0;
  const Deformer deformer =
      own_deformer(with_capsules(scene, skeleton, capsule_settings_of(*node->skeleton)));
  Influences rows;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton) continue;
    const Influences& its = mesh.influences;
    for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v) {
      for (std::uint32_t k = its.row_begin(v); k < its.row_end(v); ++k) {
        rows.joint.push_back(its.joint[k]);
        rows.weight.push_back(its.weight[k]);
      }
      rows.end_row();
    }
  }
  return posed_error(posed, rows);
}

WeightErrors weight_errors(const Scene& scene, Id skeleton) {
  WeightErrors errors;
  const Node* node = find_node(scene, skeleton);
  if (!node || !node->skeleton) return errors;
  const Scene now = with_capsules(scene, skeleton, capsule_settings_of(*node->skeleton));
  const Deformer deformer = own_deformer(now);
  std::size_t same = 0;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton || !mesh.mesh->weights) continue;
    const Influences wanted = explicit_influences(*node->skeleton, *mesh.mesh->weights);
    WeightErrors::OfMesh its{mesh.node, {}};
    for (std::uint32_t v = 0; v < wanted.vertex_count(); ++v) {
      const double misplaced = misplaced_weight(mesh.influences, v, wanted, v);
      its.misplaced.push_back(float(misplaced));
      errors.mean += misplaced;
      const std::uint32_t size = wanted.row_size(v);
      same += size == mesh.influences.row_size(v) &&
              std::equal(wanted.joint.begin() + wanted.row_begin(v),
                         wanted.joint.begin() + wanted.row_end(v),
                         mesh.influences.joint.begin() + mesh.influences.row_begin(v));
    }
    errors.vertices += wanted.vertex_count();
    errors.meshes.push_back(std::move(its));
  }
  if (errors.vertices == 0) return errors;
  errors.mean /= double(errors.vertices);
  errors.same_lists = double(same) / double(errors.vertices);
  return errors;
}

VertexErrors vertex_errors(const Scene& wanted_scene, const Scene& scene, Id skeleton,
                           const FitProgress& progress) {
  VertexErrors errors;
  const Node *rig = find_node(wanted_scene, skeleton), *its = find_node(scene, skeleton);
  if (!rig || !rig->skeleton || !its || !its->skeleton) return errors;
  const Scene by_capsules = with_capsules(scene, skeleton, capsule_settings_of(*its->skeleton));
  Scene by_weights = wanted_scene;
  for (Node& node : by_weights.nodes)
    if (node.mesh && node.bound_to == skeleton && node.mesh->weights) node.explicit_weights = true;
  Deformer wanted = own_deformer(by_weights), now = own_deformer(by_capsules);
  std::vector<std::vector<glm::vec3>> rest;
  for (const DeformedMesh& mesh : wanted.meshes()) rest.push_back(mesh.positions());
  Bounds bounds;
  std::size_t count = 0;
  const std::size_t joints = rig->skeleton->joints.size();
  for (std::size_t j = 0; j < joints; ++j) {
    if (progress && !progress({double(j) / double(joints), 0.0, "moving joints"})) return errors;
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
          errors.way += double(glm::length(world * (a.positions()[v] - rest[m][v])));
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
  errors.way /= double(count);
  return errors;
}

}  // namespace marrow
