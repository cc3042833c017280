#include "rig/fit/fit_report.h"

#include <algorithm>
#include <fmt/format.h>

#include "rig/fit/place_points.h"

namespace marrow {

namespace {

using Unit = FitMeasure::Unit;

constexpr double kNoWay = 1e-4;  // of a radius: rounding

double share_of(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

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
          {"vertex_error_of_way", "Off, of their way",
           share_of(before.vertices.mean, before.vertices.way),
           share_of(after.vertices.mean, after.vertices.way), Unit::share},
          {"worst_vertex_error_of_size", "Worst, of the figure",
           share_of(before.vertices.worst, before.vertices.size),
           share_of(after.vertices.worst, after.vertices.size), Unit::share}};
}

std::vector<FitMeasure> measures_of_bending(const BendScore& before, const BendScore& after) {
  return {
      {"score", "Score of 100", before.score, after.score, Unit::number},
      {"poor", "Poor joints", double(before.poor), double(after.poor), Unit::count},
      {"joints", "Joints that hold skin", double(before.joints), double(after.joints), Unit::count},
      {"uncovered", "Uncovered vertices", double(before.uncovered), double(after.uncovered),
       Unit::count},
      {"bleeding", "Held of another limb", double(before.bleeding), double(after.bleeding),
       Unit::count}};
}

std::vector<FitMeasure> measures_of_meshes(const Scene& before, const Scene& after,
                                           const CapsuleFit& fit) {
  if (!fit.posed) return {};
  const double old = mesh_error(before, fit.skeleton, *fit.posed),
               now = mesh_error(after, fit.skeleton, *fit.posed),
               best = posed_error(*fit.posed, fit.posed->best),
               size = double(bounds_of(fit.posed->bind).diagonal());
  return {{"vertex_error", "Vertices off, mean", old, now, Unit::length},
          {"best_vertex_error", "With the best weights", best, best, Unit::length},
          {"vertex_error_of_size", "Off, of the figure", share_of(old, size), share_of(now, size),
           Unit::share}};
}

/// How many joints stand elsewhere at rest, how far from where they stood, and how many bones end
/// elsewhere.
void add_places(const Scene& before, const Scene& after, Id skeleton,
                std::vector<FitMeasure>& measures) {
  const Node *old = find_node(before, skeleton), *now = find_node(after, skeleton);
  if (!old || !old->skeleton || !now || !now->skeleton) return;
  const std::vector<Bone> was = bones_at_rest(*old->skeleton), is = bones_at_rest(*now->skeleton);
  double joints = 0.0, ends = 0.0, sum = 0.0, most = 0.0;
  for (std::size_t j = 0; j < was.size(); ++j) {
    const double none = kNoWay * double(now->skeleton->joints[j].radii().largest()),
                 way = double(glm::distance(was[j].start, is[j].start));
    ends += double(glm::distance(was[j].end, is[j].end)) > none;
    if (way > none) joints += 1.0, sum += way, most = std::max(most, way);
  }
  measures.push_back({"joints_moved", "Joints moved", 0.0, joints, Unit::count});
  measures.push_back(
      {"joints_moved_by", "Moved by, on average", 0.0, share_of(sum, joints), Unit::length});
  measures.push_back({"joints_moved_most", "Moved by, at most", 0.0, most, Unit::length});
  measures.push_back({"ends_moved", "Bones that end elsewhere", 0.0, ends, Unit::count});
}

}  // namespace

CapsuleFit fit_capsules(const Scene& scene, Id skeleton, const FitWish& wish,
                        const FitProgress& progress) {
  if (wish.to == FitTo::weights) return fit_to_weights(scene, skeleton, wish.freedom, progress);
  if (wish.to == FitTo::range) return fit_to_range(scene, skeleton, wish.freedom, progress);
  if (wish.to == FitTo::meshes)
    return fit_to_meshes(scene, skeleton, wish.surfaces, wish.freedom, progress);
  if (wish.motion == nullptr) return {.skeleton = skeleton, .problem = "there is no motion"};
  return fit_to_motion(scene, skeleton, *wish.motion, wish.freedom, progress);
}

std::string FitMeasure::text(double value) const {
  switch (unit) {
    case Unit::share:
      return fmt::format("{:.2f} %", 100.0 * value);
    case Unit::length:
      return fmt::format("{:.4g}", value);
    case Unit::number:
      return fmt::format("{:.1f}", value);
    case Unit::count:
      break;
  }
  return fmt::format("{:.0f}", value);
}

std::vector<FitMeasure> fit_measures(const Scene& before, const Scene& after, const CapsuleFit& fit,
                                     const FitWish& wish, const FitProgress& progress) {
  const Id skeleton = fit.skeleton;
  bool goes_on = true;
  const auto part = [&](double from) -> FitProgress {
    return [&progress, &goes_on, from](const FitMoment& moment) {
      if (progress) goes_on = progress({from + 0.5 * moment.share, 0.0, "measuring"});
      return goes_on;
    };
  };
  std::vector<FitMeasure> measures;
  if (wish.to == FitTo::weights) {
    const WeightMeasures old{weight_errors(before, skeleton),
                             vertex_errors(before, before, skeleton, part(0.0))};
    if (!goes_on) return {};
    measures = measures_of_weights(
        old, {weight_errors(after, skeleton), vertex_errors(before, after, skeleton, part(0.5))});
    if (wish.freedom.places && goes_on) {
      const VertexErrors same = vertex_errors(after, after, skeleton, part(0.5));
      measures.push_back({"vertex_error_same_joints", "Off, about new joints",
                          share_of(old.vertices.mean, old.vertices.way),
                          share_of(same.mean, same.way), Unit::share});
    }
  } else if (wish.to == FitTo::meshes) {
    measures = measures_of_meshes(before, after, fit);
  } else {
    const Motion* motion = wish.to == FitTo::clip ? wish.motion.get() : nullptr;
    const BendScore old = bend_score(before, skeleton, motion, part(0.0));
    if (!goes_on) return {};
    const Motion moved = motion ? motion_for_places(*motion, before, after) : Motion{};
    measures =
        measures_of_bending(old, bend_score(after, skeleton, motion ? &moved : nullptr, part(0.5)));
  }
  if (wish.freedom.places) add_places(before, after, skeleton, measures);
  return goes_on ? measures : std::vector<FitMeasure>{};
}

}  // namespace marrow
