#include "edit/retarget.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <iterator>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/index.h"
#include "io/trs.h"

namespace marrow {
namespace {

constexpr double kTiny = 1e-6;              // of a skeleton's size
constexpr double kSamplesASecond = 30.0;    // between keys of steps and splines
constexpr std::size_t kMostKeys = 1 << 26;  // of all joints together

struct Rest {
  const Skeleton& skeleton;
  std::vector<io::Trs> local;      ///< L, nearest where it shears
  std::vector<glm::dquat> turned;  ///< R(B)
  std::vector<glm::dmat4> world;   ///< B
  std::unordered_map<Id, int> index;

  explicit Rest(const Skeleton& of) : skeleton(of) {
    for (std::size_t j = 0; j < of.joints.size(); ++j) {
      const Joint& joint = of.joints[j];
      const glm::dmat4 bind(joint.bind_local);
      local.push_back(io::trs_of(bind).upper);
      turned.push_back(joint.parent < 0 ? local.back().rotation
                                        : turned[at(joint.parent)] * local.back().rotation);
      world.push_back(joint.parent < 0 ? bind : world[at(joint.parent)] * bind);
      index.emplace(joint.id, static_cast<int>(j));
    }
  }
  int parent(std::size_t joint) const { return skeleton.joints[joint].parent; }
  glm::dvec3 origin(std::size_t joint) const { return glm::dvec3(world[joint][3]); }
  glm::dvec3 tip(std::size_t joint) const {
    return glm::dvec3(world[joint] * glm::dvec4(glm::dvec3(skeleton.joints[joint].extent), 1.0));
  }
  int find(Id id) const {
    const auto found = index.find(id);
    return found == index.end() ? -1 : found->second;
  }
  bool is_below(int joint, int ancestor) const {
    while (joint > ancestor) joint = parent(at(joint));
    return joint == ancestor;
  }
};

/// The skeleton of a motion at a time. Joints without a track stay at rest.
class Moved {
 public:
  Moved(const Rest& rest, const Motion& motion)
      : rest_(rest), tracks_(rest.local.size(), nullptr), turned_(rest.turned), world_(rest.world) {
    for (const MotionTrack& track : motion.tracks)
      if (const int joint = rest.find(track.target); joint >= 0) tracks_[at(joint)] = &track;
  }

  void go_to(float seconds) {
    for (std::size_t j = 0; j < tracks_.size(); ++j) {
      const io::Trs local = tracks_[j] != nullptr ? local_of(*tracks_[j], seconds) : rest_.local[j];
      const glm::dmat4 matrix = tracks_[j] != nullptr
                                    ? io::matrix_of(local)
                                    : glm::dmat4(rest_.skeleton.joints[j].bind_local);
      const int parent = rest_.parent(j);
      turned_[j] = parent < 0 ? local.rotation : turned_[at(parent)] * local.rotation;
      world_[j] = parent < 0 ? matrix : world_[at(parent)] * matrix;
    }
  }
  /// R(W) R(B)^-1
  glm::dquat turn(std::size_t joint) const {
    return turned_[joint] * glm::inverse(rest_.turned[joint]);
  }
  glm::dvec3 origin(std::size_t joint) const { return glm::dvec3(world_[joint][3]); }
  const MotionTrack* track(std::size_t joint) const { return tracks_[joint]; }

 private:
  static io::Trs local_of(const MotionTrack& track, float seconds) {
    io::Trs local{glm::dvec3(track.translation), glm::dquat(track.rotation),
                  glm::dvec3(track.scale)};
    for (const MotionChannel& channel : track.channels) {
      if (channel.property == MotionProperty::morph_weights) continue;
      const std::vector<float> value = value_at(channel, seconds);
      if (channel.property == MotionProperty::translation)
        local.translation = {value[0], value[1], value[2]};
      if (channel.property == MotionProperty::scale) local.scale = {value[0], value[1], value[2]};
      if (channel.property == MotionProperty::rotation)
        local.rotation = {value[3], value[0], value[1], value[2]};
    }
    local.rotation = glm::normalize(local.rotation);
    return local;
  }

  const Rest& rest_;
  std::vector<const MotionTrack*> tracks_;
  std::vector<glm::dquat> turned_;
  std::vector<glm::dmat4> world_;
};

/// One row of the table that has both joints.
struct Pair {
  int onto = -1, from = -1;
  RestMatch rest = RestMatch::carried;
};

std::vector<Pair> pairs_of(const Rest& from, const Rest& onto, const RetargetTable& table,
                           bool matches_rest) {
  std::vector<Pair> pairs;
  std::vector<char> is_taken(onto.local.size(), 0);
  for (const RetargetRow& row : table.rows) {
    const Pair pair{onto.find(row.onto), row.from == kNoId ? -1 : from.find(row.from),
                    matches_rest ? row.rest : RestMatch::kept};
    if (pair.onto < 0 || pair.from < 0 || is_taken[at(pair.onto)] != 0) continue;
    is_taken[at(pair.onto)] = 1;
    pairs.push_back(pair);
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.onto < b.onto; });
  return pairs;
}

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

/// A: the quarter turn under which the paired joints are most alike; preferably the identity.
glm::dmat3 alignment(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs) {
  glm::dvec3 from_middle(0.0), onto_middle(0.0);
  for (const Pair& pair : pairs) {
    from_middle += from.origin(at(pair.from)) / static_cast<double>(pairs.size());
    onto_middle += onto.origin(at(pair.onto)) / static_cast<double>(pairs.size());
  }
  glm::dmat3 best(1.0);
  double most = -std::numeric_limits<double>::infinity();
  for (const glm::dmat3& turn : quarter_turns()) {
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

/// Extents of joints along a direction and overall.
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

/// k.
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

/// s_rest: see retarget.h.
glm::dvec3 standing(const Rest& from, int carrier, const glm::dvec3& up, const glm::dvec3& first) {
  double low = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < from.world.size(); ++j)
    low = std::min({low, glm::dot(up, from.origin(j)), glm::dot(up, from.tip(j))});
  const glm::dvec3 rest = from.origin(at(carrier)), on_ground = rest - low * up;
  const auto away = [&](const glm::dvec3& place) { return std::abs(glm::dot(up, first - place)); };
  return away(on_ground) < away(rest) ? on_ground : rest;
}

/// The turn by the shorter arc from one direction to another; none if one has no length.
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

/// The part of a turn about an axis; none where it is undefined.
glm::dquat twist(const glm::dquat& turn, const glm::dvec3& axis) {
  const glm::dquat about(turn.w, axis * glm::dot(glm::dvec3(turn.x, turn.y, turn.z), axis));
  return glm::length(about) > kTiny ? glm::normalize(about) : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

class RestMatcher {
 public:
  RestMatcher(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs,
              const glm::dmat3& align)
      : from_(from), onto_(onto), pairs_(pairs), align_(align) {}

  /// C, one per joint of `onto`; unpaired joints have their parent's.
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
  /// Towards the next paired joint below, else the bones' own ends.
  std::pair<glm::dvec3, glm::dvec3> bones_of(const Pair& pair) const {
    for (const Pair& below : pairs_) {
      if (below.onto <= pair.onto || below.from == pair.from) continue;
      if (!onto_.is_below(below.onto, pair.onto) || !from_.is_below(below.from, pair.from))
        continue;
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

/// Tracks that affect a paired joint: its own and its ancestors'.
std::vector<const MotionTrack*> tracks_in_use(const Rest& from, const Moved& moved,
                                              const std::vector<Pair>& pairs) {
  std::vector<char> is_used(from.local.size(), 0);
  for (const Pair& pair : pairs)
    for (int joint = pair.from; joint >= 0 && is_used[at(joint)] == 0;
         joint = from.parent(at(joint)))
      is_used[at(joint)] = 1;
  std::vector<const MotionTrack*> tracks;
  for (std::size_t j = 0; j < is_used.size(); ++j)
    if (is_used[j] != 0 && moved.track(j) != nullptr) tracks.push_back(moved.track(j));
  return tracks;
}

std::vector<float> times_of(const std::vector<const MotionTrack*>& tracks, std::size_t pairs) {
  std::vector<float> times;
  bool is_straight = true;
  for (const MotionTrack* track : tracks) {
    for (const MotionChannel& channel : track->channels) {
      if (channel.property == MotionProperty::morph_weights) continue;
      is_straight &= channel.interpolation == Interpolation::linear || channel.times.size() == 1;
      if (times.empty() ||
          !std::includes(times.begin(), times.end(), channel.times.begin(), channel.times.end())) {
        std::vector<float> both;
        std::set_union(times.begin(), times.end(), channel.times.begin(), channel.times.end(),
                       std::back_inserter(both));
        times = std::move(both);
      }
    }
  }
  const std::size_t most = std::max<std::size_t>(kMostKeys / std::max<std::size_t>(pairs, 1), 2);
  if (!is_straight) {
    std::vector<float> grid, both;
    const double first = times.front(), steps = std::min((times.back() - first) * kSamplesASecond,
                                                         static_cast<double>(most));
    for (double step = 1.0; step < steps; step += 1.0)
      grid.push_back(static_cast<float>(first + step / kSamplesASecond));
    std::set_union(times.begin(), times.end(), grid.begin(), grid.end(), std::back_inserter(both));
    times = std::move(both);
  }
  if (times.size() <= most) return times;
  std::vector<float> fewer;
  for (std::size_t i = 0; i < most; ++i)
    fewer.push_back(times[i * (times.size() - 1) / (most - 1)]);
  return fewer;
}

void add_rotation(std::vector<float>& values, glm::dquat rotation) {
  if (values.size() >= 4) {
    const glm::dquat before(values[values.size() - 1], values[values.size() - 4],
                            values[values.size() - 3], values[values.size() - 2]);
    if (glm::dot(before, rotation) < 0.0) rotation = -rotation;
  }
  rotation = glm::normalize(rotation);
  for (const double number : {rotation.x, rotation.y, rotation.z, rotation.w})
    values.push_back(static_cast<float>(number));
}

class Retargeting {
 public:
  Retargeting(const Motion& motion, const Rest& from, const Rest& onto,
              const std::vector<Pair>& pairs, const Pair& carrier, const RetargetOptions& options)
      : from_(from),
        onto_(onto),
        pairs_(pairs),
        carrier_(carrier),
        options_(options),
        moved_(from, motion),
        align_(alignment(from, onto, pairs)),
        matched_(RestMatcher(from, onto, pairs, align_).turns()) {}

  std::vector<MotionTrack> tracks() {
    const std::vector<float> times = times_of(tracks_in_use(from_, moved_, pairs_), pairs_.size());
    if (times.empty()) return {};
    moved_.go_to(times.front());
    stand();
    rotations_.assign(pairs_.size(), {});
    for (const float time : times) {
      moved_.go_to(time);
      add_keys();
    }
    std::vector<MotionTrack> tracks;
    for (std::size_t i = 0; i < pairs_.size(); ++i) tracks.push_back(track_of(i, times));
    add_bridges(times.front(), tracks);
    return tracks;
  }

 private:
  glm::dquat align() const { return glm::quat_cast(align_); }

  /// s_rest and k, with the motion at its beginning.
  void stand() {
    const glm::dvec3 onto_up(options_.up), from_up = glm::transpose(align_) * onto_up,
                                           first = moved_.origin(at(carrier_.from));
    ratio_ = size_ratio(from_, onto_, pairs_, carrier_, from_up, onto_up);
    from_rest_ = standing(from_, carrier_.from, from_up, first);
    if (!options_.begins_here) return;
    const glm::dvec3 way = first - from_rest_;
    from_rest_ += way - glm::dot(way, from_up) * from_up;  // the height stays
    heading_ = glm::inverse(
        twist(align() * moved_.turn(at(carrier_.from)) * glm::inverse(align()), onto_up));
  }

  /// Keys of all pairs at the motion's present time.
  void add_keys() {
    std::vector<glm::dquat> turned(onto_.turned.size());
    std::size_t next = 0;
    for (std::size_t j = 0; j < turned.size(); ++j) {
      const glm::dquat above =
          onto_.parent(j) < 0 ? glm::dquat(1.0, 0.0, 0.0, 0.0) : turned[at(onto_.parent(j))];
      turned[j] = above * onto_.local[j].rotation;
      if (next == pairs_.size() || at(pairs_[next].onto) != j) continue;
      const glm::dquat turn =
          heading_ * align() * moved_.turn(at(pairs_[next].from)) * glm::inverse(align());
      turned[j] = glm::normalize(turn * matched_[j] * onto_.turned[j]);
      add_rotation(rotations_[next++], glm::inverse(above) * turned[j]);
    }
    const glm::dvec3 place =
        onto_.origin(at(carrier_.onto)) +
        ratio_ * (heading_ * (align_ * (moved_.origin(at(carrier_.from)) - from_rest_)));
    const glm::dvec3 local(glm::inverse(above_carrier(turned)) * glm::dvec4(place, 1.0));
    for (int axis = 0; axis < 3; ++axis) translations_.push_back(static_cast<float>(local[axis]));
  }

  /// W of the carrier's parent.
  glm::dmat4 above_carrier(const std::vector<glm::dquat>& turned) const {
    glm::dmat4 world(1.0);
    for (int j = onto_.parent(at(carrier_.onto)); j >= 0; j = onto_.parent(at(j))) {
      io::Trs local = onto_.local[at(j)];
      local.rotation = onto_.parent(at(j)) < 0
                           ? turned[at(j)]
                           : glm::inverse(turned[at(onto_.parent(at(j)))]) * turned[at(j)];
      world = io::matrix_of(local) * world;
    }
    return world;
  }

  MotionTrack track_of(std::size_t pair, const std::vector<float>& times) {
    const std::size_t joint = at(pairs_[pair].onto);
    const io::Trs& local = onto_.local[joint];
    MotionTrack track{onto_.skeleton.joints[joint].id,
                      glm::vec3(local.translation),
                      glm::quat(local.rotation),
                      glm::vec3(local.scale),
                      {}};
    track.channels.push_back(
        {MotionProperty::rotation, Interpolation::linear, times, std::move(rotations_[pair])});
    if (pairs_[pair].onto == carrier_.onto && travels(local.translation))
      track.channels.push_back(
          {MotionProperty::translation, Interpolation::linear, times, std::move(translations_)});
    return track;
  }

  /// Joints between paired ones are held at rest, as assumed, whatever pose the scene has.
  void add_bridges(float time, std::vector<MotionTrack>& tracks) const {
    std::vector<char> is_above(onto_.local.size(), 0), is_paired(onto_.local.size(), 0);
    for (const Pair& pair : pairs_) {
      is_paired[at(pair.onto)] = 1;
      for (int j = onto_.parent(at(pair.onto)); j >= 0 && is_above[at(j)] == 0;
           j = onto_.parent(at(j)))
        is_above[at(j)] = 1;
    }
    for (std::size_t j = 0; j < is_above.size(); ++j) {
      if (is_above[j] == 0 || is_paired[j] != 0) continue;
      const io::Trs& local = onto_.local[j];
      const glm::quat rotation(local.rotation);
      tracks.push_back({onto_.skeleton.joints[j].id,
                        glm::vec3(local.translation),
                        rotation,
                        glm::vec3(local.scale),
                        {}});
      tracks.back().channels = {{MotionProperty::rotation,
                                 Interpolation::linear,
                                 {time},
                                 {rotation.x, rotation.y, rotation.z, rotation.w}}};
    }
  }

  bool travels(const glm::dvec3& rest) const {
    const double tolerance = kTiny * (1.0 + glm::length(rest));
    for (std::size_t i = 0; i < translations_.size(); ++i)
      if (!(std::abs(static_cast<double>(translations_[i]) - rest[static_cast<int>(i % 3)]) <=
            tolerance))
        return true;
    return false;
  }

  const Rest &from_, &onto_;
  const std::vector<Pair>& pairs_;
  const Pair carrier_;
  const RetargetOptions& options_;
  Moved moved_;
  glm::dmat3 align_;
  std::vector<glm::dquat> matched_;         ///< C
  double ratio_ = 1.0;                      ///< k
  glm::dvec3 from_rest_{0.0};               ///< s_rest
  glm::dquat heading_{1.0, 0.0, 0.0, 0.0};  ///< about `up`: back to where the carrier looks at rest
  std::vector<std::vector<float>> rotations_;
  std::vector<float> translations_;
};

/// The unchanged tracks if the table pairs equal joints throughout; none otherwise.
std::optional<std::vector<MotionTrack>> as_they_are(const Motion& motion, const Rest& from,
                                                    const Rest& onto,
                                                    const std::vector<Pair>& pairs) {
  std::vector<int> onto_of(from.local.size(), -1);
  for (const Pair& pair : pairs) {
    const Joint &one = from.skeleton.joints[at(pair.from)],
                &other = onto.skeleton.joints[at(pair.onto)];
    const int parent = one.parent < 0 ? -1 : onto_of[at(one.parent)];
    if (one.bind_local != other.bind_local || other.parent != parent ||
        (one.parent >= 0 && parent < 0))
      return std::nullopt;
    if (std::exchange(onto_of[at(pair.from)], pair.onto) >= 0) return std::nullopt;
  }
  std::vector<MotionTrack> tracks;
  for (const MotionTrack& track : motion.tracks) {
    const int joint = from.find(track.target);
    if (joint < 0) continue;
    if (onto_of[at(joint)] < 0) return std::nullopt;
    tracks.push_back(track);
    tracks.back().target = onto.skeleton.joints[at(onto_of[at(joint)])].id;
  }
  return tracks;
}

Pair carrier_of(const RetargetTable& table, const Rest& onto, const std::vector<Pair>& pairs) {
  const int wanted = table.carrier == kNoId ? -1 : onto.find(table.carrier);
  const auto found = std::find_if(pairs.begin(), pairs.end(),
                                  [&](const Pair& pair) { return pair.onto == wanted; });
  return found == pairs.end() ? pairs.front() : *found;
}

}  // namespace

Motion retarget(const Motion& motion, const Skeleton& from, const Skeleton& onto,
                const RetargetTable& table, const RetargetOptions& options) {
  const Rest from_rest(from), onto_rest(onto);
  const std::vector<Pair> pairs = pairs_of(from_rest, onto_rest, table, options.matches_rest);
  if (pairs.empty()) return {motion.name, {}};
  if (auto tracks =
          options.begins_here ? std::nullopt : as_they_are(motion, from_rest, onto_rest, pairs))
    return {motion.name, std::move(*tracks)};
  return {motion.name, Retargeting(motion, from_rest, onto_rest, pairs,
                                   carrier_of(table, onto_rest, pairs), options)
                           .tracks()};
}

}  // namespace marrow
