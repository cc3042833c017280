// Task 6's splines: the textbook's are the program's own smooth keys, and guarded ones do no harm.
#include <cmath>
#include <limits>

#include "rig/guarded.h"
#include "rig/implementations.h"
#include "scene/keys.h"
#include "support/cases.h"
#include "support/random_rig.h"

namespace marrow::test {

namespace {

/// Smooth keys of three numbers each, unevenly spaced.
std::vector<Key> smooth_keys(Random& random, int count) {
  std::vector<Key> keys;
  float time = random.uniform(0.0f, 2.0f);
  for (int k = 0; k < count; ++k) {
    keys.push_back({.seconds = time,
                    .value = {random.uniform(-2.0f, 2.0f), random.uniform(-2.0f, 2.0f),
                              random.uniform(-2.0f, 2.0f)},
                    .in = {},
                    .out = {}});
    time += random.uniform(0.05f, 2.0f);
  }
  return keys;
}

}  // namespace

SOLVED_CASE("the textbook's Catmull-Rom curve is that of smooth keys, one curve for each number") {
  const Tasks& textbook = tasks_of(Backend::textbook);
  for (auto& random : rounds<Random>(61, 100)) {
    const std::vector<Key> keys = smooth_keys(random, 1 + random.round % 7);
    const MotionChannel channel = channel_of(MotionProperty::translation, keys);
    const float begin = keys.front().seconds - 1.0f, end = keys.back().seconds + 1.0f;
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<Knot> knots;
      for (const Key& key : keys) knots.push_back({key.seconds, key.value[i]});
      for (int step = 0; step <= 50; ++step) {
        const float time = begin + (end - begin) * float(step) / 50.0f;
        const float own = value_at(channel, time)[i];
        CHECK(std::abs(textbook.catmull_rom(knots, time) - own) <=
              1e-5f * std::max(1.0f, std::abs(own)));
      }
      for (const Knot& knot : knots) CHECK(textbook.catmull_rom(knots, knot.time) == knot.value);
    }
  }
}

ENGINE_CASE("the engine's curves are the textbook's") {
  CHECK((tasks_of(Backend::fast).catmull_rom == tasks_of(Backend::textbook).catmull_rom));
  CHECK(
      (tasks_of(Backend::fast).cubic_unit_spline == tasks_of(Backend::textbook).cubic_unit_spline));
}

TEST_CASE("a spline that throws, is missing or gives no number is 0 and named, once") {
  Tasks tasks = student::tasks();
  tasks.catmull_rom = [](const std::vector<Knot>& knots, float) { return knots.at(7).value; };
  tasks.cubic_unit_spline = [](float t, float, float, float, float) {
    return t < 0.5f ? std::numeric_limits<float>::infinity() : std::nanf("");
  };
  guarded::Problems problems;
  for (const float time : {0.0f, 1.0f}) {
    CHECK(guarded::catmull_rom(tasks, {{0.0f, 1.0f}}, time, problems) == 0.0f);
    CHECK(guarded::cubic_unit_spline(tasks, time, 1.0f, 2.0f, 3.0f, 4.0f, problems) == 0.0f);
  }
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].starts_with("catmull_rom: threw an exception: "));
  CHECK(problems[1] == "cubic_unit_spline: the result is not finite");
  problems.clear();
  tasks.catmull_rom = nullptr;
  tasks.cubic_unit_spline = nullptr;
  CHECK(guarded::catmull_rom(tasks, {}, 0.0f, problems) == 0.0f);
  CHECK(guarded::cubic_unit_spline(tasks, 0.5f, 1.0f, 1.0f, 0.0f, 0.0f, problems) == 0.0f);
  CHECK(problems.size() == 2);
  problems.clear();
  tasks.catmull_rom = [](const std::vector<Knot>&, float) { return 3.0f; };
  CHECK(guarded::catmull_rom(tasks, {}, 0.0f, problems) == 3.0f);  // wrong and harmless
  CHECK(problems.empty());
}

}  // namespace marrow::test
