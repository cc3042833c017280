#include "edit/retarget/retarget_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "base/index.h"
#include "edit/retarget/rest.h"
#include "scene/joint_roles.h"
#include "scene/scene.h"

namespace marrow {
namespace {

constexpr std::size_t kMostCheckTimes = 40;
constexpr double kMostlyStands = 0.5;

struct Compared {
  int from, to;
};

/// Bones of the trunk, of legs and of arms, in one order for every figure.
std::vector<Compared> bones_to_compare(const BodyJoints& body) {
  std::vector<Compared> bones = {{body.hips, body.top}};
  for (const auto& limbs : {body.legs, body.arms})
    for (const BodyJoints::Limb& limb : limbs) {
      const bool has_middle = limb.lower >= 0;
      bones.push_back({limb.upper, has_middle ? limb.lower : limb.end});
      bones.push_back({has_middle ? limb.lower : -1, limb.end});
    }
  return bones;
}

/// Columns: a figure's left, up and front; none while its left points up or down.
std::optional<glm::dmat3> heading(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                                  const glm::dvec3& up) {
  constexpr double kLevel = 0.3;
  glm::dvec3 left = leftwards(body, world);
  left -= glm::dot(left, up) * up;
  if (glm::length(left) < kLevel) return std::nullopt;
  left = glm::normalize(left);
  return glm::dmat3(left, up, glm::cross(left, up));
}

struct Figure {
  BodyJoints body;
  std::vector<Compared> bones;
  const Skeleton& skeleton;
  const Motion& motion;
  glm::dvec3 up;

  Figure(const Skeleton& of, const Motion& moved_by, const glm::vec3& upwards_)
      : body(body_joints(of)),
        bones(bones_to_compare(body)),
        skeleton(of),
        motion(moved_by),
        up(upwards_) {}
  std::vector<glm::dmat4> at_time(float time) const {
    return world_at_time(skeleton, motion, time);
  }
};

std::optional<glm::dvec3> bone_direction(const std::vector<glm::dmat4>& world,
                                         const Compared& bone) {
  if (bone.from < 0 || bone.to < 0) return std::nullopt;
  const glm::dvec3 way(world[at(bone.to)][3] - world[at(bone.from)][3]);
  return glm::length(way) > 1e-9 ? std::optional(glm::normalize(way)) : std::nullopt;
}

RetargetMeasures::Floor floor_of(const Figure& figure) {
  const auto [rest, top] = heights_of(world_at_rest(figure.skeleton), figure.up);
  const double height = top - rest;
  if (!(height > 0.0)) return {};
  RetargetMeasures::Floor floor{std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity()};
  for (const float time : sample_times(figure.motion, kMostCheckTimes)) {
    const double above = (heights_of(figure.at_time(time), figure.up).low - rest) / height;
    floor.lowest = std::min(floor.lowest, above);
    floor.nearest = std::min(floor.nearest, std::abs(above));
  }
  return floor;
}

bool is_matched(const RetargetTable& table, const Skeleton& onto, int joint) {
  if (joint < 0) return false;
  const Id id = onto.joints[at(joint)].id;
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const RetargetRow& row) { return row.onto == id && row.from != kNoId; });
}

void doubt_pairs(const Retargeted& figures, const RetargetTable& table,
                 std::vector<std::string>& doubts) {
  const BodyJoints body = body_joints(figures.onto);
  const std::size_t pairs = paired(table);
  if (pairs == 0) return;
  const int carrier = table.carrier == kNoId ? -1 : joint_index(figures.onto, table.carrier);
  const bool is_carried =
      is_matched(table, figures.onto, carrier) && is_in_subtree(figures.onto, carrier, body.hips);
  if (body.hips >= 0 && !is_carried && !is_matched(table, figures.onto, body.hips))
    doubts.push_back("The hips are not matched, so the figure may not move along.");
  int limbs = 0, matched = 0;
  for (const auto& all : {body.legs, body.arms})
    for (const BodyJoints::Limb& limb : all)
      for (const int joint : {limb.upper, limb.lower}) {
        limbs += joint >= 0 ? 1 : 0;
        matched += is_matched(table, figures.onto, joint) ? 1 : 0;
      }
  if (matched < limbs)
    doubts.push_back(
        fmt::format("{} of {} bones of arms and legs are not matched and keep their pose.",
                    limbs - matched, limbs));
}

}  // namespace

RetargetMeasures measures_of(const Retargeted& figures) {
  const Figure from(figures.from, figures.motion, figures.from_up),
      onto(figures.onto, figures.made, figures.onto_up);
  const glm::dvec3 upward = upwards(figures.from, figures.motion);
  RetargetMeasures measures{
      .stands = upward == glm::dvec3(0.0) || glm::dot(upward, from.up) >= kMostlyStands,
      .floor = floor_of(onto)};
  double sum = 0.0, count = 0.0;
  for (const float time : sample_times(figures.motion, kMostCheckTimes)) {
    const std::vector<glm::dmat4> one = from.at_time(time), other = onto.at_time(time);
    const auto one_heading = heading(from.body, one, from.up),
               other_heading = heading(onto.body, other, onto.up);
    if (!one_heading || !other_heading) continue;
    for (std::size_t b = 0; b < from.bones.size(); ++b) {
      const auto a = bone_direction(one, from.bones[b]), c = bone_direction(other, onto.bones[b]);
      if (!a || !c) continue;
      const double cosine =
          glm::dot(glm::transpose(*one_heading) * *a, glm::transpose(*other_heading) * *c);
      const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
      measures.worst_angle = std::max(measures.worst_angle, angle);
      sum += angle;
      count += 1.0;
    }
  }
  if (count > 0.0) measures.mean_angle = sum / count;
  return measures;
}

namespace {

constexpr double kFollows = 20.0, kSinks = -0.05, kHovers = 0.2;  // degrees; heights

double deviation_of(const RetargetMeasures& measures) {
  return measures.mean_angle < 0.0 ? 180.0 : glm::degrees(measures.mean_angle);
}

std::vector<std::string> doubts_of(const Retargeted& figures, const RetargetTable& table,
                                   const RetargetMeasures& measures) {
  std::vector<std::string> doubts;
  if (body_roles(figures.from).by_shape || body_roles(figures.onto).by_shape)
    doubts.push_back("Joints are matched by shape, not by name: check which joint follows which.");
  doubt_pairs(figures, table, doubts);
  if (figures.made.tracks.empty()) return doubts;
  if (!measures.stands)
    doubts.push_back("The figure does not stand for most of the motion: check which axis is up.");
  if (measures.mean_angle < 0.0)
    doubts.push_back("No arm, leg or spine is in both figures: check which joint follows which.");
  else if (deviation_of(measures) > kFollows)
    doubts.push_back(fmt::format(
        "Arms, legs and spine point {:.0f}° away from the file's on average: check which joint "
        "follows which, and the rest pose.",
        deviation_of(measures)));
  const RetargetMeasures::Floor& floor = measures.floor;
  if (floor.lowest < kSinks)
    doubts.push_back(fmt::format("The figure sinks into the floor by up to {:.0f} % of its height.",
                                 -100.0 * floor.lowest));
  else if (floor.nearest > kHovers)
    doubts.push_back(fmt::format("The figure stays above the floor by {:.0f} % of its height.",
                                 100.0 * floor.nearest));
  return doubts;
}

/// A trial without cures.
RetargetTrial tried(const Motion& motion, const Skeleton& from, const Skeleton& onto,
                    RetargetCure choices) {
  choices.options.from_up = glm::vec3(direction_of(choices.reading.up));
  RetargetTrial trial{
      as_read_for(from, motion, choices.reading, onto, choices.table, choices.options.up),
      {},
      {},
      {},
      {}};
  trial.motion = retarget(motion, trial.from, onto, choices.table, choices.options);
  const Retargeted figures{trial.from,        motion, onto, trial.motion, choices.options.from_up,
                           choices.options.up};
  trial.measures = measures_of(figures);
  trial.doubts = doubts_of(figures, choices.table, trial.measures);
  return trial;
}

}  // namespace

RetargetTrial try_retarget(const Motion& motion, const Skeleton& from, const ActorReading& reading,
                           const Skeleton& onto, const RetargetTable& table,
                           RetargetOptions options) {
  const RetargetCure present{"", "", reading, table, options};
  RetargetTrial trial = tried(motion, from, onto, present);
  const auto add_best = [&](const std::vector<RetargetCure>& choices, const auto& wrong,
                            const char* unit) {
    double least = 0.75 * wrong(trial.measures);
    const RetargetCure* best = nullptr;
    for (const RetargetCure& choice : choices) {
      const double one = wrong(tried(motion, from, onto, choice).measures);
      if (one >= least) continue;
      least = one;
      best = &choice;
    }
    if (best == nullptr) return;
    trial.cures.push_back(*best);
    trial.cures.back().label +=
        fmt::format(" ({:.0f}{} → {:.0f}{})", wrong(trial.measures), unit, least, unit);
  };
  const auto angle = [](const RetargetMeasures& one) {
    return one.stands ? deviation_of(one) : 180.0;
  };
  const auto off_floor = [](const RetargetMeasures& one) {
    return 100.0 * std::max(one.floor.nearest, -one.floor.lowest);
  };
  RetargetCure matched = present, first = present, file = present, on_floor = present;
  if (angle(trial.measures) > kFollows) {
    matched.label = "Match arms and legs";
    matched.options.matches_rest = true;
    first.label = "Use the first frame as the rest pose";
    first.flag = "--rest first-frame";
    first.reading.rest_at = 0.0f;
    file.label = "Use the file's rest pose";
    file.flag = "--rest file";
    file.reading.rest_at = std::nullopt;
    const RetargetCure anew{"Guess again", "without --up and --rest",
                            guessed_reading(from, motion).reading, guessed_table(from, onto),
                            matched.options};
    add_best({matched, anew, first, file}, angle, "°");
  }
  if (trial.measures.floor.lowest < kSinks || trial.measures.floor.nearest > kHovers) {
    on_floor.label = "Put it on the floor";
    on_floor.flag = "--on-floor";
    on_floor.options.on_floor = true;
    add_best({on_floor}, off_floor, " %");
  }
  return trial;
}

namespace {

constexpr std::size_t kMostReadTimes = 120;
constexpr double kFirstIsGood = 0.85, kNearlyBest = 0.05, kOffFloor = 0.1;  // scores; heights

/// The time at which the figure is most like a standing body; the first frame if good enough.
struct Standing {
  float time = 0.0f;
  double likeness = -1.0;
};

Standing most_standing(const Skeleton& skeleton, const Motion& motion, UpAxis up) {
  const BodyJoints body = body_joints(skeleton);
  Standing first, best;
  for (const float time : sample_times(motion, kMostReadTimes)) {
    const double likeness =
        standing_score(body, world_at_time(skeleton, motion, time), direction_of(up));
    if (first.likeness < 0.0) first = {time, likeness};
    if (likeness > best.likeness) best = {time, likeness};
  }
  return first.likeness >= std::min(kFirstIsGood, best.likeness - kNearlyBest) ? first : best;
}

/// The height of a pose above the lowest one of the motion; 0 if it is nearly as low.
double above_floor(const Skeleton& skeleton, const Motion& motion,
                   const std::vector<glm::dmat4>& pose, const glm::dvec3& up) {
  const Heights here = heights_of(pose, up);
  double floor = here.low;
  for (const float time : sample_times(motion, kMostReadTimes))
    floor = std::min(floor, heights_of(world_at_time(skeleton, motion, time), up).low);
  return here.low - floor > kOffFloor * (here.high - here.low) ? here.low - floor : 0.0;
}

/// The turn about `up` by at most 45 degrees after which a body's left is along an axis.
glm::dmat4 turn_to_axis(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                        const glm::dvec3& up) {
  glm::dvec3 left = leftwards(body, world);
  left -= glm::dot(left, up) * up;
  if (glm::length(left) < 1e-3) return glm::dmat4(1.0);
  const glm::dvec3 axis = direction_of(nearest_axis(left));
  const double angle = std::atan2(glm::dot(up, glm::cross(left, axis)), glm::dot(left, axis));
  return glm::rotate(glm::dmat4(1.0), angle, up);
}

Skeleton with_rest_at(const Skeleton& skeleton, const Motion& motion, float time, UpAxis up_axis) {
  const BodyJoints body = body_joints(skeleton);
  const std::vector<glm::dmat4> pose = world_at_time(skeleton, motion, time);
  if (pose.empty()) return skeleton;
  const glm::dvec3 up = direction_of(up_axis), hips(pose[body.hips < 0 ? 0 : at(body.hips)][3]);
  const glm::dvec3 place = hips - glm::dot(hips, up) * up;
  const glm::dmat4 moved =
      turn_to_axis(body, pose, up) *
      glm::translate(glm::dmat4(1.0), -place - above_floor(skeleton, motion, pose, up) * up);
  Skeleton rest = skeleton;
  for (std::size_t j = 0; j < pose.size(); ++j) {
    const int parent = rest.joints[j].parent;
    const glm::mat4 local(parent < 0 ? moved * pose[j] : glm::inverse(pose[at(parent)]) * pose[j]);
    if (is_finite(local) && is_invertible(local)) rest.joints[j].bind_local = local;
  }
  return rest;
}

void tell_rest(const Standing& standing, ActorGuess& guess) {
  guess.reading.rest_at = standing.time;
  if (standing.likeness < kStandingScore)
    guess.doubts.push_back(
        "Neither the file's rest pose nor any frame is a standing body, so the figure may be "
        "turned or bent.");
  else if (standing.time == 0.0f)
    guess.notes.push_back("The file's rest pose is not a standing body: the first frame is used.");
  else
    guess.notes.push_back(
        fmt::format("The file's rest pose is not a standing body: the pose at {:.2f} s is used.",
                    standing.time));
}

}  // namespace

ActorGuess guessed_reading(const Skeleton& skeleton, const Motion& motion) {
  ActorGuess guess;
  const std::optional<UpAxis> at_rest = up_at_rest(skeleton), up = up_in_motion(skeleton, motion);
  if (!up) {
    guess.doubts.push_back(
        "No hips, head or legs were found by name or shape, so it is not known which axis is up.");
    return guess;
  }
  guess.reading.up = *up;
  if (*up != UpAxis::y) guess.notes.push_back(fmt::format("{} is up in the file.", axis_name(*up)));
  if (!at_rest) tell_rest(most_standing(skeleton, motion, *up), guess);
  return guess;
}

Skeleton as_read(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading) {
  if (reading.rest_at)
    return with_rest_at(skeleton, motion, std::clamp(*reading.rest_at, 0.0f, duration_of(motion)),
                        reading.up);
  const std::optional<UpAxis> at_rest = up_at_rest(skeleton);
  if (!at_rest || *at_rest == reading.up) return skeleton;
  return with_rest_turned(skeleton, turn_of(*at_rest, reading.up));
}

namespace {

/// The ratio of the sizes in skeleton space of two skeletons whose paired joints have equal places
/// in their parents' frames, up to one scale; 0 if they do not.
double frame_ratio(const retargeting::Rest& from, const retargeting::Rest& onto,
                   const std::vector<retargeting::Pair>& pairs) {
  constexpr std::size_t kFewest = 8;
  constexpr double kEqual = 2e-3;
  std::vector<int> follows(onto.local.size(), -1);
  for (const retargeting::Pair& pair : pairs) follows[at(pair.onto)] = pair.from;
  double product = 0.0, square = 0.0, from_length = 0.0, onto_length = 0.0;
  std::vector<std::pair<glm::dvec3, glm::dvec3>> places;
  for (const retargeting::Pair& pair : pairs) {
    const int parent = onto.parent(at(pair.onto));
    if (parent < 0 || follows[at(parent)] < 0) continue;
    if (from.parent(at(pair.from)) != follows[at(parent)]) return 0.0;
    places.emplace_back(from.local[at(pair.from)].translation,
                        onto.local[at(pair.onto)].translation);
    product += glm::dot(places.back().first, places.back().second);
    square += glm::dot(places.back().first, places.back().first);
    from_length += glm::distance(from.origin(at(pair.from)), from.origin(at(follows[at(parent)])));
    onto_length += glm::distance(onto.origin(at(pair.onto)), onto.origin(at(parent)));
  }
  if (places.size() < kFewest || !(product > 0.0) || !(from_length > 0.0)) return 0.0;
  const double ratio = product / square;
  const double tolerance = kEqual * ratio * std::sqrt(square);
  for (const auto& [one, other] : places)
    if (!(glm::distance(ratio * one, other) <= tolerance)) return 0.0;
  return onto_length / from_length;
}

}  // namespace

Skeleton as_read_for(const Skeleton& skeleton, const Motion& motion, const ActorReading& reading,
                     const Skeleton& onto, const RetargetTable& table, const glm::vec3& onto_up) {
  using namespace retargeting;
  constexpr double kElsewhere = 0.02;  // share of the figure's height
  Skeleton read = as_read(skeleton, motion, reading);
  if (reading.rest_at) return read;
  const Rest from_rest(read), onto_rest(onto);
  const std::vector<Pair> pairs = pairs_of(from_rest, onto_rest, table, true);
  const double ratio = frame_ratio(from_rest, onto_rest, pairs);
  if (ratio == 0.0) return read;
  // skeleton space of `onto` -> skeleton space of `skeleton`
  const glm::dmat3 turn = turn_of(nearest_axis(glm::dvec3(onto_up)), reading.up);
  const Heights heights = heights_of(onto_rest.world, glm::dvec3(onto_up));
  const std::size_t first = at(pairs.front().onto), first_from = at(pairs.front().from);
  double away = 0.0;
  for (const Pair& pair : pairs)
    away = std::max(
        away,
        glm::distance(ratio * (from_rest.origin(at(pair.from)) - from_rest.origin(first_from)),
                      turn * (onto_rest.origin(at(pair.onto)) - onto_rest.origin(first))));
  if (!(away > kElsewhere * (heights.high - heights.low))) return read;
  for (const Pair& pair : pairs) {
    Joint& joint = read.joints[at(pair.from)];
    io::Trs local = from_rest.local[at(pair.from)];
    local.rotation = onto_rest.local[at(pair.onto)].rotation;
    if (pair.from == int(first_from)) {
      const int parent = joint.parent;
      const glm::dquat wanted = glm::quat_cast(turn) * onto_rest.turned[first];
      local.rotation = parent < 0 ? wanted : glm::inverse(from_rest.turned[at(parent)]) * wanted;
      const glm::dvec4 place(turn * onto_rest.origin(first) / ratio, 1.0);
      local.translation =
          glm::dvec3(parent < 0 ? place : glm::inverse(from_rest.world[at(parent)]) * place);
    }
    joint.bind_local = glm::mat4(io::matrix_of(local));
  }
  return read;
}

}  // namespace marrow
