#include "edit/motions/simplify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <set>
#include <vector>

#include "base/index.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/motion_sampling.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kSearchTimes = 1000;  ///< most times for the search; the result gets all
constexpr std::size_t kReachTimes = 8;
constexpr int kSearchSteps = 7;

// ---- What a motion moves, in world space

/// Corners of the box around a mesh, mesh space.
std::vector<glm::dvec3> corners_of(const Mesh& mesh) {
  if (mesh.positions.empty()) return {};
  const std::array<glm::vec3, 8> corners = bounds_of(mesh.positions).corners();
  return {corners.begin(), corners.end()};
}

/// The data that is constant over time.
struct Watched {
  std::vector<std::vector<glm::dvec3>> corners;  ///< by node; none for a skinned mesh
  /// By node, then morph target: how far weight 1 moves a vertex at most, mesh space.
  std::vector<std::vector<double>> morph_reaches;
};

/// The largest factor by which the matrix scales an axis.
double scale_of(const glm::dmat4& matrix) {
  const glm::dmat3 linear(matrix);
  return std::max({glm::length(linear[0]), glm::length(linear[1]), glm::length(linear[2])});
}

Watched watched_of(const Scene& scene) {
  Watched watched;
  for (const Node& node : scene.nodes) {
    const bool is_rigid = node.mesh && node.bound_to == kNoId;
    watched.corners.push_back(is_rigid ? corners_of(*node.mesh) : std::vector<glm::dvec3>{});
    std::vector<double>& reaches = watched.morph_reaches.emplace_back();
    if (!node.mesh) continue;
    for (const MorphTarget& target : node.mesh->morph_targets) {
      double& farthest = reaches.emplace_back(0.0);
      for (const glm::vec3& way : target.positions)
        farthest = std::max(farthest, glm::length(glm::dvec3(way)));
    }
  }
  return watched;
}

/// The measured points of one scene; all scenes of a motion have them in the same order.
struct Stand {
  std::vector<glm::dvec3> points;
  std::vector<int> nodes, joints;           ///< indices per point; joint -1: the node itself
  std::vector<glm::dmat4> worlds;           ///< node -> world
  std::vector<std::vector<float>> weights;  ///< by node, then morph target
};

Stand stand_of(const Scene& scene, const Watched& watched) {
  Stand stand;
  for (const glm::mat4& world : world_from_nodes(scene)) stand.worlds.emplace_back(world);
  const auto add = [&](const glm::dvec4& point, std::size_t node, int joint) {
    stand.points.emplace_back(point);
    stand.nodes.push_back(int(node));
    stand.joints.push_back(joint);
  };
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    const glm::dmat4& world = stand.worlds[n];
    stand.weights.push_back(weights_of(node));
    add(world[3], n, -1);
    for (const glm::dvec3& corner : watched.corners[n]) add(world * glm::dvec4(corner, 1.0), n, -1);
    if (!node.skeleton) continue;
    const std::vector<glm::dmat4> places = posed_places(*node.skeleton);
    for (std::size_t j = 0; j < places.size(); ++j) {
      const glm::dmat4 place = world * places[j];
      add(place[3], n, int(j));
      add(place * glm::dvec4(node.skeleton->joints[j].extent, 1.0), n, int(j));
    }
  }
  return stand;
}

/// The largest distance between places in the two, also by morph targets; world units.
double distance_between(const Stand& a, const Stand& b, const Watched& watched) {
  double farthest = 0.0;
  for (std::size_t p = 0; p < a.points.size(); ++p)
    farthest = std::max(farthest, glm::length(a.points[p] - b.points[p]));
  for (std::size_t n = 0; n < a.weights.size(); ++n) {
    double moved = 0.0;
    for (std::size_t k = 0; k < a.weights[n].size() && k < b.weights[n].size(); ++k)
      moved +=
          std::abs(double(a.weights[n][k]) - double(b.weights[n][k])) * watched.morph_reaches[n][k];
    farthest = std::max(farthest, moved * scale_of(a.worlds[n]));
  }
  return farthest;
}

// ---- How far a number of a channel reaches

/// How far an error of 1 in a channel may move something, world units.
struct Reach {
  double turn = 0.0;    ///< for radians and scales: distance of the farthest point that follows
  double length = 1.0;  ///< for lengths: the parent's scale
};

bool follows(const Scene& scene, int node, int of) {
  while (node > of) node = scene.nodes[at(node)].parent;
  return node == of;
}

/// The reach of a joint or node in the current pose.
Reach reach_in(const Scene& scene, const Stand& stand, Id target) {
  const JointRef place = find_joint(scene, target);
  const int node = place.node >= 0 ? place.node : node_index(scene, target);
  Reach reach;
  if (node < 0) return reach;
  glm::dvec3 origin(stand.worlds[at(node)][3]);
  for (std::size_t p = 0; p < stand.points.size(); ++p)
    if (place.node >= 0 && stand.nodes[p] == node && stand.joints[p] == place.joint) {
      origin = stand.points[p];
      break;
    }
  for (std::size_t p = 0; p < stand.points.size(); ++p) {
    const bool is_moved =
        place.node >= 0 && stand.nodes[p] == node
            ? stand.joints[p] >= 0 &&
                  is_in_subtree(*scene.nodes[at(node)].skeleton, place.joint, stand.joints[p])
            : follows(scene, stand.nodes[p], node);
    if (is_moved) reach.turn = std::max(reach.turn, glm::length(stand.points[p] - origin));
  }
  const int parent = place.node >= 0 ? node : scene.nodes[at(node)].parent;
  if (parent >= 0) reach.length = scale_of(stand.worlds[at(parent)]);
  return reach;
}

// ---- One channel

using Row = const float*;

glm::dquat turn_of_row(Row row) {
  return glm::normalize(glm::dquat(double(row[3]), double(row[0]), double(row[1]), double(row[2])));
}

/// The error at `key` if the channel is interpolated between `from` and `to`, world units.
double error_at(const MotionChannel& channel, std::size_t width, Row from, Row to, double share,
                Row key, const Reach& reach, const std::vector<double>& morph_reaches) {
  if (channel.property == MotionProperty::rotation) {
    const glm::dquat between = glm::slerp(turn_of_row(from), turn_of_row(to), share);
    const glm::dquat off = glm::inverse(between) * turn_of_row(key);
    const double half = std::atan2(glm::length(glm::dvec3(off.x, off.y, off.z)), std::abs(off.w));
    return 2.0 * half * reach.turn;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < width; ++i) {
    const double off = double(from[i]) + share * (double(to[i]) - double(from[i])) - double(key[i]);
    if (channel.property == MotionProperty::morph_weights)
      sum += std::abs(off) * (i < morph_reaches.size() ? morph_reaches[i] : 0.0);
    else
      sum += off * off;
  }
  if (channel.property == MotionProperty::morph_weights) return sum * reach.length;
  return std::sqrt(sum) * (channel.property == MotionProperty::scale ? reach.turn : reach.length);
}

std::vector<std::size_t> kept_keys(const MotionChannel& channel, double tolerance,
                                   const Reach& reach, const std::vector<double>& morph_reaches) {
  const std::size_t count = channel.times.size(), width = channel.values.size() / count;
  const auto row = [&](std::size_t key) { return &channel.values[key * width]; };
  const auto error = [&](std::size_t from, std::size_t to, std::size_t key) {
    const double share = (double(channel.times[key]) - double(channel.times[from])) /
                         (double(channel.times[to]) - double(channel.times[from]));
    return error_at(channel, width, row(from), row(to), share, row(key), reach, morph_reaches);
  };
  std::vector<std::size_t> kept{0};
  if (channel.interpolation == Interpolation::step) {
    for (std::size_t key = 1; key < count; ++key)
      if (error_at(channel, width, row(kept.back()), row(kept.back()), 0.0, row(key), reach,
                   morph_reaches) > tolerance)
        kept.push_back(key);
    return kept;
  }
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, count - 1}};
  std::vector<char> is_kept(count, 0);
  is_kept[0] = is_kept[count - 1] = 1;
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    std::size_t worst = from;
    double most = tolerance;
    for (std::size_t key = from + 1; key < to; ++key)
      if (const double one = error(from, to, key); one > most) {
        worst = key;
        most = one;
      }
    if (worst == from) continue;
    is_kept[worst] = 1;
    open.emplace_back(from, worst);
    open.emplace_back(worst, to);
  }
  kept.clear();
  for (std::size_t key = 0; key < count; ++key)
    if (is_kept[key]) kept.push_back(key);
  const bool is_still =
      kept.size() == 2 && error_at(channel, width, row(0), row(0), 0.0, row(count - 1), reach,
                                   morph_reaches) <= tolerance;
  if (is_still) kept.pop_back();
  return kept;
}

MotionChannel with_keys(const MotionChannel& channel, const std::vector<std::size_t>& kept) {
  const std::size_t width = channel.values.size() / channel.times.size();
  MotionChannel result{channel.property, channel.interpolation, {}, {}};
  for (const std::size_t key : kept) {
    result.times.push_back(channel.times[key]);
    const auto first = channel.values.begin() + std::ptrdiff_t(key * width);
    result.values.insert(result.values.end(), first, first + std::ptrdiff_t(width));
  }
  return result;
}

// ---- The whole

struct MotionReaches {
  Watched watched;
  std::vector<Reach> reaches;                      ///< by track
  std::vector<std::vector<double>> morph_reaches;  ///< by track
};

MotionReaches motion_reaches(const Scene& scene, const Motion& motion) {
  MotionReaches measures{watched_of(scene), std::vector<Reach>(motion.tracks.size()), {}};
  for (std::size_t i = 0; i < kReachTimes; ++i) {
    const float seconds = duration_of(motion) * float(i) / float(kReachTimes - 1);
    const Scene scene_then = at_time(scene, motion, seconds);
    const Stand stand = stand_of(scene_then, measures.watched);
    for (std::size_t t = 0; t < motion.tracks.size(); ++t) {
      const Reach now = reach_in(scene_then, stand, motion.tracks[t].target);
      measures.reaches[t].turn = std::max(measures.reaches[t].turn, now.turn);
      measures.reaches[t].length = std::max(measures.reaches[t].length, now.length);
    }
  }
  for (const MotionTrack& track : motion.tracks) {
    const int node = node_index(scene, track.target);
    measures.morph_reaches.push_back(node < 0 ? std::vector<double>{}
                                              : measures.watched.morph_reaches[at(node)]);
  }
  return measures;
}

Motion thinned(const Scene& scene, const Motion& motion, const MotionReaches& measures,
               double tolerance) {
  Motion result = motion;
  parallel_for(result.tracks.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      MotionTrack& track = result.tracks[t];
      const bool is_there =
          joint_of(scene, track.target) != nullptr || find_node(scene, track.target) != nullptr;
      if (!is_there) continue;
      for (MotionChannel& channel : track.channels)
        if (channel.interpolation != Interpolation::cubic && !is_ik(channel.property))
          channel = with_keys(channel, kept_keys(channel, tolerance, measures.reaches[t],
                                                 measures.morph_reaches[t]));
    }
  });
  return result;
}

/// The largest distance between two motions at these times.
double error_between(const Scene& scene, const Motion& a, const Motion& b,
                     const std::vector<float>& times, const Watched& watched,
                     const std::function<bool()>& is_stopped) {
  constexpr std::size_t kMomentsAtOnce = 8;
  std::vector<double> errors(times.size() / kMomentsAtOnce + 1);
  parallel_for(times.size(), kMomentsAtOnce, [&](std::size_t begin, std::size_t end) {
    if (is_stopped()) return;
    double& error = errors[begin / kMomentsAtOnce];
    for (std::size_t i = begin; i < end; ++i)
      error = std::max(error,
                       distance_between(stand_of(at_time(scene, a, times[i]), watched),
                                        stand_of(at_time(scene, b, times[i]), watched), watched));
  });
  return *std::max_element(errors.begin(), errors.end());
}

std::vector<float> times_of(const Motion& motion) {
  std::set<float> times;
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels)
      times.insert(channel.times.begin(), channel.times.end());
  return {times.begin(), times.end()};
}

/// At most `most` of the times, evenly chosen.
std::vector<float> some_of(const std::vector<float>& times, std::size_t most) {
  if (times.size() <= most) return times;
  std::vector<float> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(times[i * (times.size() - 1) / (most - 1)]);
  return some;
}

}  // namespace

std::size_t number_of_keys(const Motion& motion) {
  std::size_t keys = 0;
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels) keys += channel.times.size();
  return keys;
}

SimplifiedMotion simplified(const Scene& scene, const Motion& motion, double tolerance,
                            const ProgressCallback& progress) {
  const std::size_t keys = number_of_keys(motion);
  SimplifiedMotion best{motion, keys, keys, 0.0};
  const std::vector<float> times = times_of(motion), some = some_of(times, kSearchTimes);
  if (times.empty()) return best;
  constexpr int kTries = 20;
  double share = 0.0;  // half for the search, half for the first attempt; more attempts are rare
  const auto is_stopped = [&] { return !goes_on(progress, share); };
  const MotionReaches measures = motion_reaches(scene, motion);
  const auto error_of = [&](const Motion& thin, const std::vector<float>& when) {
    return error_between(scene, motion, thin, when, measures.watched, is_stopped);
  };
  double low = tolerance / 64.0, high = tolerance * 4.0;
  for (int step = 0; step < kSearchSteps && !is_stopped() && low > 0.0; ++step) {
    const double middle = std::sqrt(low * high);
    (error_of(thinned(scene, motion, measures, middle), some) <= tolerance ? low : high) = middle;
    share = 0.5 * double(step + 1) / kSearchSteps;
  }
  for (int tried = 0; tried < kTries && !is_stopped(); ++tried, low *= 0.9) {
    if (tried + 1 == kTries) low = 0.0;
    SimplifiedMotion thin{thinned(scene, motion, measures, low), keys, 0, 0.0};
    thin.error = error_of(thin.motion, times);
    thin.keys_after = number_of_keys(thin.motion);
    if (!is_stopped() && thin.error <= tolerance) return thin;
  }
  return best;
}

}  // namespace marrow
