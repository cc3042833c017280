// Motions: values between keys, and which motions are invalid.
#include "scene/motion.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "scene/motion_sampling.h"
#include "scene/scene.h"
#include "support/matrices.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using test::Random;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(),
                kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> numbers_of(const glm::quat& q) { return {q.x, q.y, q.z, q.w}; }

glm::dquat quat_of(const std::vector<float>& v) {
  return {double(v[3]), double(v[0]), double(v[1]), double(v[2])};
}

/// Keys of `width` numbers at random times; rotations are unit.
MotionChannel random_channel(Random& random, MotionProperty property, Interpolation interpolation,
                             std::size_t keys, std::size_t width) {
  MotionChannel channel{property, interpolation, {}, {}};
  float time = random.uniform(0.0f, 0.5f);
  for (std::size_t key = 0; key < keys; ++key) {
    channel.times.push_back(time);
    time += random.uniform(0.1f, 1.0f);
    for (int part = 0; part < (interpolation == Interpolation::cubic ? 3 : 1); ++part) {
      std::vector<float> value;
      for (std::size_t i = 0; i < width; ++i) value.push_back(random.uniform(-2.0f, 2.0f));
      const bool is_value = interpolation != Interpolation::cubic || part == 1;
      if (property == MotionProperty::rotation && is_value)
        value = numbers_of(glm::normalize(glm::quat(value[3], value[0], value[1], value[2])));
      channel.values.insert(channel.values.end(), value.begin(), value.end());
    }
  }
  return channel;
}

std::vector<float> key_of(const MotionChannel& channel, std::size_t key, std::size_t width) {
  const std::size_t row = channel.interpolation == Interpolation::cubic ? 3 * key + 1 : key;
  const auto begin = channel.values.begin() + std::ptrdiff_t(row * width);
  return {begin, begin + std::ptrdiff_t(width)};
}

struct Kind {
  MotionProperty property;
  std::size_t width;
};
constexpr Kind kKinds[] = {{MotionProperty::translation, 3}, {MotionProperty::rotation, 4},
                           {MotionProperty::scale, 3},       {MotionProperty::morph_weights, 5},
                           {MotionProperty::ik_target, 3},   {MotionProperty::pin, 1}};
constexpr Interpolation kInterpolations[] = {Interpolation::step, Interpolation::linear,
                                             Interpolation::cubic};

Motion motion_of(MotionChannel channel) {
  return {"wave", {{.target = 3, .channels = {std::move(channel)}}}};
}

template <typename Change>
std::string why_after(Change change) {
  Random random(5);
  Motion motion =
      motion_of(random_channel(random, MotionProperty::rotation, Interpolation::linear, 4, 4));
  motion.tracks[0].channels.push_back(
      random_channel(random, MotionProperty::translation, Interpolation::cubic, 3, 3));
  REQUIRE(why_invalid(motion) == "");
  change(motion);
  return why_invalid(motion);
}

}  // namespace

TEST_CASE("on its keys a channel says exactly what they say, and holds the ends") {
  for (auto& random : test::rounds<Random>(1, 50)) {
    for (const Kind& kind : kKinds) {
      for (const Interpolation interpolation : kInterpolations) {
        const std::size_t keys = 1 + std::size_t(random.round % 5);
        const MotionChannel channel =
            random_channel(random, kind.property, interpolation, keys, kind.width);
        REQUIRE(why_invalid(motion_of(channel)) == "");
        for (std::size_t key = 0; key < keys; ++key)
          CHECK(value_at(channel, channel.times[key]) == key_of(channel, key, kind.width));
        for (const float early : {-kInfinity, -1.0f, 0.0f}) {
          if (early < channel.times.front())
            CHECK(value_at(channel, early) == key_of(channel, 0, kind.width));
        }
        for (const float late : {channel.times.back() + 1.0f, 1e30f, kInfinity})
          CHECK(value_at(channel, late) == key_of(channel, keys - 1, kind.width));
        CHECK(duration_of(motion_of(channel)) == channel.times.back());
      }
    }
  }
}

TEST_CASE("step keeps the earlier key up to the next, linear goes straight") {
  const MotionChannel step{MotionProperty::translation,
                           Interpolation::step,
                           {1.0f, 2.0f, 4.0f},
                           {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  CHECK(value_at(step, 1.999f) == std::vector<float>{1, 2, 3});
  CHECK(value_at(step, 3.999f) == std::vector<float>{4, 5, 6});
  MotionChannel linear = step;
  linear.interpolation = Interpolation::linear;
  CHECK(value_at(linear, 1.5f) == std::vector<float>{2.5f, 3.5f, 4.5f});
  CHECK(value_at(linear, 2.5f) == std::vector<float>{4.75f, 5.75f, 6.75f});
}

TEST_CASE(
    "cubic is glTF's spline: p(t) = (2t3 - 3t2 + 1) v0 + td (t3 - 2t2 + t) b0 + (-2t3 + 3t2) v1 + "
    "td (t3 - t2) a1") {
  // v0 = 1, out-tangent 2; v1 = 5, in-tangent -4; 2 s apart; t = 1/4: 27/32 + 9/16 + 25/32 + 3/8 =
  // 2.5625.
  const MotionChannel by_hand{
      MotionProperty::morph_weights, Interpolation::cubic, {0.0f, 2.0f}, {9, 1, 2, -4, 5, 9}};
  CHECK(value_at(by_hand, 0.5f)[0] == doctest::Approx(2.5625));
  // A spline on a line with its slope as tangents is the line; the ends do not depend on tangents.
  const MotionChannel line{
      MotionProperty::morph_weights, Interpolation::cubic, {1.0f, 4.0f}, {0, 2, 3, 3, 11, 0}};
  for (float t = 1.0f; t <= 4.0f; t += 0.25f)
    CHECK(value_at(line, t)[0] == doctest::Approx(2.0f + 3.0f * (t - 1.0f)));
  for (auto& random : test::rounds<Random>(2, 200)) {
    const MotionChannel channel =
        random_channel(random, MotionProperty::scale, Interpolation::cubic, 2, 3);
    const double td = double(channel.times[1]) - double(channel.times[0]),
                 t = double(random.uniform(0.01f, 0.99f));
    const std::vector<float> value = value_at(channel, float(double(channel.times[0]) + t * td));
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = [&](std::size_t row) { return double(channel.values[row * 3 + i]); };
      const double wanted = (2 * t * t * t - 3 * t * t + 1) * at(1) +
                            td * (t * t * t - 2 * t * t + t) * at(2) +
                            (-2 * t * t * t + 3 * t * t) * at(4) + td * (t * t * t - t * t) * at(3);
      CHECK(double(value[i]) == doctest::Approx(wanted).epsilon(1e-5));
    }
  }
}

TEST_CASE("rotations turn at constant speed along the shorter arc and stay unit") {
  for (auto& random : test::rounds<Random>(3, 300)) {
    const MotionChannel channel =
        random_channel(random, MotionProperty::rotation, Interpolation::linear, 2, 4);
    MotionChannel other_sign = channel;  // q and -q are one rotation
    for (std::size_t i = 4; i < 8; ++i) other_sign.values[i] = -other_sign.values[i];
    const double t = double(random.uniform(0.0f, 1.0f));
    const auto seconds =
        float(double(channel.times[0]) + t * (double(channel.times[1]) - double(channel.times[0])));
    const glm::dquat from = quat_of(value_at(channel, channel.times[0])),
                     to = quat_of(value_at(channel, channel.times[1]));
    const glm::dquat at = quat_of(value_at(channel, seconds)),
                     other = quat_of(value_at(other_sign, seconds));
    const auto angle = [](const glm::dquat& a, const glm::dquat& b) {
      return 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(a, b))));
    };
    CHECK(std::abs(glm::length(at) - 1.0) < 2e-6);
    CHECK(angle(at, other) < 2e-3);
    CHECK(angle(from, at) + angle(at, to) == doctest::Approx(angle(from, to)).epsilon(0.005));
    CHECK(angle(from, at) == doctest::Approx(t * angle(from, to)).epsilon(0.01));
  }
}

TEST_CASE("splines of rotations are unit, also one that passes through zero or far away") {
  for (auto& random : test::rounds<Random>(4, 300)) {
    MotionChannel channel =
        random_channel(random, MotionProperty::rotation, Interpolation::cubic, 3, 4);
    if (random.round % 3 == 1) {
      for (std::size_t key = 0; key < 3; ++key)
        for (const std::size_t part : {0u, 2u})
          for (std::size_t i = 0; i < 4; ++i) channel.values[(3 * key + part) * 4 + i] *= 1e38f;
    }
    for (int sample = 0; sample <= 40; ++sample) {
      const float seconds =
          channel.times[0] + (channel.times[2] - channel.times[0]) * float(sample) / 40.0f;
      CHECK(std::abs(glm::length(quat_of(value_at(channel, seconds))) - 1.0) < 2e-6);
    }
  }
  const MotionChannel opposite{
      MotionProperty::rotation, Interpolation::cubic, {0.0f, 1.0f}, {0, 0, 0, 0,  0, 0, 0, 1,
                                                                     0, 0, 0, 0,  0, 0, 0, 0,
                                                                     0, 0, 0, -1, 0, 0, 0, 0}};
  CHECK(value_at(opposite, 0.5f) == std::vector<float>{0, 0, 0, 1});
}

TEST_CASE("a rotation whose key is only nearly unit comes out unit") {
  const MotionChannel channel{
      MotionProperty::rotation, Interpolation::step, {0.0f}, {0, 0, 0, 1.0005f}};
  REQUIRE(why_invalid(motion_of(channel)) == "");
  CHECK(value_at(channel, 0.0f) == std::vector<float>{0, 0, 0, 1});
}

TEST_CASE("between keys that are only nearly unit a rotation turns at constant speed") {
  const float half = std::sqrt(0.5f) * 0.9997f;
  const MotionChannel turn{MotionProperty::rotation,
                           Interpolation::linear,
                           {0.0f, 1.0f},
                           {0, 0, 0, 0.9997f, 0, 0, half, half}};
  for (const double share : {0.1, 0.25, 0.5, 0.8}) {
    const double angle = 2.0 * std::atan2(double(value_at(turn, float(share))[2]),
                                          double(value_at(turn, float(share))[3]));
    CHECK(angle == doctest::Approx(std::acos(0.0) * share).epsilon(1e-6));
  }
}

TEST_CASE("finite keys give finite values, however large") {
  for (const Interpolation interpolation : {Interpolation::step, Interpolation::linear}) {
    const MotionChannel huge{
        MotionProperty::translation, interpolation, {0.0f, 3e38f}, {3e38f, 0, 0, -3e38f, 0, 0}};
    for (const float seconds : {0.0f, 1e38f, 2e38f, 3e38f})
      CHECK(is_finite(glm::vec3(local_at({.channels = {huge}}, seconds)[3])));
  }
  MotionChannel cubic{MotionProperty::translation,
                      Interpolation::cubic,
                      {0.0f, 3e38f},
                      std::vector<float>(18, 3e38f)};
  for (const float seconds : {0.0f, 1e38f, 2e38f, 3e38f})
    CHECK(is_finite(glm::vec3(local_at({.channels = {cubic}}, seconds)[3])));
}

TEST_CASE("local_at is T R S, each from its channel or from the track") {
  Random random(6);
  const MotionChannel translation =
      random_channel(random, MotionProperty::translation, Interpolation::linear, 3, 3);
  const MotionChannel rotation =
      random_channel(random, MotionProperty::rotation, Interpolation::linear, 3, 4);
  const MotionChannel scale =
      random_channel(random, MotionProperty::scale, Interpolation::step, 3, 3);
  const MotionChannel morph =
      random_channel(random, MotionProperty::morph_weights, Interpolation::linear, 3, 2);
  MotionTrack track{.translation = {1, 2, 3},
                    .rotation = glm::normalize(glm::quat_cast(glm::mat3(random.rotation()))),
                    .scale = {2, 3, 4}};
  const auto trs = [](const glm::vec3& t, const glm::quat& r, const glm::vec3& s) {
    return glm::translate(glm::mat4(1.0f), t) * glm::mat4_cast(r) * glm::scale(glm::mat4(1.0f), s);
  };
  CHECK(local_at(track, 0.7f) == trs({1, 2, 3}, track.rotation, {2, 3, 4}));
  track.channels = {morph, scale, translation, rotation};
  const std::vector<float> t = value_at(translation, 0.7f), r = value_at(rotation, 0.7f),
                           s = value_at(scale, 0.7f);
  CHECK(local_at(track, 0.7f) ==
        trs({t[0], t[1], t[2]}, {r[3], r[0], r[1], r[2]}, {s[0], s[1], s[2]}));
}

TEST_CASE("every broken rule is named") {
  const auto channel = [](Motion& motion) -> MotionChannel& {
    return motion.tracks[0].channels[0];
  };
  constexpr const char *kSizes = "keys whose times and values do not match",
                       *kTimes = "times that do not rise or are negative";
  CHECK(why_after([&](Motion& m) { channel(m).times.clear(); }) == kSizes);
  CHECK(why_after([&](Motion& m) { channel(m).times.clear(), channel(m).values.clear(); }) ==
        kSizes);
  CHECK(why_after([&](Motion& m) { channel(m).values.pop_back(); }) == kSizes);
  CHECK(why_after([&](Motion& m) { channel(m).values.resize(12); }) == kSizes);
  CHECK(why_after([&](Motion& m) { channel(m).interpolation = Interpolation::cubic; }) == kSizes);
  CHECK(why_after([&](Motion& m) {
          m.tracks[0].channels[1].interpolation = Interpolation::linear;
        }) == kSizes);
  CHECK(why_after([&](Motion& m) { channel(m).times[0] = -0.001f; }) == kTimes);
  CHECK(why_after([&](Motion& m) { channel(m).times[2] = channel(m).times[1]; }) == kTimes);
  CHECK(why_after([&](Motion& m) { channel(m).times[3] = kInfinity; }) == kTimes);
  CHECK(why_after([&](Motion& m) { channel(m).times[1] = kNaN; }) == kTimes);
  CHECK(why_after([&](Motion& m) { m.tracks[0].channels[1].values[4] = kNaN; }) ==
        "a number that is not finite");
  CHECK(why_after([&](Motion& m) { m.tracks[0].channels[1].values[0] = kInfinity; }) ==
        "a number that is not finite");
  CHECK(why_after([&](Motion& m) { channel(m).values[5] += 0.5f; }) ==
        "a rotation that is not a unit quaternion");
  CHECK(why_after([&](Motion& m) { m.tracks[0].channels.push_back(channel(m)); }) ==
        "two channels for one property");
  CHECK(why_after([&](Motion& m) { m.tracks.push_back(m.tracks[0]); }) ==
        "two tracks for one target");
  CHECK(why_after([&](Motion& m) { m.tracks[0].translation.y = kNaN; }) ==
        "a track with an invalid transform");
  CHECK(why_after([&](Motion& m) { m.tracks[0].scale.x = kInfinity; }) ==
        "a track with an invalid transform");
  CHECK(why_after([&](Motion& m) {
          m.tracks[0].rotation = {2, 0, 0, 0};
        }) == "a track with an invalid transform");
}

TEST_CASE("what breaks no rule") {
  // Finite, though its square is not.
  CHECK(why_after([](Motion& m) { m.tracks[0].translation.x = 1e30f; }) == "");
  CHECK(why_after([](Motion& m) { m.tracks = {}; }) == "");
  CHECK(why_after([](Motion& m) { m.tracks[0].channels = {}; }) == "");
  CHECK(why_after([](Motion& m) {  // missing targets
          m.tracks.push_back(m.tracks[0]);
          m.tracks[0].target = m.tracks[1].target = kNoId;
        }) == "");
  CHECK(duration_of({}) == 0.0f);
}

TEST_CASE(
    "a scene with an invalid motion is invalid, and one that shares it with a good scene is not "
    "asked again") {
  Scene scene;
  auto motion = std::make_shared<Motion>(
      motion_of({MotionProperty::translation, Interpolation::step, {0.0f}, {kNaN, 0, 0}}));
  scene.motions.push_back(motion);
  CHECK(why_invalid(scene) == "motion \"wave\" has a number that is not finite");
  scene.motions = {nullptr};
  CHECK(why_invalid(scene) == "a motion is missing");
}

namespace {

/// A group with a rig of 5 joints. Joints 1 and 3 move, and so does the group.
Scene moving_scene(Random& random) {
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene), .name = "group", .local = random.affine()});
  auto skeleton = std::make_shared<Skeleton>(
      test::random_skeleton(random, {.joints = 5, .posed = true, .scaled = true}));
  for (Joint& joint : skeleton->joints) joint.id = take_id(scene);
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "rig",
                         .parent = 0,
                         .local = random.affine(),
                         .skeleton = skeleton});
  scene.nodes.push_back(
      {.id = take_id(scene), .name = "still", .skeleton = std::make_shared<Skeleton>()});
  Motion motion{"wave", {}};
  for (const Id target : {skeleton->joints[1].id, skeleton->joints[3].id, scene.nodes[0].id}) {
    MotionTrack track{.target = target, .translation = random.vec3(1.0f), .channels = {}};
    track.channels.push_back(
        random_channel(random, MotionProperty::rotation, Interpolation::linear, 4, 4));
    motion.tracks.push_back(track);
  }
  scene.motions.push_back(std::make_shared<const Motion>(motion));
  return scene;
}

}  // namespace

TEST_CASE("at a time L Ul is what the track says, the rest stands still, and the scene is valid") {
  for (auto& random : test::rounds<Random>(7, 30)) {
    const Scene scene = moving_scene(random);
    const Motion& motion = *scene.motions[0];
    REQUIRE(why_invalid(scene) == "");
    CHECK(moves(scene, motion));
    const float seconds = random.uniform(0.0f, 2.0f);
    const Scene at = keyed_at_time(scene, motion, seconds);
    CHECK(why_invalid(at) == "");
    const std::vector<Joint>&before = scene.nodes[1].skeleton->joints,
          &after = at.nodes[1].skeleton->joints;
    for (const std::size_t still : {0u, 2u, 4u}) CHECK(after[still] == before[still]);
    CHECK(test::largest_difference(after[1].bind_local * after[1].user_local,
                                   local_at(motion.tracks[0], seconds)) < 1e-5f);
    CHECK(test::largest_difference(after[3].bind_local * after[3].user_local,
                                   local_at(motion.tracks[1], seconds)) < 1e-5f);
    CHECK(at.nodes[0].local == local_at(motion.tracks[2], seconds));
    CHECK(at.nodes[2] == scene.nodes[2]);
    CHECK(keyed_at_time(scene, {"nothing", {}}, seconds) == scene);
  }
}

TEST_CASE("a place that cannot be is not taken") {
  Random random(8);
  const Scene scene = moving_scene(random);
  Motion flat = *scene.motions[0];
  for (MotionTrack& track : flat.tracks) track.translation = {kInfinity, 0, 0};
  const Scene at = keyed_at_time(scene, flat, 0.5f);
  CHECK(why_invalid(at) == "");
  CHECK(at.nodes[0].local == scene.nodes[0].local);
}

TEST_CASE("a track without channels holds its target where it says") {
  Random random(10);
  const Scene scene = moving_scene(random);
  Motion held = *scene.motions[0];
  for (MotionTrack& track : held.tracks) track.channels.clear();
  CHECK(moves(scene, held));
  const Scene at = keyed_at_time(scene, held, 0.5f);
  const Joint& joint = at.nodes[1].skeleton->joints[3];
  CHECK(test::largest_difference(joint.bind_local * joint.user_local,
                                 local_at(held.tracks[1], 0.0f)) < 1e-5f);
  CHECK(at.nodes[0].local == local_at(held.tracks[2], 0.0f));
}

TEST_CASE("a node that is scaled to nothing is hidden, a flat one and others are not") {
  Random random(11);
  const Scene scene = moving_scene(random);
  struct {
    glm::vec3 scale;
    bool is_shown;
  } const cases[] = {{{0, 0, 0}, false},     {{1e-9f, 0, -1e-9f}, false}, {{0, 2, 1}, true},
                     {{-3, 0, 1e-3f}, true}, {{0, 0, 1e-3f}, true},       {{1, 1, 1}, true}};
  for (const auto& one : cases) {
    CAPTURE(one.scale.x);
    Motion motion = *scene.motions[0];
    MotionTrack& track = motion.tracks[2];
    track.scale = one.scale;
    const Scene at = keyed_at_time(scene, motion, 0.7f);
    const bool is_flat = one.is_shown && one.scale != glm::vec3(1.0f);
    if (!is_flat) CHECK(why_invalid(at) == "");  // a rotated node in a flat one may become too flat
    CHECK(is_invertible(at.nodes[0].local));
    CHECK(at.nodes[0].visible == one.is_shown);
    const float longest =
        std::max({std::abs(one.scale.x), std::abs(one.scale.y), std::abs(one.scale.z)});
    CHECK(test::largest_difference(at.nodes[0].local, local_at(track, 0.7f)) <=
          2e-6f + 1e-5f * longest);
    CHECK(at.nodes[1].visible);  // only its parent hides it: its own `visible` stays
  }
}

TEST_CASE("targets that are gone move nothing, and a merged scene's motions follow its new ids") {
  Random random(9);
  const Scene one = moving_scene(random), other = moving_scene(random);
  Motion gone = *one.motions[0];
  for (MotionTrack& track : gone.tracks) track.target += 1000;
  CHECK_FALSE(moves(one, gone));
  CHECK(keyed_at_time(one, gone, 0.5f) == one);
  const Scene both = merged(one, other);
  REQUIRE(both.motions.size() == 2);
  CHECK(both.motions[0] == one.motions[0]);
  CHECK(find_motion(both, "wave") == both.motions[0].get());
  CHECK(find_motion(both, "walk") == nullptr);
  const Scene at = keyed_at_time(both, *both.motions[1], 0.5f),
              alone = keyed_at_time(other, *other.motions[0], 0.5f);
  CHECK(at.nodes[1].skeleton == one.nodes[1].skeleton);
  CHECK(at.nodes[3].local == alone.nodes[0].local);
  for (std::size_t j = 0; j < 5; ++j)
    CHECK(at.nodes[4].skeleton->joints[j].user_local ==
          alone.nodes[1].skeleton->joints[j].user_local);
}
