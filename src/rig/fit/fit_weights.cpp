// Fits to weights: chooses the falloff, the metric and the radii to begin with.
#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "rig/fit/capsule_solver.h"
#include "rig/fit/fit.h"
#include "rig/skinning/weights.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr int kRoundsAtFirst = 2, kMostFitRounds = 40;
constexpr float kReach = 1.5f;      // times the distance of a joint's farthest vertex with weight
constexpr float kLastReach = 1.2f;  // times the radius found with rough distances
/// Distances through the body have to be recomputed at each change of a bone. So they are used only
/// if their squared errors are at most this share of the squared errors by straight distances.
constexpr double kBodyWorth = 0.96;

bool came_with_weights(const BodyMesh& part) { return part.mesh->weights.has_value(); }

/// Rows of the file's weights, for all vertices of a rig; empty rows for meshes without weights.
Influences wanted_weights(const FitRig& rig) {
  Influences wanted;
  for (const BodyMesh& part : rig.parts) {
    const Mesh& mesh = *part.mesh;
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

// ---- Radii to begin with: for each joint, those that best separate its vertices from the others

/// A vertex within a joint's reach.
struct Candidate {
  float distance, place;
  bool is_wanted;
};

std::vector<Candidate> candidates_of(const FitPairs& pairs, const Influences& wanted,
                                     std::uint32_t joint, float least) {
  std::vector<Candidate> candidates;
  for (std::uint32_t k = pairs.column_begin[joint]; k < pairs.column_begin[joint + 1]; ++k) {
    const std::uint32_t v = pairs.vertices[pairs.column_row[k]], entry = pairs.column_entry[k];
    bool is_wanted = false;
    for (std::uint32_t e = wanted.row_begin(v); e < wanted.row_end(v); ++e)
      is_wanted |= wanted.joint[e] == joint && wanted.weight[e] > least;
    candidates.push_back({pairs.distance[entry], pairs.place[entry], is_wanted});
  }
  return candidates;
}

std::size_t mistakes_of(const std::vector<Candidate>& candidates, const Radii& radii) {
  std::size_t mistakes = 0;
  for (const Candidate& one : candidates)
    mistakes += (one.distance < radii.at(one.place)) != one.is_wanted;
  return mistakes;
}

/// Moves `radii` to the best place on a line; returns true if that is another place.
bool go_along(const std::vector<Candidate>& candidates, float origin, float tip, float reach,
              Radii& radii) {
  const RadiusLine line{radii, origin, tip, reach};
  std::vector<RadiusEvent> events;
  for (const Candidate& one : candidates) {
    const auto passing = line.passing(one.distance, one.place);
    if (passing) events.push_back({passing->at, passing->is_rising == one.is_wanted ? -1.0 : 1.0});
  }
  const std::optional<double> place = best_place(line, events, 0.5);
  if (place) radii = line.at(*place);
  return place.has_value();
}

/// Grows a capsule from nothing in several shapes, then improves the best one along lines in all
/// directions.
Radii separating_taper(const std::vector<Candidate>& candidates, float reach) {
  constexpr int kShapes = 9, kDirections = 12, kRounds = 12;
  constexpr float kGolden = 0.618034f, kPi = glm::pi<float>();
  Radii best;
  std::size_t fewest = mistakes_of(candidates, best);
  for (int k = 0; k < kShapes; ++k) {
    const float angle = 0.5f * kPi * float(k) / float(kShapes - 1);
    Radii radii;
    go_along(candidates, std::cos(angle), std::sin(angle), reach, radii);
    const std::size_t mistakes = mistakes_of(candidates, radii);
    if (mistakes >= fewest) continue;
    fewest = mistakes;
    best = radii;
  }
  for (int round = 0, idle = 0; round < kRounds && idle < 3 && fewest > 0; ++round, ++idle) {
    for (int k = 0; k < kDirections; ++k) {
      const float angle = kPi * (float(k) / float(kDirections) + kGolden * float(round));
      if (go_along(candidates, std::cos(angle), std::sin(angle), reach, best)) idle = 0;
    }
    fewest = mistakes_of(candidates, best);
  }
  return best;
}

/// For each joint the radii that are wrong about the fewest vertices: it should hold exactly those
/// that want more than `least` of it. A radius is in the middle between two vertices. A joint that
/// no vertex wants gets 0.
std::vector<Radii> separating_radii(const FitPairs& pairs, const Influences& wanted, float least,
                                    bool tapers, const std::vector<float>& reaches) {
  std::vector<Radii> radii(reaches.size());
  parallel_for_each(radii.size(), 1, [&](std::size_t j) {
    const std::vector<Candidate> candidates = candidates_of(pairs, wanted, std::uint32_t(j), least);
    if (tapers) {
      radii[j] = separating_taper(candidates, reaches[j]);
    } else {
      go_along(candidates, 1.0f, 1.0f, reaches[j], radii[j]);
    }
  });
  return radii;
}

// ---- The fit, beginning with these radii

class WeightFitting {
 public:
  WeightFitting(const FitRig& rig, const Influences& wanted, const FitFreedom& freedom,
                const FitProgress& progress, CapsuleFit& fit)
      : rig_(rig),
        wanted_(wanted),
        target_(wanted),
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
    parts_ = double(metrics.size() * falloffs.size()) + 1.0;
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
    if (fit_.capsules.metric == Metric::body) finish_in_body();
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

  /// Radii to begin with, whatever the falloff; locked joints keep theirs.
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

  /// Falloffs that fade give little weight near the end of a capsule, so wider radii are tried as
  /// well.
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

  /// Runs a few rounds from each start, then all rounds from the best.
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

  /// The last rounds of the chosen combination, with the distances of the deformer.
  void finish_in_body() {
    for (std::size_t j = 0; j < reaches_.size(); ++j)
      reaches_[j] = std::min(reaches_[j], kLastReach * fit_.capsules.radii[j].largest());
    pairs_ = fit_pairs(rig_, Metric::body, BodyDetail::full, reaches_);
    const CapsuleSolver solver = solver_of(fit_.capsules.falloff);
    Choice last{fit_.capsules.radii, 0.0};
    least_ = solver.error_of(last.radii);
    if (!improve(solver, freedom_.tapers, kMostFitRounds, 0.0, 1.0, last)) return;
    for (CapsuleFit::Choice& choice : fit_.choices)
      if (choice.falloff == fit_.capsules.falloff && choice.metric == fit_.capsules.metric)
        choice.error = std::sqrt(last.error);
    fit_.capsules.radii = std::move(last.radii);
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

  const FitRig& rig_;
  const Influences& wanted_;
  const WeightTarget target_;
  const FitFreedom& freedom_;
  const FitProgress& progress_;
  CapsuleFit& fit_;
  std::vector<float> reaches_;
  FitPairs pairs_;
  std::vector<Start> even_, tapered_;
  double parts_ = 1.0, done_ = 0.0;
  double least_ = std::numeric_limits<double>::infinity(), chosen_ = least_;
};

}  // namespace

CapsuleFit fit_to_weights(const Scene& scene, Id skeleton, const FitFreedom& freedom,
                          const FitProgress& progress) {
  Deformer deformer = Deformer::with(tasks_of(Backend::fast));
  deformer.update(scene);
  const FitRig rig = fit_rig(scene, skeleton, deformer);
  if (!rig.skeleton) return {.skeleton = skeleton, .problem = "there is no skeleton"};
  CapsuleFit fit{.skeleton = skeleton, .capsules = capsule_settings_of(*rig.skeleton)};
  if (std::none_of(rig.parts.begin(), rig.parts.end(), came_with_weights)) {
    fit.problem = "no mesh of this skeleton came with weights";
    return fit;
  }
  const Influences wanted = wanted_weights(rig);
  WeightFitting(rig, wanted, freedom, progress, fit).run();
  return fit;
}

}  // namespace marrow
