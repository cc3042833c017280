#include "rig/measure/bleed.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "rig/falloff_weight.h"

namespace marrow {

namespace {

constexpr double kPercentile = 0.99;
/// A fit holds all of the joint's own skin if that takes at most this multiple of the percentile.
constexpr double kMostMargin = 1.10;

/// A vertex farther along the surface than this many radii belongs to another limb.
constexpr float kWalkRadii = 2.0f;

/// Radii `from` < r < `to` hold a vertex wrongly: smaller ones do not hold it; for larger ones the
/// vertex is near along the surface.
struct WrongRadii {
  double from = 0.0, to = 0.0;
  bool contains(float radius) const { return from < double(radius) && double(radius) < to; }
};

WrongRadii wrong_radii(const Distances& distances, std::size_t joint, std::uint32_t vertex,
                       float along) {
  return {.from = distances.of(joint, vertex) - distances.slack(joint, vertex),
          .to = double(along) / double(kWalkRadii)};
}

/// The largest radius up to `radius` that is outside of all ranges.
float safe_radius(std::vector<WrongRadii> ranges, float radius) {
  std::sort(ranges.begin(), ranges.end(),
            [](const WrongRadii& a, const WrongRadii& b) { return a.to > b.to; });
  for (const WrongRadii& range : ranges) {
    if (!range.contains(radius)) continue;
    radius = std::max(0.0f, float(range.from));
    if (double(radius) > range.from) radius = std::max(0.0f, std::nextafter(radius, -1.0f));
  }
  return radius;
}

/// Vertices of a mesh that are nearer to the joint's bone than `radius` but not its own skin.
std::vector<std::uint32_t> strangers_within(const SkinnedMesh& mesh, const Distances& distances,
                                            std::size_t joint, float radius) {
  std::vector<std::uint32_t> found = distances.within(joint, radius);
  std::erase_if(found, [&](std::uint32_t v) { return mesh.is_own(v, joint); });
  return found;
}

/// The quantile of the distances at `share`. Reorders them.
double quantile(std::vector<double>& distances, double share) {
  const auto rank =
      std::max(std::ptrdiff_t(std::ceil(share * double(distances.size()))) - 1, std::ptrdiff_t(0));
  std::nth_element(distances.begin(), distances.begin() + rank, distances.end());
  return distances[std::size_t(rank)];
}

/// The 99th percentile of the distances without outliers, which a neighbor would hold better.
/// Outliers are above both the upper fence of Tukey's box plot and 1.5 times the upper quartile.
/// (The flank next to an upper arm is nearest to the arm's bone, but three times as far away as the
/// arm's skin; corners of a limb's blunt end are not outliers.)
double robust_percentile(std::vector<double> distances) {
  const double low = quantile(distances, 0.25), high = quantile(distances, 0.75);
  return std::min(quantile(distances, kPercentile),
                  std::max(high + 1.5 * (high - low), 1.5 * high));
}

Distances distances_by(const SkinnedRig& rig, std::size_t mesh, const std::vector<Radii>& radii) {
  Distances distances = rig.rig->distances(mesh);
  distances.radii = &radii;
  return distances;
}

/// Distances between the joint's own skin and its bone, unordered; raises `slack` to their largest
/// slack.
std::vector<double> own_distances(const SkinnedRig& rig, std::size_t joint,
                                  const std::vector<Radii>& radii, double& slack) {
  std::vector<double> found;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const OwnSkin& skin = *rig.meshes[m].skin;
    const Distances distances = distances_by(rig, m, radii);
    for (std::uint32_t k = skin.begin[joint]; k < skin.begin[joint + 1]; ++k) {
      found.push_back(distances.of(joint, skin.vertices[k]));
      slack = std::max(slack, distances.slack(joint, skin.vertices[k]));
    }
  }
  return found;
}

/// For each vertex of the joint's own skin, the parameter t of the bone's nearest point.
std::vector<double> own_parameters(const SkinnedRig& rig, std::size_t joint) {
  std::vector<double> found;
  for (const SkinnedMesh& mesh : rig.meshes)
    for (std::uint32_t k = mesh.skin->begin[joint]; k < mesh.skin->begin[joint + 1]; ++k)
      found.push_back(
          parameter_on(rig.rig->bones[joint], (*mesh.positions)[mesh.skin->vertices[k]]));
  return found;
}

/// One range per vertex within `radius` that is not the joint's own skin.
std::vector<WrongRadii> wrong_within(const SkinnedRig& rig, std::size_t joint, float radius,
                                     const std::vector<Radii>& radii) {
  std::vector<WrongRadii> ranges;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const SkinnedMesh& mesh = rig.meshes[m];
    const Distances its = distances_by(rig, m, radii);
    const std::vector<std::uint32_t> strangers = strangers_within(mesh, its, joint, radius);
    const std::vector<float> along = (*rig.walks)[m].distances(
        mesh, rig.rig->skeleton->joints, joint, strangers, kWalkRadii * radius);
    for (std::size_t k = 0; k < strangers.size(); ++k)
      ranges.push_back(wrong_radii(its, joint, strangers[k], along[k]));
  }
  return ranges;
}

std::uint32_t count_holding(const std::vector<WrongRadii>& ranges, float radius) {
  return std::uint32_t(std::count_if(ranges.begin(), ranges.end(), [&](const WrongRadii& range) {
    return range.contains(radius);
  }));
}

bool holds(const Influences& rows, std::uint32_t vertex, std::size_t joint) {
  const auto first = rows.joint.begin() + std::ptrdiff_t(rows.row_begin(vertex)),
             last = first + std::ptrdiff_t(rows.row_size(vertex));
  return std::find(first, last, std::uint32_t(joint)) != last;
}

/// `changed`: ascending, without duplicates.
std::vector<std::uint32_t> with_changes(const std::vector<std::uint32_t>& held,
                                        const std::vector<std::uint32_t>& changed,
                                        const Influences& rows, std::size_t joint) {
  std::vector<std::uint32_t> rest, taken, all;
  std::set_difference(held.begin(), held.end(), changed.begin(), changed.end(),
                      std::back_inserter(rest));
  std::copy_if(changed.begin(), changed.end(), std::back_inserter(taken),
               [&](std::uint32_t v) { return holds(rows, v, joint); });
  std::merge(rest.begin(), rest.end(), taken.begin(), taken.end(), std::back_inserter(all));
  return all;
}

std::vector<std::uint32_t> all_held(const Influences& rows, std::size_t vertices,
                                    std::size_t joint) {
  std::vector<std::uint32_t> held;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (holds(rows, v, joint)) held.push_back(v);
  }
  return held;
}

std::vector<std::uint32_t> held_now(const MeasuredMesh& mesh, std::size_t joint,
                                    const Held::OfMesh& before) {
  if (!mesh.has_capsules) return {};
  const Influences& rows = mesh.now->influences;
  const std::size_t vertices = mesh.bind_positions.size();
  auto changed = mesh.now->rows_changed_since(before.bind_revision);
  if (!changed) return all_held(rows, vertices, joint);
  std::sort(changed->begin(), changed->end());
  changed->erase(std::unique(changed->begin(), changed->end()), changed->end());
  changed->erase(std::lower_bound(changed->begin(), changed->end(), vertices), changed->end());
  return with_changes(before.vertices, *changed, rows, joint);
}

}  // namespace

bool update_held(const MeasuredSkeleton& rig, std::size_t joint, Held& held) {
  bool is_other = held.meshes.size() != rig.meshes.size();
  held.meshes.resize(rig.meshes.size());
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    Held::OfMesh& mine = held.meshes[m];
    if (mine.bind_revision == rig.meshes[m].now->bind_revision) continue;
    std::vector<std::uint32_t> now = held_now(rig.meshes[m], joint, mine);
    is_other |= now != mine.vertices;
    mine = {rig.meshes[m].now->bind_revision, std::move(now)};
  }
  return is_other;
}

Bleed bleed_of(const SkinnedRig& rig, std::size_t joint, const Held& held) {
  const std::vector<Joint>& joints = rig.rig->skeleton->joints;
  const float radius = joints[joint].radii().largest();
  std::vector<WrongRadii> ranges;
  Bleed bleed;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const SkinnedMesh& mesh = rig.meshes[m];
    std::vector<std::uint32_t> strangers;
    for (const std::uint32_t v : held.meshes[m].vertices) {
      if (!mesh.is_own(v, joint)) strangers.push_back(v);
    }
    const std::vector<float> along =
        (*rig.walks)[m].distances(mesh, joints, joint, strangers, kWalkRadii * radius);
    const Distances distances = rig.rig->distances(m);
    Bleed::Patch patch{.mesh = rig.rig->meshes[m].node, .vertices = {}};
    for (std::size_t k = 0; k < strangers.size(); ++k) {
      ranges.push_back(wrong_radii(distances, joint, strangers[k], along[k]));
      if (along[k] > kWalkRadii * radius) patch.vertices.push_back(strangers[k]);
    }
    bleed.count += std::uint32_t(patch.vertices.size());
    if (!patch.vertices.empty()) bleed.patches.push_back(std::move(patch));
  }
  bleed.safe_radius = bleed.count == 0 ? radius : safe_radius(std::move(ranges), radius);
  return bleed;
}

Fit fit_of(const SkinnedRig& rig, std::size_t joint, const std::vector<Radii>& radii) {
  const std::vector<Joint>& joints = rig.rig->skeleton->joints;
  Fit fit{.joint = joints[joint].id};
  double slack = 0.0;
  std::vector<double> distances = own_distances(rig, joint, radii, slack);
  if (distances.empty()) return fit;
  fit.has_skin = true;
  const double percentile = robust_percentile(distances);
  fit.percentile = float(percentile);
  if (percentile + slack <= 0.0) return fit;  // the whole skin is in one point
  const float least = std::nextafter(float(percentile + slack), std::numeric_limits<float>::max());
  const double farthest = *std::max_element(distances.begin(), distances.end()) + slack;
  // Otherwise the few farthest vertices belong to another joint.
  const bool is_nearly_all = farthest <= kMostMargin * percentile;
  const float wish = std::max(
      least, float(std::max(double(choice_row(rig.rig->skeleton->falloff).fit_margin) * percentile,
                            is_nearly_all ? farthest : 0.0)));

  const std::vector<WrongRadii> ranges = wrong_within(rig, joint, wish, radii);
  fit.radius = std::max(least, safe_radius(ranges, wish));
  fit.is_held_back = fit.radius < wish;
  fit.bleeding = count_holding(ranges, fit.radius);
  return fit;
}

namespace {

/// Counts the joints that hold each vertex while radii are tried.
class Holders {
 public:
  explicit Holders(const SkinnedRig& rig) : rig_(rig) {
    for (const SkinnedMesh& mesh : rig.meshes) counts_.emplace_back(mesh.positions->size(), 0);
  }
  void add(std::size_t joint, float radius, int step) {
    for (std::size_t m = 0; m < counts_.size(); ++m)
      for (const std::uint32_t v : distances(m).within(joint, radius))
        counts_[m][v] += std::uint32_t(step);
  }
  /// The least radius with which the joint holds all vertices within `radius` that no joint holds
  /// now; 0: there are none.
  float needed(std::size_t joint, float radius) const {
    double least = 0.0;
    for (std::size_t m = 0; m < counts_.size(); ++m) {
      const Distances its = distances(m);
      for (const std::uint32_t v : its.within(joint, radius))
        if (counts_[m][v] == 0) least = std::max(least, its.of(joint, v) + its.slack(joint, v));
    }
    return least > 0.0 ? std::nextafter(float(least), std::numeric_limits<float>::max()) : 0.0f;
  }

 private:
  Distances distances(std::size_t m) const { return distances_by(rig_, m, rig_.rig->radii); }
  const SkinnedRig& rig_;
  std::vector<std::vector<std::uint32_t>> counts_;  ///< one per mesh
};

/// Draws in these joints together, none relying on another, so that both sides stay alike.
void draw_in_together(const SkinnedRig& rig, std::span<const std::size_t> joints, Holders& holders,
                      std::vector<Fit>& fits) {
  std::vector<std::vector<WrongRadii>> ranges;
  std::vector<float> safe;
  for (const std::size_t j : joints) {
    ranges.push_back(wrong_within(rig, j, fits[j].radius, rig.rig->radii));
    safe.push_back(safe_radius(ranges.back(), fits[j].radius));
    holders.add(j, fits[j].radius, -1);
    holders.add(j, safe.back(), 1);
  }
  std::vector<float> drawn;
  for (std::size_t k = 0; k < joints.size(); ++k)
    drawn.push_back(std::max(safe[k], holders.needed(joints[k], fits[joints[k]].radius)));
  for (std::size_t k = 0; k < joints.size(); ++k) {
    Fit& fit = fits[joints[k]];
    holders.add(joints[k], safe[k], -1);
    const std::uint32_t bleeding = count_holding(ranges[k], drawn[k]);
    if (drawn[k] > 0.0f && bleeding < fit.bleeding) {
      fit.radius = drawn[k];
      fit.bleeding = bleeding;
      fit.is_held_back = true;
    }
    holders.add(joints[k], fit.radius, 1);
  }
}

/// The share of a joint's own skin that the joint would move with these radii (one per joint): its
/// mean weight there. Bones that are as near count as its own. 1 without own skin.
double own_share(const SkinnedRig& rig, std::size_t joint, const std::vector<float>& radii) {
  double share = 0.0;
  std::size_t vertices = 0;
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const OwnSkin& skin = *rig.meshes[m].skin;
    const Distances distances = distances_by(rig, m, rig.rig->radii);
    for (std::uint32_t k = skin.begin[joint]; k < skin.begin[joint + 1]; ++k, ++vertices) {
      const double nearest = distances.of(joint, skin.vertices[k]);
      double own = 0.0, sum = 0.0;
      for (std::size_t j = 0; j < radii.size(); ++j) {
        const double distance = distances.of(j, skin.vertices[k]);
        if (!is_in_capsule(distance, double(radii[j]))) continue;
        const double weight =
            raw_falloff_weight(rig.rig->skeleton->falloff, distance, double(radii[j]));
        sum += weight;
        if (distance <= nearest) own += weight;
      }
      if (sum > 0.0) share += own / sum;
    }
  }
  return vertices == 0 ? 1.0 : share / double(vertices);
}

/// Raises radii that were drawn in until their joints move a quarter of the skin nearest to their
/// bones, or nearly as much as with their radii in `alone`: else a joint between large capsules
/// would move nothing. All joints together, so that both sides of a figure stay alike.
void keep_own_skin(const SkinnedRig& rig, const std::vector<Fit>& alone, std::vector<float> radii,
                   std::vector<Fit>& fits) {
  constexpr int kSteps = 8;
  constexpr double kQuarter = 0.25, kNearly = 0.9;
  const std::vector<Fit> drawn = fits;
  std::vector<double> wanted(fits.size(), 0.0);
  for (std::size_t j = 0; j < fits.size(); ++j) {
    if (!(drawn[j].radius < alone[j].radius)) continue;
    std::vector<float> wide = radii;
    wide[j] = alone[j].radius;
    wanted[j] = std::min(kQuarter, kNearly * own_share(rig, j, wide));
  }
  for (int step = 1; step <= kSteps; ++step) {
    std::vector<std::size_t> lost;
    for (std::size_t j = 0; j < fits.size(); ++j)
      if (wanted[j] > 0.0 && own_share(rig, j, radii) < wanted[j]) lost.push_back(j);
    for (const std::size_t j : lost) {
      Fit& fit = fits[j];
      fit.radius = std::lerp(drawn[j].radius, alone[j].radius, float(step) / float(kSteps));
      fit.bleeding =
          count_holding(wrong_within(rig, j, alone[j].radius, rig.rig->radii), fit.radius);
      if (step == kSteps || fit.bleeding >= alone[j].bleeding) fit = alone[j];
      radii[j] = fit.radius;
    }
  }
}

}  // namespace

void draw_in(const SkinnedRig& rig, std::vector<Fit>& fits) {
  // Joints whose radii differ less than this are taken for both sides of a figure.
  constexpr float kAlike = 0.98f;
  const auto is_fitted = [&](std::size_t joint) {
    return fits[joint].has_skin && !rig.rig->skeleton->joints[joint].locked;
  };
  const auto radius_now = [&](std::size_t joint) {
    return is_fitted(joint) ? fits[joint].radius : rig.rig->radii[joint].largest();
  };
  const std::vector<Fit> alone = fits;
  Holders holders(rig);
  std::vector<std::size_t> joints;  // joints that bleed, the largest first
  for (std::size_t j = 0; j < fits.size(); ++j) {
    holders.add(j, radius_now(j), 1);
    if (is_fitted(j) && fits[j].bleeding > 0) joints.push_back(j);
  }
  std::stable_sort(joints.begin(), joints.end(),
                   [&](std::size_t a, std::size_t b) { return fits[a].radius > fits[b].radius; });
  for (std::size_t begin = 0, end = 0; begin < joints.size(); begin = end) {
    const float least = kAlike * fits[joints[begin]].radius;
    while (end < joints.size() && fits[joints[end]].radius >= least) ++end;
    draw_in_together(rig, {joints.data() + begin, end - begin}, holders, fits);
  }
  std::vector<float> radii;
  for (std::size_t j = 0; j < fits.size(); ++j) radii.push_back(radius_now(j));
  keep_own_skin(rig, alone, std::move(radii), fits);
}

Radii tapered_fit_of(const SkinnedRig& rig, std::size_t joint) {
  constexpr int kSteps = 24;  // in each direction, 1/8 octave each
  std::vector<Radii> radii = rig.rig->radii;
  const Radii present = radii[joint];
  const std::vector<double> places = own_parameters(rig, joint);
  if (places.empty()) return present;
  Radii best = present;
  double least = std::numeric_limits<double>::infinity();
  for (int step = -kSteps; step <= kSteps; ++step) {
    // Radius at the tip over radius at the origin.
    const float ratio = std::exp2(float(step) / 8.0f);
    radii[joint] = Radii{1.0f, ratio}.scaled(1.0f / std::max(1.0f, ratio));
    double slack = 0.0, sum = 0.0;
    const double size = robust_percentile(own_distances(rig, joint, radii, slack));
    for (const double t : places) sum += size * double(radii[joint].at(t));
    if (sum >= least) continue;
    least = sum;
    best = radii[joint];
  }
  radii[joint] = best;
  const Fit fit = fit_of(rig, joint, radii);
  return fit.radius > 0.0f ? best.with_largest(fit.radius) : present;
}

}  // namespace marrow
