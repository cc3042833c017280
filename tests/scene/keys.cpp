// Setting, moving, shaping and deleting keys of a motion, and what must not change.
#include "scene/keys.h"

#include <algorithm>
#include <cmath>

#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using test::Random;

namespace {

struct PropertyOf {
  MotionProperty property;
  std::size_t width;
};
constexpr PropertyOf kProperties[] = {
    {MotionProperty::translation, 3},   {MotionProperty::rotation, 4},  {MotionProperty::scale, 3},
    {MotionProperty::morph_weights, 5}, {MotionProperty::ik_target, 3}, {MotionProperty::pin, 1}};
constexpr KeyShape kShapes[] = {KeyShape::step, KeyShape::linear, KeyShape::flat, KeyShape::smooth,
                                KeyShape::free};
constexpr Id kTarget = 7;

std::size_t below(Random& random, std::size_t count) {
  return std::min(std::size_t(random.uniform(0.0f, float(count))), count - 1);
}

std::vector<float> numbers(Random& random, const PropertyOf& of) {
  std::vector<float> value;
  for (std::size_t i = 0; i < of.width; ++i) value.push_back(random.uniform(-2.0f, 2.0f));
  if (of.property != MotionProperty::rotation) return value;
  const glm::quat unit = glm::normalize(glm::quat(value[3], value[0], value[1], value[2]));
  return {unit.x, unit.y, unit.z, unit.w};
}

std::vector<Key> random_keys(Random& random, const PropertyOf& of, std::size_t count,
                             const std::vector<KeyShape>& shapes) {
  std::vector<Key> keys(count);
  float seconds = random.uniform(0.0f, 1.0f);
  for (std::size_t k = 0; k < count; ++k) {
    keys[k] = {.seconds = seconds,
               .value = numbers(random, of),
               .in = numbers(random, {MotionProperty::morph_weights, of.width}),
               .out = numbers(random, {MotionProperty::morph_weights, of.width}),
               .shape = shapes[below(random, shapes.size())]};
    seconds += random.uniform(0.1f, 1.0f);
  }
  return keys;
}

Motion motion_of(const PropertyOf& of, std::vector<Key> keys) {
  Motion motion{"wave", {{.target = kTarget}}, {}};
  for (Key& key : keys) put_key(motion, {.target = kTarget}, of.property, std::move(key));
  return motion;
}

const MotionChannel& channel_of(const Motion& motion, const PropertyOf& of) {
  return *find_channel(motion, kTarget, of.property);
}

double difference(const PropertyOf& of, const std::vector<float>& a, const std::vector<float>& b) {
  double plain = 0.0, turned = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    plain = std::max(plain, std::abs(double(a[i]) - double(b[i])));
    turned = std::max(turned, std::abs(double(a[i]) + double(b[i])));
  }
  return of.property == MotionProperty::rotation ? std::min(plain, turned) : plain;
}

/// Calls `test` with random keys of each property, with mixed shapes and with one shape.
template <typename Test>
void for_random_keys(std::size_t at_least, const Test& test) {
  Random random(11);
  const std::vector<KeyShape> all(std::begin(kShapes), std::end(kShapes));
  for (int round = 0; round < 20; ++round) {
    for (const PropertyOf& of : kProperties) {
      const std::size_t count = at_least + below(random, 6);
      test(of, random_keys(random, of, count, all), random);
      for (const KeyShape shape : kShapes)
        test(of, random_keys(random, of, count, {shape}), random);
    }
  }
}

}  // namespace

TEST_CASE("keys that are read and written again are the same bits") {
  for_random_keys(1, [](const PropertyOf& of, const std::vector<Key>& keys, Random&) {
    const Motion motion = motion_of(of, keys);
    CHECK(why_invalid(motion) == "");
    const MotionChannel& channel = channel_of(motion, of);
    CHECK(marrow::channel_of(of.property, keys_of(channel)) == channel);
    // The channel goes through its keys.
    for (const Key& key : keys_of(channel)) CHECK(value_at(channel, key.seconds) == key.value);
    CHECK(all_keys(motion).size() == keys.size());
  });
}

TEST_CASE("step and linear channels stay what they are; only unlike keys make a cubic one") {
  for_random_keys(2, [](const PropertyOf& of, const std::vector<Key>& keys, Random&) {
    const auto all = [&](KeyShape shape) {
      return std::all_of(keys.begin(), keys.end(),
                         [&](const Key& key) { return key.shape == shape; });
    };
    const MotionChannel channel = channel_of(motion_of(of, keys), of);
    const Interpolation wanted = all(KeyShape::step)     ? Interpolation::step
                                 : all(KeyShape::linear) ? Interpolation::linear
                                                         : Interpolation::cubic;
    CHECK(channel.interpolation == wanted);
    CHECK(channel.shapes.empty() == (wanted != Interpolation::cubic || all(KeyShape::free)));
  });
}

TEST_CASE("a key set on the curve of free keys leaves the curve as it is") {
  for_random_keys(2, [](const PropertyOf& of, const std::vector<Key>& keys, Random& random) {
    if (!std::all_of(keys.begin(), keys.end(),
                     [](const Key& key) { return key.shape == KeyShape::free; }))
      return;
    Motion motion = motion_of(of, keys);
    if (of.property == MotionProperty::rotation) return;  // normalizing makes another curve
    const MotionChannel before = channel_of(motion, of);
    const float first = before.times.front(), last = before.times.back();
    const float at = random.uniform(first, last);
    set_key(motion, {.target = kTarget}, of.property, at, value_at(before, at));
    for (int i = 0; i <= 40; ++i) {
      const float seconds = first + (last - first) * float(i) / 40.0f;
      CHECK(difference(of, value_at(channel_of(motion, of), seconds), value_at(before, seconds)) <
            2e-5);
    }
  });
}

TEST_CASE("a key that is set and deleted again leaves the same bits") {
  for_random_keys(2, [](const PropertyOf& of, const std::vector<Key>& keys, Random& random) {
    Motion motion = motion_of(of, keys);
    const Motion before = motion;
    const float at = random.uniform(0.0f, 6.0f);
    if (find_key(motion, {kTarget, of.property, at})) return;
    set_key(motion, {.target = kTarget}, of.property, at, numbers(random, of));
    CHECK(find_key(motion, {kTarget, of.property, at}));
    CHECK(why_invalid(motion) == "");
    delete_keys(motion, {{kTarget, of.property, at}});
    if (of.property == MotionProperty::rotation) return;  // signs may have changed
    CHECK(motion == before);
  });
}

TEST_CASE("the last key takes its channel with it, and the last channel its track") {
  Random random(3);
  Motion motion;
  const PropertyOf turn = kProperties[1], place = kProperties[0];
  set_key(motion, {.target = kTarget, .translation = glm::vec3(1, 2, 3)}, turn.property, 1.0f,
          numbers(random, turn));
  set_key(motion, {.target = kTarget}, place.property, 2.0f, numbers(random, place));
  REQUIRE(motion.tracks.size() == 1);
  CHECK(motion.tracks[0].translation == glm::vec3(1, 2, 3));  // the value of the first key
  CHECK(channel_of(motion, turn).interpolation == Interpolation::cubic);
  CHECK(channel_of(motion, turn).shapes == std::vector<KeyShape>{KeyShape::smooth});
  delete_keys(motion, {{kTarget, turn.property, 1.0f}});
  CHECK(motion.tracks[0].channels.size() == 1);
  delete_keys(motion, {{kTarget, place.property, 1.0f}});  // no such key
  CHECK(motion.tracks.size() == 1);
  delete_keys(motion, all_keys(motion));
  CHECK(motion.tracks.empty());
}

TEST_CASE("smooth keys are Catmull-Rom: C1, and a straight line stays one") {
  const PropertyOf place = kProperties[0];
  const auto key = [](float seconds, float x) {
    return Key{.seconds = seconds, .value = {x, 2.0f * x, 0.0f}, .in = {}, .out = {}};
  };
  // By hand: the slope at 2 is (3 - 0) / (4 - 1); at the ends it is the slope to the neighbor.
  const Motion bent = motion_of(place, {key(1, 0), key(2, 2), key(4, 3)});
  const std::vector<Key> keys = keys_of(channel_of(bent, place));
  CHECK(keys[0].out == std::vector<float>{2, 4, 0});
  CHECK(keys[1].in == std::vector<float>{1, 2, 0});
  CHECK(keys[1].out == keys[1].in);
  CHECK(keys[2].in == std::vector<float>{0.5f, 1, 0});
  const Motion straight = motion_of(place, {key(0, 0), key(1, 1), key(3, 3), key(4, 4)});
  for (int i = 0; i <= 40; ++i) {
    const float seconds = float(i) / 10.0f;
    CHECK(value_at(channel_of(straight, place), seconds)[0] == doctest::Approx(double(seconds)));
  }
}

TEST_CASE("step holds, flat rests, linear goes straight") {
  const PropertyOf place = kProperties[0];
  const auto key = [](float seconds, float x, KeyShape shape) {
    return Key{.seconds = seconds, .value = {x, 0, 0}, .in = {}, .out = {}, .shape = shape};
  };
  Motion motion = motion_of(place, {key(0, 1, KeyShape::step), key(1, 5, KeyShape::flat),
                                    key(2, 3, KeyShape::linear), key(3, 4, KeyShape::linear)});
  const auto at = [&](float seconds) { return value_at(channel_of(motion, place), seconds)[0]; };
  CHECK(at(0.999f) == 1.0f);
  CHECK(at(1.0f) == 5.0f);
  CHECK(at(1.001f) == doctest::Approx(5.0).epsilon(1e-4));
  CHECK(at(2.25f) == doctest::Approx(3.25));
  set_shapes(motion, all_keys(motion), KeyShape::linear);
  CHECK(channel_of(motion, place).interpolation == Interpolation::linear);
  CHECK(at(0.5f) == 3.0f);
  set_shapes(motion, {{kTarget, place.property, 1.0f}}, KeyShape::step);
  CHECK(at(0.5f) == doctest::Approx(3.0).epsilon(0.2));
  CHECK(at(1.9f) == 5.0f);
}

TEST_CASE("keys move in time: the curve goes along, and is stretched about a point") {
  for_random_keys(2, [](const PropertyOf& of, const std::vector<Key>& keys, Random&) {
    const Motion before = motion_of(of, keys);
    Motion later = before, slower = before;
    const KeyPlaces moved =
        retime_keys(later, all_keys(later), [](float seconds) { return seconds + 2.0f; });
    CHECK(moved == all_keys(later));
    CHECK(moved.front().seconds == all_keys(before).front().seconds + 2.0f);
    retime_keys(slower, all_keys(slower), [](float seconds) { return 2.0f * seconds; });
    CHECK(why_invalid(later) == "");
    const MotionChannel& channel = channel_of(before, of);
    for (int i = 0; i <= 50; ++i) {
      const float seconds = float(i) / 10.0f + 0.013f;
      if (std::any_of(channel.times.begin(), channel.times.end(),
                      // a step may fall on the other side
                      [&](float time) { return std::abs(time - seconds) < 1e-3f; }))
        continue;
      const std::vector<float> value = value_at(channel, seconds);
      CHECK(difference(of, value_at(channel_of(later, of), seconds + 2.0f), value) < 1e-4);
      CHECK(difference(of, value_at(channel_of(slower, of), 2.0f * seconds), value) < 1e-4);
    }
  });
}

TEST_CASE("a moved key replaces the one that it comes to, and none goes below zero") {
  const PropertyOf place = kProperties[0];
  Motion motion;
  for (const float seconds : {0.0f, 1.0f, 2.0f, 3.0f})
    set_key(motion, {.target = kTarget}, place.property, seconds,
            std::vector<float>{seconds, 0.0f, 0.0f});
  const KeyPlaces to =
      retime_keys(motion, {{kTarget, place.property, 1.0f}}, [](float) { return 3.0f; });
  CHECK(to == KeyPlaces{{kTarget, place.property, 3.0f}});
  CHECK(channel_of(motion, place).times == std::vector<float>{0.0f, 2.0f, 3.0f});
  CHECK(value_at(channel_of(motion, place), 3.0f)[0] == 1.0f);
  retime_keys(motion, all_keys(motion), [](float seconds) { return seconds - 10.0f; });
  CHECK(channel_of(motion, place).times == std::vector<float>{0.0f});
}

TEST_CASE("rotations do not take the long way round") {
  Random random(8);
  const PropertyOf turn = kProperties[1];
  for (int round = 0; round < 100; ++round) {
    Motion motion;
    for (int k = 0; k < 6; ++k)
      set_key(motion, {.target = kTarget}, turn.property, random.uniform(0.0f, 5.0f),
              numbers(random, turn));
    const std::vector<Key> keys = keys_of(channel_of(motion, turn));
    for (std::size_t k = 1; k < keys.size(); ++k) {
      double dot = 0.0;
      for (std::size_t i = 0; i < 4; ++i)
        dot += double(keys[k].value[i]) * double(keys[k - 1].value[i]);
      CHECK(dot >= 0.0);
    }
  }
}

TEST_CASE("whatever is done to keys, the motion is valid") {
  Random random(21);
  Motion motion;
  for (int step = 0; step < 3000; ++step) {
    const PropertyOf& of = kProperties[below(random, 4)];
    const Id target = Id(1 + below(random, 3));
    KeyPlaces some;
    for (const KeyPlace& place : all_keys(motion))
      if (below(random, 3) == 0) some.push_back(place);
    switch (below(random, 6)) {
      case 0:
        delete_keys(motion, some);
        break;
      case 1: {
        const float by = random.uniform(-1.0f, 1.0f);
        retime_keys(motion, some, [&](float seconds) { return seconds + by; });
        break;
      }
      case 2: {
        const float about = random.uniform(0.0f, 3.0f), factor = random.uniform(0.0f, 2.0f);
        retime_keys(motion, some,
                    [&](float seconds) { return about + factor * (seconds - about); });
        break;
      }
      case 3:
        set_shapes(motion, some, kShapes[below(random, 5)]);
        break;
      default:
        set_key(motion, {.target = target}, of.property, random.uniform(0.0f, 4.0f),
                numbers(random, of));
    }
    REQUIRE(why_invalid(motion) == "");
  }
}
