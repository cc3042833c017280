#include "edit/retarget/rest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"

namespace marrow::retargeting {
namespace {

/// The 24 turns that map axes to axes, the identity first.
std::vector<glm::dmat3> quarter_turns() {
  std::vector<glm::dmat3> turns;
  for (const auto& order : {std::array{0, 1, 2}, std::array{0, 2, 1}, std::array{1, 0, 2},
                            std::array{1, 2, 0}, std::array{2, 0, 1}, std::array{2, 1, 0}}) {
    for (int signs = 0; signs < 8; ++signs) {
      glm::dmat3 turn(0.0);
      for (int axis = 0; axis < 3; ++axis)
        turn[axis][order[at(axis)]] = (signs >> axis & 1) != 0 ? -1.0 : 1.0;
      if (glm::determinant(turn) > 0.0) turns.push_back(turn);
    }
  }
  return turns;
}

/// The lowest joint along a direction, and the box around the joints.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  glm::dvec3 least{std::numeric_limits<double>::infinity()},
      greatest{-std::numeric_limits<double>::infinity()};
  void add(const glm::dvec3& point, const glm::dvec3& up) {
    low = std::min(low, glm::dot(up, point));
    least = glm::min(least, point);
    greatest = glm::max(greatest, point);
  }
  double diagonal() const { return glm::length(greatest - least); }
};

/// The turn by the shorter arc from one direction to another; the identity if one has no length.
glm::dquat turn_between(const glm::dvec3& from, const glm::dvec3& to) {
  const double lengths = glm::length(from) * glm::length(to);
  if (!(lengths > 0.0)) return {1.0, 0.0, 0.0, 0.0};
  const double cosine = glm::dot(from, to) / lengths;
  if (cosine > -1.0 + 1e-9)
    return glm::normalize(glm::dquat(1.0 + cosine, glm::cross(from, to) / lengths));
  glm::dvec3 side(0.0);
  side[std::abs(from.x) < 0.7 * glm::length(from) ? 0 : 1] = 1.0;
  return glm::dquat(0.0, glm::normalize(glm::cross(from, side)));
}

class RestMatcher {
 public:
  RestMatcher(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs,
              const glm::dmat3& align)
      : from_(from), onto_(onto), pairs_(pairs), align_(align) {}

  std::vector<glm::dquat> turns() const {
    std::vector<glm::dquat> turns(onto_.local.size(), glm::dquat(1.0, 0.0, 0.0, 0.0));
    std::size_t next = 0;
    for (std::size_t j = 0; j < turns.size(); ++j) {
      const int parent = onto_.parent(j);
      if (parent >= 0) turns[j] = turns[at(parent)];
      if (next == pairs_.size() || at(pairs_[next].onto) != j) continue;
      const Pair& pair = pairs_[next++];
      if (pair.rest == RestMatch::kept) turns[j] = {1.0, 0.0, 0.0, 0.0};
      if (pair.rest != RestMatch::bone) continue;
      const auto [from_bone, onto_bone] = bones_of(pair);
      turns[j] = glm::normalize(turn_between(turns[j] * onto_bone, align_ * from_bone) * turns[j]);
    }
    return turns;
  }

 private:
  /// The bones of a pair: to the next paired joint below, else to the ends of the bones.
  std::pair<glm::dvec3, glm::dvec3> bones_of(const Pair& pair) const {
    for (const Pair& below : pairs_) {
      if (below.onto == pair.onto || below.from == pair.from) continue;
      const bool is_next = below.held_by == pair.onto || onto_.is_below(below.onto, pair.onto);
      if (!is_next || !from_.is_below(below.from, pair.from)) continue;
      return {from_.origin(at(below.from)) - from_.origin(at(pair.from)),
              onto_.origin(at(below.onto)) - onto_.origin(at(pair.onto))};
    }
    return {from_.tip(at(pair.from)) - from_.origin(at(pair.from)),
            onto_.tip(at(pair.onto)) - onto_.origin(at(pair.onto))};
  }

  const Rest &from_, &onto_;
  const std::vector<Pair>& pairs_;
  const glm::dmat3& align_;
};

}  // namespace

Rest::Rest(const Skeleton& of) : skeleton(of) {
  for (std::size_t j = 0; j < of.joints.size(); ++j) {
    const Joint& joint = of.joints[j];
    const glm::dmat4 bind(joint.bind_local);
    local.push_back(io::trs_of(bind).upper);
    turned.push_back(joint.parent < 0 ? local.back().rotation
                                      : turned[at(joint.parent)] * local.back().rotation);
    world.push_back(joint.parent < 0 ? bind : world[at(joint.parent)] * bind);
    index.emplace(joint.id, int(j));
  }
}

glm::dvec3 Rest::tip(std::size_t joint) const {
  return glm::dvec3(world[joint] * glm::dvec4(glm::dvec3(skeleton.joints[joint].extent), 1.0));
}

int Rest::find(Id id) const {
  const auto found = index.find(id);
  return found == index.end() ? -1 : found->second;
}

bool Rest::is_below(int joint, int ancestor) const {
  while (joint > ancestor) joint = parent(at(joint));
  return joint == ancestor;
}

std::vector<Pair> pairs_of(const Rest& from, const Rest& onto, const RetargetTable& table,
                           bool matches_rest) {
  std::vector<Pair> pairs;
  std::vector<char> is_taken(onto.local.size(), 0);
  for (const RetargetRow& row : table.rows) {
    const Pair pair{onto.find(row.onto), row.from == kNoId ? -1 : from.find(row.from),
                    matches_rest ? row.rest : RestMatch::kept,
                    row.held_by == kNoId ? -1 : onto.find(row.held_by)};
    if (pair.onto < 0 || pair.from < 0 || is_taken[at(pair.onto)] != 0) continue;
    is_taken[at(pair.onto)] = 1;
    pairs.push_back(pair);
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.onto < b.onto; });
  return pairs;
}

glm::dmat3 alignment(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs,
                     const glm::dvec3& from_up, const glm::dvec3& onto_up) {
  constexpr double kNear = 0.7;  // cosine of 45 degrees, rounded down
  glm::dvec3 from_middle(0.0), onto_middle(0.0);
  for (const Pair& pair : pairs) {
    from_middle += from.origin(at(pair.from)) / double(pairs.size());
    onto_middle += onto.origin(at(pair.onto)) / double(pairs.size());
  }
  const bool knows_up = from_up != glm::dvec3(0.0);
  glm::dmat3 best(1.0);
  double most = -std::numeric_limits<double>::infinity();
  for (const glm::dmat3& turn : quarter_turns()) {
    if (knows_up && glm::dot(turn * from_up, onto_up) < kNear) continue;
    double alike = 0.0;
    for (const Pair& pair : pairs)
      alike += glm::dot(turn * (from.origin(at(pair.from)) - from_middle),
                        onto.origin(at(pair.onto)) - onto_middle);
    if (alike <= most + kTiny * std::abs(most)) continue;
    most = alike;
    best = turn;
  }
  return best;
}

double size_ratio(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs,
                  const Pair& carrier, const glm::dvec3& from_up, const glm::dvec3& onto_up) {
  Extent from_extent, onto_extent;
  for (const Pair& pair : pairs) {
    from_extent.add(from.origin(at(pair.from)), from_up);
    onto_extent.add(onto.origin(at(pair.onto)), onto_up);
  }
  const double from_height = glm::dot(from_up, from.origin(at(carrier.from))) - from_extent.low;
  const double onto_height = glm::dot(onto_up, onto.origin(at(carrier.onto))) - onto_extent.low;
  const double from_size = from_extent.diagonal(), onto_size = onto_extent.diagonal();
  if (from_height > kTiny * from_size && onto_height > kTiny * onto_size)
    return onto_height / from_height;
  return from_size > 0.0 && onto_size > 0.0 ? onto_size / from_size : 1.0;
}

glm::dvec3 standing(const Rest& from, int carrier, const glm::dvec3& up, const glm::dvec3& first,
                    const std::function<double()>& motion_floor) {
  constexpr double kFar = 0.5;  // share of the carrier's height
  double low = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < from.world.size(); ++j)
    low = std::min({low, glm::dot(up, from.origin(j)), glm::dot(up, from.tip(j))});
  const glm::dvec3 rest = from.origin(at(carrier)), on_ground = rest - low * up;
  const auto away = [&](const glm::dvec3& place) { return std::abs(glm::dot(up, first - place)); };
  const glm::dvec3 nearer = away(on_ground) < away(rest) ? on_ground : rest;
  const double height = glm::dot(up, on_ground);
  return away(nearer) > kFar * height ? on_ground + motion_floor() * up : nearer;
}

std::vector<glm::dquat> matched_turns(const Rest& from, const Rest& onto,
                                      const std::vector<Pair>& pairs, const glm::dmat3& align) {
  return RestMatcher(from, onto, pairs, align).turns();
}

}  // namespace marrow::retargeting
