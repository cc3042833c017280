// Retargeting: the same figure moves the same at any size and with any axes; others follow their
// bones' directions.
#include "edit/retarget/retarget.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>

#include "base/index.h"
#include "io/formats.h"
#include "scene/motion_sampling.h"
#include "support/cases.h"
#include "support/joints.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// W of each joint in skeleton space at a time of a motion.
std::vector<glm::dmat4> world_at(const Skeleton& skeleton, const Motion& motion, float seconds) {
  std::map<Id, const MotionTrack*> tracks;
  for (const MotionTrack& track : motion.tracks) tracks[track.target] = &track;
  std::vector<glm::dmat4> world;
  for (const Joint& joint : skeleton.joints) {
    const auto track = tracks.find(joint.id);
    const glm::dmat4 local(track == tracks.end() ? joint.bind_local
                                                 : local_at(*track->second, seconds));
    world.push_back(joint.parent < 0 ? local : world[at(joint.parent)] * local);
  }
  return world;
}

std::vector<glm::dmat4> bind_of(const Skeleton& skeleton) { return world_at(skeleton, {}, 0.0f); }

glm::dvec3 origin(const glm::dmat4& matrix) { return glm::dvec3(matrix[3]); }

/// A tree without scale, and a motion that turns every joint and moves the first.
struct Actor {
  Skeleton skeleton;
  Motion motion{"act", {}};

  explicit Actor(Random& random, int joints = 9) {
    skeleton = random_skeleton(random, {.joints = joints});
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      Joint& joint = skeleton.joints[j];
      joint.id = Id(100 + j);
      MotionTrack track{.target = joint.id,
                        .translation = glm::vec3(joint.bind_local[3]),
                        .channels = {turns(random)}};
      if (j == 0) track.channels.push_back(moves(random, track.translation));
      motion.tracks.push_back(track);
    }
    REQUIRE(why_invalid(motion) == "");
  }
  static MotionChannel turns(Random& random) {
    MotionChannel channel{MotionProperty::rotation, Interpolation::linear, {0.0f, 0.5f, 1.25f}, {}};
    for (int key = 0; key < 3; ++key) {
      const glm::quat q = glm::normalize(glm::quat_cast(glm::mat3(random.rotation())));
      channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
    }
    return channel;
  }
  static MotionChannel moves(Random& random, const glm::vec3& from) {
    MotionChannel channel{
        MotionProperty::translation, Interpolation::linear, {0.0f, 0.5f, 1.25f}, {}};
    for (int key = 0; key < 3; ++key) {
      const glm::vec3 place = from + random.vec3(0.3f);
      channel.values.insert(channel.values.end(), {place.x, place.y, place.z});
    }
    return channel;
  }
};

/// The figure `size` times as large and turned by `turn`, each joint with axes of its own.
Skeleton with_other_axes(Random& random, const Skeleton& skeleton, float size,
                         const glm::dmat3& turn) {
  Skeleton other = skeleton;
  const std::vector<glm::dmat4> bind = bind_of(skeleton);
  std::vector<glm::dmat4> new_bind;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    glm::dmat4 placed(random.rotation());
    placed[3] = glm::dvec4(double(size) * (turn * origin(bind[j])), 1.0);
    new_bind.push_back(placed);
    Joint& joint = other.joints[j];
    joint.id += 1000;
    joint.bind_local =
        glm::mat4(joint.parent < 0 ? placed : glm::inverse(new_bind[at(joint.parent)]) * placed);
    joint.extent = glm::vec3(0.0f);
  }
  return other;
}

RetargetTable table_of(const Skeleton& from, const Skeleton& onto) {
  RetargetTable table;
  for (std::size_t j = 0; j < onto.joints.size(); ++j)
    table.rows.push_back({onto.joints[j].id, from.joints[j].id, RestMatch::carried});
  return table;
}

int named(const Skeleton& skeleton, const char* name) {
  const int joint = joint_index(skeleton, std::string_view(name));
  REQUIRE(joint >= 0);
  return joint;
}

glm::dvec3 bone(const std::vector<glm::dmat4>& world, const Skeleton& skeleton, const char* from,
                const char* to) {
  return glm::normalize(origin(world[at(named(skeleton, to))]) -
                        origin(world[at(named(skeleton, from))]));
}

double angle(const glm::dvec3& a, const glm::dvec3& b) {
  return std::acos(std::clamp(glm::dot(a, b), -1.0, 1.0));
}

Joint joint(const char* name, int parent, const glm::vec3& place) {
  return {.name = name, .parent = parent, .bind_local = glm::translate(glm::mat4(1.0f), place)};
}

/// The first key has the rest's place and heading; the figure is as in `elsewhere`, turned about y
/// and moved in the plane.
void check_beginning(const Skeleton& skeleton, const Motion& here, const Motion& elsewhere) {
  const std::vector<glm::dmat4> rest = bind_of(skeleton), first = world_at(skeleton, here, 0.0f);
  const int hips = named(skeleton, "hips");
  const glm::dvec3 moved = origin(first[at(hips)]) - origin(rest[at(hips)]);
  CHECK(std::abs(moved.x) + std::abs(moved.z) < 1e-5);
  const auto across = [&](const std::vector<glm::dmat4>& world) {
    const glm::dvec3 way = bone(world, skeleton, "thigh.R", "thigh.L");
    return glm::normalize(glm::dvec3(way.x, 0.0, way.z));
  };
  CHECK(angle(across(first), across(rest)) < 0.1);
  for (const float seconds : {0.0f, 0.5f * duration_of(here), duration_of(here)}) {
    const std::vector<glm::dmat4> one = world_at(skeleton, here, seconds),
                                  other = world_at(skeleton, elsewhere, seconds);
    for (std::size_t j = 0; j < one.size(); ++j) {
      CHECK(origin(one[j]).y == doctest::Approx(origin(other[j]).y).epsilon(1e-4));
      CHECK(glm::distance(origin(one[j]), origin(one[0])) ==
            doctest::Approx(glm::distance(origin(other[j]), origin(other[0]))).epsilon(1e-4));
    }
  }
}

}  // namespace

TEST_CASE("onto an equal skeleton the tracks come out exactly, whatever they are made of") {
  for (auto& random : rounds<Random>(1, 20)) {
    Actor actor(random);
    actor.motion.tracks[3].channels[0].interpolation = Interpolation::step;
    actor.motion.tracks.pop_back();
    Skeleton twin = actor.skeleton;
    for (Joint& joint : twin.joints) joint.id += 1000;
    Motion wanted = actor.motion;
    for (MotionTrack& track : wanted.tracks) track.target += 1000;
    CHECK(retarget(actor.motion, actor.skeleton, twin, table_of(actor.skeleton, twin)) == wanted);
    CHECK(retarget(actor.motion, actor.skeleton, twin, guessed_table(actor.skeleton, twin)) ==
          wanted);  // their names are equal
    CHECK(retarget(actor.motion, actor.skeleton, actor.skeleton,
                   guessed_table(actor.skeleton, actor.skeleton)) == actor.motion);
  }
}

TEST_CASE("the same figure with other axes, another size and another way up does the same") {
  Random random(2);
  const glm::dmat3 upright =
      glm::dmat3(glm::rotate(glm::dmat4(1.0), glm::radians(-90.0), glm::dvec3(1, 0, 0)));
  const glm::dmat3 about =
      glm::dmat3(glm::rotate(glm::dmat4(1.0), glm::radians(180.0), glm::dvec3(0, 1, 0)));
  for (const glm::dmat3& turn : {glm::dmat3(1.0), upright, about}) {
    for (int round = 0; round < 10; ++round) {
      const Actor actor(random);
      const float size = random.uniform(0.1f, 10.0f);
      const Skeleton other = with_other_axes(random, actor.skeleton, size, turn);
      const RetargetOptions options{.up = glm::vec3(turn * glm::dvec3(0, 1, 0))};
      const Motion motion =
          retarget(actor.motion, actor.skeleton, other, table_of(actor.skeleton, other), options);
      REQUIRE(why_invalid(motion) == "");
      // The ground does not matter to a random tree: only its moves about its first joint, and that
      // joint's.
      const std::vector<glm::dmat4> start = world_at(actor.skeleton, actor.motion, 0.0f),
                                    other_start = world_at(other, motion, 0.0f);
      for (const float seconds : {0.0f, 0.5f, 1.25f}) {
        const std::vector<glm::dmat4> wanted = world_at(actor.skeleton, actor.motion, seconds),
                                      got = world_at(other, motion, seconds);
        const glm::dvec3 way = double(size) * (turn * (origin(wanted[0]) - origin(start[0])));
        CHECK(glm::distance(origin(got[0]) - origin(other_start[0]), way) < 1e-4 * double(size));
        for (std::size_t j = 1; j < got.size(); ++j) {
          const glm::dvec3 reach = double(size) * (turn * (origin(wanted[j]) - origin(wanted[0])));
          CHECK(glm::distance(origin(got[j]) - origin(got[0]), reach) < 1e-4 * double(size));
        }
      }
    }
  }
}

TEST_CASE(
    "each paired joint is turned from its rest in skeleton space by as much as the other, whatever "
    "stands between") {
  for (auto& random : rounds<Random>(3, 20)) {
    const Actor actor(random, 12);
    Skeleton other = with_other_axes(random, actor.skeleton, 1.0f, glm::dmat3(1.0));
    RetargetTable table = table_of(actor.skeleton, other);
    for (const int left_out : {2, 5, 6}) table.rows[at(left_out)].from = kNoId;
    const Motion motion = retarget(actor.motion, actor.skeleton, other, table);
    for (const MotionTrack& track :
         motion.tracks) {  // joints in between are held at rest, joints below are left alone
      const int joint = joint_index(other, track.target);
      if (joint != 2 && joint != 5 && joint != 6) continue;
      CHECK(track.channels.size() == 1);
      CHECK(track.channels[0].times.size() == 1);
    }
    const std::vector<glm::dmat4> from_rest = bind_of(actor.skeleton), onto_rest = bind_of(other);
    for (const float seconds : {0.0f, 0.5f, 1.25f}) {
      const std::vector<glm::dmat4> from = world_at(actor.skeleton, actor.motion, seconds),
                                    onto = world_at(other, motion, seconds);
      for (std::size_t j = 0; j < onto.size(); ++j) {
        if (table.rows[j].from == kNoId) continue;
        const glm::dmat3 wanted = glm::dmat3(from[j]) * glm::transpose(glm::dmat3(from_rest[j]));
        const glm::dmat3 got = glm::dmat3(onto[j]) * glm::transpose(glm::dmat3(onto_rest[j]));
        for (int c = 0; c < 3; ++c) CHECK(glm::distance(got[c], wanted[c]) < 1e-5);
      }
    }
  }
}

TEST_CASE("keys stand where the motion has some; between steps and splines 30 a second") {
  Random random(4);
  Actor actor(random);
  const Skeleton other = with_other_axes(random, actor.skeleton, 2.0f, glm::dmat3(1.0));
  const RetargetTable table = table_of(actor.skeleton, other);
  const Motion made = retarget(actor.motion, actor.skeleton, other, table);
  CHECK(made.tracks[4].channels[0].times == std::vector<float>{0.0f, 0.5f, 1.25f});
  for (const MotionTrack& track : made.tracks)
    for (const MotionChannel& channel : track.channels) {
      const std::vector<float>& v = channel.values;
      if (channel.property != MotionProperty::rotation) continue;
      for (std::size_t k = 4; k < v.size(); k += 4)  // the short way round, as the actor's keys go
        CHECK(v[k - 4] * v[k] + v[k - 3] * v[k + 1] + v[k - 2] * v[k + 2] + v[k - 1] * v[k + 3] >=
              0.0f);
    }
  actor.motion.tracks[2].channels[0].times = {0.25f, 0.5f, 1.0f};
  CHECK(retarget(actor.motion, actor.skeleton, other, table).tracks[4].channels[0].times ==
        std::vector<float>{0.0f, 0.25f, 0.5f, 1.0f, 1.25f});
  actor.motion.tracks[2].channels[0].interpolation = Interpolation::step;
  const std::vector<float> dense =
      retarget(actor.motion, actor.skeleton, other, table).tracks[4].channels[0].times;
  CHECK(dense.size() >= 38);
  for (std::size_t i = 1; i < dense.size(); ++i) CHECK(dense[i] - dense[i - 1] < 1.0f / 29.0f);
}

TEST_CASE(
    "arms that hang at rest reach out where the other's do; feet that are flat at rest stay so") {
  Random random(5);
  Skeleton reaching, hanging;
  reaching.joints = {joint("Hips", -1, {0, 10, 0}),      joint("LeftArm", 0, {1, 5, 0}),
                     joint("LeftForeArm", 1, {3, 0, 0}), joint("LeftHand", 2, {3, 0, 0}),
                     joint("LeftUpLeg", 0, {1, 0, 0}),   joint("LeftLeg", 4, {0, -5, 0}),
                     joint("LeftFoot", 5, {0, -5, 0}),   joint("LeftToeBase", 6, {0, -0.5f, 1})};
  hanging.joints = {joint("hips", -1, {0, 1, 0}),
                    joint("upper_arm.L", 0, {0.1f, 0.5f, 0}),
                    joint("forearm.L", 1, {0.2f, -0.2f, 0}),
                    joint("hand.L", 2, {0.1f, -0.3f, 0}),
                    joint("thigh.L", 0, {0.1f, 0, 0}),
                    joint("shin.L", 4, {0.05f, -0.5f, 0}),
                    joint("foot.L", 5, {0, -0.5f, 0}),
                    joint("toe.L", 6, {0, 0, 0.1f})};
  for (Skeleton* skeleton : {&reaching, &hanging})
    for (std::size_t j = 0; j < skeleton->joints.size(); ++j) skeleton->joints[j].id = Id(j + 1);
  Motion still{"still", {}};
  MotionTrack track;
  track.target = 2;
  track.translation = {1, 5, 0};
  track.channels = {{MotionProperty::rotation, Interpolation::linear, {0.0f}, {0, 0, 0, 1}}};
  still.tracks = {track};
  const RetargetTable table = guessed_table(reaching, hanging);
  CHECK(paired(table) == 8);
  CHECK(table.carrier == hanging.joints[0].id);
  const Motion done = retarget(still, reaching, hanging, table);
  const std::vector<glm::dmat4> world = world_at(hanging, done, 0.0f);
  CHECK(angle(bone(world, hanging, "upper_arm.L", "forearm.L"), {1, 0, 0}) < 1e-3);
  CHECK(angle(bone(world, hanging, "forearm.L", "hand.L"), {1, 0, 0}) < 1e-3);
  CHECK(angle(bone(world, hanging, "thigh.L", "shin.L"), {0, -1, 0}) < 1e-3);
  CHECK(angle(bone(world, hanging, "foot.L", "toe.L"), {0, 0, 1}) < 1e-3);
  CHECK(glm::distance(origin(world[0]), glm::dvec3(0, 1, 0)) < 1e-6);
  const Motion plain = retarget(still, reaching, hanging, table, {.matches_rest = false});
  const std::vector<glm::dmat4> rest = bind_of(hanging), kept = world_at(hanging, plain, 0.0f);
  for (std::size_t j = 0; j < rest.size(); ++j)
    CHECK(glm::distance(origin(kept[j]), origin(rest[j])) < 1e-6);
}

TEST_CASE("legs that hang above the hips travel with them, and loose feet follow the shins") {
  Skeleton from, onto;
  from.joints = {joint("Hips", -1, {0, 10, 0}),      joint("LeftUpLeg", 0, {1, 0, 0}),
                 joint("LeftLeg", 1, {0, -5, 0}),    joint("LeftFoot", 2, {0, -5, 0}),
                 joint("RightUpLeg", 0, {-1, 0, 0}), joint("RightLeg", 4, {0, -5, 0}),
                 joint("RightFoot", 5, {0, -5, 0}),  joint("Spine", 0, {0, 2, 0})};
  onto.joints = {joint("Bone", -1, {0, 0, 0}),          joint("Foot.L", 0, {0.1f, 0, 0}),
                 joint("Foot.R", 0, {-0.1f, 0, 0}),     joint("Body", 0, {0, 1, 0}),
                 joint("Hips", 3, {0, 0.1f, 0}),        joint("Torso", 4, {0, 0.2f, 0}),
                 joint("UpperLeg.L", 3, {0.1f, 0, 0}),  joint("LowerLeg.L", 6, {0, -0.5f, 0}),
                 joint("UpperLeg.R", 3, {-0.1f, 0, 0}), joint("LowerLeg.R", 8, {0, -0.5f, 0})};
  for (Skeleton* skeleton : {&from, &onto})
    for (std::size_t j = 0; j < skeleton->joints.size(); ++j) skeleton->joints[j].id = Id(j + 1);
  const float half = std::sqrt(0.5f);
  Motion turns{"turns", {}};
  turns.tracks.resize(2);
  turns.tracks[0].target = 1;
  turns.tracks[0].channels = {
      {MotionProperty::rotation, Interpolation::linear, {0.0f}, {0, half, 0, half}},
      {MotionProperty::translation, Interpolation::linear, {0.0f}, {0, 12, 5}}};
  turns.tracks[1].target = 2;
  turns.tracks[1].translation = {1, 0, 0};
  turns.tracks[1].channels = {
      {MotionProperty::rotation, Interpolation::linear, {0.0f}, {-0.6f, 0, 0, 0.8f}}};

  const RetargetTable table = guessed_table(from, onto);
  CHECK(table.carrier == 4);
  CHECK(table.pivot == 5);
  CHECK(table.rows[1].held_by == 8);
  CHECK(table.rows[4].from == kNoId);
  const Motion made = retarget(turns, from, onto, table);
  CHECK(why_invalid(made) == "");
  const std::vector<glm::dmat4> wanted = world_at(from, turns, 0.0f),
                                got = world_at(onto, made, 0.0f);
  CHECK(angle(bone(wanted, from, "LeftUpLeg", "LeftLeg"),
              bone(got, onto, "UpperLeg.L", "LowerLeg.L")) < 1e-3);
  CHECK(angle(bone(wanted, from, "LeftLeg", "LeftFoot"), bone(got, onto, "LowerLeg.L", "Foot.L")) <
        1e-3);
  CHECK(angle(bone(wanted, from, "RightLeg", "RightFoot"),
              bone(got, onto, "LowerLeg.R", "Foot.R")) < 1e-3);
  CHECK(glm::distance(origin(got[7]), origin(got[1])) == doctest::Approx(0.5));
  // 0.11: the ratio of the hips' heights above the feet
  CHECK(glm::distance(origin(got[4]), glm::dvec3(0.0, 1.1 + 0.11 * 2.0, 0.11 * 5.0)) < 1e-5);
}

TEST_CASE("the guessed end of a leg's only bone aligns nothing") {
  Skeleton from, onto;
  const auto add = [](Skeleton& skeleton, const char* name, int parent, const glm::vec3& place) {
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 1),
                               .name = name,
                               .parent = parent,
                               .bind_local = glm::translate(glm::mat4(1.0f), place),
                               .extent = {1.0f, 0.0f, 0.0f},
                               .extent_guessed = true});
  };
  add(from, "Hips", -1, {0, 10, 0});
  add(from, "LeftUpLeg", 0, {1, 0, 0});
  add(from, "LeftLeg", 1, {0, -5, 0});
  add(onto, "root", -1, {0, 1, 0});
  add(onto, "hip_L", 0, {0, 0, 0});
  add(onto, "leg_L", 1, {0.5f, 0, 0});
  const RetargetTable table = guessed_table(from, onto);
  CHECK(table.rows[1].from == kNoId);
  CHECK(table.rows[2].from == from.joints[1].id);
  CHECK(table.rows[2].rest == RestMatch::carried);
}

TEST_CASE("nothing paired, joints that are gone, a joint named twice: no harm") {
  Random random(6);
  const Actor actor(random);
  const Skeleton other = with_other_axes(random, actor.skeleton, 1.0f, glm::dmat3(1.0));
  CHECK(retarget(actor.motion, actor.skeleton, other, {}).tracks.empty());
  RetargetTable table = table_of(actor.skeleton, other);
  for (RetargetRow& row : table.rows) row.from += 5000;
  CHECK(retarget(actor.motion, actor.skeleton, other, table).tracks.empty());
  table = table_of(actor.skeleton, other);
  table.rows.insert(table.rows.end(), table.rows.begin(), table.rows.end());
  CHECK(why_invalid(retarget(actor.motion, actor.skeleton, other, table)) == "");
  CHECK(retarget({"empty", {}}, actor.skeleton, other, table_of(actor.skeleton, other))
            .tracks.empty());
  Skeleton one;
  one.joints.resize(1);
  one.joints[0].id = 9;
  one.joints[0].name = "only";
  CHECK(why_invalid(retarget(actor.motion, actor.skeleton, one,
                             {{{9, actor.skeleton.joints[0].id, RestMatch::bone}}, 9})) == "");
}

TEST_CASE("our samples are paired with a CMU skeleton") {
  const Scene human = io::load(media() / "human.glb").scene;
  Skeleton cmu;
  for (const char* name :
       {"Hips",      "LHipJoint",    "LeftUpLeg", "LeftLeg",        "LeftFoot",     "LeftToeBase",
        "RHipJoint", "RightUpLeg",   "RightLeg",  "RightFoot",      "RightToeBase", "LowerBack",
        "Spine",     "Spine1",       "Neck",      "Neck1",          "Head",         "LeftShoulder",
        "LeftArm",   "LeftForeArm",  "LeftHand",  "LeftFingerBase", "LThumb",       "RightShoulder",
        "RightArm",  "RightForeArm", "RightHand", "RightFingerBase"}) {
    cmu.joints.push_back(
        {.id = Id(cmu.joints.size() + 1), .name = name, .parent = int(cmu.joints.size()) - 1});
  }
  const RetargetTable table = guessed_table(cmu, first_skeleton(human));
  std::map<std::string, std::string> pairs;
  for (const RetargetRow& row : table.rows)
    if (row.from != kNoId)
      pairs[first_skeleton(human).joints[at(joint_index(first_skeleton(human), row.onto))].name] =
          cmu.joints[at(joint_index(cmu, row.from))].name;
  CHECK(pairs.size() == 21);
  CHECK(pairs["hips"] == "Hips");
  CHECK(pairs["spine"] == "Spine");
  CHECK(pairs["chest"] == "Spine1");
  CHECK(pairs["neck"] == "Neck1");
  CHECK(pairs["clavicle.R"] == "RightShoulder");
  CHECK(pairs["upper_arm.L"] == "LeftArm");
  CHECK(pairs["thigh.L"] == "LeftUpLeg");
  CHECK(pairs["shin.R"] == "RightLeg");
  CHECK(pairs["toe.L"] == "LeftToeBase");
}

DATA_CASE(
    "real motions on the sample: limbs point where the actor's do, the feet stay near the ground") {
  const Scene human = io::load(media() / "human.glb").scene;
  const Skeleton& onto = first_skeleton(human);
  for (const std::string file :
       {"fair1_dab.bvh", "fair1_jumping.bvh", "fair1_wave_hello.bvh", "fair1_zombie.bvh"}) {
    CAPTURE(file);
    const Scene actor = io::load(data / "rigs" / "bvh" / file).scene;
    const Skeleton& from = first_skeleton(actor);
    const RetargetTable table = guessed_table(from, onto);
    CHECK(paired(table) >= 19);
    const Motion motion = retarget(*actor.motions[0], from, onto, table);
    check_beginning(onto, retarget(*actor.motions[0], from, onto, table, {.begins_here = true}),
                    motion);
    CHECK(why_invalid(motion) == "");
    CHECK(duration_of(motion) == duration_of(*actor.motions[0]));
    const glm::dmat3 upright(actor.nodes[0].local);
    double lowest = 1e30, highest = -1e30;
    for (float seconds = 0.0f; seconds <= duration_of(motion);
         seconds += duration_of(motion) / 50.0f) {
      const std::vector<glm::dmat4> wanted = world_at(from, *actor.motions[0], seconds),
                                    got = world_at(onto, motion, seconds);
      const auto check = [&](const char* from_bone, const char* from_end, const char* onto_bone,
                             const char* onto_end) {
        CHECK(angle(upright * bone(wanted, from, from_bone, from_end),
                    bone(got, onto, onto_bone, onto_end)) < 0.02);
      };
      check("LeftArm", "LeftForeArm", "upper_arm.L", "forearm.L");
      check("RightForeArm", "RightHand", "forearm.R", "hand.R");
      check("LeftUpLeg", "LeftLeg", "thigh.L", "shin.L");
      check("RightLeg", "RightFoot", "shin.R", "foot.R");
      for (const char* foot : {"foot.L", "foot.R"}) {
        lowest = std::min(lowest, origin(got[at(named(onto, foot))]).y);
        highest = std::max(highest, std::min(origin(got[at(named(onto, "foot.L"))]).y,
                                             origin(got[at(named(onto, "foot.R"))]).y));
      }
    }
    CHECK(lowest > -0.15);
    CHECK(lowest < 0.25);
    CHECK(highest < 0.6);
  }
}
