#include "edit/retarget/retarget.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "base/index.h"
#include "edit/retarget/rest.h"
#include "io/trs.h"
#include "scene/stance.h"

namespace marrow {
namespace {

using namespace retargeting;

constexpr double kSamplesASecond = 30.0;                 // between keys of steps and splines
constexpr std::size_t kFloorTimes = 100;                 // samples to find the floor
constexpr std::size_t kMostKeys = 1 << 26;               // keys of all joints together
constexpr double kNearPlace = 0.15, kNearHeading = 0.5;  // heights; radians

/// A skeleton at a time of a motion. Joints without a track stay at rest.
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
  const std::vector<glm::dmat4>& world() const { return world_; }
  const MotionTrack* track(std::size_t joint) const { return tracks_[joint]; }

 private:
  static io::Trs local_of(const MotionTrack& track, float seconds) {
    io::Trs local{glm::dvec3(track.translation), glm::dquat(track.rotation),
                  glm::dvec3(track.scale)};
    for (const MotionChannel& channel : track.channels) {
      if (!is_place(channel.property)) continue;
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

/// The part of a turn about an axis; the identity if it is undefined.
glm::dquat twist(const glm::dquat& turn, const glm::dvec3& axis) {
  const glm::dquat about(turn.w, axis * glm::dot(glm::dvec3(turn.x, turn.y, turn.z), axis));
  return glm::length(about) > kTiny ? glm::normalize(about) : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

/// Tracks that affect a paired joint: those of the joint and of its ancestors.
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
      if (!is_place(channel.property)) continue;
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
    const double first = times.front(),
                 steps = std::min((times.back() - first) * kSamplesASecond, double(most));
    for (double step = 1.0; step < steps; step += 1.0)
      grid.push_back(float(first + step / kSamplesASecond));
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
    values.push_back(float(number));
}

class Retargeting {
 public:
  Retargeting(const Motion& motion, const Rest& from, const Rest& onto,
              const std::vector<Pair>& pairs, const Pair& carrier, int pivot,
              const RetargetOptions& options)
      : from_(from),
        onto_(onto),
        pairs_(pairs),
        carrier_(carrier),
        pivot_(pivot),
        options_(options),
        moved_(from, motion),
        align_(alignment(from, onto, pairs, glm::dvec3(options.from_up), glm::dvec3(options.up))),
        matched_(matched_turns(from, onto, pairs, align_)) {}

  std::vector<MotionTrack> tracks() {
    const std::vector<float> times = times_of(tracks_in_use(from_, moved_, pairs_), pairs_.size());
    if (times.empty()) return {};
    moved_.go_to(times.front());
    stand(times);
    add_all_keys(times);
    if (options_.on_floor && hovers_ > 0.0) {
      lowered_ = hovers_;
      add_all_keys(times);
    }
    std::vector<MotionTrack> tracks;
    for (std::size_t i = 0; i < pairs_.size(); ++i) tracks.push_back(track_of(i, times));
    add_bridges(times.front(), tracks);
    return tracks;
  }

 private:
  glm::dquat align() const { return glm::quat_cast(align_); }

  /// Finds s_rest and k. Precondition: moved_ is at the motion's beginning.
  void stand(const std::vector<float>& times) {
    const glm::dvec3 onto_up(options_.up), first = moved_.origin(at(carrier_.from));
    from_up_ = glm::transpose(align_) * onto_up;
    ratio_ = size_ratio(from_, onto_, pairs_, {pivot_, carrier_.from}, from_up_, onto_up);
    from_rest_ = standing(from_, carrier_.from, from_up_, first,
                          [&] { return lowest_joint(times, glm::dvec3(from_up_)); });
    if (options_.begins_here) begin_here(first);
    first_way_ = first - from_rest_;
  }

  /// A motion that begins near there keeps its place and heading, so that a walk whose hips begin
  /// turned by a few degrees keeps its direction.
  void begin_here(const glm::dvec3& first) {
    glm::dvec3 away = first - from_rest_;
    away -= glm::dot(away, from_up_) * from_up_;  // the height stays
    const Heights heights = heights_of(from_.world, from_up_);
    const glm::dquat heading = twist(
        align() * moved_.turn(at(carrier_.from)) * glm::inverse(align()), glm::dvec3(options_.up));
    const bool is_near = glm::length(away) <= kNearPlace * (heights.high - heights.low) &&
                         2.0 * std::acos(std::min(std::abs(heading.w), 1.0)) <= kNearHeading;
    if (is_near) return;
    from_rest_ += away;
    heading_ = glm::inverse(heading);
  }

  /// The height of the lowest joint of the whole motion. Leaves moved_ at the motion's beginning.
  double lowest_joint(const std::vector<float>& times, const glm::dvec3& up) {
    double low = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < times.size(); i += 1 + times.size() / kFloorTimes) {
      moved_.go_to(times[i]);
      low = std::min(low, heights_of(moved_.world(), up).low);
    }
    moved_.go_to(times.front());
    return low;
  }

  void add_all_keys(const std::vector<float>& times) {
    rotations_.assign(pairs_.size(), {});
    held_places_.assign(pairs_.size(), {});
    translations_.clear();
    for (const float time : times) {
      moved_.go_to(time);
      add_keys();
    }
  }

  /// Adds keys of all pairs at the motion's present time.
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
    const std::size_t carrier = at(carrier_.onto);
    const glm::dvec3 pivot = onto_.origin(at(pivot_)),
                     to_carrier = turned[carrier] * (glm::inverse(onto_.turned[carrier]) *
                                                     (onto_.origin(carrier) - pivot));
    const glm::dvec3 place = pivot + ratio_ * (heading_ * (align_ * way())) + to_carrier;
    const int above = onto_.parent(carrier);
    const glm::dmat4 to_local =
        above < 0 ? glm::dmat4(1.0) : glm::inverse(world_at(turned, glm::dvec3(0.0))[at(above)]);
    glm::dvec3 local(to_local * glm::dvec4(place, 1.0));
    if (options_.on_floor) {
      const glm::dvec3 up(options_.up);
      const double sunk =
          heights_of(onto_.world, up).low - heights_of(world_at(turned, local), up).low;
      hovers_ = std::min(hovers_, -sunk);
      local += std::max(sunk, -lowered_) * (glm::dmat3(to_local) * up);
    }
    add_place(translations_, local);
    add_held_places(turned, local);
  }

  static void add_place(std::vector<float>& places, const glm::dvec3& place) {
    for (int axis = 0; axis < 3; ++axis) places.push_back(float(place[axis]));
  }

  /// W of all joints; `carrier_place` is in the frame of the carrier's parent.
  std::vector<glm::dmat4> world_at(const std::vector<glm::dquat>& turned,
                                   const glm::dvec3& carrier_place) const {
    std::vector<glm::dmat4> world;
    for (std::size_t j = 0; j < turned.size(); ++j) {
      const int parent = onto_.parent(j);
      io::Trs local = onto_.local[j];
      local.rotation = parent < 0 ? turned[j] : glm::inverse(turned[at(parent)]) * turned[j];
      if (int(j) == carrier_.onto) local.translation = carrier_place;
      const glm::dmat4 matrix = io::matrix_of(local);
      world.push_back(parent < 0 ? matrix : world[at(parent)] * matrix);
    }
    return world;
  }

  /// Adds keys of joints that keep their place relative to a joint that is not above them.
  void add_held_places(const std::vector<glm::dquat>& turned, const glm::dvec3& carrier_place) {
    if (std::none_of(pairs_.begin(), pairs_.end(),
                     [](const Pair& pair) { return pair.held_by >= 0; }))
      return;
    const std::vector<glm::dmat4> world = world_at(turned, carrier_place);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (pairs_[i].held_by < 0) continue;
      const std::size_t joint = at(pairs_[i].onto), holder = at(pairs_[i].held_by);
      const glm::dvec4 place =
          world[holder] * glm::inverse(onto_.world[holder]) * glm::dvec4(onto_.origin(joint), 1.0);
      const int parent = onto_.parent(joint);
      add_place(held_places_[i],
                glm::dvec3(parent < 0 ? place : glm::inverse(world[at(parent)]) * place));
    }
  }

  /// s - s_rest; if the figure stays in place, only the height differs from the beginning.
  glm::dvec3 way() const {
    const glm::dvec3 present = moved_.origin(at(carrier_.from)) - from_rest_;
    return options_.in_place ? first_way_ + glm::dot(present - first_way_, from_up_) * from_up_
                             : present;
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
    else if (pairs_[pair].held_by >= 0)
      track.channels.push_back({MotionProperty::translation, Interpolation::linear, times,
                                std::move(held_places_[pair])});
    return track;
  }

  /// Holds joints between paired ones at rest, as the other keys assume, in any pose of the scene.
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
      if (!(std::abs(double(translations_[i]) - rest[int(i % 3)]) <= tolerance)) return true;
    return false;
  }

  const Rest &from_, &onto_;
  const std::vector<Pair>& pairs_;
  const Pair carrier_;
  const int pivot_;  ///< joint of `onto` whose place is carried: the carrier or below it
  const RetargetOptions& options_;
  Moved moved_;
  glm::dmat3 align_;
  std::vector<glm::dquat> matched_;  ///< C
  double ratio_ = 1.0;               ///< k
  glm::dvec3 from_rest_{0.0};        ///< s_rest
  glm::dvec3 from_up_{0.0}, first_way_{0.0};
  glm::dquat heading_{1.0, 0.0, 0.0, 0.0};  ///< about `up`, to the carrier's heading at rest
  // For options_.on_floor, heights along `up`.
  double hovers_ = std::numeric_limits<double>::infinity();  ///< least height above the floor
  double lowered_ = 0.0;                                     ///< of the whole motion
  std::vector<std::vector<float>> rotations_;
  std::vector<float> translations_;
  std::vector<std::vector<float>> held_places_;  ///< one per pair
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
  const Pair carrier = carrier_of(table, onto_rest, pairs);
  const int pivot = table.pivot == kNoId ? -1 : onto_rest.find(table.pivot);
  const bool has_pivot = pivot >= 0 && onto_rest.is_below(pivot, carrier.onto);
  return {motion.name, Retargeting(motion, from_rest, onto_rest, pairs, carrier,
                                   has_pivot ? pivot : carrier.onto, options)
                           .tracks()};
}

}  // namespace marrow
